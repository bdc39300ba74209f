//! The recursion: boards side by side down to the last two plies.
//!
//! Each of these is compiled once for each kind of lanes, behind a door of
//! [`Lanes`](crate::lanes::Lanes), so that all below it is inlined into code that may use
//! what the processor has.

use std::panic::resume_unwind;
use std::thread;

use tabiya_core::{Black, Color, Side, White};
use tabiya_movegen::Position;

use crate::lanes::Lanes;
use crate::lanes::boards::Boards;
use crate::lanes::castling::Castling;
use crate::lanes::children::{self, List};
use crate::lanes::count;
use crate::lanes::moves::Moves;
use crate::lanes::pass;
use crate::scalar;

/// What a build that keeps no register in registers takes: 4 megabytes, and 3/4 more for each
/// of 16 plies. Of memory only what is used is taken.
const UNOPTIMISED_STACK: usize = 32 << 20;

/// How many sequences of `depth` legal moves lead on from a position, counted in lanes.
pub(crate) fn perft<V: Lanes>(position: &Position, depth: u8) -> u64 {
    if !cfg!(debug_assertions) {
        return count_from::<V>(position, depth);
    }
    // A test has 2 megabytes.
    let roomy = thread::Builder::new().stack_size(UNOPTIMISED_STACK);
    thread::scope(|scope| match roomy.spawn_scoped(scope, || count_from::<V>(position, depth)) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => scalar::perft(position, depth),
    })
}

fn count_from<V: Lanes>(position: &Position, depth: u8) -> u64 {
    let castling = Castling::of(position);
    let boards = Boards::<V>::of(position, castling.rooks());
    match position.side_to_move() {
        Color::White => behind::<V, White>(&castling, &boards, depth, &mut List::new()),
        Color::Black => behind::<V, Black>(&castling, &boards, depth, &mut List::new()),
    }
}

/// How many sequences of `depth` legal moves lead on from all boards together.
#[inline(always)]
fn behind<V: Lanes, S: Side>(
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

/// The legal moves of all boards together.
#[inline(always)]
pub(crate) fn count_leaves<V: Lanes, S: Side>(castling: &Castling, boards: &Boards<V>) -> u64 {
    count::legal_moves::<V, S>(castling, boards).sum()
}

/// The legal moves after each legal move, of all boards together.
#[inline(always)]
pub(crate) fn count_two_plies<V: Lanes, S: Side>(
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

/// The leaves `depth` plies below, 3 or more, of all boards together.
#[inline(always)]
pub(crate) fn expand<V: Lanes, S: Side>(
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
