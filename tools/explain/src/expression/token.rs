//! Expression tokens.

use core::ops::Range;

/// A token's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word that begins with a digit.
    Number,
    /// A word that begins with a letter or an underscore.
    Name,
    /// An operator, parenthesis or comma: one character, or two equal ones for a shift.
    Symbol,
    /// The end of the expression.
    End,
}

/// A token and its range in the expression.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// An expression's tokens. The next one is known.
#[derive(Clone)]
pub struct Tokens<'a> {
    pub text: &'a str,
    pub next: Token,
}

impl<'a> Tokens<'a> {
    /// Starts with the first token.
    pub fn new(text: &'a str) -> Self {
        Self { text, next: read_token(text, 0) }
    }

    /// Returns the next token and proceeds to the one behind it.
    pub fn pop(&mut self) -> Token {
        let following = read_token(self.text, self.next.range.end);
        core::mem::replace(&mut self.next, following)
    }

    /// Proceeds to the first token at an index or behind it.
    pub fn skip_to(&mut self, index: usize) {
        self.next = read_token(self.text, index);
    }

    /// Returns the next token's text.
    pub fn peek(&self) -> &'a str {
        &self.text[self.next.range.clone()]
    }

    /// Removes the next token if it is a symbol, and returns whether it is.
    pub fn pop_symbol(&mut self, symbol: &str) -> bool {
        let is_symbol = self.next.kind == TokenKind::Symbol && self.peek() == symbol;
        if is_symbol {
            self.pop();
        }
        is_symbol
    }
}

/// Returns the first token at an index or behind it.
fn read_token(text: &str, index: usize) -> Token {
    let rest = text[index..].trim_start();
    let start = text.len() - rest.len();
    let Some(first) = rest.chars().next() else {
        return Token { kind: TokenKind::End, range: start..start };
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_number = first.is_ascii_digit();
    let (kind, length) = if is_word(first) {
        // An apostrophe separates digits.
        let end = rest.find(|c| !(is_word(c) || is_number && c == '\''));
        let kind = if is_number { TokenKind::Number } else { TokenKind::Name };
        (kind, end.unwrap_or(rest.len()))
    } else {
        let is_shift = rest.starts_with("<<") || rest.starts_with(">>");
        (TokenKind::Symbol, if is_shift { 2 } else { first.len_utf8() })
    };
    Token { kind, range: start..start + length }
}
