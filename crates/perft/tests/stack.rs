//! Counting asks for little stack, in builds without optimisation too: `cargo test --profile
//! mutants` is one.

use std::thread;

use tabiya_movegen::Position;
use tabiya_perft::{Backend, Perft};

#[test]
fn some_hundred_kilobytes_are_enough() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Position::from_fen(fen).expect("the FEN is valid");
    for backend in Backend::ALL {
        let Ok(perft) = Perft::with(backend) else { continue };
        let small = thread::Builder::new().stack_size(256 << 10);
        let count = small.spawn(move || perft.count(&position, 3)).expect("a thread can be had");
        assert_eq!(count.join().expect("no panic"), 97_862, "{fen} by {backend}");
    }
}
