//! Counts the games and results in a file, and prints the speed.
//!
//! ```console
//! cargo run --release -p tabiya-games --example count_games -- games.pgn.zst 2
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use tabiya_games::{GameFile, ReadOptions, fold};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: count_games FILE [WORKERS]")?;
    let workers = args.next().map_or(Ok(0), |workers| workers.parse())?;
    let start = Instant::now();
    let file = GameFile::open(path)?;
    let results = fold(BTreeMap::<Vec<u8>, u64>::new, |results, game| {
        let result = game.movetext().trim_ascii_end().rsplit(|&byte| byte == b' ').next();
        match results.get_mut(result.unwrap_or_default()) {
            Some(count) => *count += 1,
            None => drop(results.insert(result.unwrap_or_default().to_vec(), 1)),
        }
    });
    let mut sums = BTreeMap::new();
    let mut bytes = 0;
    let end = file.read(&ReadOptions { workers, ..ReadOptions::default() }, &results, |batch| {
        bytes = batch.end().text_offset;
        for (result, count) in batch.value {
            *sums.entry(result).or_default() += count;
        }
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    for (result, count) in &sums {
        println!("{count:>10} {}", result.escape_ascii());
    }
    let megabytes = bytes as f64 / 1e6;
    let games: u64 = sums.values().sum();
    println!("{games} games, {megabytes:.1} MB in {seconds:.3} s: {:.0} MB/s", megabytes / seconds);
    end?;
    Ok(())
}
