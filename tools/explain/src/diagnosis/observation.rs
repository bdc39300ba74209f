//! The counts that a generator under test reported.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{Position, san};

use crate::divide::{Divide, DivideRow, promotion_without_piece};
use crate::leaf_categories::Category;
use crate::notation::uci_text;

/// A count that a generator under test reported for a position and a depth.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The tree's root.
    pub position: Position,
    /// The depth to which leaves were counted, in plies.
    pub depth: u8,
    /// The reported count.
    pub reported: Reported,
}

/// The count in an [`Observation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The number of leaves in the tree.
    Total(u64),
    /// The number of leaves whose last move belongs to a category.
    Category(Category, u64),
    /// The number of leaves behind each root move, in UCI notation. Castling is the king's move, or
    /// names the rook's square.
    Divide(Vec<(String, u64)>),
}

impl Reported {
    /// Returns the counts in a divide output, or `None` if one has more than 64 bits.
    ///
    /// Moves in SAN are converted to UCI notation, but an illegal move keeps its text. If
    /// promotions to the same square lack the piece, their counts are added: some generators write
    /// `g2g1` four times.
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
        let mut moves: Vec<(String, u64)> = Vec::new();
        for DivideRow { r#move: mv, count } in divide.rows() {
            let promotion = promotion_without_piece(position, mv);
            let text = match (promotion, san::parse(position, mv)) {
                (Some((from, to)), _) => format!("{from}{to}"),
                (None, Ok(mv)) => uci_text(position, mv),
                (None, Err(_)) => mv.clone(),
            };
            let count = u64::try_from(*count).ok()?;
            let same = moves.iter_mut().find(|(other, _)| *other == text);
            match same.filter(|_| promotion.is_some()) {
                Some((_, sum)) => *sum = sum.checked_add(count)?,
                None => moves.push((text, count)),
            }
        }
        Some(Self::Divide(moves))
    }

    /// Returns the category to which the counted leaves belong, or `None` for all.
    pub(super) fn category(&self) -> Option<Category> {
        match self {
            Self::Category(category, _) => Some(*category),
            Self::Total(_) | Self::Divide(_) => None,
        }
    }

    /// Returns a root move that was reported more than once, if there is one.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagnosis::Reported;
    /// use tabiya_explain::divide::Divide;
    ///
    /// let position = Position::from_fen("7k/8/8/8/8/8/p7/7K b - - 0 1")?;
    /// let promotions = Divide::parse("a2a1: 1\na2a1: 1\na2a1: 1\na2a1: 1\n")?;
    /// let reported = Reported::from_divide(&position, &promotions).expect("small counts");
    /// assert_eq!((reported.repeated_move(), reported.total()), (None, 4));
    ///
    /// let king = Divide::parse("h8g8: 1\nKg8: 1\n")?;
    /// let reported = Reported::from_divide(&position, &king).expect("small counts");
    /// assert_eq!(reported.repeated_move(), Some("h8g8"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn repeated_move(&self) -> Option<&str> {
        let Self::Divide(moves) = self else { return None };
        let is_repeated = |(index, (mv, _)): &(usize, &(String, u64))| {
            moves[..*index].iter().any(|(other, _)| other == mv)
        };
        moves.iter().enumerate().find(is_repeated).map(|(_, (mv, _))| mv.as_str())
    }

    /// Returns how many leaves were reported, in the whole tree or in a category.
    pub fn total(&self) -> u64 {
        match self {
            Self::Total(total) | Self::Category(_, total) => *total,
            Self::Divide(moves) => {
                moves.iter().fold(0, |total: u64, (_, leaves)| total.saturating_add(*leaves))
            }
        }
    }
}
