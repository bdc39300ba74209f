//! Findings, which say what is wrong with a game: each has a kind, a place and a sentence.
//!
//! Every byte of a game is a move with its number, a tag pair, a comment, a glyph, a result, white space, or
//! part of a finding. The commands of `tabiya-games` report the findings of all games that they use.
//!
//! ```
//! use tabiya::pgn::RawGame;
//! use tabiya_games::findings::{FindingKind, findings};
//!
//! let (found, plies) = findings(&RawGame::new("1. e4 e5 (1... c5 2. Nf3 1-0"), false);
//! assert_eq!((found.len(), plies), (1, 2));
//! assert_eq!((found[0].kind, found[0].range.clone()), (FindingKind::Parenthesis, 9..10));
//! assert_eq!(found[0].message, "variation without `)`");
//! ```

mod finding;

use std::error::Error;
use std::iter::successors;
use std::ops::Range;

use tabiya::pgn::{
    self, Event, GameStart, ROSTER, RawGame, ReadError, ReadErrorKind, Reader, StartError,
    Termination, Token,
};

pub use finding::{Finding, FindingCounts, FindingKind};

/// Returns the findings of a game, sorted by place, and the number of main line plies that could be read.
///
/// A strict search also returns what the export format of the PGN standard forbids: missing termination
/// markers and tag pairs of the roster.
#[must_use]
pub fn findings(game: &RawGame<'_>, is_strict: bool) -> (Vec<Finding>, usize) {
    let mut search = Search { game, is_strict, found: Vec::new() };
    search.visit_tags();
    let plies = match game.start() {
        Ok(start) => search.visit_moves(&start),
        Err(error) => {
            search.add_start_error(&error);
            search.visit_text();
            search.visit_results(None);
            0
        }
    };
    let mut found = search.found;
    found.sort_by_key(|finding| (finding.range.start, finding.kind as usize));
    (found, plies)
}

/// Returns the message of an error without its place, with all causes.
#[must_use]
pub fn read_message(error: &ReadError) -> String {
    let text = error.text.to_string();
    let message = sentence(&error.fault);
    if is_sign_error(error.fault) || message.starts_with(&text) {
        message
    } else {
        format!("{text}: {message}")
    }
}

/// Tests whether an error concerns a sign of the format, which its message names.
const fn is_sign_error(fault: ReadErrorKind) -> bool {
    matches!(
        fault,
        ReadErrorKind::Depth
            | ReadErrorKind::NoVariation
            | ReadErrorKind::UnclosedVariation
            | ReadErrorKind::UnclosedComment
    )
}

/// Returns the message of an error, followed by those of its sources that it does not repeat.
pub(crate) fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    for source in successors(error.source(), |&error| error.source()).map(ToString::to_string) {
        if !text.ends_with(&source) {
            text = format!("{text}: {source}");
        }
    }
    text
}

/// Tests whether a byte is a control character that divides no text.
fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=8 | 14..=31 | 127)
}

/// Tests whether a text has a control character or a byte beyond ASCII. The compiler vectorizes each block.
fn has_odd_byte(text: &[u8]) -> bool {
    let is_odd = |byte: &u8| !byte.is_ascii() | is_control(byte);
    text.chunks(64).any(|block| block.iter().fold(false, |odd, byte| odd | is_odd(byte)))
}

/// A search for the findings of a game.
struct Search<'a, 'g> {
    game: &'a RawGame<'g>,
    is_strict: bool,
    found: Vec<Finding>,
}

impl Search<'_, '_> {
    fn add(&mut self, kind: FindingKind, range: Range<usize>, message: impl Into<String>) {
        let ends_main_line = kind.is_error();
        let message = message.into();
        self.found.push(Finding { kind, range, ply: None, ends_main_line, message });
    }

    /// Adds a finding of a text of the game, among the moves.
    fn add_in_moves(&mut self, kind: FindingKind, text: &[u8], ply: usize, message: &str) {
        let start = text.as_ptr().addr() - self.game.bytes().as_ptr().addr();
        self.found.push(Finding {
            kind,
            range: start..start + text.len(),
            ply: Some(ply),
            ends_main_line: kind.is_error(),
            message: message.to_owned(),
        });
    }

