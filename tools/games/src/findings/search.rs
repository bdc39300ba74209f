//! The search for a game's findings, which also collects its moves.

use std::ops::Range;

use tabiya::pgn::{
    Comment, CommentValues, Event, GameStart, ROSTER, RawGame, ReadErrorKind, Reader, StartError,
    Termination, Token,
};

use super::contents::{ContentOptions, GameContents};
use super::message::{is_sign_error, read_message, sentence};
use super::{Finding, FindingKind};
use crate::ply::Ply;

/// Tests whether a byte is a control character that divides no text.
fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=8 | 14..=31 | 127)
}

/// Tests whether a text has a control character or a byte beyond ASCII. The compiler vectorizes each block.
fn has_odd_byte(text: &[u8]) -> bool {
    let is_odd = |byte: &u8| !byte.is_ascii() | is_control(byte);
    text.chunks(64).any(|block| block.iter().fold(false, |odd, byte| odd | is_odd(byte)))
}

impl GameContents {
    /// Reads a game without what the options select.
    #[must_use]
    pub fn read(game: &RawGame<'_>) -> Self {
        Self::read_with(game, ContentOptions::default())
    }

    /// Reads a game, and what the options select.
    #[must_use]
    pub fn read_with(game: &RawGame<'_>, options: ContentOptions) -> Self {
        Search::new(game, options).read()
    }
}

/// A search for a game's findings.
struct Search<'a, 'g> {
    game: &'a RawGame<'g>,
    options: ContentOptions,
    contents: GameContents,
}

impl<'a, 'g> Search<'a, 'g> {
    fn new(game: &'a RawGame<'g>, options: ContentOptions) -> Self {
        Self { game, options, contents: GameContents::default() }
    }

    fn read(mut self) -> GameContents {
        self.visit_tags();
        match self.game.start() {
            Ok(start) => self.visit_moves(&start),
            Err(error) => {
                self.add_start_error(&error);
                self.visit_text();
                self.visit_results(None);
            }
        }
        let found = &mut self.contents.findings;
        found.sort_by_key(|finding| (finding.range.start, finding.kind as usize));
        self.contents
    }

    fn add(&mut self, kind: FindingKind, range: Range<usize>, message: impl Into<String>) {
        let ends_main_line = kind.is_error();
        let message = message.into();
        self.contents.findings.push(Finding { kind, range, ply: None, ends_main_line, message });
    }

    /// Returns the offset of a text in the game.
    fn offset(&self, text: &[u8]) -> usize {
        text.as_ptr().addr() - self.game.bytes().as_ptr().addr()
    }

    /// Adds a finding for a text in the game, among the moves.
    fn add_in_moves(&mut self, kind: FindingKind, text: &[u8], ply: usize, message: &str) {
        let start = self.offset(text);
        self.contents.findings.push(Finding {
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
        let end = self.game.tags_text().len();
        let mut tokens = self.game.tokens();
        while tokens.offset() < end
            && let Some(token) = tokens.next()
        {
            let range = tokens.offset() - token.bytes().len()..tokens.offset();
            match token {
                Token::Malformed(_) => {
                    let message = "not a tag pair; expected `[Name \"value\"]`";
                    self.add(FindingKind::Tag, range, message);
                }
                Token::Tag(tag) => names.push((tag.name(), range.start, range.end)),
                Token::MoveNumber(_) => {
                    self.add(FindingKind::Text, range, "a number among the tag pairs");
                }
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
        if self.options.is_strict && !missing.is_empty() {
            let message = format!("missing tag pairs: {}", missing.join(", "));
            self.add(FindingKind::Roster, self.tag_range(""), message);
        }
    }

    /// Visits the texts that do not belong to the format, and the bytes that are no text.
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

    /// Adds a move or null move to the main line.
    fn push_ply(&mut self, ply: Ply) {
        self.contents.moves.push(ply);
        if self.options.has_values {
            self.contents.values.push(CommentValues::default());
        }
    }

    /// Adds the values from a main line comment.
    fn add_values(&mut self, comment: Comment<'_>, reader: &Reader<'_>) {
        // Comments among the tag pairs have none.
        if self.offset(comment.bytes()) >= self.game.tags_text().len()
            && let Some(values) = self.contents.values.last_mut()
        {
            let mover = (reader.ply() > 0).then(|| !reader.position().side_to_move());
            values.add(comment, mover);
        }
    }

    /// Visits the moves from a start position on.
    fn visit_moves(&mut self, start: &GameStart) {
        self.contents.start = Some(start.position);
        if self.options.has_values {
            self.contents.values.push(CommentValues::default());
        }
        for waiver in start.report.iter() {
            self.add(FindingKind::Waiver, self.tag_range("FEN"), format!("FEN: {waiver}"));
        }
        if start.is_fen_unknown {
            let message = "FEN: unknown; expected a position, read as the start of standard chess";
            self.add(FindingKind::Waiver, self.tag_range("FEN"), message);
        }
        let mut reader = Reader::new(start.position, self.game.tokens());
        let mut is_whole = true;
        // Most games have no odd text, so that one pass serves them.
        let mut has_odd_text = has_odd_byte(self.game.bytes());
        while let Some(event) = reader.next() {
            let is_main_line = reader.depth() == 0;
            match event {
                Ok(Event::Move(mv, _)) if is_main_line => self.push_ply(Ply::Move(mv)),
                Ok(Event::NullMove(text)) if is_main_line => {
                    let ply = self.contents.moves.len();
                    self.add_in_moves(FindingKind::NullMove, text, ply, "null move");
                    self.push_ply(Ply::Null);
                }
                Ok(Event::Comment(comment)) => {
                    if is_main_line {
                        self.add_values(comment, &reader);
                    }
                    if comment.is_unclosed() {
                        is_whole &= !self.add_unclosed_comment(comment, reader.ply());
                    }
                }
                Ok(Event::Other(_)) => has_odd_text = true,
                Ok(_) => {}
                Err(error) => {
                    let is_move = !is_sign_error(error.fault);
                    let is_unclosed = error.fault == ReadErrorKind::UnclosedVariation;
                    let ends_main_line = is_unclosed || is_move && reader.depth() == 0;
                    is_whole &= !ends_main_line;
                    self.contents.findings.push(Finding {
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
    }

    /// Adds a comment that ends before tag pairs, or with the game. Returns `true` if it hides moves.
    fn add_unclosed_comment(&mut self, comment: Comment<'_>, ply: usize) -> bool {
        let text = comment.bytes();
        self.add_in_moves(FindingKind::Comment, text, ply, "comment without `}`");
        let hides_moves = self.offset(text) >= self.game.tags_text().len();
        if let Some(found) = self.contents.findings.last_mut() {
            found.ends_main_line = hides_moves;
        }
        hides_moves
    }

    /// Compares the termination marker, the tag pair `Result`, and the last position if all moves were read.
    fn visit_results(&mut self, reader: Option<&Reader<'_>>) {
        let game = self.game;
        let marker = game.termination();
        let end = game.bytes().trim_ascii_end().len();
        // An open variation or comment hides the marker.
        let tag = game.tag("Result");
        let lacks_result = reader.is_some() && tag.is_none();
        // `0-0` is castling or the marker for a double forfeit.
        let is_unmarked = marker.is_none() && game.result() != Termination::BothLose;
        if is_unmarked && (self.options.is_strict || lacks_result) {
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
