//! The differences between a divide output and the correct counts.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::uci::{self, UciError};
use tabiya::{Move, PieceType, Position, san};

use super::category::Category;
use super::line::DivideRow;
use super::reading::Divide;
use super::root_move::promotion_without_piece;
use crate::legality::{Evidence, Explanation, explain, explain_text};
use crate::notation::uci_text;

/// The error for a move in a divide output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum MoveError {
    /// A legal move that the output lacks.
    Missing,
    /// An illegal move.
    Extra,
    /// A legal move that occurs more than once.
    Duplicate,
}

impl MoveError {
    /// Returns the error's name: "missing", "extra" or "duplicate".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Duplicate => "duplicate",
        }
    }
}

/// A wrong move, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WrongMove {
    /// The error's kind: missing, extra or duplicate.
    pub error: MoveError,
    /// The wrong move in UCI notation, or as the output has it.
    #[doc(alias = "mv")]
    pub r#move: String,
    /// The wrong move in SAN, if the move is legal.
    pub san: Option<String>,
    /// The reason why the move is legal or illegal.
    pub reason: String,
    /// The part of the generator that the error points to.
    pub category: Category,
    /// The squares on which the reason rests.
    pub evidence: Evidence,
}

/// A legal move with a wrong count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WrongCount {
    /// The move.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mv: Move,
    /// The move in UCI notation.
    pub uci: String,
    /// The correct count.
    pub expected: u128,
    /// The count in the output.
    pub found: u128,
}

/// A total that does not equal the sum of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WrongTotal {
    /// The sum of the counts in the output.
    pub sum: u128,
    /// The output's total.
    pub found: u128,
}

/// The differences between a divide output and the correct counts.
///
/// ```
/// use tabiya::{Position, Square};
/// use tabiya_explain::divide::{Category, Comparison, Divide, MoveError};
///
/// // White is in check: Bd3 does not evade it, and Be2 is missing.
/// let position = Position::from_fen("4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1")?;
/// let correct: Vec<_> = position.legal_moves().into_iter().map(|mv| (mv, 1)).collect();
/// let divide = Divide::parse("Kd1: 1\nKd2: 1\nKf2: 1\nf1d3: 1\nTotal: 4\n")?;
/// let comparison = Comparison::new(&position, &correct, &divide);
///
/// let [extra, missing] = &comparison.moves[..] else { panic!("two wrong moves") };
/// assert_eq!((extra.error, extra.r#move.as_str()), (MoveError::Extra, "f1d3"));
/// assert_eq!(extra.category, Category::Evasion);
/// assert_eq!(extra.evidence.attackers, Square::E7.into());
/// assert_eq!((missing.error, missing.r#move.as_str()), (MoveError::Missing, "f1e2"));
/// assert!(comparison.counts.is_empty() && comparison.total.is_none());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Comparison {
    /// The wrong moves: extra and duplicate moves ordered by their texts, then missing moves.
    pub moves: Vec<WrongMove>,
    /// The legal moves with a wrong count.
    pub counts: Vec<WrongCount>,
    /// The output's total, if it differs from the sum of the output's counts.
    pub total: Option<WrongTotal>,
}

impl Comparison {
    /// Compares a divide output with a position's correct counts.
    ///
    /// `correct` contains each legal move once. Moves without a promotion piece that stand for several
    /// promotions are accepted: some engines write `g2g1` four times.
    pub fn new(position: &Position, correct: &[(Move, u128)], divide: &Divide) -> Self {
        let mut comparison = Self::default();
        let mut seen = Vec::new();
        for row in sorted_rows(divide) {
            match resolve(position, correct, &seen, row) {
                // Two castling notations are one move.
                Some(mv) if seen.contains(&mv) => comparison.add_move(duplicate_move(position, mv)),
                Some(mv) => {
                    seen.push(mv);
                    comparison.add_count(position, correct, mv, row.count);
                }
                None => comparison.add_move(extra_move(position, row)),
            }
        }
        let missing = correct.iter().map(|&(mv, _)| mv).filter(|mv| !seen.contains(mv));
        comparison.moves.extend(missing.map(|mv| missing_move(position, mv)));
        let sum = divide.sum();
        let total = divide.total().filter(|&total| total != sum && !divide.rows().is_empty());
        comparison.total = total.map(|found| WrongTotal { sum, found });
        comparison
    }

