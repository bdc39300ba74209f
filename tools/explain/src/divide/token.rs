//! A line's tokens: moves, numbers, words and brackets. All other characters separate them.

use super::number::{LINE_SEPARATORS, NumberError, digit_count, number_len, parse_number};
use super::root_move::RootMove;
use super::word::Word;

/// A token in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: TokenKind,
    /// The column of the first character in the line, from 1.
    pub column: usize,
    pub text: &'a str,
}

/// A token's kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `{` or `[`.
    Open,
    /// `}` or `]`.
    Close,
    /// A move in any notation.
    Move(RootMove),
    /// A whole number, unless it has a sign or is too large.
    Number(Result<u128, NumberError>),
    /// A number that is not a count: `0.25`, `12%`, `5ms` or `3/20`.
    Quantity,
    /// A word, or a quoted text.
    Word(Word),
}

/// A line's tokens.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    line: &'a str,
    position: usize,
    column: usize,
    /// `true` if a comma separates only columns, not digit groups.
    pub has_comma_columns: bool,
}

impl<'a> Tokens<'a> {
    /// Returns a line's tokens from an offset on.
    pub fn from_offset(line: &'a str, position: usize) -> Self {
        let column = line[..position].chars().count() + 1;
        Self { line, position, column, has_comma_columns: false }
    }

    /// Returns the next token's kind without consuming the token.
    pub fn peek(&self) -> Option<TokenKind> {
        self.clone().next().map(|token| token.kind)
    }

    /// Returns the token at the current position with its length, or else a separator's length.
    fn scan_token(&self) -> (Option<TokenKind>, usize) {
        let rest = &self.line[self.position..];
        let first = rest.chars().next().unwrap_or_default();
        let is_after_word = self.line[..self.position].ends_with(|c| is_word_char(c) || c == ')');
        match first {
            '{' | '[' => (Some(TokenKind::Open), 1),
            '}' | ']' => (Some(TokenKind::Close), 1),
            '"' | '\'' | '`' if !is_after_word => scan_quoted(rest),
            // A terminal color, whose first character `compare` replaces.
            '\u{1b}' | '\u{fffd}' if rest[first.len_utf8()..].starts_with('[') => (
                None,
                rest.find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1),
            ),
            '-' | '+' if !is_after_word && digit_count(&rest[1..]) > 0 => {
                let len = 1 + digit_count(&rest[1..]);
                (Some(TokenKind::Number(Err(NumberError::Malformed))), len)
            }
            'e' | 'E' if rest.get(1..4).is_some_and(|rest| rest.eq_ignore_ascii_case(".p.")) => {
                (Some(TokenKind::Word(Word::Filler)), 4)
            }
            _ if !is_word_char(first) => (None, first.len_utf8()),
            _ => scan_word(rest, &LINE_SEPARATORS[usize::from(self.has_comma_columns)..]),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while self.position < self.line.len() {
            let (kind, len) = self.scan_token();
            let text = &self.line[self.position..][..len];
            let column = self.column;
            self.position += len;
            self.column += text.chars().count();
            if let Some(kind) = kind {
                return Some(Token { kind, column, text });
            }
        }
        None
    }
}

/// Tests whether a character is part of a word. Figurines are, and so are combining characters.
fn is_word_char(c: char) -> bool {
    match c {
        '/' | '_' => true,
        // Latin-1 signs, punctuation, arrows, minus, table lines, byte order mark, damaged bytes.
        '\u{a0}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{2190}'..='\u{21ff}' => c == 'µ',
        '\u{2212}' | '\u{2500}'..='\u{257f}' | '\u{feff}' | '\u{fffd}' => false,
        _ => !c.is_whitespace() && !c.is_control() && (c.is_alphanumeric() || !c.is_ascii()),
    }
}

