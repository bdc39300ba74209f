//! What castling asks for; the same for all boards of a tree, since rights are only lost.

use tabiya_core::{CastlingSide, Color, File, Rank, Square};
use tabiya_movegen::Position;
use tabiya_tables::{castling_empty, castling_safe};

/// Castling to one wing, as sets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wing {
    /// The rook where it stands while the right lasts; empty if there was no right.
    pub(crate) rook: u64,
    /// Where the king and the rook land.
    pub(crate) king_to: u64,
    pub(crate) rook_to: u64,
    /// What must hold no piece but the two.
    pub(crate) path: u64,
    /// What may not be attacked.
    pub(crate) safe: u64,
}

/// The rights of a tree's root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling([[Wing; 2]; 2]);

impl Castling {
    pub(crate) fn of(position: &Position) -> Self {
        let mut wings = [[Wing::default(); 2]; 2];
        for (color, side, rook) in position.castling_rights().iter() {
            wings[color as usize][side as usize] =
                Wing::new(color, side, position.king(color).file(), rook);
        }
        Self(wings)
    }

    /// The wings to which a player could castle in the root.
    #[inline(always)]
    pub(crate) fn wings(&self, color: Color) -> [Wing; 2] {
        self.0[color as usize]
    }

    /// The rooks of all rights.
    pub(crate) fn rooks(&self) -> u64 {
        self.0.iter().flatten().fold(0, |rooks, wing| rooks | wing.rook)
    }
}

impl Wing {
    fn new(color: Color, side: CastlingSide, king: File, rook: File) -> Self {
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
            safe: castling_safe(color, king, rook).0,
        }
    }
}
