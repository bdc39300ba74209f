//! The differences between a reply and the correct counts: wrong moves with a reason and a
//! category, and wrong counts.

use serde::Serialize;
use tabiya::uci::{self, UciError};
use tabiya::{IllegalMove, Move, Position, san};

use super::reply::Reply;
use crate::move_explanation;
use crate::position::castling_notation;

/// The part of a move generator that a mismatch points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "&'static str")]
pub enum Category {
    /// The category of mismatches in en passant captures.
    EnPassant,
    /// The category of mismatches in castling.
    Castling,
    /// The category of mismatches in promotions.
    Promotion,
    /// The category of mismatches in moves of pinned pieces.
    Pin,
    /// The category of mismatches in check evasions.
    Evasion,
    /// The category of mismatches in king moves when not in check.
    KingMove,
    /// The category of mismatches in the movement of pieces.
    Movement,
    /// The category of moves listed more than once.
    Duplicate,
    /// The category of mismatches after making a move: castling rights, the en passant square, the
    /// pieces.
    Making,
    /// The category of counts that differ although the moves are right.
    Counting,
}

impl Category {
    /// Returns the name of the category in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EnPassant => "en passant",
            Self::Castling => "castling",
            Self::Promotion => "promotions",
            Self::Pin => "pins",
            Self::Evasion => "evasions",
            Self::KingMove => "king moves",
            Self::Movement => "piece movement",
            Self::Duplicate => "duplicate moves",
            Self::Making => "making moves",
            Self::Counting => "counting",
        }
    }
}

impl From<Category> for &'static str {
    fn from(category: Category) -> Self {
        category.name()
    }
}

/// The error of a move in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveError {
    /// A legal move that the reply lacks.
    Missing,
    /// An illegal move.
    Extra,
    /// A legal move that occurs more than once.
    #[serde(rename = "twice")]
    Duplicate,
}

/// A wrong move, with the reason. The JSON output contains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongMove {
    /// The kind of error: missing, extra or duplicate.
    #[serde(rename = "fault")]
    pub error: MoveError,
    /// The wrong move in UCI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The wrong move in SAN, if the move is legal.
    pub san: Option<String>,
    /// The reason why the move is legal or illegal.
    #[serde(rename = "why")]
    pub reason: String,
    /// The part of the generator that the error points to.
    #[serde(rename = "kind")]
    pub category: Category,
}

/// The differences between a reply and the correct counts.
#[derive(Clone, Debug, Default)]
pub struct Mismatches {
    /// The wrong moves of the reply.
    pub moves: Vec<WrongMove>,
    /// The legal moves with a wrong count: the move, the correct count and the count of the reply.
    pub counts: Vec<(Move, u128, u128)>,
}

impl Mismatches {
    /// Tests whether the reply is correct.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.counts.is_empty()
    }

    /// Compares a reply with the correct counts of a position.
    pub fn new(position: &Position, correct: &[(Move, u128)], reply: &Reply) -> Self {
        let mut mismatches = Self::default();
        let mut seen = Vec::new();
        for (text, &theirs) in &reply.moves {
            let mv = match uci::parse(position, text) {
                Ok(mv) => mv,
                Err(error) => {
                    mismatches.moves.push(extra_move(position, text, error));
                    continue;
                }
            };
            // Two notations of castling are one move.
            if seen.contains(&mv) || reply.duplicates.contains(text) {
                mismatches.moves.push(duplicate_move(position, mv));
            }
            seen.push(mv);
            let ours = correct.iter().find(|(our, _)| *our == mv).map_or(0, |&(_, ours)| ours);
            if ours != theirs {
                mismatches.counts.push((mv, ours, theirs));
            }
        }
        let missing = correct.iter().map(|&(mv, _)| mv).filter(|mv| !seen.contains(mv));
        mismatches.moves.extend(missing.map(|mv| missing_move(position, mv)));
        mismatches
    }
}

fn legal_move(
    position: &Position,
    mv: Move,
    error: MoveError,
    reason: String,
    category: Category,
) -> WrongMove {
    WrongMove {
        error,
        mv: uci::display(mv, castling_notation(position)).to_string(),
        san: Some(san::display(position, mv).to_string()),
        reason,
        category,
    }
}

fn missing_move(position: &Position, mv: Move) -> WrongMove {
    let category = if mv.is_castling() {
        Category::Castling
    } else if mv.is_en_passant() {
        Category::EnPassant
    } else if mv.promotion().is_some() {
        Category::Promotion
    } else if position.pinned().contains(mv.from()) {
        Category::Pin
    } else if position.is_check() {
        Category::Evasion
    } else if position.king(position.side_to_move()) == mv.from() {
        Category::KingMove
    } else {
        Category::Movement
    };
    let reason = move_explanation::explain_legal(position, mv);
    legal_move(position, mv, MoveError::Missing, reason, category)
}

fn duplicate_move(position: &Position, mv: Move) -> WrongMove {
    let reason = "the list contains the move more than once".to_owned();
    legal_move(position, mv, MoveError::Duplicate, reason, Category::Duplicate)
}

fn extra_move(position: &Position, text: &str, error: UciError) -> WrongMove {
    let (reason, category) = match &error {
        UciError::Illegal { reason, .. } => {
            (move_explanation::explain_illegal(position, reason), category_of(position, reason))
        }
        _ => (error.to_string(), Category::Movement),
    };
    WrongMove { error: MoveError::Extra, mv: text.to_owned(), san: None, reason, category }
}

fn category_of(position: &Position, reason: &IllegalMove) -> Category {
    match reason {
        IllegalMove::NoCastlingRight(_)
        | IllegalMove::CastlingBlocked(_)
        | IllegalMove::CastlingInCheck(_)
        | IllegalMove::CastlingThroughAttack { .. }
        | IllegalMove::CastlingUncovers(_) => Category::Castling,
        IllegalMove::NoEnPassant(_) | IllegalMove::EnPassantUncovers(_) => Category::EnPassant,
        IllegalMove::MissingPromotion(_) | IllegalMove::UnexpectedPromotion(_) => {
            Category::Promotion
        }
        IllegalMove::Pinned { .. } => Category::Pin,
        IllegalMove::DoubleCheck(_) | IllegalMove::StillInCheck(_) => Category::Evasion,
        IllegalMove::KingAttacked { .. } if position.is_check() => Category::Evasion,
        IllegalMove::KingAttacked { .. } => Category::KingMove,
        _ => Category::Movement,
    }
}
