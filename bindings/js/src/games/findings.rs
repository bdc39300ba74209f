//! Findings in the text of a game.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;

use serde::Serialize;
use tabiya::pgn::{GameTree, RawGame, ReadError, ReadErrorKind, StartError};

/// A finding in a game's text.
#[derive(Serialize)]
pub struct Finding {
    kind: &'static str,
    message: String,
    text: String,
    /// The number of moves before it, from the start of the game on.
    ply: usize,
    /// The offset in the game.
    start: usize,
}

impl Finding {
    /// Creates a finding about a tag pair.
    fn new(game: &RawGame<'_>, kind: &'static str, tag: &str, message: String) -> Self {
        let range = game.tag_range(tag).unwrap_or_default();
        let text = String::from_utf8_lossy(&game.bytes()[range.clone()]).into_owned();
        Self { kind, message, text, ply: 0, start: range.start }
    }
}

impl From<&ReadError> for Finding {
    fn from(error: &ReadError) -> Self {
        let kind = match error.fault {
            ReadErrorKind::NullMove | ReadErrorKind::NullMoveInCheck => "null-move",
            ReadErrorKind::UnclosedComment => "comment",
            ReadErrorKind::Move(_) | ReadErrorKind::TooManyMoves => "move",
            _ => "variation",
        };
        let text = error.text.to_string();
        Self {
            kind,
            message: sentence(&error.fault),
            text,
            ply: error.ply,
            start: error.range.start,
        }
    }
}

/// Returns the findings in a game: an invalid start position, waived rules, errors in moves and variations, and a
/// result that contradicts its tag pair.
pub fn findings(game: &RawGame<'_>, tree: &GameTree, error: Option<&StartError>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(error) = error {
        let kind =
            if matches!(error, StartError::Variant(_)) { "variant" } else { "start-position" };
        findings.push(Finding::new(game, kind, error.tag_name(), sentence(error)));
    }
    if let Ok(start) = game.start() {
        let waivers = start.report.iter();
        findings
            .extend(waivers.map(|waiver| Finding::new(game, "waiver", "FEN", waiver.to_string())));
    }
    let names = tree.tags().map(|(name, _)| name);
    for (index, name) in names.clone().enumerate() {
        if names.clone().take(index).any(|other| other == name) {
            let message = format!("another tag pair {name}; the first one counts");
            findings.push(Finding::new(game, "tag", name, message));
        }
    }
    findings.extend(tree.errors().iter().map(Finding::from));
    if let (Some(tag), Some(marker)) = (game.tag_result(), game.termination())
        && tag != marker
    {
        let message = format!("tag pair Result, {tag}, differs from the marker {marker}");
        findings.push(Finding::new(game, "result", "Result", message));
    }
    let others = tree.error_count() - tree.errors().len();
    if others > 0 {
        let message = format!("{others} more errors in moves and variations");
        findings.push(Finding { kind: "move", message, text: String::new(), ply: 0, start: 0 });
    }
    findings
}

/// Returns an error's message, followed by those from its sources that it does not repeat.
pub fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let message = error.to_string();
        if !text.ends_with(&message) {
            text = text + ": " + &message;
        }
        source = error.source();
    }
    text
}
