//! The game reader: legal moves, positions, and the tokens between moves.

use core::iter::FusedIterator;

use arrayvec::ArrayVec;
use tabiya_core::Move;
use tabiya_movegen::Position;

use super::comment::Comment;
use super::lexer::Tokens;
use super::read_error::{MAX_DEPTH, ReadError, ReadErrorKind};
use super::result::is_double_forfeit;
use super::split::RawGame;
use super::start::StartError;
use super::tag::Tag;
use super::termination::Termination;
use super::token::{Nag, Token};
use crate::{move_text, san};

/// An element of a game, returned by [`Reader`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A tag pair.
    Tag(Tag<'a>),
    /// A legal move and its text. [`Reader::position`] is the position after the move.
    Move(Move, &'a [u8]),
    /// A null move and its text.
    NullMove(&'a [u8]),
    /// A numeric annotation glyph or its sign.
    Nag(Nag<'a>),
    /// A comment in braces or after `;`.
    Comment(Comment<'a>),
    /// The start of a variation, which replaces the last move.
    VariationStart,
    /// The end of a variation.
    VariationEnd,
    /// A termination marker.
    Termination(Termination),
    /// Other text: an escaped line, a malformed tag pair, or text that cannot be a move, such as `]`.
    Other(&'a [u8]),
}

impl<'a> RawGame<'a> {
    /// Returns a reader for the game, which begins at its start position.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`], as [`start_position`](Self::start_position) does.
    ///
    /// ```
    /// use tabiya::pgn::{Event, RawGame, ReadError};
    /// use tabiya::uci::UciMove;
    ///
    /// let game = RawGame::new("1. e4 { good } (1. d4 d5) e5 2. Nf3 Nc6 1-0");
    /// let mut moves = String::new();
    /// for event in game.reader()? {
    ///     match event? {
    ///         Event::Move(mv, _) => moves += &UciMove::from(mv).to_string(),
    ///         Event::VariationStart => moves += "(",
    ///         Event::VariationEnd => moves += ")",
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(moves, "e2e4(d2d4d7d5)e7e5g1f3b8c6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn reader(&self) -> Result<Reader<'a>, StartError> {
        Ok(Reader::new(self.start_position()?, self.tokens()))
    }
}

/// The position in a line, and the one before it.
#[derive(Clone, Copy, Debug)]
struct Line {
    position: Position,
    /// The position before the last move, where a variation begins.
    before: Position,
    ply: usize,
    /// The index of the parenthesis that began the line; 0 for the main line.
    parenthesis: usize,
}

impl Line {
    /// Makes a move by a function that changes the position in place: copies of it would stall.
    #[inline(always)]
    fn advance(&mut self, make: impl FnOnce(&mut Position)) {
        self.before = self.position;
        make(&mut self.position);
        self.ply += 1;
    }
}

/// An iterator over a game's elements, which makes its moves. Returned by [`RawGame::reader`].
///
/// Errors do not end the iteration unless they concern the main line:
///
/// | error | then |
/// |---|---|
/// | a main-line move is not legal | the iteration ends |
/// | a move in a variation is not legal | the rest of that variation is skipped to its end |
/// | a variation is nested too deeply | the variation is skipped, without its end |
/// | `)` without a variation | the iteration goes on |
/// | a variation without `)` | the error, at the place of its `(`, follows the last element |
///
/// A null move in check is not legal.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Reader<'a> {
    tokens: Tokens<'a>,
    line: Line,
    /// The lines whose variations are open, the main line first.
    stack: ArrayVec<Line, MAX_DEPTH>,
    is_done: bool,
}

impl<'a> Reader<'a> {
    /// Creates the reader from a start position and the tokens after it.
    #[inline]
    pub const fn new(start: Position, tokens: Tokens<'a>) -> Self {
        let line = Line { position: start, before: start, ply: 0, parenthesis: 0 };
        Self { tokens, line, stack: ArrayVec::new_const(), is_done: false }
    }

    /// Returns the position after the last move; after a [`VariationEnd`](Event::VariationEnd), the
    /// position before the variation began.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.line.position
    }

    /// Returns the position before the last move.
    #[inline]
    #[must_use]
    pub const fn position_before(&self) -> &Position {
        &self.line.before
    }

    /// Returns how many moves lead from the start of the game to the current position.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.line.ply
    }

    /// Returns how many variations are open: 0 in the main line.
    #[inline]
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Returns the next token, unless the iteration has ended.
    #[inline(always)]
    pub(super) fn next_token(&mut self) -> Option<Token<'a>> {
        if self.is_done { None } else { self.tokens.next_visible() }
    }

    /// Returns a token's event; `None` for tokens without one, such as move numbers.
    ///
    /// Always inlined: a call would write each token to memory, and copies stall.
    #[inline(always)]
    pub(super) fn read_token(&mut self, token: Token<'a>) -> Option<Result<Event<'a>, ReadError>> {
        Some(match token {
            Token::Move(text) => self.read_move(text),
            Token::MoveNumber(_) | Token::WhiteSpace(_) | Token::EnPassantSign(_) => return None,
            Token::Comment(comment) | Token::LineComment(comment) => Ok(Event::Comment(comment)),
            Token::NullMove(text) => self.read_null_move(text),
            Token::Nag(nag) => Ok(Event::Nag(nag)),
            Token::VariationStart(text) => self.start_variation(text),
            Token::VariationEnd(text) => self.end_variation(text),
            Token::Termination(termination, _) => Ok(Event::Termination(termination)),
            Token::Tag(tag) => Ok(Event::Tag(tag)),
            Token::Escape(text) | Token::Malformed(text) | Token::Unknown(text) => {
                Ok(Event::Other(text))
            }
        })
    }

    /// Reads a move and makes it.
    #[inline]
    fn read_move(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        if let Some(mv) = self.make_san(text) {
            return Ok(Event::Move(mv, text));
        }
        match move_text::parse(&self.line.position, text) {
            Ok(Some(mv)) => {
                self.make(mv);
                Ok(Event::Move(mv, text))
            }
            Ok(None) => self.read_null_move(text),
            Err(_) if self.stack.is_empty() && is_double_forfeit(text, &self.tokens) => {
                Ok(Event::Termination(Termination::BothLose))
            }
            Err(error) => Err(self.line_error(text, ReadErrorKind::Move(error))),
        }
    }

    /// Makes a move in SAN, if the text is one.
    #[inline(always)]
    pub(super) fn make_san(&mut self, text: &[u8]) -> Option<Move> {
        let mv = san::parse(&self.line.position, text).ok()?;
        self.make(mv);
        Some(mv)
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        self.line.advance(|position| position.make_move(mv));
    }

    #[cold]
    fn read_null_move(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        match self.line.position.null_move() {
            Some(after) => {
                self.line.advance(|position| *position = after);
                Ok(Event::NullMove(text))
            }
            None => Err(self.line_error(text, ReadErrorKind::NullMoveInCheck)),
        }
    }

    #[cold]
    fn start_variation(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        if self.stack.try_push(self.line).is_err() {
            let error = self.error(text, ReadErrorKind::Depth);
            if skip_to_variation_end(&mut self.tokens) {
                let _ = self.tokens.next_visible();
            }
            return Err(error);
        }
        self.line.position = self.line.before;
        self.line.ply = self.line.ply.saturating_sub(1);
        self.line.parenthesis = self.tokens.offset() - text.len();
        Ok(Event::VariationStart)
    }

    #[cold]
    fn end_variation(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        self.line = self.stack.pop().ok_or_else(|| self.error(text, ReadErrorKind::NoVariation))?;
        Ok(Event::VariationEnd)
    }

    /// Returns the error for the last token read.
    fn error(&self, text: &[u8], fault: ReadErrorKind) -> ReadError {
        ReadError::new(self.tokens.offset(), self.line.ply, text, fault)
    }

    /// Returns the error for the last token read, and skips the rest of its line.
    #[cold]
    fn line_error(&mut self, text: &[u8], fault: ReadErrorKind) -> ReadError {
        let error = self.error(text, fault);
        if self.stack.is_empty() {
            self.is_done = true;
        } else {
            skip_to_variation_end(&mut self.tokens);
        }
        error
    }

    /// Returns the error for a variation that is open at the end of the game, if there is one, and closes it.
    #[cold]
    pub(super) fn end(&mut self) -> Option<Result<Event<'a>, ReadError>> {
        let Some(line) = self.stack.pop() else {
            self.is_done = true;
            return None;
        };
        let variation = core::mem::replace(&mut self.line, line);
        let end = variation.parenthesis + 1;
        Some(Err(ReadError::new(end, self.line.ply, b"(", ReadErrorKind::UnclosedVariation)))
    }
}

/// Skips the rest of a variation; returns `true` if its parenthesis is the next token.
pub(super) fn skip_to_variation_end(tokens: &mut Tokens<'_>) -> bool {
    let mut depth = 0_usize;
    loop {
        let mut ahead = tokens.clone();
        match ahead.next_visible() {
            Some(Token::VariationStart(_)) => depth += 1,
            Some(Token::VariationEnd(_)) if depth == 0 => return true,
            Some(Token::VariationEnd(_)) => depth -= 1,
            Some(_) => {}
            None => return false,
        }
        *tokens = ahead;
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = Result<Event<'a>, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_done {
            let Some(token) = self.tokens.next_visible() else { return self.end() };
            let event = self.read_token(token);
            if event.is_some() {
                return event;
            }
        }
        None
    }
}

impl FusedIterator for Reader<'_> {}
