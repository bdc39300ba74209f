//! The counts that a generator under test reported.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{Position, san};

use crate::divide::{Divide, DivideRow};
use crate::notation::uci_text;

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
    /// Returns the counts of a divide output, or `None` if one has more than 64 bits.
    ///
    /// Moves in SAN are converted to UCI notation. A move that is illegal keeps its text.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagnosis::Reported;
    /// use tabiya_explain::divide::Divide;
    ///
    /// let divide = Divide::parse("e4: 600\nd2d5: 1\n")?;
    /// let reported = Reported::from_divide(&Position::START, &divide);
    /// let moves = [("e2e4".to_string(), 600), ("d2d5".to_string(), 1)];
    /// assert_eq!(reported, Some(Reported::Divide(moves.into())));
    /// # Ok::<(), tabiya_explain::divide::DivideError>(())
    /// ```
    pub fn from_divide(position: &Position, divide: &Divide) -> Option<Self> {
        let moves = divide.rows().iter().map(|DivideRow { r#move: mv, count }| {
            let text = match san::parse(position, mv) {
                Ok(mv) => uci_text(position, mv),
                Err(_) => mv.clone(),
            };
            Some((text, u64::try_from(*count).ok()?))
        });
        Some(Self::Divide(moves.collect::<Option<_>>()?))
    }

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
