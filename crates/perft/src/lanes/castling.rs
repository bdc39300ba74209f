//! The squares involved in castling. They are the same for a whole tree, since castling rights
//! are only lost.

use tabiya_core::{CastlingSide, Color, File, Rank, Square};
use tabiya_movegen::Position;
use tabiya_tables::{castling_empty, castling_safe};

/// The squares for castling to one wing, as bitboards.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wing {
    /// The square of the castling rook; empty if the root lacks the castling right.
    pub(crate) rook: u64,
    /// The castling destinations for the king and the rook.
    pub(crate) king_to: u64,
    pub(crate) rook_to: u64,
    /// The squares that must be empty for castling, but for the king and the rook.
    pub(crate) path: u64,
    /// The squares from the king to its castling destination, which must not be attacked.
    pub(crate) king_path: u64,
}

/// The castling rights at a tree's root: a [`Wing`] for each color and side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling([[Wing; 2]; 2]);

impl Castling {
    /// Reads a position's castling rights.
    pub(crate) fn from_position(position: &Position) -> Self {
        let mut wings = [[Wing::default(); 2]; 2];
        for (color, side, rook) in position.castling_rights().iter() {
            wings[color as usize][side as usize] =
                Wing::new(color, side, position.king(color).file(), rook);
        }
        Self(wings)
    }

    #[cfg(feature = "symbolic")]
    pub(crate) const fn from_wings(wings: [[Wing; 2]; 2]) -> Self {
        Self(wings)
    }

    /// Returns a color's castling squares: those on the king side, then those on the queen side.
    #[inline(always)]
    pub(crate) fn wings(&self, color: Color) -> [Wing; 2] {
        self.0[color as usize]
    }

    /// Returns the rooks with castling rights, for both colors.
    pub(crate) fn rooks(&self) -> u64 {
        self.0.iter().flatten().fold(0, |rooks, wing| rooks | wing.rook)
    }
}

impl Wing {
    pub(crate) fn new(color: Color, side: CastlingSide, king: File, rook: File) -> Self {
        let (king_to, rook_to) = match side {
            CastlingSide::KingSide => (File::G, File::F),
            CastlingSide::QueenSide => (File::C, File::D),
        };
        let on = |file| Square::new(file, Rank::First.relative_to(color)).bitboard().0;
        Self {
            rook: on(rook),
            king_to: on(king_to),
            rook_to: on(rook_to),
            path: castling_empty(color, king, rook).0,
            king_path: castling_safe(color, king, rook).0,
        }
    }
}
