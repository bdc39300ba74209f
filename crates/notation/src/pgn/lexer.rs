//! The PGN lexer: an iterator over a text's tokens, which account for every byte.

use core::iter::FusedIterator;

use super::characters::{Character, sign_number};
use super::comment::Comment;
use super::move_form::{is_plain_move, move_len};
use super::scan::find_line_end;
use super::split::RawGame;
use super::syntax::{
    TagExtent, blank_line_start, brace_comment_end, find_tag, is_line_start, is_tag_start,
    is_white_space, only_comments_follow, skip_while, token_end,
};
use super::tag::Tag;
use super::termination::Termination;
use super::token::{Nag, Token};
use crate::san::is_ep_annotation;

/// Returns the tokens in a text, which may hold any number of games.
///
/// The iterator takes linear time, does not allocate and accepts any bytes.
///
/// ```
/// use tabiya::pgn::{self, Token};
///
/// let moves = pgn::tokens("1. e4 (1. d4 d5) e5 {good} 2. Nf3!? *")
///     .filter(|token| matches!(token, Token::Move(_)));
/// assert_eq!(moves.count(), 5);
/// ```
#[inline]
pub fn tokens(text: &(impl AsRef<[u8]> + ?Sized)) -> Tokens<'_> {
    Tokens::new(text.as_ref())
}

impl<'a> RawGame<'a> {
    /// Returns all tokens in the game.
    ///
    /// No move stands among the tag pairs: other text there is [`Token::Unknown`]. If the tag pair `Result` is
    /// `0-0`, then `0-0` at the end is a termination marker, not castling.
    ///
    /// ```
    /// use tabiya::pgn::{RawGame, Token};
    ///
    /// let game = RawGame::new("[White \"A\"] e4 [Black \"B\"]\n\n1. d4 *");
    /// let mut tokens = game.tokens();
    /// assert!(matches!(tokens.next_visible(), Some(Token::Tag(_))));
    /// assert_eq!(tokens.next_visible(), Some(Token::Unknown(b"e4")));
    /// ```
    #[inline]
    pub fn tokens(&self) -> Tokens<'a> {
        Tokens { tags_end: self.tags_text().len(), ..Tokens::new(self.bytes()) }
    }
}

/// An iterator over a text's tokens, returned by [`tokens`] and [`RawGame::tokens`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    offset: usize,
    /// The end of the text that is known to have no moves. A number before it is a token nevertheless.
    tags_end: usize,
    section: Section,
}

/// The section in a game where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// Before the movetext, where `[` begins a tag pair.
    Tags,
    Movetext,
}

