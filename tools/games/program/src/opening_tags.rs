//! The tag pairs `ECO` and `Opening` by position.

use serde::Serialize;
use tabiya::pgn::RawGame;
use tabiya_games::eco::Opening;

/// A changed tag pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TagChange {
    /// The name.
    pub name: &'static str,
    /// The old value, unless it was missing, empty or `?`.
    pub old: Option<String>,
    /// The new value.
    pub new: &'static str,
}

/// Returns the changes after which a game's tag pairs name an opening.
pub fn changes(game: &RawGame<'_>, opening: &Opening) -> Vec<TagChange> {
    let tags = [("ECO", opening.eco), ("Opening", opening.name)];
    let change = |(name, new)| {
        let old = game.tag(name).map(|tag| tag.value().to_string());
        let old = old.filter(|old| !matches!(old.trim(), "" | "?"));
        (old.as_deref() != Some(new)).then_some(TagChange { name, old, new })
    };
    tags.into_iter().filter_map(change).collect()
}

/// Returns a game's text with changed tag pairs first, since the first one with a name counts.
pub fn with_changes(game: &RawGame<'_>, changes: &[TagChange]) -> Vec<u8> {
    let tags = changes.iter().map(|TagChange { name, new, .. }| format!("[{name} \"{new}\"]\n"));
    let mut text = tags.collect::<String>().into_bytes();
    text.extend_from_slice(game.bytes());
    text
}