    /// Returns the place of a tag pair; without one, the game start.
    fn tag_range(&self, name: &str) -> Range<usize> {
        self.game.tag_range(name).unwrap_or_else(|| {
            let bytes = self.game.bytes();
            let start = bytes.len() - bytes.trim_ascii_start().len();
            start..start
        })
    }

    /// Visits the tag pairs: texts that are none, and names that occur twice.
    fn visit_tags(&mut self) {
        let mut names = Vec::with_capacity(32);
        let mut tokens = pgn::tokens(self.game.tags_text());
        while let Some(token) = tokens.next() {
            let range = tokens.offset() - token.bytes().len()..tokens.offset();
            match token {
                Token::Malformed(_) => {
                    let message = "not a tag pair; expected `[Name \"value\"]`";
                    self.add(FindingKind::Tag, range, message);
                }
                Token::Tag(tag) => names.push((tag.name(), range.start, range.end)),
                _ => {}
            }
        }
        names.sort_unstable();
        for pair in names.windows(2) {
            let [(name, ..), (second, start, end)] = pair else { continue };
            if name == second {
                let name = String::from_utf8_lossy(name).into_owned();
                let message = format!("second tag pair {name}, ignored");
                self.add(FindingKind::Tag, *start..*end, message);
            }
        }
        let is_missing = |name: &&str| {
            names.binary_search_by(|&(found, ..)| found.cmp(name.as_bytes())).is_err()
        };
        let missing: Vec<_> = ROSTER.into_iter().filter(is_missing).collect();
        if self.is_strict && !missing.is_empty() {
            let message = format!("missing tag pairs: {}", missing.join(", "));
            self.add(FindingKind::Roster, self.tag_range(""), message);
        }
    }

    /// Visits the texts that are no part of the format, and the bytes that are no text.
    fn visit_text(&mut self) {
        let mut tokens = self.game.tokens();
        while let Some(token) = tokens.next() {
            let bytes = token.bytes();
            let start = tokens.offset() - bytes.len();
            match token {
                Token::Unknown(_) => {
                    let message = "neither a move nor an annotation";
                    self.add(FindingKind::Text, start..tokens.offset(), message);
                }
                Token::WhiteSpace(_) => {
                    if let Some(index) = bytes.iter().position(is_control) {
                        let message = match bytes[index] {
                            0 => "NUL, read as white space".to_owned(),
                            byte => format!("control character 0x{byte:02X}, read as white space"),
                        };
                        let place = start + index;
                        self.add(FindingKind::Encoding, place..place + 1, message);
                    }
                    self.visit_bytes(start, bytes);
                }
                Token::Tag(_) | Token::Comment(_) => {
                    if let Some(index) = bytes.iter().position(|&byte| byte == 0) {
                        let place = start + index;
                        self.add(FindingKind::Encoding, place..place + 1, "NUL");
                    }
                    self.visit_bytes(start, bytes);
                }
                _ => {}
            }
        }
    }

    /// Visits the bytes that stand for no character.
    fn visit_bytes(&mut self, start: usize, bytes: &[u8]) {
        if str::from_utf8(bytes).is_ok() {
            return;
        }
        let mut offset = start;
        for chunk in bytes.utf8_chunks() {
            offset += chunk.valid().len();
            let unassigned = |byte: &u8| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
            if let Some(index) = chunk.invalid().iter().position(unassigned) {
                let byte = chunk.invalid()[index];
                let message = format!("byte 0x{byte:02X}: no character in Windows-1252");
                self.add(FindingKind::Encoding, offset + index..offset + index + 1, message);
            }
            offset += chunk.invalid().len();
        }
    }

    fn add_start_error(&mut self, error: &StartError) {
        let kind = match error {
            StartError::Variant(_) => FindingKind::Variant,
            _ => FindingKind::StartPosition,
        };
        self.add(kind, self.tag_range(error.tag_name()), sentence(error));
    }