impl<'a> Tokens<'a> {
    #[inline]
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0, tags_end: 0, section: Section::Tags }
    }

    /// Creates the token iterator for a text without moves.
    #[inline]
    pub(super) const fn of_tags(bytes: &'a [u8]) -> Self {
        Self { tags_end: bytes.len(), ..Self::new(bytes) }
    }

    /// Returns the next token's index in the text.
    ///
    /// ```
    /// use tabiya::pgn;
    ///
    /// let mut tokens = pgn::tokens("1. e4");
    /// assert!(tokens.next().is_some());
    /// assert_eq!(tokens.offset(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the whole text.
    pub(super) const fn text(&self) -> &'a [u8] {
        self.bytes
    }

    /// Continues at an index, where movetext begins.
    #[inline]
    pub(super) const fn skip_to(&mut self, offset: usize) {
        self.offset = offset;
        self.section = Section::Movetext;
    }

    /// Returns the next token that is not white space.
    ///
    /// ```
    /// use tabiya::pgn::{self, Token};
    ///
    /// let mut tokens = pgn::tokens(" e4");
    /// assert_eq!(tokens.next_visible(), Some(Token::Move(b"e4")));
    /// assert_eq!(tokens.next_visible(), None);
    /// ```
    #[inline(always)]
    pub fn next_visible(&mut self) -> Option<Token<'a>> {
        loop {
            self.offset = skip_while(self.bytes, self.offset, is_white_space);
            let token = self.read_visible()?;
            if !matches!(token, Token::WhiteSpace(_)) {
                return Some(token);
            }
        }
    }

    /// Returns the next tag pair, without other tokens.
    #[inline]
    pub(super) fn next_tag(&mut self) -> Option<Tag<'a>> {
        loop {
            self.offset = skip_while(self.bytes, self.offset, is_white_space);
            if self.section == Section::Tags
                && let Some(extent) = find_tag(self.bytes, self.offset)
            {
                return Some(self.take_tag(extent));
            }
            if self.offset == self.bytes.len() {
                return None;
            }
            if let Token::Tag(tag) = self.read_between_tags()? {
                return Some(tag);
            }
        }
    }

    /// Reads a token that is no tag pair, where only comments and malformed lines are expected.
    #[cold]
    fn read_between_tags(&mut self) -> Option<Token<'a>> {
        self.read_visible()
    }

    /// Reads the token at the offset, which is not ASCII white space.
    #[inline(always)]
    fn read_visible(&mut self) -> Option<Token<'a>> {
        let start = self.offset;
        let token = match *self.bytes.get(start)? {
            b'a'..=b'z' | b'A'..=b'Z' => self.read_word(),
            b'0'..=b'9' => self.read_digits(),
            b'{' => Token::Comment(Comment::new(self.take(brace_comment_end(self.bytes, start)))),
            b'[' => self.read_bracket(),
            _ => self.read_sign(),
        };
        Some(token)
    }

    /// Takes the bytes to an index.
    #[inline]
    fn take(&mut self, end: usize) -> &'a [u8] {
        let bytes = &self.bytes[self.offset..end];
        self.offset = end;
        bytes
    }

    /// Takes a tag pair.
    #[inline]
    fn take_tag(&mut self, extent: TagExtent) -> Tag<'a> {
        let tag = Tag::new(self.bytes, self.offset, extent);
        self.offset = extent.end;
        tag
    }

    /// Takes the bytes to an index, in movetext.
    #[inline]
    fn take_movetext(&mut self, end: usize) -> &'a [u8] {
        self.section = Section::Movetext;
        self.take(end)
    }

    /// Takes the text before the next tag pair, comment or line break.
    #[cold]
    fn take_odd_text(&mut self, start: usize) -> Token<'a> {
        let is_odd = |byte| !matches!(byte, b'[' | b'{' | b';' | b'\r' | b'\n');
        let end = skip_while(self.bytes, start + 1, is_odd).min(self.tags_end);
        let text = self.bytes[start..end].trim_ascii_end();
        self.offset = start + text.len();
        Token::Unknown(text)
    }

    /// Reads a token that begins with a letter.
    #[inline(always)]
    fn read_word(&mut self) -> Token<'a> {
        let start = self.offset;
        let text = self.take_movetext(token_end(self.bytes, start));
        // One branch serves all rare words.
        let is_followed_by_sign = matches!(self.bytes.get(self.offset), Some(b'(' | 0x80..));
        let is_among_tags = start < self.tags_end;
        if !is_plain_move(text) | is_followed_by_sign | is_among_tags {
            return self.read_odd_word(start);
        }
        Token::Move(text)
    }

    /// Reads a word that is no plain move: one with non-ASCII characters, a sign after the move, a
    /// promotion piece in parentheses, or no move at all.
    #[cold]
    fn read_odd_word(&mut self, start: usize) -> Token<'a> {
        if start < self.tags_end {
            return self.take_odd_text(start);
        }
        let bytes = self.bytes;
        let end = non_ascii_word_end(bytes, start);
        self.offset = end;
        let text = &bytes[start..end];
        // The parentheses in `e8(Q)` begin no variation.
        if let ([.., b'1' | b'8'], [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..]) =
            (text, &bytes[end..])
        {
            self.offset += 3;
            return Token::Move(&bytes[start..self.offset]);
        }
        match text {
            b"Z0" | b"null" | b"NULL" => return Token::NullMove(text),
            _ if is_ep_annotation(text) => return Token::EnPassantSign(text),
            _ if sign_number(text).is_some() => return Token::Nag(Nag(text)),
            [_] => return Token::Unknown(text),
            _ => {}
        }
        let len = move_len(text);
        self.offset = start + len;
        Token::Move(&text[..len])
    }

    /// Reads a token that begins with a digit.
    #[inline(always)]
    fn read_digits(&mut self) -> Token<'a> {
        let start = self.offset;
        let end = skip_while(self.bytes, start + 1, |byte| byte.is_ascii_digit());
        match self.bytes.get(end) {
            // `0.5` begins a result.
            Some(b'.') if self.bytes[start] != b'0' => {
                let end = skip_while(self.bytes, end + 1, |byte| byte == b'.');
                Token::MoveNumber(self.take_movetext(end))
            }
            _ => self.read_odd_digits(end),
        }
    }

    /// Reads a token that begins with digits, up to an index, and without a dot after them.
    #[cold]
    fn read_odd_digits(&mut self, digits_end: usize) -> Token<'a> {
        let bytes = self.bytes;
        let start = self.offset;
        if start < self.tags_end {
            return self.take_odd_text(start);
        }
        match Termination::parse_prefix(&bytes[start..]) {
            // `0-0` may be castling.
            Some((Termination::BothLose, len)) => {
                let text = self.take_movetext(start + len);
                let is_result =
                    only_comments_follow(bytes, self.offset) && self.is_tagged_double_forfeit();
                return if is_result {
                    Token::Termination(Termination::BothLose, text)
                } else {
                    Token::Move(text)
                };
            }
            Some((termination, len)) => {
                return Token::Termination(termination, self.take_movetext(start + len));
            }
            None => {}
        }
        let is_null_move = &bytes[start..digits_end] == b"0000";
        match bytes[digits_end..] {
            [b'.', ..] => {
                let end = skip_while(bytes, digits_end, |byte| byte == b'.');
                Token::MoveNumber(self.take_movetext(end))
            }
            [b'-' | b'/' | b':', ..] => self.take_odd_move(),
            _ if is_null_move => Token::NullMove(self.take_movetext(digits_end)),
            _ => match Character::at(bytes, digits_end) {
                Some(dash) if dash.is_dash() => self.take_odd_move(),
                Some(Character { value: '…', len }) => {
                    Token::MoveNumber(self.take_movetext(digits_end + len))
                }
                _ => Token::MoveNumber(self.take_movetext(digits_end)),
            },
        }
    }

    /// Tests whether the tag pair `Result` says that both players lose, so that `0-0` at the end is no move.
    fn is_tagged_double_forfeit(&self) -> bool {
        let mut tags = Self::of_tags(&self.bytes[..self.tags_end]);
        let result = core::iter::from_fn(|| tags.next_tag()).find(|tag| tag.name() == b"Result");
        result.is_some_and(|tag| {
            Termination::from_text(tag.raw_value()) == Some(Termination::BothLose)
        })
    }

    /// Takes a word that has the form of castling or a result, and leaves the signs after it.
    fn take_odd_move(&mut self) -> Token<'a> {
        let bytes = self.bytes;
        let start = self.offset;
        let text = &bytes[start..non_ascii_word_end(bytes, start)];
        Token::Move(self.take_movetext(start + move_len(text)))
    }

    /// Reads a token that begins with a sign other than a brace or a bracket.
    #[inline(never)]
    fn read_sign(&mut self) -> Token<'a> {
        let bytes = self.bytes;
        let start = self.offset;
        if start < self.tags_end && begins_odd_text(bytes, start) {
            return self.take_odd_text(start);
        }
        match bytes[start] {
            b'(' => Token::VariationStart(self.take_movetext(start + 1)),
            b')' => Token::VariationEnd(self.take_movetext(start + 1)),
            b'$' => {
                let end = skip_while(bytes, start + 1, |byte| byte.is_ascii_digit());
                let text = self.take_movetext(end);
                if text.len() == 1 { Token::Unknown(text) } else { Token::Nag(Nag(text)) }
            }
            b'!' | b'?' => {
                let end = skip_while(bytes, start, |byte| matches!(byte, b'!' | b'?'));
                Token::Nag(Nag(self.take_movetext(end)))
            }
            b'*' => Token::Termination(Termination::Unfinished, self.take_movetext(start + 1)),
            b'.' => {
                let end = skip_while(bytes, start, |byte| byte == b'.');
                Token::MoveNumber(self.take_movetext(end))
            }
            b';' => Token::LineComment(Comment::new(self.take(find_line_end(bytes, start)))),
            b'%' if is_line_start(bytes, start) => {
                Token::Escape(self.take(find_line_end(bytes, start)))
            }
            0x80.. => self.read_character(),
            _ => self.read_unknown(),
        }
    }

    /// Reads a token that begins with a non-ASCII character.
    fn read_character(&mut self) -> Token<'a> {
        let bytes = self.bytes;
        let start = self.offset;
        let Some(character) = Character::at(bytes, start) else { return self.read_unknown() };
        if character.is_white_space() {
            return Token::WhiteSpace(self.take(start + character.len));
        }
        if let Some((termination, len)) = Termination::parse_prefix(&bytes[start..]) {
            return Token::Termination(termination, self.take_movetext(start + len));
        }
        if character.is_sign() {
            return Token::Nag(Nag(self.take_movetext(start + character.len)));
        }
        match character.value {
            '…' => Token::MoveNumber(self.take_movetext(start + character.len)),
            _ => self.read_unknown(),
        }
    }

    /// Reads a token that begins with an unexpected character.
    ///
    /// A text with a square or a non-ASCII character may be meant as a move, so that it must not
    /// disappear: it is a move, though in the wrong form.
    fn read_unknown(&mut self) -> Token<'a> {
        let bytes = self.bytes;
        let start = self.offset;
        let end = non_ascii_word_end(bytes, start).max(start + 1);
        let text = &bytes[start..end];
        self.take_movetext(end);
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        match text {
            b"--" | b"@@@@" => Token::NullMove(text),
            _ if sign_number(text).is_some() => Token::Nag(Nag(text)),
            _ if !text.is_ascii() || text.windows(2).any(is_square) => {
                let len = move_len(text);
                self.offset = start + len;
                Token::Move(&text[..len])
            }
            _ => Token::Unknown(text),
        }
    }

    /// Reads a token that begins with `[`: a tag pair, or else the bracket or a line.
    fn read_bracket(&mut self) -> Token<'a> {
        let bytes = self.bytes;
        let start = self.offset;
        let is_in_tags = self.section == Section::Tags || start < self.tags_end;
        if is_in_tags || blank_line_start(bytes, start).is_some() && is_tag_start(bytes, start) {
            self.section = Section::Tags;
            return match find_tag(bytes, start) {
                Some(extent) => Token::Tag(self.take_tag(extent)),
                None => Token::Malformed(self.take(find_line_end(bytes, start))),
            };
        }
        Token::Unknown(self.take_movetext(start + 1))
    }
}

/// Tests whether a sign before the movetext belongs to no comment, escape or white space.
fn begins_odd_text(bytes: &[u8], start: usize) -> bool {
    match bytes[start] {
        b';' => false,
        b'%' => !is_line_start(bytes, start),
        _ => !Character::at(bytes, start).is_some_and(Character::is_white_space),
    }
}

/// Returns the end of a word that may have non-ASCII characters: before a delimiter, a Unicode
/// space or a sign such as `±`.
fn non_ascii_word_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        end = token_end(bytes, end);
        match Character::at(bytes, end) {
            Some(character) if !character.is_white_space() && !character.is_sign() => {
                end += character.len;
            }
            _ => return end,
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Token<'a>> {
        let end = skip_while(self.bytes, self.offset, is_white_space);
        if end > self.offset {
            return Some(Token::WhiteSpace(self.take(end)));
        }
        self.read_visible()
    }
}

impl FusedIterator for Tokens<'_> {}
