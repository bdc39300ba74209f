//! Knights and sliders: their moves, and what the opponent's attack.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, PieceType};
use tabiya_movelist::MoveSink;
use tabiya_tables::{bishop_attacks, knight_attacks, line, lookout, queen_attacks, rook_attacks};

use crate::attacks::View;

/// How a generator for a sink looks at knights and sliders.
pub(crate) trait Pieces<K: MoveSink>: Copy {
    /// The moves to `targets` of those knights and sliders among `movers`, none of them pinned.
    fn moves(
        self,
        view: &View,
        movers: Bitboard,
        targets: Bitboard,
        sink: &mut K,
    ) -> ControlFlow<()>;

    /// The squares that the opponent attacks, seen through our king: at least those beside it, and
    /// all of them if it may castle. What the pawns attack is given.
    fn danger(self, view: &View, of_pawns: Bitboard, may_castle: bool) -> Bitboard;
}

/// Each by itself, by looking up what it attacks: for any sink.
#[derive(Clone, Copy)]
pub(crate) struct OneByOne;

impl<K: MoveSink> Pieces<K> for OneByOne {
    #[inline(always)]
    fn moves(
        self,
        view: &View,
        movers: Bitboard,
        targets: Bitboard,
        sink: &mut K,
    ) -> ControlFlow<()> {
        for from in view.knights & movers {
            sink.piece_moves(PieceType::Knight, from, knight_attacks(from) & targets)?;
        }
        for from in view.diagonal & movers {
            let piece_type = view.slider_type(from, PieceType::Bishop);
            sink.piece_moves(piece_type, from, bishop_attacks(from, view.occupied) & targets)?;
        }
        for from in view.straight & movers {
            let piece_type = view.slider_type(from, PieceType::Rook);
            sink.piece_moves(piece_type, from, rook_attacks(from, view.occupied) & targets)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, view: &View, of_pawns: Bitboard, may_castle: bool) -> Bitboard {
        // Where the king only steps, what is attacked beside it is enough.
        let lines = if may_castle { view.lines() } else { view.lines_beside_king() };
        view.danger(of_pawns, lines)
    }
}

/// The moves to `targets` of the sliders that are pinned along a line they slide on;
/// knights that are pinned have none.
#[inline(always)]
pub(super) fn pinned_slider_moves<K: MoveSink>(
    view: &View,
    pinned: Bitboard,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    let lines = lookout(view.king);
    let diagonal = view.diagonal & lines.diagonal;
    let straight = view.straight & lines.straight;
    for from in (diagonal | straight) & pinned {
        let other = if diagonal.contains(from) { PieceType::Bishop } else { PieceType::Rook };
        let attacks = queen_attacks(from, view.occupied) & line(view.king, from);
        sink.piece_moves(view.slider_type(from, other), from, attacks & targets)?;
    }
    ControlFlow::Continue(())
}
