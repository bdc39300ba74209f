//! A random game: legal moves chosen at random until the game ends by the rules.
//!
//! ```console
//! cargo run --release -p tabiya --example random_game -- 42 518
//! ```
//!
//! The arguments are the seed (default 1) and the number of a Chess960 start position (default 518,
//! standard chess).

use std::error::Error;

use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation};
use tabiya::{History, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut random_state: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let number: u16 = arguments.next().map_or(Ok(518), |text| text.parse())?;
    let start = Position::chess960(number).ok_or("invalid start position; expected 0 to 959")?;
    let castling = CastlingNotation::for_chess960(number != 518);

    let mut board = Board::from(start);
    let mut game: Vec<Move> = Vec::new();
    let mut keys = vec![board.key()];
    let end = loop {
        if let Some(outcome) = board.outcome() {
            break outcome.to_string();
        }
        if History::new(&keys).is_threefold(board.halfmove_clock()) {
            break "draw by threefold repetition, if claimed".to_owned();
        }
        let moves = board.legal_moves();
        let mv = moves[next_random(&mut random_state) as usize % moves.len()];
        board.make_move(mv);
        game.push(mv);
        keys.push(board.key());
    };

    for (index, pair) in game.chunks(2).enumerate() {
        let texts: Vec<_> = pair.iter().map(|&mv| uci::display(mv, castling).to_string()).collect();
        println!("{}. {}", index + 1, texts.join(" "));
    }
    println!("{} plies, {end}\n{board}", game.len());
    Ok(())
}

/// Returns the next value from the random number generator `SplitMix64`.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
