//! The stack that every back end uses on the caller's thread, at any depth. A stack overflow aborts
//! the process with a message that names the thread.
//!
//! In a build with debug assertions, SIMD back ends count on their own thread. One of the crate's
//! unit tests covers their stack use without that thread.

use std::thread;

use tabiya_movegen::Position;
use tabiya_perft::{Backend, Perft};

/// The stack that the documentation of `perft` states, or twice as much without optimization.
const STACK_SIZE: usize = if cfg!(debug_assertions) { 1 << 20 } else { 512 << 10 };

#[track_caller]
fn assert_fits_stack(fen: &str, depth: u8, leaves: u128) {
    let position = Position::from_fen(fen).expect("the FEN is valid");
    for backend in Backend::ALL {
        let Ok(perft) = Perft::with(backend) else { continue };
        let name = format!("{backend} in {STACK_SIZE} bytes");
        let small = thread::Builder::new().name(name).stack_size(STACK_SIZE);
        let count = small.spawn(move || perft.count(&position, depth)).expect("a thread starts");
        assert_eq!(count.join().expect("no panic"), leaves, "{fen} by {backend}");
    }
}

#[test]
fn wide_tree_count_fits_the_stated_stack() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_fits_stack(fen, 3, 97_862);
}

#[test]
fn deepest_tree_count_fits_the_stated_stack() {
    // Each side has one legal move at every ply, a king move.
    assert_fits_stack("5bk1/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5BK1 w - - 0 1", u8::MAX, 1);
}
