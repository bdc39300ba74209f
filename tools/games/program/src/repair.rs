//! The changes that the export format makes to a game, and games without illegal moves.

use serde::Serialize;
use tabiya::pgn::{Event, ROSTER, RawGame, ReadErrorKind, Token, Tokens};
use tabiya::san;

use super::opening_tags::TagChange;

/// The changes to a game, beside its layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// The roster tags that were missing or empty.
    pub roster: Vec<&'static str>,
    /// The old and the new value of the tag pair `Result`, if they differ.
    pub result: Option<(String, String)>,
    /// The number of moves that were not in SAN.
    pub moves: u64,
    /// The changes to tags that name the opening.
    pub tags: Vec<TagChange>,
}

impl Changes {
    /// Returns the changes to a game whose opening is not named.
    pub fn of(game: &RawGame<'_>) -> Self {
        let is_missing = |name: &&str| game.tag(name).is_none_or(|tag| tag.raw_value().is_empty());
        let roster = ROSTER.into_iter().filter(is_missing).collect();
        let old = game.tag("Result").filter(|tag| !tag.raw_value().is_empty());
        let result = old.and_then(|tag| {
            let new = game.result().to_string();
            let old = tag.value().to_string();
            (old != new).then_some((old, new))
        });
        Self { roster, result, moves: count_other_notation(game), tags: Vec::new() }
    }

    /// Returns a text for each kind of change.
    pub fn describe(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let new_tags = self.tags.iter().filter(|tag| tag.old.is_none()).map(|tag| tag.name);
        let new_tags: Vec<_> = self.roster.iter().copied().chain(new_tags).collect();
        if !new_tags.is_empty() {
            parts.push(format!("new tags: {}", new_tags.join(", ")));
        }
        if let Some((old, new)) = &self.result {
            parts.push(format!("Result {old} is now {new}"));
        }
        for TagChange { name, old, new } in &self.tags {
            parts.extend(old.as_ref().map(|old| format!("{name} {old} is now {new}")));
        }
        if self.moves > 0 {
            parts.push(format!("{} moves rewritten in SAN", self.moves));
        }
        parts
    }
}

/// Returns the number of moves whose text is not SAN.
fn count_other_notation(game: &RawGame<'_>) -> u64 {
    let Ok(mut reader) = game.reader() else { return 0 };
    let mut count = 0;
    while let Some(event) = reader.next() {
        let is_other = match event {
            Ok(Event::Move(mv, text)) => {
                san::display(reader.position_before(), mv).as_bytes() != text
            }
            Ok(Event::NullMove(text)) => text != b"--",
            _ => false,
        };
        count += u64::from(is_other);
    }
    count
}

/// Returns a game's text without the illegal moves and what follows each in its line.
///
/// The game's result stays. Variations that are nested too deeply or lose all moves are removed.
pub fn truncated(game: &RawGame<'_>) -> Vec<u8> {
    let Ok(reader) = game.reader() else { return game.bytes().to_vec() };
    let mut errors = reader.filter_map(Result::err).peekable();
    let mut text = Vec::with_capacity(game.bytes().len());
    let mut tokens = game.tokens();
    // The place of the parenthesis for each open variation, and whether the variation has a move.
    let mut open: Vec<(usize, bool)> = Vec::new();
    while let Some(token) = tokens.next() {
        let start = tokens.offset() - token.bytes().len();
        let error = errors.next_if(|error| error.range.start == start && !error.range.is_empty());
        match (error.map(|error| error.fault), token) {
            (None, Token::VariationStart(_)) => open.push((text.len(), false)),
            (None, Token::VariationEnd(_)) => drop(open.pop()),
            (None, Token::Move(_) | Token::NullMove(_)) => {
                open.iter_mut().last().into_iter().for_each(|variation| variation.1 = true);
            }
            (None, _) => {}
            (Some(ReadErrorKind::NoVariation), _) => continue,
            (Some(ReadErrorKind::Depth), _) => {
                let _ = skip_variation(&mut tokens);
                continue;
            }
            (Some(_), _) => {
                let Some((parenthesis, has_move)) = open.pop() else {
                    let result = game.result();
                    text.extend_from_slice(result.as_str().as_bytes());
                    return text;
                };
                let end = skip_variation(&mut tokens);
                if has_move {
                    text.extend_from_slice(end);
                } else {
                    text.truncate(parenthesis);
                }
                continue;
            }
        }
        text.extend_from_slice(token.bytes());
    }
    text
}

/// Skips the rest of a variation, and returns the parenthesis that ends it.
fn skip_variation<'a>(tokens: &mut Tokens<'a>) -> &'a [u8] {
    let mut depth = 1_usize;
    for token in tokens {
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return token.bytes();
        }
    }
    b""
}
