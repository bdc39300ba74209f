//! Stockfish's text: six lines per position.
//!
//! ```text
//! fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! move e2e4
//! score 20
//! ply 0
//! result 0
//! e
//! ```
//!
//! Score and result (1, 0, -1) are those for the side to move.

use std::io::Write;
use std::ops::Range;

use tabiya::binpack::Entry;
use tabiya::uci::{self, CastlingNotation, UciMove};
use tabiya::{Color, FenOptions};

use super::{DataError, DataErrorKind};

/// Returns the number of bytes up to a place where a game ends: the last one after which the ply is not the next one, or
/// else the end of the last position.
pub(super) fn games_end(text: &[u8]) -> usize {
    let mut game_end = 0;
    let mut last_end = 0;
    let mut last_ply = None;
    let mut ply = None;
    let mut end = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        match line.trim_ascii() {
            b"e" if line.ends_with(b"\n") => {
                if last_ply.is_some() && last_ply.and_then(|ply: u16| ply.checked_add(1)) != ply {
                    game_end = last_end;
                }
                last_ply = ply;
                last_end = end;
            }
            line => {
                if let Some(number) = line.strip_prefix(b"ply ") {
                    ply = str::from_utf8(number).ok().and_then(|number| number.trim().parse().ok());
                }
            }
        }
    }
    if game_end > 0 { game_end } else { last_end }
}

/// A reader of positions.
pub(super) struct Lines<'a> {
    text: &'a [u8],
    /// The offset of the next line.
    index: usize,
    /// The offset of the last position.
    start: usize,
}

impl<'a> Lines<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { text, index: 0, start: 0 }
    }

    /// Reads a position, or `None` at the end. The offset of an error is relative to the text.
    pub(super) fn read(&mut self) -> Option<Result<Entry, DataError>> {
        while let [b'\n', ..] | [b'\r', b'\n', ..] = &self.text[self.index..] {
            self.index += 1;
        }
        if self.text.len() == self.index {
            return None;
        }
        let mut start = self.index;
        self.start = start;
        let result = self.read_entry(&mut start);
        // A line without its end is the rest of a file that was cut.
        let is_cut = self.index == self.text.len() && !self.text.ends_with(b"\n");
        let kind = |kind| if is_cut { DataErrorKind::Truncated } else { kind };
        Some(result.map_err(|error| DataError { offset: start as u64, kind: kind(error) }))
    }

    /// Returns the range of the last position.
    pub(super) const fn last(&self) -> Range<usize> {
        self.start..self.index
    }

    /// `start` becomes the offset of the last line that was read.
    fn read_entry(&mut self, start: &mut usize) -> Result<Entry, DataErrorKind> {
        let mut value = |key| {
            *start = self.index;
            self.value(key)
        };
        let number =
            |text: &str, key| text.parse::<i64>().map_err(|_| DataErrorKind::Number { key });
        let options = FenOptions::new().allow_impossible_checks(true);
        let fen = value("fen")?;
        let position = options.read(fen).map_err(DataErrorKind::Fen)?.with_legal_ep_square();
        let mv = match value("move")? {
            b"" | b"none" | b"(none)" | b"0000" | b"a1a1" => None,
            text => Some(uci::parse(&position, text).map_err(DataErrorKind::Move)?),
        };
        let in_range = |text: &[u8], key| {
            let text = str::from_utf8(text).unwrap_or_default();
            number(text.trim(), key)
        };
        let out_of_range = |key| move |_| DataErrorKind::Number { key };
        let score =
            in_range(value("score")?, "score")?.try_into().map_err(out_of_range("score"))?;
        let ply = in_range(value("ply")?, "ply")?.try_into().map_err(out_of_range("ply"))?;
        let us = position.side_to_move();
        let winner = match in_range(value("result")?, "result")? {
            1 => Some(us),
            0 => None,
            -1 => Some(!us),
            _ => return Err(DataErrorKind::Number { key: "result" }),
        };
        match value("e")? {
            b"" => Ok(Entry { position, mv, score, ply, winner }),
            _ => Err(DataErrorKind::Key { expected: "e" }),
        }
    }

    /// Reads the next line, and returns what follows its key.
    fn value(&mut self, key: &'static str) -> Result<&'a [u8], DataErrorKind> {
        let rest = &self.text[self.index..];
        if rest.is_empty() {
            return Err(DataErrorKind::Truncated);
        }
        let len = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let line = rest[..len].trim_ascii();
        let value = line.strip_prefix(key.as_bytes());
        let value = value.filter(|value| value.first().is_none_or(|&byte| byte == b' '));
        self.index += (len + 1).min(rest.len());
        value.map(<[u8]>::trim_ascii).ok_or(DataErrorKind::Key { expected: key })
    }
}

/// Appends a position.
pub(super) fn write(entry: &Entry, out: &mut Vec<u8>) {
    let Entry { position, score, ply, .. } = entry;
    let us = position.side_to_move();
    let result = match entry.winner {
        None => "0",
        Some(winner) if winner == us => "1",
        Some(Color::White | Color::Black) => "-1",
    };
    let castling = CastlingNotation::for_chess960(!position.is_standard_castling());
    let mv = entry.mv.map(|mv| UciMove::from_move(mv, castling).to_string());
    let mv = mv.as_deref().unwrap_or("none");
    let _ =
        write!(out, "fen {position}\nmove {mv}\nscore {score}\nply {ply}\nresult {result}\ne\n");
}
