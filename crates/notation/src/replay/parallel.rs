//! Replaying many games on several threads.

use alloc::vec::Vec;

use rayon::prelude::*;
use tabiya_movegen::{BoardKey, GenericBoard};

use super::{Replay, StoredMove};

/// Replays many games on several threads, and returns one result per game, in game order.
///
/// `map` receives a game's index and its [`Replay`] from the start board, on any thread. If a game
/// has another start, replay it by `Replay::new(other, replay.rest())`; if its moves are known to
/// be legal, use [`Replay::trusted`].
///
/// The threads come from the current pool in the crate `rayon`: one per logical CPU, unless the
/// environment variable `RAYON_NUM_THREADS` or the caller's own pool limits them.
///
/// ```
/// use tabiya::{Board, Move, Square, replay_all};
///
/// let (e4, d4) = (Move::new(Square::E2, Square::E4), Move::new(Square::D2, Square::D4));
/// let games = [vec![e4.to_bits()], vec![], vec![d4.to_bits(), d4.to_bits()]];
/// let results = replay_all(Board::START, &games, |_, replay| replay.finish());
/// assert_eq!(results[..2], [Ok(Board::START.after(e4)), Ok(Board::START)]);
/// assert_eq!(results[2].map_err(|error| error.ply()), Err(1));
///
/// // Any result per game: here the number of positions with a check.
/// let checks = replay_all(Board::START, &games, |_, replay| {
///     replay.flatten().filter(|board| board.is_check()).count()
/// });
/// assert_eq!(checks, [0, 0, 0]);
/// ```
#[doc(alias = "batch")]
#[doc(alias = "rayon")]
pub fn replay_all<M, K, G, R>(
    start: GenericBoard<K>,
    games: &[G],
    map: impl Fn(usize, Replay<'_, M, K>) -> R + Sync,
) -> Vec<R>
where
    M: StoredMove,
    K: BoardKey,
    G: AsRef<[M]> + Sync,
    R: Send,
{
    let indexed = games.par_iter().enumerate();
    indexed.map(|(index, game)| map(index, Replay::new(start, game.as_ref()))).collect()
}
