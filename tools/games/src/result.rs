//! The result of a game.

use tabiya::pgn::{RawGame, Termination};

/// Returns the result of a game as [`RawGame::result`] does, if its moves were read up to the termination
/// marker. A known marker needs no other source.
pub(crate) fn result_of(game: &RawGame<'_>, marker: Option<Termination>) -> Termination {
    match marker {
        None | Some(Termination::Unfinished) => game.result(),
        Some(known) => known,
    }
}
