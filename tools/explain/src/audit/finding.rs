//! A wrong claim, with its place and its reason.

use alloc::format;
use alloc::string::{String, ToString};

use tabiya::Bitboard;

use super::word::{WordError, text_of};

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

impl Severity {
    /// Returns the name: `note`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
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
    /// The stable name of the check, such as `pv-illegal`: one of [`CODES`].
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
    /// `true` if the option `UCI_Chess960` was on.
    pub chess960: bool,
    /// The command that started the search, without `ponder`.
    pub go: Option<String>,
    /// The likely cause, such as a position that was searched before.
    pub hint: Option<&'static str>,
}

use Severity::{Error, Note, Warning};

const MALFORMED: &str = "the word is no move of UCI, such as e2e4 or e7e8q";
const NOT_IN_PV: &str = "the last variation with an exact score begins with other moves";
const NO_MOVE: &str = "the word stands for no move, but there are legal moves";
/// The sentence is that of the rule.
const BY_RULE: &str = "";

/// The checks: the code of each, its severity, and its sentence.
pub const CODES: [(&str, Severity, &str); 38] = [
    ("bestmove-illegal", Error, BY_RULE),
    ("bestmove-malformed", Error, MALFORMED),
    ("bestmove-null", Error, NO_MOVE),
    ("bestmove-notation", Error, BY_RULE),
    ("bestmove-other-than-pv", Warning, NOT_IN_PV),
    ("bestmove-not-allowed", Warning, "the move is not one of searchmoves"),
    ("bestmove-missing", Warning, "no best move answers this search"),
    ("bestmove-unasked", Warning, "no search waits for an answer"),
    ("ponder-illegal", Error, BY_RULE),
    ("ponder-malformed", Error, MALFORMED),
    ("ponder-other-than-pv", Note, NOT_IN_PV),
    ("pv-illegal", Error, BY_RULE),
    ("pv-malformed", Error, MALFORMED),
    ("pv-null", Warning, NO_MOVE),
    ("pv-after-mate", Error, "the game has ended by checkmate"),
    ("pv-after-stalemate", Error, "the game has ended by stalemate"),
    ("pv-after-draw", Note, BY_RULE),
    ("notation", Warning, BY_RULE),
    ("currmove-illegal", Error, BY_RULE),
    ("refutation-illegal", Error, BY_RULE),
    ("currline-illegal", Error, BY_RULE),
    ("mate-no-mate", Error, "the variation ends without mate"),
    ("mate-side", Error, "the variation mates the other player"),
    ("mate-zero", Error, "the side to move is not mated"),
    ("mate-distance", Warning, "the variation mates after another number of moves"),
    ("mate-long", Warning, "the variation goes on after the mate would be"),
    ("mate-short", Note, "the variation ends before the mate"),
    ("mate-after-draw", Warning, BY_RULE),
    ("position-illegal", Error, BY_RULE),
    ("position-malformed", Error, MALFORMED),
    ("position-fen", Error, BY_RULE),
    ("position-after-draw", Note, BY_RULE),
    ("perft-move", Error, BY_RULE),
    ("perft-total", Error, BY_RULE),
    ("movetext-illegal", Error, BY_RULE),
    ("result-wrong", Error, "the end of the game is not what the reason says"),
    ("result-flag", Warning, "the opponent cannot mate, so that loss on time is a draw (FIDE 6.9)"),
    ("warning-wrong", Warning, "the variation is not what the warning says"),
];

impl Finding {
    /// Returns the finding about a claim, with what its code says.
    #[must_use]
    pub fn new(code: &'static str, claim: &[u8]) -> Self {
        let row = CODES.iter().find(|(name, ..)| *name == code);
        let (_, severity, sentence) = row.copied().unwrap_or((code, Error, BY_RULE));
        let fault = match code.split('-').next() {
            Some("position") => Fault::Sender,
            Some("movetext" | "result" | "warning") => Fault::Runner,
            _ => Fault::Engine,
        };
        Self {
            line: 0,
            code,
            severity,
            fault,
            claim: text_of(claim),
            ply: None,
            rule: "-".to_string(),
            sentence: sentence.to_string(),
            squares: Bitboard::EMPTY,
            fen: None,
            position: None,
            chess960: false,
            go: None,
            hint: None,
        }
    }

    /// Returns the finding about a castling move in the named notation, which is that of the other mode.
    pub(super) fn of_notation(code: &'static str, word: &[u8], notation: &str) -> Self {
        let (mode, state) = match notation {
            "king-takes-rook" => ("Chess960", "off"),
            _ => ("standard chess", "on"),
        };
        let sentence = format!("the move is written as in {mode}, but UCI_Chess960 is {state}");
        Self { rule: notation.to_string(), sentence, ..Self::new(code, word) }
    }

    /// Returns the finding about a word that is no legal move. The place is the start of the code, such as `pv`.
    pub(super) fn of_word(place: &str, word: &[u8], error: WordError) -> Self {
        let ended = error.ended.filter(|_| place != "position");
        let problem = match ended {
            Some("checkmate") if place == "pv" => "after-mate",
            Some(_) if place == "pv" => "after-stalemate",
            _ => error.problem,
        };
        let code = |problem: &str| {
            let is_code = |code: &str| {
                code.strip_prefix(place).and_then(|rest| rest.strip_prefix('-')) == Some(problem)
            };
            CODES.iter().map(|&(code, ..)| code).find(|code| is_code(code))
        };
        let Some(code) = code(problem) else {
            // A place without a code of its own for the problem.
            let rule = if problem == "null" { "null-move" } else { "-" };
            let sentence = if problem == "null" { NO_MOVE } else { MALFORMED };
            let finding = Self::new(code("illegal").unwrap_or("pv-illegal"), word);
            return Self { rule: rule.to_string(), sentence: sentence.to_string(), ..finding };
        };
        let finding = Self::new(code, word);
        match ended {
            _ if problem != "illegal" => finding,
            Some(end) => Self {
                rule: end.to_string(),
                sentence: format!("the game has ended by {end}"),
                ..finding
            },
            None => {
                let WordError { rule, sentence, squares, .. } = error;
                Self { rule, sentence, squares, ..finding }
            }
        }
    }
}
