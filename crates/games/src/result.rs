//! The result of a game.

use tabiya::pgn::{RawGame, Termination, Token};

/// Returns the result of a game: that of the tag pair `Result`, else that of the termination marker.
pub(crate) fn result(game: &RawGame<'_>) -> Termination {
    let from_tag = game.tag("Result").and_then(|tag| Termination::from_ascii(tag.raw_value()));
    from_tag.unwrap_or_else(|| last_termination(game))
}

/// Returns the last termination marker outside of variations.
#[cold]
fn last_termination(game: &RawGame<'_>) -> Termination {
    let mut depth = 0_usize;
    let mut result = Termination::Unfinished;
    for token in game.tokens() {
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth = depth.saturating_sub(1),
            Token::Termination(termination, _) if depth == 0 => result = termination,
            _ => {}
        }
    }
    result
}
