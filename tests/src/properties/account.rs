//! Byte accounts: each byte is a numbered move, a tag pair, a comment, a glyph, a result or white space, or belongs
//! to a finding.

use tabiya::pgn::{Event, RawGame, ReadError, ReadErrorKind, Reader, Termination, Token};
use tabiya_games::dedupe::GameKey;
use tabiya_games::findings::{Finding, FindingKind, GameContents};

/// Counts of the elements that stand for something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Elements {
    moves: usize,
    comments: usize,
    glyphs: usize,
}

/// Checks that what a reader yields, and the findings, account for every byte in a game.
///
/// # Panics
///
/// Panics if a byte is missing.
pub fn check_account(game: &RawGame<'_>) {
    let contents = GameContents::read(game);
    check_main_line(game, &contents);
    let found = contents.findings;
    for finding in &found {
        assert!(finding.range.end <= game.bytes().len(), "{finding:?}");
    }
    let mut tokens = game.tokens();
    let mut written = Elements::default();
    let mut cover = Cover::new(game, &found);
    while let Some(token) = tokens.next() {
        let start = tokens.offset() - token.bytes().len();
        let is_covered = cover.contains(start, &token);
        match token {
            Token::WhiteSpace(bytes) => assert_white_space(bytes, start, &found),
            Token::MoveNumber(_) if start < game.tags_text().len() => {
                assert!(found.iter().any(|finding| finding.range.start == start), "byte {start}");
            }
            Token::Unknown(_) | Token::Malformed(_) => {
                let is_found = found.iter().any(|finding| finding.range.start == start);
                assert!(is_found || is_covered, "byte {start}: {token:?}, {found:?}");
            }
            _ if is_covered || start < game.tags_text().len() => {}
            Token::Move(_) | Token::NullMove(_) => {
                // A double forfeit looks like castling.
                let is_result = game.result() == Termination::BothLose
                    && Termination::from_text(token.bytes()) == Some(Termination::BothLose);
                written.moves += usize::from(!is_result);
            }
            Token::Comment(_) | Token::LineComment(_) => written.comments += 1,
            Token::Nag(_) => written.glyphs += 1,
            _ => {}
        }
    }
    if let Ok(reader) = game.reader() {
        let read = count(reader);
        assert!(written.moves <= read.moves, "{written:?}, {read:?}, {found:?}");
        assert!(written.comments <= read.comments, "{written:?}, {read:?}, {found:?}");
        assert!(written.glyphs <= read.glyphs, "{written:?}, {read:?}, {found:?}");
    }
}

/// Checks that the contents have the main line as [`RawGame::main_line`] reads it.
fn check_main_line(game: &RawGame<'_>, contents: &GameContents) {
    let Ok(line) = game.main_line() else {
        return assert_eq!((contents.start, contents.plies()), (None, 0));
    };
    assert_eq!(contents.start, Some(*line.position()));
    let is_null_move = |error: &ReadError| error.fault == ReadErrorKind::NullMove;
    let mut plies = 0;
    let mut places = Vec::new();
    for read in line {
        match read {
            Err(error) if !is_null_move(&error) => places.push(error.range.start),
            _ => plies += 1,
        }
    }
    let error = contents.error().map(|error| error.range.start);
    assert_eq!((contents.plies(), error), (plies, places.first().copied()));
    assert_eq!(GameKey::of_contents(contents, usize::MAX), GameKey::of_moves(game).ok());
}

fn count(reader: Reader<'_>) -> Elements {
    let mut read = Elements::default();
    for event in reader.flatten() {
        match event {
            Event::Move(..) | Event::NullMove(_) => read.moves += 1,
            Event::Comment(_) => read.comments += 1,
            Event::Nag(_) => read.glyphs += 1,
            _ => {}
        }
    }
    read
}

/// The text that an error hides: the rest of its game or variation.
struct Cover<'a> {
    found: &'a [Finding],
    /// The offset at which the rest of the game starts.
    end: usize,
    depth: usize,
    /// The depth of a variation whose rest is covered.
    variation: Option<usize>,
}

impl<'a> Cover<'a> {
    fn new(game: &RawGame<'_>, found: &'a [Finding]) -> Self {
        let end = |finding: &Finding| match finding.kind {
            // The place is a tag pair's, which hides the moves.
            FindingKind::StartPosition | FindingKind::Variant => game.tags_text().len(),
            _ => finding.range.start,
        };
        let ends = found.iter().filter(|finding| finding.ends_main_line).map(end);
        Self { found, end: ends.min().unwrap_or(usize::MAX), depth: 0, variation: None }
    }

    /// Tests whether the next token is part of a finding.
    fn contains(&mut self, start: usize, token: &Token<'_>) -> bool {
        match token {
            Token::VariationStart(_) => self.depth += 1,
            Token::VariationEnd(_) => {
                if self.variation == Some(self.depth) {
                    self.variation = None;
                }
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
        let is_error = |finding: &Finding| {
            finding.range.start == start
                && matches!(finding.kind, FindingKind::Move | FindingKind::Parenthesis)
        };
        if self.depth > 0 && self.variation.is_none() && self.found.iter().any(is_error) {
            self.variation = Some(self.depth);
        }
        start >= self.end || self.variation.is_some()
    }
}

/// Checks that bytes are characters without ink; a NUL is a finding.
fn assert_white_space(bytes: &[u8], start: usize, found: &[Finding]) {
    const SPACES: &str =
        "\u{A0}\u{AD}\u{1680}\u{2028}\u{2029}\u{202F}\u{205F}\u{2060}\u{3000}\u{FEFF}";
    for chunk in bytes.utf8_chunks() {
        let is_blank = |character: char| match character {
            '\t'..='\r' | ' ' | '\u{2000}'..='\u{200F}' => true,
            other if other.is_ascii_control() => {
                found.iter().any(|finding| finding.kind == FindingKind::Encoding)
            }
            other => SPACES.contains(other),
        };
        assert!(chunk.valid().chars().all(is_blank), "byte {start}: {}", bytes.escape_ascii());
        assert!(chunk.invalid().iter().all(|&byte| matches!(byte, 0xA0 | 0xAD)), "byte {start}");
    }
}
