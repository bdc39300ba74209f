//! A custom sink that counts each piece type's mobility from whole target sets, without building a
//! move.
//!
//! ```console
//! cargo run --release -p tabiya --example own_sink
//! ```

use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;

use tabiya::prelude::*;
use tabiya::{MoveSink, PawnStep};

/// The number of moves per piece type, and the union of all targets.
#[derive(Default)]
struct Mobility {
    moves: [usize; PieceType::COUNT],
    targets: Bitboard,
}

impl Mobility {
    fn add(&mut self, piece_type: PieceType, targets: Bitboard) -> ControlFlow<Infallible> {
        self.moves[piece_type.index()] += targets.len();
        self.targets |= targets;
        ControlFlow::Continue(())
    }
}

impl MoveSink for Mobility {
    // This sink never stops the generator.
    type Break = Infallible;

    /// Receives the single moves: castling and en passant.
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        let piece_type = if mv.is_castling() { PieceType::King } else { PieceType::Pawn };
        self.add(piece_type, mv.to().bitboard())
    }

    fn push_piece_moves(
        &mut self,
        piece_type: PieceType,
        _from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.add(piece_type, targets)
    }

    fn push_pawn_moves(&mut self, _step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.add(PieceType::Pawn, targets)
    }

    /// Counts a promotion once for mobility, not four times.
    fn push_promotions(&mut self, _step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.add(PieceType::Pawn, targets)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let board = Board::from_fen(fen)?;
    let mut mobility = Mobility::default();
    board.legal_moves_into(&mut mobility);

    println!("{board}");
    for piece_type in PieceType::ALL {
        println!("{piece_type}  {:>3}", mobility.moves[piece_type.index()]);
    }
    println!("targets\n{}", mobility.targets);
    assert_eq!(mobility.moves.iter().sum::<usize>(), board.legal_move_count());
    Ok(())
}
