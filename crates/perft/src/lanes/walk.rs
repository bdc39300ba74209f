//! The recursion of perft: batches of boards down to the last two plies.

use tabiya_core::{Black, Color, Side, White};
use tabiya_movegen::Position;

use crate::lanes::boards::Boards;
use crate::lanes::castling::Castling;
use crate::lanes::children::{self, List};
use crate::lanes::count;
use crate::lanes::moves::Moves;
use crate::lanes::pass;
use crate::lanes::vector::Lanes;

/// The [`Lanes`] for which the functions of the recursion are compiled with target features.
///
/// There are three functions, into which all other code is inlined. A single function would
/// have a large stack frame at every ply.
pub(crate) trait Walk: Lanes {
    /// [`count_leaves`] with these target features.
    fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64;

    /// [`count_two_plies`] with these target features.
    fn count_two_plies<S: Side>(castling: &Castling, boards: &Boards<Self>, list: &mut List)
    -> u64;

    /// [`expand`] with these target features.
    fn expand<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        depth: u8,
        list: &mut List,
    ) -> u64;
}

/// Counts the sequences of `depth` legal moves that begin at a position.
pub(crate) fn perft<V: Walk>(position: &Position, depth: u8) -> u64 {
    let castling = Castling::of(position);
    let boards = Boards::<V>::of(position, castling.rooks());
    match position.side_to_move() {
        Color::White => behind::<V, White>(&castling, &boards, depth, &mut List::new()),
        Color::Black => behind::<V, Black>(&castling, &boards, depth, &mut List::new()),
    }
}

/// Counts the leaves `depth` plies below all boards together.
#[inline(always)]
fn behind<V: Walk, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
    depth: u8,
    list: &mut List,
) -> u64 {
    match depth {
        0 => 1,
        1 => V::count_leaves::<S>(castling, boards),
        2 => V::count_two_plies::<S>(castling, boards, list),
        _ => V::expand::<S>(castling, boards, depth, list),
    }
}

/// Counts the legal moves of all boards together: bulk counting of the last ply.
#[inline(always)]
pub(crate) fn count_leaves<V: Lanes, S: Side>(castling: &Castling, boards: &Boards<V>) -> u64 {
    count::legal_moves::<V, S>(castling, boards).sum()
}

/// Counts the leaves two plies below all boards together. Most moves are delta-counted and not
/// made.
#[inline(always)]
pub(crate) fn count_two_plies<V: Walk, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
    list: &mut List,
) -> u64 {
    let (unmade, moves) = pass::count::<V, S>(castling, boards);
    let made = children::sum_over::<V, S>(castling, boards, &moves, list, |children| {
        V::count_leaves::<S::Them>(castling, children)
    });
    made.wrapping_add(unmade.sum())
}

/// Counts the leaves `depth` plies below all boards together, at a depth of at least 3. All
/// moves are made.
#[inline(always)]
pub(crate) fn expand<V: Walk, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
    depth: u8,
    list: &mut List,
) -> u64 {
    let moves = Moves::all::<S>(castling, boards);
    children::sum_over::<V, S>(castling, boards, &moves, &mut List::new(), |children| {
        behind::<V, S::Them>(castling, children, depth - 1, list)
    })
}
