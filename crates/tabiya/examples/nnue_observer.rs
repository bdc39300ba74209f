//! An NNUE accumulator, updated by making and unmaking moves.
//!
//! The accumulator implements `MakeObserver`, so it learns of each piece that a move removes or
//! places. Unmaking the move restores it.
//!
//! ```console
//! cargo run --release -p tabiya --example nnue_observer
//! ```

use std::error::Error;

use tabiya::MakeObserver;
use tabiya::prelude::*;

/// The neurons in the first layer; a real network has hundreds.
const WIDTH: usize = 16;

/// The first layer of a network whose inputs are (piece, square) pairs: the sum of one weight
/// column per piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Accumulator {
    sums: [i32; WIDTH],
    /// The number of columns added or subtracted.
    updates: u64,
}

impl Accumulator {
    /// Computes the accumulator from all pieces, without incremental updates.
    fn from_board(board: &Board) -> Self {
        let mut accumulator = Self { sums: [0; WIDTH], updates: 0 };
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                accumulator.placed(piece, square);
            }
        }
        accumulator
    }
}

impl MakeObserver for Accumulator {
    fn removed(&mut self, piece: Piece, square: Square) {
        self.updates += 1;
        for (neuron, sum) in self.sums.iter_mut().enumerate() {
            *sum -= weight(piece, square, neuron);
        }
    }

    fn placed(&mut self, piece: Piece, square: Square) {
        self.updates += 1;
        for (neuron, sum) in self.sums.iter_mut().enumerate() {
            *sum += weight(piece, square, neuron);
        }
    }
}

/// Returns a pseudo-random value in place of a trained weight.
fn weight(piece: Piece, square: Square, neuron: usize) -> i32 {
    let index = (piece.index() * 64 + square.index()) * WIDTH + neuron;
    (index.wrapping_mul(0x9e37_79b9) >> 7) as i32 % 127
}

fn main() -> Result<(), Box<dyn Error>> {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut board = Board::from_fen(fen)?;
    let mut accumulator = Accumulator::from_board(&board);
    let start = accumulator.clone();

    let leaves = visit(&mut board, &mut accumulator, 3);

    assert_eq!(accumulator.sums, start.sums, "unmaking restores the sums");
    println!("{leaves} leaves, {} columns added or subtracted", accumulator.updates);
    let without_updates = leaves * board.occupied().len() as u64;
    println!("about {without_updates} columns without incremental updates");
    Ok(())
}

/// Visits every leaf by making and unmaking moves, and returns how many there are.
fn visit(board: &mut Board, accumulator: &mut Accumulator, depth: u32) -> u64 {
    if depth == 0 {
        // A network would evaluate the sums here.
        return 1;
    }
    let mut leaves = 0;
    for mv in board.legal_moves() {
        let undo = board.make_move_undoable(mv, accumulator);
        debug_assert_eq!(accumulator.sums, Accumulator::from_board(board).sums);
        leaves += visit(board, accumulator, depth - 1);
        board.unmake_move(undo, accumulator);
    }
    leaves
}
