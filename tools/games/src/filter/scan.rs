//! The words and symbols in filters.

use std::ops::Range;

use super::error::{FilterError, FilterErrorKind};

/// The quotes around a text, as they open and close it.
const QUOTES: [(char, char); 3] = [('"', '"'), ('\'', '\''), ('\u{201C}', '\u{201D}')];

/// A reader for words and symbols.
pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) position: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }

    pub(super) fn skip_white_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.skip_white_space();
        self.rest().chars().next()
    }

    /// Skips a symbol, if it follows.
    pub(super) fn skip(&mut self, symbol: &str) -> bool {
        self.skip_white_space();
        let follows = self.rest().starts_with(symbol);
        self.position += if follows { symbol.len() } else { 0 };
        follows
    }

    /// Skips a keyword in upper or lower case, if it follows.
    pub(super) fn skip_keyword(&mut self, keyword: &str) -> bool {
        let start = self.position;
        let is_keyword = self.name().eq_ignore_ascii_case(keyword);
        if !is_keyword {
            self.position = start;
        }
        is_keyword
    }

    /// Reads the longest text that consists of name characters, with `@` before or not. It may be
    /// empty.
    pub(super) fn name(&mut self) -> &'a str {
        self.skip_white_space();
        let sign = usize::from(self.rest().starts_with('@'));
        self.word_after(sign, is_name_char)
    }

    /// Reads the longest text that consists of characters for values without quotes. It may be
    /// empty, and ends before `..`, a range's sign.
    pub(super) fn value(&mut self) -> &'a str {
        self.skip_white_space();
        let word = self.word_after(0, is_value_char);
        let len = word.find("..").unwrap_or(word.len());
        self.position -= word.len() - len;
        &word[..len]
    }

    /// Reads a sign, whose length in bytes is given, and the longest text after it.
    fn word_after(&mut self, sign: usize, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest[sign..].find(|c| !is_part(c)).map_or(rest.len(), |len| sign + len);
        self.position += len;
        &rest[..len]
    }

    /// Reads a text in quotes, if one follows.
    pub(super) fn quoted(&mut self) -> Result<Option<String>, FilterError> {
        let Some((open, close)) =
            self.peek().and_then(|c| QUOTES.into_iter().find(|(open, _)| *open == c))
        else {
            return Ok(None);
        };
        let offset = self.position;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((index, c)) = chars.next() {
            match c {
                _ if c == close => {
                    self.position = offset + index + close.len_utf8();
                    return Ok(Some(text));
                }
                '\\' => {
                    let is_escape = |c: char| matches!(c, '\\') || c == open || c == close;
                    let escaped = chars.next_if(|&(_, c)| is_escape(c));
                    text.push(escaped.map_or(c, |(_, c)| c));
                }
                _ => text.push(c),
            }
        }
        Err(FilterError { offset, fault: FilterErrorKind::UnclosedText })
    }

    /// Returns the error for the character that follows.
    pub(super) fn unexpected(&mut self, expected: &'static str) -> FilterError {
        let found = self.peek();
        let fault = FilterErrorKind::Unexpected { found, expected };
        FilterError { offset: self.position, fault }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }
}

pub(super) fn is_name_char(c: char) -> bool {
    let is_sign = matches!(c, '≠' | '≤' | '≥' | '\u{201C}' | '\u{201D}' | '\u{2212}');
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii() && !c.is_whitespace() && !is_sign
}

fn is_value_char(c: char) -> bool {
    let is_sign = matches!(c, '.' | '-' | '+' | '/' | '*' | ':' | '?' | '\'' | '#' | '@' | '%');
    is_name_char(c) || is_sign || c == '\u{2212}'
}
