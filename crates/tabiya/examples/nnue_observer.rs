//! An accumulator kept up to date by the moves, as an NNUE has one: the observer is told of
//! each piece that comes or goes, and unmaking brings the accumulator back.
//!
//! ```console
//! cargo run --release -p tabiya --example nnue_observer
//! ```

use std::error::Error;

use tabiya::{Board, MakeObserver, Piece, Square};

/// Neurons of the first layer; a real network has hundreds.
const WIDTH: usize = 16;

/// The first layer of a network whose inputs are pieces on squares: the sum of a column of
/// weights for each piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Accumulator {
    sums: [i32; WIDTH],
    /// How many columns were added or subtracted.
    updates: u64,
}

impl Accumulator {
    /// From scratch: what the updates spare.
    fn of(board: &Board) -> Self {
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

/// Some number that stands for a trained weight.
fn weight(piece: Piece, square: Square, neuron: usize) -> i32 {
    let mixed = (piece.index() * 64 + square.index()) * WIDTH + neuron;
    (mixed.wrapping_mul(0x9e37_79b9) >> 7) as i32 % 127
}

fn main() -> Result<(), Box<dyn Error>> {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut board = Board::from_fen(fen)?;
    let mut accumulator = Accumulator::of(&board);
    let start = accumulator.clone();

    let leaves = visit(&mut board, &mut accumulator, 3);

    assert_eq!(accumulator.sums, start.sums, "unmaking brings the sums back");
    println!("{leaves} leaves, {} columns added or subtracted", accumulator.updates);
    println!("from scratch they would be {}", leaves * board.occupied().len() as u64);
    Ok(())
}

/// Visits every leaf by making and unmaking; answers how many there are.
fn visit(board: &mut Board, accumulator: &mut Accumulator, depth: u32) -> u64 {
    if depth == 0 {
        // Here a network would read the sums.
        return 1;
    }
    let mut leaves = 0;
    for mv in board.legal_moves() {
        let undo = board.make_move_undoable_observed(mv, accumulator);
        debug_assert_eq!(accumulator.sums, Accumulator::of(board).sums);
        leaves += visit(board, accumulator, depth - 1);
        board.unmake_move_observed(mv, undo, accumulator);
    }
    leaves
}
