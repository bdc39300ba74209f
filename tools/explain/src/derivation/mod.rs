//! Derivations of attack sets as steps, by nine move generation techniques.
//!
//! A [`Derivation`] holds what a program computes between its input and an attack set: sets of
//! squares, indices, loop states. A page or a terminal draws each [`Step`] as a board. Every
//! derivation results in the same attack set as [`tabiya::tables`].
//!
//! | technique | pieces | calculation |
//! |---|---|---|
//! | [`Shifts`](Technique::Shifts) | pawns, knights, kings | `(set & !FILE_H) << 9` per step |
//! | [`KoggeStone`](Technique::KoggeStone) | sliders | three shifts per direction fill all rays |
//! | [`Spans`](Technique::Spans) | knight, king | the set on c3 or b2, shifted and masked |
//! | [`Hyperbola`](Technique::Hyperbola) | sliders | `o ^ (o - 2r)` along a line |
//! | [`Lookup`](Technique::Lookup) | all | a table entry; rays cut at their first blocker |
//! | [`Array8x8`](Technique::Array8x8) | all | loops that test row and column |
//! | [`X88`](Technique::X88) | all | loops that add offsets, with the test `cell & 0x88` |
//! | [`Magic`](Technique::Magic) | sliders | mask, product, shift, index, table entry |
//! | [`Pext`](Technique::Pext) | sliders | bits gathered to an index, an entry's bits scattered |
//!
//! Shifts and fills take any number of pieces. [`Derivation::moves`] derives legal moves: look-ups
//! yield pseudo-legal moves, and each is tested when it is made.
//!
//! ```
//! use tabiya::{Bitboard, Piece, Square, tables};
//! use tabiya_explain::derivation::{Derivation, StepValue, Technique};
//!
//! let occupied = Square::E3.bitboard() | Square::G5.bitboard();
//! let magic = Derivation::attacks(Technique::Magic, Piece::WhiteBishop, Square::C1, occupied)?;
//! let titles: Vec<_> = magic.steps.iter().map(|step| step.title.as_str()).collect();
//! assert_eq!(titles, ["mask", "occupied & mask", "product", "index", "attacks"]);
//! assert!(magic.steps[3].values.contains(&StepValue::Number { name: "shift", value: 59 }));
//! assert_eq!(magic.result, tables::bishop_attacks(Square::C1, occupied));
//! # Ok::<(), tabiya_explain::derivation::DerivationError>(())
//! ```

mod error;
mod hyperbola;
mod kogge_stone;
mod lookup;
mod magic;
mod pext;
mod shifts;
mod spans;
mod step;
mod steps_of_pieces;
mod technique;
mod tested_moves;
#[cfg(test)]
mod tests;
mod walk;

pub use error::DerivationError;
pub(crate) use pext::{gather, scatter};
pub use step::{Decision, Step, StepValue};
pub use technique::{Technique, UnknownTechnique};

use alloc::vec::Vec;

use tabiya::{Bitboard, Color, Piece, PieceType, Position, Square};

/// The steps from a square and the occupied squares to an attack set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Derivation {
    /// The technique.
    pub technique: Technique,
    /// The derived set's kind.
    pub kind: SetKind,
    /// The piece.
    pub piece: Piece,
    /// The piece's squares: one, or any number for a set-wise technique.
    pub squares: Bitboard,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// The steps, in the calculation's order; the last one shows the result.
    pub steps: Vec<Step>,
    /// The derived set.
    pub result: Bitboard,
}

/// The kind of set that a [`Derivation`] derives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SetKind {
    /// The attacked squares.
    Attacks,
    /// The targets that pawns can be pushed to.
    Pushes,
    /// The targets that legal moves reach, without castling.
    Moves,
}

impl Derivation {
    /// Derives the squares that a piece attacks.
    ///
    /// Only sliders depend on `occupied`. The piece's own square in `occupied` makes no difference.
    ///
    /// # Errors
    ///
    /// Returns an error if the technique does not apply to the piece type.
    ///
    /// ```
    /// use tabiya::{Piece, Square, tables};
    /// use tabiya_explain::derivation::{Derivation, Technique};
    ///
    /// let occupied = Square::D6.bitboard() | Square::F4.bitboard();
    /// for technique in Technique::ALL {
    ///     let queen = Derivation::attacks(technique, Piece::BlackQueen, Square::D4, occupied);
    ///     if let Ok(derivation) = queen {
    ///         assert_eq!(derivation.result, tables::queen_attacks(Square::D4, occupied));
    ///     }
    /// }
    /// ```
    pub fn attacks(
        technique: Technique,
        piece: Piece,
        square: Square,
        occupied: Bitboard,
    ) -> Result<Self, DerivationError> {
        let piece_type = piece.piece_type();
        if !technique.applies_to(piece_type) {
            return Err(DerivationError::NotApplicable { technique, piece_type });
        }
        let steps = match technique {
            Technique::Shifts => shifts::attack_steps(piece, square.into()),
            Technique::KoggeStone => kogge_stone::attack_steps(piece, square.into(), occupied),
            Technique::Spans => spans::attack_steps(piece, square),
            Technique::Hyperbola => hyperbola::attack_steps(piece, square, occupied),
            Technique::Lookup => lookup::attack_steps(piece, square, occupied),
            Technique::Array8x8 => walk::attack_steps::<walk::Array8x8>(piece, square, occupied),
            Technique::X88 => walk::attack_steps::<walk::X88>(piece, square, occupied),
            Technique::Magic => magic::attack_steps(piece, square, occupied),
            Technique::Pext => pext::attack_steps(piece, square, occupied),
        };
        Ok(Self::new(technique, SetKind::Attacks, piece, [square.into(), occupied], steps))
    }

