//! The perft recursion: board batches down to the last two plies.

use tabiya_core::{Black, Color, Side, White};
use tabiya_movegen::Position;

use crate::lanes::boards::Boards;
use crate::lanes::castling::Castling;
use crate::lanes::children::{self, MoveBatchList};
use crate::lanes::count;
use crate::lanes::moves::Moves;
use crate::lanes::null_move_delta;
use crate::lanes::vector::Lanes;

/// A [`Lanes`] type with the recursion's three functions, compiled with its target features.
///
/// All other code is inlined into these functions. A single function would have a large stack
/// frame at every ply.
pub(crate) trait PerftKernel: Lanes {
    /// Calls [`count_leaves`], which counts the last ply, with the target features enabled.
    fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64;

    /// Calls [`count_two_plies`], which counts the last two plies, with the target features
    /// enabled.
    fn count_two_plies<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        list: &mut MoveBatchList,
    ) -> u64;

    /// Calls [`expand`], which makes all moves, with the target features enabled.
    fn expand<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        depth: u8,
        list: &mut MoveBatchList,
    ) -> u64;
}

/// Counts the sequences of `depth` legal moves that begin at a position.
pub(crate) fn perft<V: PerftKernel>(position: &Position, depth: u8) -> u64 {
    let castling = Castling::from_position(position);
    let boards = Boards::<V>::from_position(position, castling.rooks());
    match position.side_to_move() {
        Color::White => {
            count_below::<V, White>(&castling, &boards, depth, &mut MoveBatchList::new())
        }
        Color::Black => {
            count_below::<V, Black>(&castling, &boards, depth, &mut MoveBatchList::new())
        }
    }
}

/// Counts the leaves `depth` plies below all boards together.
#[inline(always)]
fn count_below<V: PerftKernel, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
    depth: u8,
    list: &mut MoveBatchList,
) -> u64 {
    match depth {
        0 => 1,
        1 => V::count_leaves::<S>(castling, boards),
        2 => V::count_two_plies::<S>(castling, boards, list),
        _ => V::expand::<S>(castling, boards, depth, list),
    }
}

/// Counts the legal moves on all boards together: bulk counting for the last ply.
#[inline(always)]
pub(crate) fn count_leaves<V: Lanes, S: Side>(castling: &Castling, boards: &Boards<V>) -> u64 {
    count::legal_moves::<V, S>(castling, boards).reduce_sum()
}

/// Counts the leaves two plies below all boards together, where most moves are delta-counted and
/// not made.
#[inline(always)]
pub(crate) fn count_two_plies<V: PerftKernel, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
    list: &mut MoveBatchList,
) -> u64 {
    let (delta_counted, moves) = null_move_delta::count_replies::<V, S>(castling, boards);
    let made = children::sum_over_children::<V, S>(castling, boards, &moves, list, |children| {
        V::count_leaves::<S::Them>(castling, children)
    });
    made.wrapping_add(delta_counted.reduce_sum())
}

/// Counts the leaves `depth` plies below all boards together, at depth 3 or more. All moves are
/// made.
#[inline(always)]
pub(crate) fn expand<V: PerftKernel, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
    depth: u8,
    list: &mut MoveBatchList,
) -> u64 {
    let moves = Moves::generate_legal::<S>(castling, boards);
    children::sum_over_children::<V, S>(
        castling,
        boards,
        &moves,
        &mut MoveBatchList::new(),
        |children| count_below::<V, S::Them>(castling, children, depth - 1, list),
    )
}
