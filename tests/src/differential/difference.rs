//! What is printed when generators disagree.

use std::fmt;

use tabiya::Move;

use super::contestant::Status;

/// A position on which somebody disagrees with the legal generator.
///
/// Displays as the FEN and a line for each who disagrees, moves as UCI with the king
/// taking its rook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position, rights by the files of the rooks.
    pub fen: String,
    /// Who disagrees, and about what.
    pub disagreements: Vec<(&'static str, Disagreement)>,
}

/// What one contestant says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// It does not take the position.
    Refused(String),
    /// It lists other moves.
    Moves {
        /// Those that only the legal generator has.
        missing: Vec<Move>,
        /// Those that only the contestant has.
        extra: Vec<Move>,
    },
    /// It says something else about check and the end.
    Status {
        /// What the legal generator says.
        ours: Status,
        /// What the contestant says.
        theirs: Status,
    },
    /// A move leads it to another position.
    Successor {
        /// The move.
        mv: Move,
        /// The first field that differs.
        field: &'static str,
        /// The value of the legal generator, in the conventions of the contestant.
        ours: String,
        /// The value of the contestant.
        theirs: String,
    },
}

impl Disagreement {
    /// Sorts out two lists in ascending order; a move that comes twice is extra once.
    pub(super) fn of_moves(ours: &[Move], theirs: &[Move]) -> Self {
        let (mut missing, mut extra) = (Vec::new(), Vec::new());
        let (mut ours, mut theirs) = (ours.iter().peekable(), theirs.iter().peekable());
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
        for (by, disagreement) in &self.disagreements {
            write!(f, "\n  {by}: {disagreement}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => write!(f, "refuses the position: {why}"),
            Self::Moves { missing, extra } => {
                write!(f, "missing {}, extra {}", list(missing), list(extra))
            }
            Self::Status { ours, theirs } => {
                write!(f, "expected {}, found {}", words(*ours), words(*theirs))
            }
            Self::Successor { mv, field, ours, theirs } => {
                write!(f, "after {mv}, {field}: expected {ours}, found {theirs}")
            }
        }
    }
}

fn list(moves: &[Move]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn words(status: Status) -> String {
    let flags =
        [(status.check, "check"), (status.checkmate, "checkmate"), (status.stalemate, "stalemate")];
    let said: Vec<_> = flags.into_iter().filter(|&(flag, _)| flag).map(|(_, word)| word).collect();
    if said.is_empty() { "no check".to_owned() } else { said.join(" and ") }
}
