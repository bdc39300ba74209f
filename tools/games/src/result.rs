//! A game's result.

use tabiya::pgn::{RawGame, Termination};

/// Returns a game's result as [`RawGame::result`] does, if its moves were read up to the
/// termination marker. A known marker needs no other source.
pub(crate) fn result_of(game: &RawGame<'_>, marker: Option<Termination>) -> Termination {
    match marker {
        None | Some(Termination::Unfinished) => game.result(),
        Some(known) => known,
    }
}
