//! All sets at once, for proofs.

use tabiya_core::{CastlingSide, Color, File, Side};

use super::boards::{Boards, SideContext};
use super::castling::{Castling, Wing};
use super::checks_and_pins::ChecksAndPins;
use super::moves::Moves;
use super::rays::Propagators;
use super::vector::Lanes;
use crate::symbolic::{SymbolicBoards, SymbolicSets, WingSquares};

pub(crate) fn sets<V: Lanes, S: Side>(
    boards: &SymbolicBoards<V>,
    castling: &Castling,
) -> SymbolicSets<V> {
    let SymbolicBoards { bitplanes: [ones, twos, fours], us, castling_rooks, ep_squares } = *boards;
    let boards = Boards { ones, twos, fours, us, castling_rooks, ep_squares };
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(castling, &boards, &propagators);
    let checks = ChecksAndPins::new::<S>(&context);
    let moves = Moves::generate_legal::<S>(castling, &boards);
    SymbolicSets {
        slider_attacks: checks.slider_attacks,
        king_rays: checks.king_rays,
        danger: checks.danger,
        check_mask: checks.check_mask,
        pinned: checks.pinned,
        by_direction: moves.by_direction,
        promotions: moves.promotions,
        ep_double_pushes: moves.ep_double_pushes,
        castling: moves.castling_lanes,
        ep_capturers: moves.ep_capturers,
    }
}

impl Castling {
    pub(crate) fn for_proof(color: Color, wings: [WingSquares; 2]) -> Self {
        let wings = wings.map(|wing| {
            let WingSquares { rook, king_to, rook_to, path, king_path } = wing;
            Wing { rook, king_to, rook_to, path, king_path }
        });
        let mut both = [[Wing::default(); 2]; 2];
        both[color as usize] = wings;
        Self::from_wings(both)
    }

    pub(crate) fn wing_for_proof(
        color: Color,
        side: CastlingSide,
        king: File,
        rook: File,
    ) -> WingSquares {
        let Wing { rook, king_to, rook_to, path, king_path } = Wing::new(color, side, king, rook);
        WingSquares { rook, king_to, rook_to, path, king_path }
    }
}
