//! A random game: legal moves drawn by a small generator until the game ends.
//!
//! ```console
//! cargo run --release -p tabiya --example random_game -- 42
//! ```
//!
//! The argument is the seed, 1 unless given.

use std::error::Error;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Board, Move};

fn main() -> Result<(), Box<dyn Error>> {
    let seed: u64 = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut random = seed;
    let mut board = Board::default();
    let mut game: Vec<Move> = Vec::new();

    while board.halfmove_clock() < 150 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[next(&mut random) as usize % moves.len()];
        game.push(mv);
        board.make_move(mv);
    }

    for (number, pair) in game.chunks(2).enumerate() {
        let texts: Vec<_> = pair
            .iter()
            .map(|&mv| uci::display(mv, CastlingNotation::KingMove).to_string())
            .collect();
        println!("{}. {}", number + 1, texts.join(" "));
    }
    let end = match (board.has_legal_move(), board.is_check()) {
        (true, _) => "drawn by the seventy-five-move rule",
        (false, true) => "checkmate",
        (false, false) => "stalemate",
    };
    println!("{} plies, {end}\n{board}", game.len());
    Ok(())
}

/// The generator `SplitMix64`: each call another number.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
