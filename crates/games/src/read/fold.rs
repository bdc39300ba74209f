//! The computation over the games of a batch.

use std::marker::PhantomData;

use tabiya::pgn::RawGame;

/// A computation over consecutive games, run by several threads on different games.
///
/// [`fold`] creates one from closures.
pub trait GameFold: Sync {
    /// The result of a batch.
    type Output: Send;

    /// Creates the result of a batch without games.
    fn start(&self) -> Self::Output;

    /// Adds a game to the result of a batch. [`RawGame::range`] is relative to the start of the batch.
    fn add(&self, output: &mut Self::Output, game: RawGame<'_>);
}

/// Creates a [`GameFold`] from a start value and a function that adds a game.
///
/// ```
/// let count = tabiya_games::fold(|| 0_u64, |games, _game| *games += 1);
/// ```
pub fn fold<T: Send>(
    start: impl Fn() -> T + Sync,
    add: impl Fn(&mut T, RawGame<'_>) + Sync,
) -> impl GameFold<Output = T> {
    Closures { start, add, output: PhantomData }
}

struct Closures<T, S, A> {
    start: S,
    add: A,
    output: PhantomData<fn() -> T>,
}

impl<T, S, A> GameFold for Closures<T, S, A>
where
    T: Send,
    S: Fn() -> T + Sync,
    A: Fn(&mut T, RawGame<'_>) + Sync,
{
    type Output = T;

    fn start(&self) -> T {
        (self.start)()
    }

    fn add(&self, output: &mut T, game: RawGame<'_>) {
        (self.add)(output, game);
    }
}