    /// Derives the squares that a set of equal pieces attacks.
    ///
    /// # Errors
    ///
    /// Returns an error if the technique does not apply to the piece type. If a technique is not
    /// [set-wise](Technique::is_setwise), it accepts only a set with one square.
    ///
    /// ```
    /// use tabiya::{Bitboard, Piece, Rank};
    /// use tabiya_explain::derivation::{Derivation, Technique};
    ///
    /// let pawns = Bitboard::from(Rank::Second);
    /// let piece = Piece::WhitePawn;
    /// let shifts = Derivation::set_attacks(Technique::Shifts, piece, pawns, Bitboard::EMPTY)?;
    /// assert_eq!(shifts.result, Bitboard::from(Rank::Third));
    /// # Ok::<(), tabiya_explain::derivation::DerivationError>(())
    /// ```
    pub fn set_attacks(
        technique: Technique,
        piece: Piece,
        squares: Bitboard,
        occupied: Bitboard,
    ) -> Result<Self, DerivationError> {
        if let Some(square) = squares.single() {
            return Self::attacks(technique, piece, square, occupied);
        }
        let piece_type = piece.piece_type();
        let steps = match technique {
            _ if !technique.applies_to(piece_type) => {
                return Err(DerivationError::NotApplicable { technique, piece_type });
            }
            Technique::Shifts => shifts::attack_steps(piece, squares),
            Technique::KoggeStone => kogge_stone::attack_steps(piece, squares, occupied),
            _ => return Err(DerivationError::NotOneSquare { technique, count: squares.len() }),
        };
        Ok(Self::new(technique, SetKind::Attacks, piece, [squares, occupied], steps))
    }

    /// Derives the pushes for a set of pawns by set-wise shifts.
    ///
    /// ```
    /// use tabiya::{Color, Square};
    /// use tabiya_explain::derivation::Derivation;
    ///
    /// let pawns = Square::A2.bitboard() | Square::H2.bitboard();
    /// let pushes = Derivation::pushes(Color::White, pawns, pawns | Square::H4.bitboard());
    /// let targets = [Square::A3, Square::A4, Square::H3];
    /// assert_eq!(pushes.result, targets.into_iter().collect());
    /// ```
    pub fn pushes(color: Color, pawns: Bitboard, occupied: Bitboard) -> Self {
        let piece = Piece::new(color, PieceType::Pawn);
        let steps = shifts::push_steps(color, pawns, occupied);
        Self::new(Technique::Shifts, SetKind::Pushes, piece, [pawns, occupied], steps)
    }

    /// Derives the targets of a piece's legal moves, without castling: look-ups yield pseudo-legal
    /// moves, and each is tested when it is made.
    ///
    /// # Errors
    ///
    /// Returns an error if the square has no piece that belongs to the side to move.
    ///
    /// ```
    /// use tabiya::{Bitboard, Position, Square};
    /// use tabiya_explain::derivation::Derivation;
    ///
    /// // The bishop on b4 pins the knight.
    /// let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")?;
    /// let moves = Derivation::moves(&position, Square::C3)?;
    /// assert_eq!(moves.result, Bitboard::EMPTY);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(position: &Position, square: Square) -> Result<Self, DerivationError> {
        let side = position.side_to_move();
        let piece = position.piece_on(square).filter(|piece| piece.color() == side);
        let piece = piece.ok_or(DerivationError::NoPiece { square, side })?;
        let steps = tested_moves::move_steps(position, piece, square);
        let sets = [square.into(), position.occupied()];
        Ok(Self::new(Technique::Lookup, SetKind::Moves, piece, sets, steps))
    }

    /// Creates a derivation from its steps, whose last set is the result.
    fn new(
        technique: Technique,
        kind: SetKind,
        piece: Piece,
        [squares, occupied]: [Bitboard; 2],
        steps: Vec<Step>,
    ) -> Self {
        let result = steps.last().and_then(Step::set).unwrap_or_default();
        Self { technique, kind, piece, squares, occupied, steps, result }
    }
}
