//! Game text in an output.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tabiya::pgn::{self, RawGame, Style, Token, WriteError};

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

/// Appends a game's bytes, and what keeps it apart from other games like it.
pub fn push_as_read(text: &mut Vec<u8>, game: &RawGame<'_>) {
    text.extend_from_slice(game.bytes());
    let has_tags = game.tags().next().is_some();
    if !has_tags || !has_plain_end(game) {
        let next: &[u8] = if has_tags { b"[White \"\"]\n\n*" } else { b"1. e4" };
        let end = TextEnd::of(game);
        let separator = end.separator(next);
        let is_short = !end.ends_line && separator.len() < EMPTY_LINE.len();
        text.extend(if is_short { end.with_input_line_ending(EMPTY_LINE) } else { separator });
    }
}

/// Appends line breaks up to an empty line.
pub fn push_empty_line(text: &mut Vec<u8>) {
    if !text.ends_with(b"\n\n") && !text.ends_with(b"\n\r\n") {
        text.push(b'\n');
    }
}

/// Tests whether any game that begins with a tag pair may follow: the moves are there, all comments are closed,
/// and the last line is complete.
pub fn has_plain_end(game: &RawGame<'_>) -> bool {
    let bytes = game.bytes();
    let text = bytes.trim_ascii_end();
    let has_movetext = !game.movetext().trim_ascii_start().is_empty();
    has_line_break(&bytes[text.len()..]) && has_movetext && !is_unclosed(text, game)
}

fn has_line_break(blank: &[u8]) -> bool {
    blank.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
}

/// The end of game text, which decides what must precede the next game.
///
/// Some games end only before the game that followed them when they were read: those with an open comment, without
/// movetext, or without a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEnd {
    /// A short game with this end; `None` after comments that follow the last game.
    sample: Option<String>,
    ends_line: bool,
    /// `true` if such a comment has no end.
    is_open: bool,
    is_crlf: bool,
}

impl TextEnd {
    /// Returns the end of a game.
    pub fn of(game: &RawGame<'_>) -> Self {
        let bytes = game.bytes();
        let text = bytes.trim_ascii_end();
        let blank = &bytes[text.len()..];
        let is_unclosed = is_unclosed(text, game);
        let mut sample = String::new();
        if let Some(tag) = game.tags().next() {
            sample += if tag.name() == b"Event" { "[Event \"\"]\n\n" } else { "[Site \"\"]\n\n" };
        }
        if game.movetext().trim_ascii_start().is_empty() {
            sample.truncate(sample.trim_ascii_end().len());
        } else {
            sample += "1. e4";
            sample += if is_unclosed { " {" } else { "" };
            sample += if !is_unclosed && game.termination().is_some() { " 1-0" } else { "" };
        }
        let line_breaks = |line_break| blank.iter().filter(|&&byte| byte == line_break).count();
        match line_breaks(b'\n').max(line_breaks(b'\r')) {
            0 if blank.is_empty() => {}
            0 => sample.push(' '),
            1 => sample.push('\n'),
            _ => sample += "\n\n",
        }
        Self { sample: Some(sample), ..Self::of_line(bytes) }
    }

    /// Returns the end of the comments after the last game.
    pub fn of_comment(text: &[u8]) -> Self {
        let is_open = pgn::games(&[text, b"\n1. e4 *"].concat()).next().is_none();
        Self { is_open, ..Self::of_line(text) }
    }

    fn of_line(text: &[u8]) -> Self {
        let blank = &text[text.trim_ascii_end().len()..];
        let first_break = text.iter().position(|&byte| byte == b'\n').unwrap_or_default();
        Self {
            sample: None,
            ends_line: has_line_break(blank),
            is_open: false,
            is_crlf: first_break > 0 && text[first_break - 1] == b'\r',
        }
    }

    /// Returns the shortest text after which a game begins.
    pub fn separator(&self, next: &[u8]) -> Vec<u8> {
        let separators: &[&str] = match &self.sample {
            None if self.is_open => &[" }\n\n"],
            None if self.ends_line => &[""],
            None => &["\n"],
            Some(sample) if sample.contains('{') => &["", " }\n\n", " }\n\n*\n\n"],
            Some(_) => &["", "\n", "\n\n", "\n\n*\n\n"],
        };
        let starts_new_game = |separator: &&&str| self.starts_new_game(separator, next);
        let certain = separators[separators.len() - 1];
        self.with_input_line_ending(
            separators.iter().find(starts_new_game).copied().unwrap_or(certain),
        )
    }

    fn with_input_line_ending(&self, text: &str) -> Vec<u8> {
        text.replace('\n', if self.is_crlf { "\r\n" } else { "\n" }).into()
    }

    /// Tests whether a game that follows after a separator begins there.
    fn starts_new_game(&self, separator: &str, next: &[u8]) -> bool {
        let Some(sample) = &self.sample else { return true };
        let next = &next[..next.len().min(SAMPLE_LEN)];
        let blank = next.iter().take_while(|&&byte| byte <= b' ').count();
        let is_tag_in_line = next.starts_with(b"[") && !self.ends_line && separator.is_empty();
        let text = [sample.as_bytes(), separator.as_bytes(), next].concat();
        let first = pgn::games(&text).next();
        let end = text.len() - next.len() + blank;
        !is_tag_in_line && first.is_some_and(|game| game.range().end == end)
    }
}

/// The line breaks after a line that has none.
const EMPTY_LINE: &str = "\n\n";

/// The length up to which a game's text is tested after another one.
const SAMPLE_LEN: usize = 1 << 12;

/// Tests whether the last comment has no end.
fn is_unclosed(bytes: &[u8], game: &RawGame<'_>) -> bool {
    let last = bytes.iter().rev().find(|byte| matches!(byte, b'{' | b'}'));
    last == Some(&b'{')
        && game.tokens().any(|token| match token {
            Token::Comment(comment) => comment.is_unclosed(),
            _ => false,
        })
}

/// A text writer that appends to bytes.
struct ByteWriter<'a>(&'a mut Vec<u8>);

impl fmt::Write for ByteWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
