//! The scanner that splits the operations in an EPD line into tokens.

use core::ops::Range;

use super::error::EpdError;
use super::fields::{character_len, white_space_len};

/// The operation syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// The EPD standard's syntax: tokens separated by spaces and tabs.
    Standard,
    /// Tokens may be separated by any white space.
    Lenient,
    /// Quoted operands may contain escaped quotes, too.
    Escapes,
}

/// A scanner for the EPD operations in a line. A copy of the scanner scans the same text again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    line: &'a [u8],
    offset: usize,
    syntax: Syntax,
}

impl<'a> Scanner<'a> {
    #[inline]
    pub(super) const fn new(line: &'a [u8], offset: usize, syntax: Syntax) -> Self {
        Self { line, offset, syntax }
    }

    #[inline]
    pub(super) const fn line(&self) -> &'a [u8] {
        self.line
    }

    #[inline]
    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    #[inline]
    pub(super) const fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Skips the text from an index to the next semicolon.
    #[inline]
    pub(super) fn skip_to_terminator(&mut self, index: usize) {
        let rest = &self.line[index..];
        self.offset = index + rest.iter().position(|&byte| byte == b';').unwrap_or(rest.len());
    }

    #[inline]
    fn next_byte(&self) -> Option<u8> {
        self.line.get(self.offset).copied()
    }

    /// Returns the separator's byte length at the offset; 0 if there is none.
    #[inline]
    fn separator_len(&self) -> usize {
        match (self.next_byte(), self.syntax) {
            (Some(b' ' | b'\t'), _) => 1,
            (_, Syntax::Standard) => 0,
            _ => white_space_len(self.line, self.offset),
        }
    }

    #[inline]
    pub(super) fn skip_separators(&mut self) {
        loop {
            match self.separator_len() {
                0 => return,
                len => self.offset += len,
            }
        }
    }

    /// Tests whether a token ends at the offset.
    #[inline]
    fn is_token_end(&self) -> bool {
        matches!(self.next_byte(), None | Some(b';')) || self.separator_len() > 0
    }

    /// Takes the text before the next separator, semicolon or end.
    #[inline]
    pub(super) fn take_token(&mut self) -> Range<usize> {
        let start = self.offset;
        while !self.is_token_end() {
            self.offset += character_len(self.line, self.offset);
        }
        start..self.offset
    }

    /// Takes the next token if it starts with a digit, and is therefore not an opcode.
    #[inline]
    pub(super) fn take_number(&mut self) -> Option<&'a [u8]> {
        self.skip_separators();
        let is_number = self.next_byte().is_some_and(|first| first.is_ascii_digit());
        is_number.then(|| &self.line[self.take_token()])
    }

    #[inline]
    pub(super) fn skip_terminators(&mut self) {
        self.skip_separators();
        while self.next_byte() == Some(b';') {
            self.offset += 1;
            self.skip_separators();
        }
    }

    /// Takes the next operand, and returns its range without quotes, and whether it is quoted.
    #[inline]
    pub(super) fn take_operand(&mut self) -> Result<Option<(Range<usize>, bool)>, EpdError> {
        self.skip_separators();
        let offset = self.offset;
        if self.next_byte() != Some(b'"') {
            let token = self.take_token();
            return match self.line[token.clone()].iter().position(|&byte| byte == b'"') {
                Some(index) => Err(EpdError::StrayQuote { offset: offset + index }),
                None => Ok((!token.is_empty()).then_some((token, false))),
            };
        }
        self.offset += 1;
        let start = self.offset;
        let Some(len) = self.quoted_len() else {
            self.offset = self.line.len();
            return Err(EpdError::UnclosedQuote { offset });
        };
        let end = start + len;
        self.offset = end + 1;
        if self.is_token_end() {
            Ok(Some((start..end, true)))
        } else {
            Err(EpdError::StrayQuote { offset: end })
        }
    }

    /// Returns how many bytes precede the closing quote.
    #[inline]
    fn quoted_len(&self) -> Option<usize> {
        let mut bytes = self.line[self.offset..].iter().enumerate();
        while let Some((index, &byte)) = bytes.next() {
            match byte {
                b'"' => return Some(index),
                b'\\' if self.syntax == Syntax::Escapes => drop(bytes.next()),
                _ => {}
            }
        }
        None
    }
}
