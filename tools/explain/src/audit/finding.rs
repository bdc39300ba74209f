//! A wrong claim, with its place and its reason.

use alloc::string::String;

use tabiya::Bitboard;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// A claim that may surprise, but breaks no rule.
    Note,
    /// A claim that is probably wrong.
    Warning,
    /// A claim that is wrong.
    Error,
}

/// The program at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Fault {
    /// The engine.
    Engine,
    /// The user interface or match runner that sends commands.
    Sender,
    /// The match runner that reports results and warnings.
    Runner,
}

/// A wrong claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Finding {
    /// The line with the claim, from 1.
    pub line: u64,
    /// The stable name of the check, such as `pv-illegal`.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The program at fault.
    pub fault: Fault,
    /// The move, mate score or count as it was written; `-` if there is none.
    pub claim: String,
    /// The number of the move in its variation or command, from 1.
    pub ply: Option<usize>,
    /// The stable name of the reason, such as `pinned`, or the correct value; `-` if the code says all.
    pub rule: String,
    /// The reason as a sentence without a period.
    pub sentence: String,
    /// The squares on which the reason rests.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub squares: Bitboard,
    /// The FEN in which the claim is wrong, with the en passant square after every double push.
    pub fen: Option<String>,
    /// The command that sets up the search's position.
    pub position: Option<String>,
    /// The command that started the search, without `ponder`.
    pub go: Option<String>,
    /// The likely cause, such as a position that was searched before.
    pub hint: Option<&'static str>,
}

impl Finding {
    /// Creates a finding about the sender without a place on the board.
    #[must_use]
    pub const fn new(line: u64, code: &'static str, claim: String, rule: String) -> Self {
        Self {
            line,
            code,
            severity: Severity::Error,
            fault: Fault::Sender,
            claim,
            ply: None,
            rule,
            sentence: String::new(),
            squares: Bitboard::EMPTY,
            fen: None,
            position: None,
            go: None,
            hint: None,
        }
    }
}
