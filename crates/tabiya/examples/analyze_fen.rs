//! Static analysis for a position: keys, checks, pins, threats, moves by stage with their SEE, and
//! the reason why a move is illegal.
//!
//! ```console
//! cargo run --release -p tabiya --example analyze_fen -- "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1" e2c3
//! ```
//!
//! The arguments are a FEN and UCI moves to test for legality.

use std::error::Error;

use tabiya::prelude::*;
use tabiya::tables::king_attacks;
use tabiya::uci::{self, CastlingNotation, Uci};
use tabiya::{CorrectionKeys, MoveFilter, MoveList, chess960_numbers};

const EXAMPLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or(EXAMPLE.to_owned());
    let board = Board::from_fen(&fen)?;

    println!("{board}\n{}", drawing(&board));
    println!("key       {:016x}", board.key());
    println!("polyglot  {:016x}", board.polyglot_key());
    println!("pawns     {:016x}", CorrectionKeys::from(&board).pawns);
    println!("material  {:016x}", board.material_key());
    if let Some((white, black)) = chess960_numbers(&board) {
        println!("start     position {white} for White, {black} for Black");
    }
    println!("checkers  {}", square_names(board.checkers()));
    println!("pinned    {}", square_names(board.generator().pinned()));

    let us = board.side_to_move();
    let ours = board.attack_map(us).len();
    let theirs = board.attack_map(!us).len();
    println!("attacks   {ours} squares, {theirs} by the opponent");
    println!("threats   {}", square_names(board.attack_map(us) & board.colors(!us)));
    println!(
        "danger    {}",
        square_names(board.generator().danger() & king_attacks(board.king(us)))
    );
    if let Some(outcome) = board.outcome() {
        println!("outcome   {outcome}");
    }

    let mut noisy = MoveList::new();
    board.generator().noisy_into(&mut noisy);
    let (good, losing): (Vec<Move>, Vec<Move>) = noisy.iter().partition(|&&mv| board.see_ge(mv, 0));
    println!("noisy     {}", move_names(&good));
    for mv in losing {
        println!("losing    {} {}", display(mv), board.see(mv));
    }
    println!("quiet     {}", move_names(&board.generator().moves(&MoveFilter::QUIETS)));
    let info = board.generator().check_info();
    let checks: MoveList =
        board.legal_moves().into_iter().filter(|&mv| info.gives_check(mv)).collect();
    println!("checks    {}", move_names(&checks));

    if let Some(after_null_move) = board.null_move() {
        let wins_material = |mv: &Move| after_null_move.see_ge(*mv, 1);
        let captures: MoveList = after_null_move
            .generator()
            .moves(&MoveFilter::CAPTURES)
            .into_iter()
            .filter(wins_material)
            .collect();
        println!("after a null move, the opponent wins material by {}", move_names(&captures));
    }

    for text in arguments {
        match uci::parse(&board, &text) {
            Ok(mv) => println!("{} is legal", display(mv)),
            Err(error) => match error.source() {
                Some(reason) => println!("{error}: {reason}"),
                None => println!("{error}"),
            },
        }
    }
    Ok(())
}

/// Returns a drawing of the board, the eighth rank at the top.
fn drawing(board: &Board) -> String {
    let mut text = String::new();
    for square in Square::ALL.map(Square::flip_vertical) {
        text.push(board.piece_on(square).map_or('.', |piece| piece.to_char()));
        text.push(if square.file() == File::H { '\n' } else { ' ' });
    }
    text
}

fn square_names(squares: Bitboard) -> String {
    squares.into_iter().map(|square| format!("{square} ")).collect()
}

fn move_names(moves: &[Move]) -> String {
    moves.iter().map(|&mv| format!("{} ", display(mv))).collect()
}

/// Returns a move's text in standard chess.
fn display(mv: Move) -> Uci {
    uci::display(mv, CastlingNotation::KingMove)
}
