//! The rows' positions and games, each read when first used.

use std::cell::OnceCell;

use anyhow::Result;

use super::libraries;
use super::sample_moves::SampleMove;
use super::stored_games::{self, StoredGame};
use super::stream;
use tabiya_benches::positions::{FenText, standard_texts};

/// Positions that are visited once per round.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) fens: Vec<String>,
    /// The move that was played in each position; empty for positions without a game.
    pub(super) played: Vec<SampleMove>,
}

/// The rows' positions and games.
#[derive(Debug)]
pub(super) struct Sources {
    /// The positions for the rows that repeat them.
    pub(super) texts: Vec<FenText>,
    /// `true` for a smoke test.
    pub(super) is_quick: bool,
    /// The maximum number of positions in a stream.
    pub(super) stream_amount: usize,
    games: OnceCell<Vec<StoredGame>>,
    unseen: OnceCell<Stream>,
    in_game_order: OnceCell<Stream>,
}

impl Sources {
    /// Reads the repeated positions.
    ///
    /// # Errors
    ///
    /// Returns an error if a line in their file is not a position.
    pub(super) fn read(is_quick: bool) -> Result<Self> {
        Ok(Self {
            texts: standard_texts()?,
            is_quick,
            stream_amount: if is_quick { 20_000 } else { 300_000 },
            games: OnceCell::new(),
            unseen: OnceCell::new(),
            in_game_order: OnceCell::new(),
        })
    }

    /// Returns the games.
    ///
    /// # Errors
    ///
    /// Returns an error if their file is malformed.
    pub(super) fn games(&self) -> Result<&[StoredGame]> {
        cached(&self.games, stored_games::read).map(Vec::as_slice)
    }

    /// Returns distinct positions that every library accepts, in random order.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too few.
    pub(super) fn unseen(&self) -> Result<&Stream> {
        cached(&self.unseen, || {
            let fens = stream::fens(&self.texts, self.stream_amount, libraries::all_accept_fen)?;
            Ok(Stream { fens, played: Vec::new() })
        })
    }

    /// Returns the positions in the games that every library accepts, in playing order.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is illegal.
    pub(super) fn in_game_order(&self) -> Result<&Stream> {
        cached(&self.in_game_order, || {
            let positions = stored_games::positions(self.games()?)?;
            let accepted = positions.into_iter().filter(|(fen, _)| libraries::all_accept_fen(fen));
            let (fens, played) = accepted.take(self.stream_amount).unzip();
            Ok(Stream { fens, played })
        })
    }
}

/// Returns a cell's value, which the first call computes.
fn cached<T>(cell: &OnceCell<T>, compute: impl FnOnce() -> Result<T>) -> Result<&T> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = compute()?;
    Ok(cell.get_or_init(|| value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_game_order_cover_all_plies() {
        let sources = Sources::read(false).expect("texts");
        let Stream { fens, played } = sources.in_game_order().expect("legal games");
        let plies = stored_games::count_plies(sources.games().expect("games"));
        assert_eq!((fens.len() as u64, played.len() as u64), (plies, plies));
        let starts = fens.iter().filter(|fen| fen.ends_with(" w KQkq - 0 1")).count();
        assert_eq!(starts, sources.games().expect("games").len());
    }
}
