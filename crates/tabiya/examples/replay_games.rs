//! Replaying many games from 16-bit moves, to find the positions that occur most often.
//!
//! ```console
//! cargo run --release -p tabiya --features threads --example replay_games -- games.bin
//! ```
//!
//! The file holds two bytes per move in little-endian order, and 0 after each game, such as
//! `benches/data/games.bin`. Without an argument, the program plays random games.

use std::collections::HashMap;
use std::error::Error;

use tabiya::prelude::*;
use tabiya::replay_all;

/// Returns games with pseudorandom legal moves.
fn random_games() -> Vec<Vec<[u8; 2]>> {
    let mut state = 1_u64;
    let mut random_below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    let mut game = || {
        let mut board = Board::default();
        let mut game = Vec::new();
        for _ in 0..80 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random_below(moves.len())];
            game.push(mv.to_bits().to_le_bytes());
            board.make_move(mv);
        }
        game
    };
    (0..1_000).map(|_| game()).collect()
}

/// Reads games, each of which ends with 0.
fn read_games(bytes: &[u8]) -> Vec<Vec<[u8; 2]>> {
    let (moves, _) = bytes.as_chunks::<2>();
    let games = moves.split(|&bytes| bytes == [0, 0]).filter(|game| !game.is_empty());
    games.map(<[_]>::to_vec).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let games = match std::env::args().nth(1) {
        Some(path) => read_games(&std::fs::read(path)?),
        None => random_games(),
    };
    // Each game, on some thread: the keys of its positions, or the first illegal move.
    let keys = replay_all(Board::START, &games, |_, mut replay| {
        let mut keys = Vec::with_capacity(replay.rest().len());
        while let Some(board) = replay.next_board()? {
            keys.push(board.key());
        }
        Ok::<_, tabiya::ReplayError>(keys)
    });
    let mut counts = HashMap::new();
    for (index, game) in keys.into_iter().enumerate() {
        match game {
            Ok(keys) => keys.into_iter().for_each(|key| *counts.entry(key).or_insert(0_u32) += 1),
            Err(error) => eprintln!("game {}: {error}", index + 1),
        }
    }
    // The tested moves need no second test.
    let mut most_common: Vec<(u32, Board)> = Vec::new();
    for game in &games {
        for board in tabiya::TrustedReplay::new(Board::START, game) {
            if let Some(count) = counts.remove(&board.key()) {
                most_common.push((count, board));
            }
        }
    }
    most_common.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    println!("{} games, {} positions", games.len(), most_common.len());
    for (count, board) in most_common.iter().take(10) {
        println!("{count:>6}  {board}");
    }
    Ok(())
}
