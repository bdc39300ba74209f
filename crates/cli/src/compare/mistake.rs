//! One move that a generator gets wrong: missing, extra or named twice, why, and of what
//! kind the mistake is.

use serde::Serialize;
use tabiya::uci::{self, UciError};
use tabiya::{IllegalMove, Move, Position, san};

use super::answer::Answer;
use crate::position::castling_notation;
use crate::sentence;

/// What a mistake is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "&'static str")]
pub enum Kind {
    /// Captures in passing.
    EnPassant,
    /// Castling.
    Castling,
    /// Promotions.
    Promotion,
    /// Pieces that shield their king.
    Pin,
    /// Answers to check.
    Evasion,
    /// Steps of a king that is not in check.
    KingStep,
    /// How a piece moves.
    Movement,
    /// Moves named twice.
    Repetition,
    /// The board after a move: rights, the en passant square, what stands where.
    Making,
    /// Sums that do not fit what is asked for below.
    Counting,
}

impl Kind {
    /// In words, as a heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EnPassant => "en passant",
            Self::Castling => "castling",
            Self::Promotion => "promotions",
            Self::Pin => "pins",
            Self::Evasion => "evasions",
            Self::KingStep => "king moves",
            Self::Movement => "piece movement",
            Self::Repetition => "duplicate moves",
            Self::Making => "making moves",
            Self::Counting => "counting",
        }
    }
}

impl From<Kind> for &'static str {
    fn from(kind: Kind) -> Self {
        kind.name()
    }
}

/// On which side a move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It is legal, and was not named.
    Missing,
    /// It was named, and is not legal.
    Extra,
    /// It was named twice.
    Twice,
}

/// A move that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// What is wrong with it.
    pub fault: Fault,
    /// In UCI's form.
    #[serde(rename = "move")]
    pub mv: String,
    /// In SAN, if it is legal.
    pub san: Option<String>,
    /// Why it is legal, or is not.
    pub why: String,
    /// What the mistake is about.
    pub kind: Kind,
}

/// How an answer differs from ours.
#[derive(Clone, Debug, Default)]
pub struct Disagreement {
    /// The moves that are wrong.
    pub mistakes: Vec<Mistake>,
    /// Moves that both name, with our count and theirs, which differ.
    pub counts: Vec<(Move, u128, u128)>,
}

impl Disagreement {
    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.mistakes.is_empty() && self.counts.is_empty()
    }

    /// Compares an answer with what we count.
    pub fn of(position: &Position, ours: &[(Move, u128)], answer: &Answer) -> Self {
        let mut disagreement = Self::default();
        let mut named = Vec::new();
        for (text, &theirs) in &answer.moves {
            let mv = match uci::parse(position, text) {
                Ok(mv) => mv,
                Err(error) => {
                    disagreement.mistakes.push(extra(position, text, error));
                    continue;
                }
            };
            // Castling can be written in two ways.
            if named.contains(&mv) || answer.repeated.contains(text) {
                disagreement.mistakes.push(twice(position, mv));
            }
            named.push(mv);
            let ours = ours.iter().find(|(our, _)| *our == mv).map_or(0, |&(_, ours)| ours);
            if ours != theirs {
                disagreement.counts.push((mv, ours, theirs));
            }
        }
        let missing = ours.iter().map(|&(mv, _)| mv).filter(|mv| !named.contains(mv));
        disagreement.mistakes.extend(missing.map(|mv| missing_move(position, mv)));
        disagreement
    }
}

fn legal(position: &Position, mv: Move, fault: Fault, why: String, kind: Kind) -> Mistake {
    Mistake {
        fault,
        mv: uci::display(mv, castling_notation(position)).to_string(),
        san: Some(san::display(position, mv).to_string()),
        why,
        kind,
    }
}

fn missing_move(position: &Position, mv: Move) -> Mistake {
    let kind = if mv.is_castling() {
        Kind::Castling
    } else if mv.is_en_passant() {
        Kind::EnPassant
    } else if mv.promotion().is_some() {
        Kind::Promotion
    } else if position.pinned().contains(mv.from()) {
        Kind::Pin
    } else if position.is_check() {
        Kind::Evasion
    } else if position.king(position.side_to_move()) == mv.from() {
        Kind::KingStep
    } else {
        Kind::Movement
    };
    legal(position, mv, Fault::Missing, sentence::explain_legal(position, mv), kind)
}

fn twice(position: &Position, mv: Move) -> Mistake {
    let why = "the list contains the move more than once".to_owned();
    legal(position, mv, Fault::Twice, why, Kind::Repetition)
}

fn extra(position: &Position, text: &str, error: UciError) -> Mistake {
    let (why, kind) = match &error {
        UciError::Illegal { reason, .. } => {
            (sentence::explain_illegal(position, reason), kind_of(position, reason))
        }
        _ => (error.to_string(), Kind::Movement),
    };
    Mistake { fault: Fault::Extra, mv: text.to_owned(), san: None, why, kind }
}

fn kind_of(position: &Position, reason: &IllegalMove) -> Kind {
    match reason {
        IllegalMove::NoCastlingRight(_)
        | IllegalMove::CastlingBlocked(_)
        | IllegalMove::CastlingInCheck(_)
        | IllegalMove::CastlingThroughAttack { .. }
        | IllegalMove::CastlingUncovers(_) => Kind::Castling,
        IllegalMove::NoEnPassant(_) | IllegalMove::EnPassantUncovers(_) => Kind::EnPassant,
        IllegalMove::MissingPromotion(_) | IllegalMove::UnexpectedPromotion(_) => Kind::Promotion,
        IllegalMove::Pinned { .. } => Kind::Pin,
        IllegalMove::DoubleCheck(_) | IllegalMove::StillInCheck(_) => Kind::Evasion,
        IllegalMove::KingAttacked { .. } if position.is_check() => Kind::Evasion,
        IllegalMove::KingAttacked { .. } => Kind::KingStep,
        _ => Kind::Movement,
    }
}
