//! The moves in the main line.

use core::iter::FusedIterator;

use tabiya_core::Move;
use tabiya_movegen::Position;

use super::comment::Comment;
use super::lexer::Tokens;
use super::read_error::{ReadError, ReadErrorKind};
use super::result::is_double_forfeit;
use super::split::RawGame;
use super::start::StartError;
use super::termination::Termination;
use super::token::Token;
use crate::{move_text, san};

impl<'a> RawGame<'a> {
    /// Returns the moves in the main line, without variations and comments.
    ///
    /// This is faster than [`reader`](Self::reader).
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`], as [`start_position`](Self::start_position) does.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    ///
    /// let game = RawGame::new("1. e4 (1. d4 d5) e5 2. Nf4 Nc6");
    /// let mut moves = game.main_line()?;
    /// assert_eq!(moves.by_ref().filter_map(Result::ok).count(), 2);
    ///
    /// let mut moves = game.main_line()?;
    /// let error = moves.find_map(Result::err).expect("no knight moves to f4");
    /// assert_eq!((error.ply, error.range), (2, 23..26));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn main_line(&self) -> Result<MainLine<'a>, StartError> {
        let mut tokens = self.tokens();
        tokens.skip_to(self.tags_text().len());
        Ok(MainLine {
            tokens,
            position: self.start_position()?,
            ply: 0,
            termination: None,
            is_done: false,
        })
    }
}

/// An iterator over the moves in the main line, returned by [`RawGame::main_line`].
///
/// It ends after the first error. A variation or a comment without an end is an error, too, because
/// it hides the moves that follow. A null move is not a [`Move`]: unless the side is in check, it
/// is the error [`ReadErrorKind::NullMove`], after which the line goes on. Stop there if you have
/// no use for null moves.
///
/// ```
/// use tabiya::pgn::{RawGame, ReadErrorKind};
///
/// let moves = RawGame::new("1. e4 -- 2. d4 *").main_line()?;
/// let faults: Vec<_> = moves.map(|mv| mv.err().map(|error| error.fault)).collect();
/// assert_eq!(faults, [None, Some(ReadErrorKind::NullMove), None]);
/// # Ok::<(), tabiya::pgn::StartError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct MainLine<'a> {
    tokens: Tokens<'a>,
    position: Position,
    ply: usize,
    termination: Option<Termination>,
    is_done: bool,
}

impl<'a> MainLine<'a> {
    /// Returns the position after the last move.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how many moves were made.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the last termination marker that was read.
    #[inline]
    #[must_use]
    pub const fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Returns the next move, as the iterator does, and passes the comments before it to a function.
    ///
    /// A comment usually concerns the last move. Comments in variations are not passed.
    ///
    /// ```
    /// use tabiya::pgn::{Command, RawGame};
    ///
    /// let game = RawGame::new("1. e4 {[%clk 0:03:00]} (1. d4 {?}) e5 {[%clk 0:02:58]} *");
    /// let (mut line, mut clocks) = (game.main_line()?, Vec::new());
    /// while let Some(mv) = line.next_with_comments(|comment| clocks.extend(comment.commands())) {
    ///     assert!(mv.is_ok());
    /// }
    /// assert_eq!(clocks[0], Command::Clock { centiseconds: 18_000 });
    /// assert_eq!(clocks.len(), 2);
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[inline]
    pub fn next_with_comments(
        &mut self,
        mut comment: impl FnMut(Comment<'a>),
    ) -> Option<Result<Move, ReadError>> {
        while !self.is_done {
            match self.tokens.next_visible()? {
                Token::Move(text) => {
                    if let Ok(mv) = san::parse(&self.position, text) {
                        return Some(Ok(self.make(mv)));
                    }
                    match self.read_odd_move(text) {
                        Some(read) => return Some(read.map(|mv| self.make(mv))),
                        None => self.termination = Some(Termination::BothLose),
                    }
                }
                Token::NullMove(text) => {
                    return self.read_odd_move(text);
                }
                Token::VariationStart(_) => {
                    if let Err(error) = self.skip_variation() {
                        return Some(Err(error));
                    }
                }
                Token::Termination(termination, _) => self.termination = Some(termination),
                Token::Comment(found) | Token::LineComment(found) => {
                    comment(found);
                    if found.is_unclosed() {
                        return Some(Err(self.unclosed_error(found)));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Makes a legal move and returns it.
    #[inline(always)]
    fn make(&mut self, mv: Move) -> Move {
        self.position.make_move(mv);
        self.ply += 1;
        mv
    }

    /// Reads a text that is no legal SAN move; returns `None` if it is the game result `0-0`.
    #[cold]
    fn read_odd_move(&mut self, text: &'a [u8]) -> Option<Result<Move, ReadError>> {
        let fault = match move_text::parse(&self.position, text) {
            Ok(Some(mv)) => return Some(Ok(mv)),
            Ok(None) => match self.position.null_move() {
                Some(after) => {
                    let fault = ReadErrorKind::NullMove;
                    let error = ReadError::new(self.tokens.offset(), self.ply, text, fault);
                    self.position = after;
                    self.ply += 1;
                    return Some(Err(error));
                }
                None => ReadErrorKind::NullMoveInCheck,
            },
            Err(_) if is_double_forfeit(text, &self.tokens) => return None,
            Err(error) => ReadErrorKind::Move(error),
        };
        self.is_done = true;
        Some(Err(ReadError::new(self.tokens.offset(), self.ply, text, fault)))
    }

    /// Returns the error for a comment that hides the rest of the game.
    #[cold]
    fn unclosed_error(&mut self, comment: Comment<'_>) -> ReadError {
        self.is_done = true;
        let end = self.tokens.offset() - comment.bytes().len() + 1;
        ReadError::new(end, self.ply, b"{", ReadErrorKind::UnclosedComment)
    }

    /// Skips a variation whose parenthesis was read.
    ///
    /// A variation without an end hides the rest of the game, which is an error.
    #[cold]
    fn skip_variation(&mut self) -> Result<(), ReadError> {
        let parenthesis_end = self.tokens.offset();
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.next_visible() {
                Some(Token::VariationStart(_)) => depth += 1,
                Some(Token::VariationEnd(_)) => depth -= 1,
                Some(_) => {}
                None => {
                    self.is_done = true;
                    let fault = ReadErrorKind::UnclosedVariation;
                    return Err(ReadError::new(parenthesis_end, self.ply, b"(", fault));
                }
            }
        }
        Ok(())
    }
}

impl Iterator for MainLine<'_> {
    type Item = Result<Move, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.next_with_comments(|_| ())
    }
}

impl FusedIterator for MainLine<'_> {}
