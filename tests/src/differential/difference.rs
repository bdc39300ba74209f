//! Disagreements between generators, and their messages.

use std::fmt;

use tabiya::Move;
use tabiya::uci::UciMove;

use super::adapter::Status;

/// A position on which generators disagree with the legal generator.
///
/// `Display` writes the FEN and a line per generator that disagrees. Moves are UCI moves, with castling as
/// the king capturing its rook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position, with castling rights as in Shredder-FEN.
    pub fen: String,
    /// The names of generators that disagree, each with its disagreement.
    pub disagreements: Vec<(&'static str, Disagreement)>,
}

/// A disagreement between one generator and the legal generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// The generator rejects the position, with this message.
    Rejected(String),
    /// The generator lists other moves.
    Moves {
        /// The moves that only the legal generator lists.
        missing: Vec<Move>,
        /// The moves that only the other generator lists.
        extra: Vec<Move>,
    },
    /// The generator reports another status.
    Status {
        /// The status by the legal generator.
        ours: Status,
        /// The status by the other generator.
        theirs: Status,
    },
    /// The position after a move differs.
    Successor {
        /// The move.
        mv: Move,
        /// The first field that differs.
        field: &'static str,
        /// The legal generator's value, in the other generator's conventions.
        ours: String,
        /// The value by the other generator.
        theirs: String,
    },
}

impl Disagreement {
    /// Compares two sorted move lists. The second one of two equal moves is extra.
    pub(super) fn from_moves(ours: &[Move], theirs: &[Move]) -> Self {
        let mut missing = Vec::new();
        let mut extra = Vec::new();
        let mut ours = ours.iter().peekable();
        let mut theirs = theirs.iter().peekable();
        loop {
            match (ours.peek(), theirs.peek()) {
                (None, None) => return Self::Moves { missing, extra },
                (Some(a), Some(b)) if a == b => {
                    ours.next();
                    theirs.next();
                }
                (Some(a), b) if b.is_none_or(|b| a < b) => missing.extend(ours.next()),
                _ => extra.extend(theirs.next()),
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen)?;
        for (name, disagreement) in &self.disagreements {
            write!(f, "\n  {name}: {disagreement}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(reason) => write!(f, "rejects the position: {reason}"),
            Self::Moves { missing, extra } => {
                write!(f, "missing {}, extra {}", move_list(missing), move_list(extra))
            }
            Self::Status { ours, theirs } => {
                write!(f, "expected {}, found {}", status_text(*ours), status_text(*theirs))
            }
            Self::Successor { mv, field, ours, theirs } => {
                let mv = UciMove::from(*mv);
                write!(f, "after {mv}, {field}: expected {ours}, found {theirs}")
            }
        }
    }
}

fn move_list(moves: &[Move]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    moves.iter().map(|&mv| UciMove::from(mv).to_string()).collect::<Vec<_>>().join(" ")
}

fn status_text(status: Status) -> String {
    let flags =
        [(status.check, "check"), (status.checkmate, "checkmate"), (status.stalemate, "stalemate")];
    let names: Vec<_> = flags.into_iter().filter(|&(flag, _)| flag).map(|(_, name)| name).collect();
    if names.is_empty() { "no check".to_owned() } else { names.join(" and ") }
}