    /// Visits the moves from a start position on, and returns the number of plies of the main line.
    fn visit_moves(&mut self, start: &GameStart) -> usize {
        for waiver in start.report.iter() {
            self.add(FindingKind::Waiver, self.tag_range("FEN"), format!("FEN: {waiver}"));
        }
        if start.is_fen_unknown {
            let message = "FEN: unknown; expected a position, read as the start of standard chess";
            self.add(FindingKind::Waiver, self.tag_range("FEN"), message);
        }
        let mut reader = Reader::new(start.position, self.game.tokens());
        let mut plies = 0;
        let mut is_whole = true;
        // Most games have no odd text, so that one pass serves them.
        let mut has_odd_text = has_odd_byte(self.game.bytes());
        while let Some(event) = reader.next() {
            match event {
                Ok(Event::Move(..)) => plies += usize::from(reader.depth() == 0),
                Ok(Event::NullMove(text)) if reader.depth() == 0 => {
                    plies += 1;
                    self.add_in_moves(FindingKind::NullMove, text, reader.ply() - 1, "null move");
                }
                // The comment ends before tag pairs, or with the game.
                Ok(Event::Comment(comment)) if comment.is_unclosed() => {
                    let message = "comment without `}`";
                    let text = comment.bytes();
                    self.add_in_moves(FindingKind::Comment, text, reader.ply(), message);
                    if let Some(found) = self.found.last_mut() {
                        // Before the tag pairs, it hides no moves.
                        found.ends_main_line = found.range.start >= self.game.tags_text().len();
                        is_whole &= !found.ends_main_line;
                    }
                }
                Ok(Event::Other(_)) => has_odd_text = true,
                Ok(_) => {}
                Err(error) => {
                    let is_move = !is_sign_error(error.fault);
                    let is_unclosed = error.fault == ReadErrorKind::UnclosedVariation;
                    let ends_main_line = is_unclosed || is_move && reader.depth() == 0;
                    is_whole &= !ends_main_line;
                    self.found.push(Finding {
                        kind: if is_move { FindingKind::Move } else { FindingKind::Parenthesis },
                        message: read_message(&error),
                        range: error.range,
                        ply: Some(error.ply),
                        ends_main_line,
                    });
                }
            }
        }
        if has_odd_text || !is_whole {
            self.visit_text();
        }
        self.visit_results(is_whole.then_some(&reader));
        plies
    }

    /// Compares the termination marker, the tag pair `Result`, and the last position if all moves were read.
    fn visit_results(&mut self, reader: Option<&Reader<'_>>) {
        let game = self.game;
        let marker = game.termination();
        let end = game.bytes().trim_ascii_end().len();
        // An open variation or comment hides the marker.
        let tag = game.tag("Result");
        let lacks_result = reader.is_some() && tag.is_none();
        // `0-0` is castling or the marker of a double forfeit.
        let is_unmarked = marker.is_none() && game.result() != Termination::BothLose;
        if is_unmarked && (self.is_strict || lacks_result) {
            let message = "no termination marker; expected `1-0`, `0-1`, `1/2-1/2` or `*`";
            self.add(FindingKind::Termination, end..end, message);
        }
        if let Some(tag) = tag
            && let Some(marker) = marker
            && Termination::from_text(tag.raw_value()) != Some(marker)
        {
            let value = tag.value();
            let message = format!("tag pair Result, {value}, differs from the marker {marker}");
            self.add(FindingKind::Result, self.tag_range("Result"), message);
        }
        let position = reader.map(Reader::position);
        let Some(position) = position else { return };
        let outcome = if position.is_checkmate() {
            let mated = position.side_to_move();
            if mated.is_white() { Termination::BlackWins } else { Termination::WhiteWins }
        } else if position.is_stalemate() {
            Termination::Draw
        } else {
            return;
        };
        let result = game.result();
        if result != outcome {
            let message = format!("result {result}; the last position makes it {outcome}");
            self.add(FindingKind::Result, end..end, message);
        }
    }
}
