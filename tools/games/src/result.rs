//! The result of a game.

use tabiya::pgn::{RawGame, Termination};

/// Returns the result of a game: that of the tag pair `Result`, else that of the termination marker.
///
/// The tag pair comes first because it is found without reading the moves.
pub(crate) fn result(game: &RawGame<'_>) -> Termination {
    let from_tag = game.tag("Result").and_then(|tag| Termination::from_ascii(tag.raw_value()));
    from_tag.or_else(|| game.termination()).unwrap_or(Termination::Unfinished)
}
