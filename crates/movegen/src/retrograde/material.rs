//! The piece types that a valid position may have more: captured pieces, and promoted ones that were pawns.

use tabiya_core::{Bitboard, Color, PieceType};

use super::piece_types::PieceTypes;
use crate::placement::Placement;

/// The material of a color, compared with that at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    /// The types of which there are fewer than at the start, for dark and light squares.
    pub(super) below_start: [PieceTypes; 2],
    /// The types of which there are more.
    pub(super) above_start: [PieceTypes; 2],
    pub(super) pawns: usize,
    pub(super) men: usize,
    /// The missing pawns that no promoted piece explains. Negative if there are too many pieces.
    pub(super) unexplained_pawns: i32,
}

impl Material {
    #[inline]
    pub(super) fn new(placement: &Placement, color: Color) -> Self {
        let ours = placement.colors(color);
        let orthogonal = placement.orthogonal_sliders() & ours;
        let diagonal = placement.diagonal_sliders() & ours;
        let bishops = diagonal - orthogonal;
        let pawns = (placement.pawns() & ours).len();
        // The types with their number, on squares of which color, and the number at the start.
        let counts = [
            (PieceType::Knight, [true, true], (placement.knights() & ours).len(), 2),
            (PieceType::Bishop, [true, false], (bishops & Bitboard::DARK_SQUARES).len(), 1),
            (PieceType::Bishop, [false, true], (bishops & Bitboard::LIGHT_SQUARES).len(), 1),
            (PieceType::Rook, [true, true], (orthogonal - diagonal).len(), 2),
            (PieceType::Queen, [true, true], (orthogonal & diagonal).len(), 1),
        ];
        let mut material = Self {
            below_start: [PieceTypes::EMPTY; 2],
            above_start: [PieceTypes::EMPTY; 2],
            pawns,
            men: ours.len(),
            unexplained_pawns: 8 - pawns as i32,
        };
        for (piece_type, is_on, count, at_start) in counts {
            material.unexplained_pawns -= count.saturating_sub(at_start) as i32;
            let bit = PieceTypes::EMPTY.with(piece_type).0;
            for (color, is_on) in is_on.into_iter().enumerate() {
                let on_color = bit * u8::from(is_on);
                material.below_start[color].0 |= on_color * u8::from(count < at_start);
                material.above_start[color].0 |= on_color * u8::from(count > at_start);
            }
        }
        material
    }

    /// Tests whether the material is valid: promotions explain it.
    #[inline]
    pub(super) const fn is_valid(&self) -> bool {
        self.men <= 16 && self.unexplained_pawns >= 0
    }

    /// Returns the types of which one more is valid, on dark and on light squares.
    #[inline]
    pub(super) const fn may_return(&self) -> [PieceTypes; 2] {
        if self.men >= 16 {
            [PieceTypes::EMPTY; 2]
        } else if self.unexplained_pawns > 0 {
            [PieceTypes::ALL_BUT_KING; 2]
        } else {
            self.below_start
        }
    }

    /// Returns the types that can be promoted pawns, on dark and on light squares.
    #[inline]
    pub(super) const fn may_unpromote(&self) -> [PieceTypes; 2] {
        if self.pawns >= 8 {
            [PieceTypes::EMPTY; 2]
        } else if self.unexplained_pawns > 0 {
            [PieceTypes::ALL_BUT_KING; 2]
        } else {
            self.above_start
        }
    }
}
