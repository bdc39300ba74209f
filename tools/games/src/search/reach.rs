//! The test whether a target can still be reached.
//!
//! Captures, promotions and pawn moves cannot be undone, so if one of these conditions fails, it
//! fails for the rest of the game:
//!
//! - A side has at least as many pieces, and as many pawns, as the target requires.
//! - For each piece type, missing pieces come from promotions: the pawns that the target does not require are
//!   at least as many as the pieces that are missing.
//! - For each pawn in the target, some pawn with its color is on its square or behind it, at a
//!   distance of at most as many files as ranks.
//! - The target's castling rights exist.

use tabiya::{Bitboard, Color, Piece, PieceType, Position, Square};

use super::material::{Material, counts};
use super::pattern::Pattern;

/// The piece types to which pawns promote.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The conditions on a position from which a target can be reached.
#[derive(Clone, Debug)]
pub(crate) struct Requirements {
    /// The minimum piece counts by color and type.
    counts: [[u8; 6]; 2],
    /// The minimum piece counts by color.
    totals: [u32; 2],
    /// The minimum number of all pieces.
    total: u32,
    /// For each pawn in the target, its color and the squares from which it may come.
    pawn_origins: Vec<(Color, Bitboard)>,
    castling_rooks: Bitboard,
}

impl Requirements {
    /// Returns a pattern's requirements.
    pub(super) fn of_pattern(pattern: &Pattern) -> Self {
        let counts = Color::ALL.map(|color| {
            PieceType::ALL.map(|piece_type| pattern.squares(piece_type.of(color)).count() as u8)
        });
        let pawns = [Piece::WhitePawn, Piece::BlackPawn].into_iter().flat_map(|pawn| {
            let color = pawn.color();
            pattern.squares(pawn).into_iter().map(move |square| (color, origins(color, square)))
        });
        Self {
            counts,
            totals: Color::ALL.map(|color| pattern.min_pieces(Some(color))),
            total: pattern.min_pieces(None),
            pawn_origins: pawns.collect(),
            castling_rooks: Bitboard::EMPTY,
        }
    }

    /// Returns a position's requirements.
    pub(crate) fn of_position(position: &Position) -> Self {
        let totals = Color::ALL.map(|color| position.colors(color).count());
        let pawns = Color::ALL.into_iter().flat_map(|color| {
            let pawns = position.colored_pieces(color, PieceType::Pawn);
            pawns.into_iter().map(move |square| (color, origins(color, square)))
        });
        Self {
            counts: Color::ALL.map(|color| counts(position, color)),
            totals,
            total: totals.iter().sum(),
            pawn_origins: pawns.collect(),
            castling_rooks: position.castling_rooks(),
        }
    }

    /// Returns the requirements for material: one of them must be met.
    pub(super) fn of_material(material: &Material) -> [Self; 2] {
        material.assignments().map(|counts| {
            let totals = counts.map(|counts| counts.iter().map(|&count| u32::from(count)).sum());
            Self {
                counts,
                totals,
                total: totals.iter().sum(),
                pawn_origins: Vec::new(),
                castling_rooks: Bitboard::EMPTY,
            }
        })
    }

    /// Tests whether the target may be reached from a position.
    pub(crate) fn are_met(&self, position: &Position) -> bool {
        position.occupied().count() >= self.total
            && self.castling_rooks.is_subset(position.castling_rooks())
            && Color::ALL.iter().all(|&color| self.has_pieces(position, color))
            && self.pawn_origins.iter().all(|&(color, origins)| {
                position.colored_pieces(color, PieceType::Pawn).intersects(origins)
            })
    }

    fn has_pieces(&self, position: &Position, color: Color) -> bool {
        let required = &self.counts[color as usize];
        if position.colors(color).count() < self.totals[color as usize] {
            return false;
        }
        let found = counts(position, color);
        let [pawn, king] = [PieceType::Pawn, PieceType::King].map(|piece_type| piece_type as usize);
        let Some(spare) = found[pawn].checked_sub(required[pawn]) else { return false };
        let missing: u8 = PROMOTIONS
            .map(|piece_type| {
                required[piece_type as usize].saturating_sub(found[piece_type as usize])
            })
            .iter()
            .sum();
        missing <= spare && required[king] <= found[king]
    }
}

/// Returns the squares from which a pawn may come to a square, with the square itself.
fn origins(color: Color, square: Square) -> Bitboard {
    let to_file = square.file() as i8;
    let to_rank = square.rank() as i8;
    let is_origin = |from: &Square| {
        let ranks = match color {
            Color::White => to_rank - from.rank() as i8,
            Color::Black => from.rank() as i8 - to_rank,
        };
        (to_file - from.file() as i8).abs() <= ranks
    };
    Square::ALL.into_iter().filter(is_origin).fold(Bitboard::EMPTY, Bitboard::with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_fail_once_target_is_unreachable() {
        let position = |fen: &str| Position::from_fen(fen).expect("a position");
        for (target, from, expected) in [
            // A pawn does not go back, and does not leave its cone.
            ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1", false),
            ("4k3/8/3p4/8/8/8/8/4K3 w - - 0 1", "4k3/2p5/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/3p4/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", false),
            // Missing pieces need pawns that the target does not.
            ("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/P7/QQ2K3 w - - 0 1", "4k3/8/8/8/8/8/PR6/Q3K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", false),
            // Castling rights do not come back.
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true),
        ] {
            let requirements = Requirements::of_position(&position(target));
            assert_eq!(requirements.are_met(&position(from)), expected, "{target} from {from}");
        }
    }

    #[test]
    fn pattern_requirements_count_any_pieces() {
        let pattern: Pattern = "!*/*/*/*/*/*/*/AAA*".parse().expect("a pattern");
        let requirements = Requirements::of_pattern(&pattern);
        let are_met = |fen| requirements.are_met(&Position::from_fen(fen).expect("a position"));
        assert!(are_met("4k3/8/8/8/8/8/8/1RB1K3 w - - 0 1"));
        assert!(!are_met("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "two white pieces");
        assert!(!are_met("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1"), "two white pieces");
    }
}
