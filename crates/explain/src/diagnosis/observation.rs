//! The counts that a generator under test reported.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya::Position;

/// A count that a generator under test reported for a position and a depth.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The root of the tree.
    pub position: Position,
    /// The depth of the count in plies.
    pub depth: u8,
    /// The reported count.
    pub reported: Reported,
}

/// The count of an [`Observation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The number of leaves of the tree.
    Total(u64),
    /// The number of leaves behind each root move, in UCI notation. Castling is the move of the
    /// king, or names the square of the rook.
    Divide(Vec<(String, u64)>),
}

impl Reported {
    /// Returns the reported number of leaves of the whole tree.
    pub fn total(&self) -> u64 {
        match self {
            Self::Total(total) => *total,
            Self::Divide(moves) => {
                moves.iter().fold(0, |total: u64, (_, leaves)| total.saturating_add(*leaves))
            }
        }
    }
}