    /// Tests whether all moves, counts and the total are right.
    pub const fn is_empty(&self) -> bool {
        self.rows_agree() && self.total.is_none()
    }

    /// Tests whether all moves and their counts are right, whatever the total.
    pub const fn rows_agree(&self) -> bool {
        self.moves.is_empty() && self.counts.is_empty()
    }

    /// Adds a wrong move, unless it is already known.
    fn add_move(&mut self, wrong_move: WrongMove) {
        if !self.moves.contains(&wrong_move) {
            self.moves.push(wrong_move);
        }
    }

    /// Adds a legal move's count if it is wrong.
    fn add_count(&mut self, position: &Position, correct: &[(Move, u128)], mv: Move, found: u128) {
        let expected = correct.iter().find(|(legal, _)| *legal == mv).map_or(0, |pair| pair.1);
        if expected != found {
            self.counts.push(WrongCount { mv, uci: uci_text(position, mv), expected, found });
        }
    }
}

/// Returns the rows ordered by their texts.
///
/// There are few rows, and sorting code is among the largest functions in a WebAssembly module.
fn sorted_rows(divide: &Divide) -> Vec<&DivideRow> {
    let mut rows: Vec<&DivideRow> = Vec::with_capacity(divide.rows().len());
    for row in divide.rows() {
        let index = rows.partition_point(|other| other.r#move <= row.r#move);
        rows.insert(index, row);
    }
    rows
}

/// Returns a row's legal move, or `None` if its move is illegal.
fn resolve(
    position: &Position,
    correct: &[(Move, u128)],
    seen: &[Move],
    row: &DivideRow,
) -> Option<Move> {
    let text = &row.r#move;
    let Some((from, to)) = promotion_without_piece(position, text) else {
        return match uci::parse(position, text) {
            Err(UciError::Malformed(_)) => san::parse(position, text).ok(),
            result => result.ok(),
        };
    };
    let is_promotion =
        |(mv, _): &&(Move, u128)| (mv.from(), mv.to()) == (from, to) && !seen.contains(mv);
    let promotions = || correct.iter().filter(is_promotion);
    let same_count = promotions().find(|(_, count)| *count == row.count);
    // With a wrong count, the queen comes first.
    let queen = promotions().find(|(mv, _)| mv.promotion() == Some(PieceType::Queen));
    same_count.or(queen).or(promotions().next()).map(|&(mv, _)| mv)
}

fn missing_move(position: &Position, mv: Move) -> WrongMove {
    let explanation = explain(position, mv);
    WrongMove {
        error: MoveError::Missing,
        r#move: uci_text(position, mv),
        san: Some(san::display(position, mv).to_string()),
        reason: explanation.sentence,
        category: Category::of_missing_move(position, mv),
        evidence: explanation.evidence,
    }
}

fn duplicate_move(position: &Position, mv: Move) -> WrongMove {
    WrongMove {
        error: MoveError::Duplicate,
        r#move: uci_text(position, mv),
        san: Some(san::display(position, mv).to_string()),
        reason: "the list contains the move more than once".to_owned(),
        category: Category::Duplicate,
        evidence: explain(position, mv).evidence,
    }
}

fn extra_move(position: &Position, row: &DivideRow) -> WrongMove {
    let (reason, evidence, category) = match explain_text(position, &row.r#move) {
        Ok(Explanation { sentence, evidence, reason, .. }) => {
            let category = reason.map(|reason| Category::of_reason(position, &reason));
            (sentence, evidence, category)
        }
        Err(error) => (error.to_string(), Evidence::default(), None),
    };
    WrongMove {
        error: MoveError::Extra,
        r#move: row.r#move.clone(),
        san: None,
        reason,
        category: category.unwrap_or(Category::Movement),
        evidence,
    }
}
