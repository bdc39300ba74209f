//! The computation over a batch's games.

use std::marker::PhantomData;

use tabiya::pgn::RawGame;

/// A computation over consecutive games, run by several threads on different games.
///
/// [`fold`] creates one from closures.
pub trait GameFold: Sync {
    /// A batch's result.
    type Output: Send;

    /// Creates the result for a batch without games.
    fn start(&self) -> Self::Output;

    /// Adds a game to a batch's result. [`RawGame::range`] is relative to the batch's start.
    ///
    /// Only results that are delivered count. The function may be called for text that is not a
    /// game, if a chunk starts inside a comment, and again for a game whose first result was
    /// dropped. An effect other than on `output`, such as a counter that threads share, may thus
    /// count games that the file does not have.
    fn add(&self, output: &mut Self::Output, game: RawGame<'_>);

    /// `true` if [`add_rest`](Self::add_rest) is called. The text after the last game then is a
    /// separate batch, without games.
    const READS_REST: bool = false;

    /// Adds the text after a file's last game, if it has comments there.
    fn add_rest(&self, output: &mut Self::Output, rest: &[u8]) {
        let _ = (output, rest);
    }
}

/// Creates a [`GameFold`] from a start value and a function that adds a game.
///
/// The function must not count on its other effects, as [`GameFold::add`] says.
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