/// Scans a quoted text. One that contains moves beside other tokens is scanned without its quotes.
fn scan_quoted(rest: &str) -> (Option<TokenKind>, usize) {
    let Some(len) = rest[1..].find(&rest[..1]) else { return (None, 1) };
    let is_move = |token: Token<'_>| {
        matches!(token.kind, TokenKind::Move(_) | TokenKind::Word(Word::MoveLike))
    };
    let mut tokens = Tokens::from_offset(&rest[1..=len], 0);
    let first = tokens.next();
    match (first, tokens.next()) {
        (None, _) => (None, 1),
        (Some(Token { kind: TokenKind::Word(word), .. }), None) => {
            (Some(TokenKind::Word(word.quoted())), len + 2)
        }
        (Some(Token { kind: TokenKind::Open | TokenKind::Close, .. }), None) => (None, len + 2),
        (Some(token), None) => (Some(token.kind), len + 2),
        _ if Tokens::from_offset(&rest[1..=len], 0).any(is_move) => (None, 1),
        _ => (Some(TokenKind::Word(Word::Name)), len + 2),
    }
}

/// Scans a FEN, a move, a number or a word.
fn scan_word(rest: &str, separators: &[char]) -> (Option<TokenKind>, usize) {
    if let Some(len) = fen_len(rest) {
        return (Some(TokenKind::Word(Word::Other)), len);
    }
    // A move ends before a separator, but not before the next part of a longer word.
    let is_end = |after: &str| match after.strip_prefix('-') {
        Some(rest) => !rest.starts_with(char::is_alphabetic),
        None => !after.starts_with(is_word_char),
    };
    if let Some((mv, len)) = RootMove::parse_prefix(rest, is_end) {
        return (Some(TokenKind::Move(mv)), len);
    }
    let len = number_len(rest, separators);
    if len > 0 {
        return scan_number(rest, len);
    }
    let len = rest.find(|c| !is_word_char(c) && c != '-').unwrap_or(rest.len());
    let text = rest[..len].trim_end_matches('-');
    let after = rest[len..].trim_start();
    let word = match Word::new(text) {
        // A knight on a drawn board is no label.
        Word::Count if text == "n" && !(after.is_empty() || after.starts_with(['=', ':'])) => {
            Word::Other
        }
        word => word,
    };
    (Some(TokenKind::Word(word)), text.len())
}

fn is_percentage(after: &str) -> bool {
    after.trim_start_matches(' ').starts_with('%')
}

/// Scans the number with a length at the start of a text, and what makes it a quantity.
fn scan_number(rest: &str, len: usize) -> (Option<TokenKind>, usize) {
    let after = &rest[len..];
    let fraction_len = match after.as_bytes().first() {
        Some(b'.' | b'/' | b',') => 1 + digit_count(&after[1..]),
        _ => 0,
    };
    // The comma is only a percentage's decimal sign: `20,5` are two columns.
    let is_decimal = !after.starts_with(',') || is_percentage(&after[fraction_len..]);
    if fraction_len > 1 && is_decimal {
        return (Some(TokenKind::Quantity), len + fraction_len);
    }
    let unit = &after[..after.find(|c| !is_word_char(c)).unwrap_or(after.len())];
    match Word::new(unit) {
        _ if is_percentage(after) => (Some(TokenKind::Quantity), len),
        _ if unit.is_empty() || unit.starts_with('/') => {
            (Some(TokenKind::Number(parse_number(&rest[..len]))), len)
        }
        Word::Unit => (Some(TokenKind::Quantity), len + unit.len()),
        _ => (Some(TokenKind::Word(Word::new(&rest[..len + unit.len()]))), len + unit.len()),
    }
}

/// Returns the length of the FEN that starts a text, with the fields after the placement.
fn fen_len(rest: &str) -> Option<usize> {
    /// The length of the longest placement, which has a sign after each of 64 promoted pieces.
    const MAX_PLACEMENT_LEN: usize = 64 * 2 + 7;
    let field_len = |text: &str| {
        let is_end = |byte: &u8| b" \t\",;'".contains(byte);
        text.bytes().take(MAX_PLACEMENT_LEN).position(|byte| is_end(&byte)).unwrap_or(text.len())
    };
    let mut len = field_len(rest);
    if len > MAX_PLACEMENT_LEN || rest[..len].matches('/').count() < 7 {
        return None;
    }
    for characters in ["wb", "ABCDEFGHKQabcdefghkq-", "abcdefgh36-", "0123456789", "0123456789"] {
        let Some(next) = rest[len..].strip_prefix(' ') else { break };
        let field = &next[..field_len(next)];
        if field.is_empty() || !field.chars().all(|c| characters.contains(c)) {
            break;
        }
        len += 1 + field.len();
    }
    Some(len)
}
