//! What can be said of a position without searching: checks, pins, threats, moves by stage
//! and what they win, and why a move is not possible.
//!
//! ```console
//! cargo run --release -p tabiya --example analyse_fen -- "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1" e2c3
//! ```
//!
//! The arguments are a FEN and moves in UCI to be explained.

use std::error::Error;

use tabiya::tables::king_attacks;
use tabiya::{Bitboard, Board, Move, MoveList, Square, uci};

const EXAMPLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or(EXAMPLE.to_owned());
    let board = Board::from_fen(&fen)?;

    println!("{board}\n{}", drawn(&board));
    println!("key       {:016x}", board.key());
    println!("books     {:016x}", board.polyglot_key());
    println!("pawns     {:016x}", board.pawn_key());
    println!("material  {:016x}", board.material_key());
    if let Some((white, black)) = board.chess960_numbers() {
        println!("the start position number {white} for White and {black} for Black");
    }
    println!("checkers  {}", names(board.checkers()));
    println!("pinned    {}", names(board.pinned()));

    let us = board.side_to_move();
    let (ours, theirs) = (board.attack_map(us).len(), board.attack_map(!us).len());
    println!("attacks   {ours} squares, the opponent {theirs}");
    println!("threats   {}", names(board.threats(us)));
    println!("danger    {}", names(board.danger() & king_attacks(board.king(us))));
    if let Some(outcome) = board.outcome() {
        println!("the game has ended: {outcome}");
    }

    let mut noisy = MoveList::new();
    board.noisy_into(&mut noisy);
    let (winning, losing): (Vec<Move>, Vec<Move>) =
        noisy.iter().partition(|&&mv| board.see_ge(mv, 0));
    println!("captures  {}", texts(&winning));
    for mv in losing {
        println!("losing    {mv} {}", board.see(mv));
    }
    println!("quiet     {}", texts(&board.legal_quiets()));
    let info = board.check_info();
    let checks: MoveList =
        board.legal_moves().into_iter().filter(|&mv| info.gives_check(mv)).collect();
    println!("checks    {}", texts(&checks));

    if let Some(passed) = board.null_move() {
        let winning = |mv: &Move| passed.see_ge(*mv, 1);
        let taken = passed.legal_captures().into_iter().filter(winning).collect::<Vec<_>>();
        println!("if the side to move passed, it could lose by {}", texts(&taken));
    }

    for text in arguments {
        match uci::parse(&board, &text) {
            Ok(mv) => println!("{mv} is legal"),
            Err(error) => match error.source() {
                Some(reason) => println!("{error}: {reason}"),
                None => println!("{error}"),
            },
        }
    }
    Ok(())
}

/// The pieces as a board, the eighth rank on top.
fn drawn(board: &Board) -> String {
    let mut text = String::new();
    for square in Square::ALL.map(Square::flip_vertical) {
        text.push(board.piece_on(square).map_or('.', |piece| piece.to_char()));
        text.push(if square.file() == tabiya::File::H { '\n' } else { ' ' });
    }
    text
}

fn names(squares: Bitboard) -> String {
    squares.into_iter().map(|square| format!("{square} ")).collect()
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(|mv| format!("{mv} ")).collect()
}
