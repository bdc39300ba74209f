//! The stack of the caller that counting takes, at any depth and by every back end. An overflow
//! ends the process with a message that names the thread.
//!
//! In a build with debug assertions, lanes count on a thread of their own: what they take is
//! tested inside the crate, where that thread can be left out.

use std::thread;

use tabiya_movegen::Position;
use tabiya_perft::{Backend, Perft};

/// What `perft` promises of an optimized build; one without optimization may take this.
const STACK: usize = if cfg!(debug_assertions) { 1 << 20 } else { 512 << 10 };

#[track_caller]
fn check(fen: &str, depth: u8, leaves: u128) {
    let position = Position::from_fen(fen).expect("the FEN is valid");
    for backend in Backend::ALL {
        let Ok(perft) = Perft::with(backend) else { continue };
        let name = format!("{backend} in {STACK} bytes");
        let small = thread::Builder::new().name(name).stack_size(STACK);
        let count = small.spawn(move || perft.count(&position, depth)).expect("a thread starts");
        assert_eq!(count.join().expect("no panic"), leaves, "{fen} by {backend}");
    }
}

#[test]
fn count_of_a_wide_tree_fits_the_stated_stack() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check(fen, 3, 97_862);
}

#[test]
fn count_of_the_deepest_tree_fits_the_stated_stack() {
    // Each king steps to and fro, and nothing else can move.
    check("5bk1/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5BK1 w - - 0 1", u8::MAX, 1);
}
