//! The text of games in an output.

use std::fmt;

use clap::ValueEnum;
use tabiya::pgn::{RawGame, Style, Token, WriteError};

/// The form in which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// The text as read
    #[default]
    AsRead,
    /// The export format of the PGN standard
    Export,
    /// The roster and the moves, in the export format
    Reduced,
    /// The movetext in one line, as Lichess writes it
    OneLine,
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Self {
        match name {
            StyleName::AsRead => Self::AsRead,
            StyleName::Export => Self::Export,
            StyleName::Reduced => Self::Reduced,
            StyleName::OneLine => Self::OneLine,
        }
    }
}

/// Appends a game in a style. After an error, the text is as before.
///
/// # Errors
///
/// Returns an error if the start position or a move is invalid, except for [`Style::AsRead`].
pub fn push_game(text: &mut Vec<u8>, game: &RawGame<'_>, style: Style) -> Result<(), WriteError> {
    if style == Style::AsRead {
        push_as_read(text, game);
        return Ok(());
    }
    let len = text.len();
    let result = game.write(style, &mut ByteWriter(text));
    if result.is_err() {
        text.truncate(len);
    }
    result
}

/// Appends the bytes of a game and an empty line.
///
/// A comment without an end is closed, and a game without movetext gets `*`. Otherwise, the next game of
/// the output would become a part of this one.
pub fn push_as_read(text: &mut Vec<u8>, game: &RawGame<'_>) {
    let bytes = game.bytes().trim_ascii_end();
    text.extend_from_slice(bytes);
    if is_unclosed(bytes, game) {
        text.extend_from_slice(b" }");
    }
    if game.movetext().trim_ascii().is_empty() {
        text.extend_from_slice(b"\n\n*");
    }
    text.extend_from_slice(b"\n\n");
}

/// Tests whether the last comment has no end.
fn is_unclosed(bytes: &[u8], game: &RawGame<'_>) -> bool {
    let last = bytes.iter().rev().find(|byte| matches!(byte, b'{' | b'}'));
    last == Some(&b'{')
        && game.tokens().any(|token| match token {
            Token::Comment(comment) => comment.is_unclosed(),
            _ => false,
        })
}

/// A writer of text into bytes.
struct ByteWriter<'a>(&'a mut Vec<u8>);

impl fmt::Write for ByteWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
