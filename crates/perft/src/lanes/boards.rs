//! Board batches in SIMD lanes, and the piece sets derived from their bitplanes.

use tabiya_core::{Direction, Side};
use tabiya_movegen::Position;

use crate::lanes::castling::Castling;
use crate::lanes::rays::{Propagators, RayDirection, Step, shift_by_step};
use crate::lanes::vector::Lanes;

/// Positions in SIMD lanes, one per lane.
///
/// The side to move is the same in all lanes, so it is a type parameter of the functions rather
/// than a field. Three bitplanes hold each piece's type in binary, as the type index plus one. An
/// unused lane is an empty board, which has no legal move.
#[derive(Clone, Copy)]
pub(crate) struct Boards<V> {
    /// The bitplane with the lowest bit of each piece type code.
    pub(crate) ones: V,
    pub(crate) twos: V,
    pub(crate) fours: V,
    /// The pieces that belong to the side to move.
    pub(crate) us: V,
    /// The rooks with castling rights, for both colors.
    pub(crate) castling_rooks: V,
    /// The en passant square as a bitboard. Below the root it is set only if a pawn of the side to
    /// move attacks it.
    pub(crate) ep_squares: V,
}

impl<V: Lanes> Boards<V> {
    /// Returns boards with one position in the first lane and empty boards in the others.
    pub(crate) fn from_position(position: &Position, castling_rooks: u64) -> Self {
        let first = V::first_lanes(1);
        let [ones, twos, fours, _] = position.bitplanes().map(|plane| V::splat(plane.0) & first);
        Self {
            ones,
            twos,
            fours,
            us: V::splat(position.colors(position.side_to_move()).0) & first,
            castling_rooks: V::splat(castling_rooks) & first,
            ep_squares: V::splat(position.ep_square().map_or(0, |square| square.bitboard().0))
                & first,
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> V {
        self.ones | self.twos | self.fours
    }
}

/// The piece sets in [`Boards`] relative to one side, and the propagators for its slider fills.
///
/// The functions that generate and count moves read it instead of the bitplanes. It corresponds to
/// the scalar `SideContext` in `tabiya-movegen`.
#[derive(Clone, Copy)]
pub(crate) struct SideContext<'a, V> {
    pub(crate) us: V,
    pub(crate) them: V,
    pub(crate) occupied: V,
    pub(crate) empty: V,
    pub(crate) pawns: V,
    pub(crate) knights: V,
    /// The orthogonal sliders (rooks and queens), then the diagonal sliders (bishops and queens).
    sliders: [V; 2],
    kings: V,
    /// The rooks with castling rights, for both colors.
    pub(crate) castling_rooks: V,
    pub(crate) castling: &'a Castling,
    pub(crate) ep_squares: V,
    pub(crate) propagators: &'a Propagators<V>,
}

impl<'a, V: Lanes> SideContext<'a, V> {
    /// Derives the piece sets in a board batch, relative to the side to move.
    #[inline(always)]
    pub(crate) fn new(
        castling: &'a Castling,
        boards: &Boards<V>,
        propagators: &'a Propagators<V>,
    ) -> Self {
        let Boards { ones, twos, fours, us, castling_rooks, ep_squares } = *boards;
        let occupied = boards.occupied();
        Self {
            us,
            them: occupied & !us,
            occupied,
            empty: !occupied,
            pawns: ones & !(twos | fours),
            knights: twos & !(ones | fours),
            sliders: [fours & !twos, ones & (twos | fours)],
            kings: twos & fours,
            castling_rooks,
            castling,
            ep_squares,
            propagators,
        }
    }

    /// Returns the piece sets on the same boards, relative to the opponent.
    #[inline(always)]
    pub(crate) fn for_opponent(self) -> Self {
        Self { us: self.them, them: self.us, ..self }
    }

    #[inline(always)]
    pub(crate) fn king(&self) -> V {
        self.kings & self.us
    }

    #[inline(always)]
    pub(crate) fn their_king(&self) -> V {
        self.kings & self.them
    }

    #[inline(always)]
    pub(crate) fn queens(&self) -> V {
        self.sliders[0] & self.sliders[1]
    }

    /// Returns the pieces of both colors that slide in a direction.
    #[inline(always)]
    pub(crate) fn sliders(&self, direction: impl RayDirection) -> V {
        self.sliders[slider_type_index(direction)]
    }
}

/// Returns the index for sliders that move in a direction: 0 for orthogonal (rooks), 1 for diagonal
/// (bishops).
#[inline(always)]
pub(crate) fn slider_type_index(direction: impl RayDirection) -> usize {
    direction.axis() % 2
}

/// Returns the axis index for a direction: file, diagonal, rank or antidiagonal.
#[inline(always)]
pub(crate) const fn axis_index(direction: Direction) -> usize {
    direction as usize % 4
}

/// Returns the index of a direction among the eight slider directions, the upward ones first.
#[inline(always)]
pub(crate) const fn direction_index(direction: Direction) -> usize {
    let is_downward = direction.index_step() < 0;
    axis_index(direction) + 4 * is_downward as usize
}

/// Returns the squares that the kings in a set attack.
#[inline(always)]
pub(crate) fn king_attacks<V: Lanes>(kings: V) -> V {
    let beside = shift_by_step(kings, Direction::West) | shift_by_step(kings, Direction::East);
    let three_files = kings | beside;
    beside
        | shift_by_step(three_files, Direction::North)
        | shift_by_step(three_files, Direction::South)
}

/// Returns the squares that the knights in a set attack.
#[inline(always)]
pub(crate) fn knight_attacks<V: Lanes>(knights: V) -> V {
    let shifted = |files| shift_by_step(knights, Step::new(files, 0));
    let (two_ranks, one_rank) = (shifted(1) | shifted(-1), shifted(2) | shifted(-2));
    two_ranks.shl(16) | two_ranks.shr(16) | one_rank.shl(8) | one_rank.shr(8)
}

/// Returns the squares that the pawns in a set attack, as pawns of `S`.
#[inline(always)]
pub(crate) fn pawn_attacks<V: Lanes, S: Side>(pawns: V) -> V {
    shift_by_step(pawns, S::UP_WEST) | shift_by_step(pawns, S::UP_EAST)
}
