//! Tests that the library does not allocate, except where `docs/reference/contract.md` says so.
//!
//! This test program's allocator counts.

use std::fmt::Write;

use tabiya::perft::{Backend, Perft};
use tabiya::prelude::*;
use tabiya::uci::CastlingNotation;
use tabiya::{MoveStack, PackedPosition, epd, san, uci, variation};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A writer into an array.
struct ArrayText {
    bytes: [u8; 256],
    len: usize,
}

impl Write for ArrayText {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

#[track_caller]
fn assert_no_allocation(run: impl FnOnce()) {
    let allocations = allocation_counter::measure(run);
    assert_eq!(allocations.count_total, 0, "{} bytes", allocations.bytes_total);
}

fn kiwipete() -> Board {
    Board::from_fen(KIWIPETE).expect("the FEN is valid")
}

#[test]
fn vector_allocates() {
    let allocations = allocation_counter::measure(|| drop(std::hint::black_box(vec![0; 2])));
    assert_eq!(allocations.count_total, 1);
}

#[test]
fn lists_and_successors_do_not_allocate() {
    let board = kiwipete();
    assert_no_allocation(|| {
        let mut stack = MoveStack::<512>::new();
        let mut frame = stack.frame();
        board.legal_moves_into(&mut frame);
        let mut nodes = 0;
        for &mv in frame.iter() {
            assert!(board.is_legal(mv));
            let after = board.after(mv);
            nodes += after.legal_moves().len();
            assert_eq!(after.legal_move_count(), after.legal_moves().len());
        }
        assert_eq!(nodes, 2_039);
    });
}

#[test]
fn perft_does_not_allocate() {
    let board = kiwipete();
    assert_no_allocation(|| {
        let perft = Perft::with(Backend::Scalar).expect("each build has the scalar back end");
        assert_eq!(perft.count(&board, 3), 97_862);
    });
}

#[test]
fn readers_and_writers_do_not_allocate() {
    assert_no_allocation(|| {
        let board = kiwipete();
        let mut text = ArrayText { bytes: [0; 256], len: 0 };
        write!(text, "{}", board.fen()).expect("it fits");
        assert_eq!(&text.bytes[..text.len], KIWIPETE.as_bytes());
        for &mv in &board.legal_moves() {
            text.len = 0;
            write!(text, "{}", san::display(&board, mv)).expect("it fits");
            assert_eq!(san::parse(&board, &text.bytes[..text.len]), Ok(mv));
            text.len = 0;
            write!(text, "{}", uci::display(mv, CastlingNotation::KingMove)).expect("it fits");
            assert_eq!(uci::parse(&board, &text.bytes[..text.len]), Ok(mv));
        }
        assert_eq!(PackedPosition::from(&board).unpack().as_ref(), Ok(&board.position()));
        assert!(variation::read(&board, "1. O-O O-O-O 2. Qxf6").all(|mv| mv.is_ok()));
        let line = epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"kings\"; D1 5;").expect("it is valid");
        assert_eq!((line.id(), line.operations().count()), (Some("kings"), 2));
        assert!(Board::from_fen("4k3/8/8/8/8/8/8/8 w").is_err());
    });
}
