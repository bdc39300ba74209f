//! The games in one chunk, which may start and end inside a game.

use tabiya::pgn;

use super::{GameFold, ReadOptions};

/// The whole games in a chunk.
///
/// If the chunk starts inside a game, the start of the first whole game is a guess, which the
/// stitcher verifies.
pub(super) struct WholeGames<T> {
    /// The start of the first game in the chunk.
    pub(super) start: usize,
    /// The end of the first game.
    pub(super) first_end: usize,
    /// The end of the last game.
    pub(super) end: usize,
    /// The number of games, which is at least 1.
    pub(super) games: u64,
    /// The fold's result.
    pub(super) value: T,
}

/// Folds the whole games in a chunk. Returns `None` if the chunk has none, or if the flag was set.
///
/// `start` is the start of a game, if known.
pub(super) fn fold_chunk<F: GameFold>(
    text: &[u8],
    start: Option<usize>,
    fold: &F,
    options: &ReadOptions<'_>,
) -> Option<WholeGames<F::Output>> {
    let start = start.or_else(|| pgn::guess_game_start(text))?;
    let mut value = fold.start();
    let mut games = pgn::games_in_part(&text[start..]);
    let mut count = 0;
    let mut first_end = 0;
    for game in games.by_ref() {
        if options.is_canceled() {
            return None;
        }
        if count == 0 {
            first_end = start + game.range().end;
        }
        count += 1;
        fold.add(&mut value, game);
    }
    let end = start + games.consumed();
    (count > 0).then_some(WholeGames { start, first_end, end, games: count, value })
}
