//! The reader of games: legal moves, positions, and the tokens between moves.

use core::error::Error;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use arrayvec::ArrayVec;
use tabiya_core::Move;
use tabiya_movegen::{FenError, FenOptions, InputExcerpt, Position};

use super::comment::Comment;
use super::split::RawGame;
use super::tag::Tag;
use super::termination::Termination;
use super::token::{Nag, Token, Tokens};
use crate::move_text::{self, MoveTextError};
use crate::san;

/// The greatest depth of variations that a [`Reader`] reads: 1 for those of the main line.
pub const MAX_DEPTH: usize = 32;

/// The names of standard chess, and of variants that have its moves, in the tag pair `Variant`.
const STANDARD: [&str; 8] = [
    "",
    "Standard",
    "Chess",
    "Classical",
    "Normal",
    "From Position",
    "King of the Hill",
    "Three-check",
];

/// The names of Chess960 in the tag pair `Variant`.
const CHESS960: [&str; 6] =
    ["Chess960", "Chess 960", "Fischerandom", "Fischerrandom", "Fischer Random", "Freestyle"];

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
    /// A numeric annotation glyph or its traditional sign.
    Nag(Nag<'a>),
    /// A comment in braces or after `;`.
    Comment(Comment<'a>),
    /// The start of a variation, which replaces the last move.
    VariationStart,
    /// The end of a variation.
    VariationEnd,
    /// A termination marker.
    Termination(Termination),
    /// Other text: an escaped line, a malformed tag pair, or text that cannot be a move, such as `+-`.
    Other(&'a [u8]),
}

impl<'a> RawGame<'a> {
    /// Returns the start position of the game: that of the tag pair `FEN`, or the one of standard chess.
    ///
    /// The FEN is used whatever the tag pair `SetUp` says. Composed positions are accepted.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`] if the FEN is invalid, if the tag pair `Variant` names a variant with
    /// other moves, or if Chess960 lacks a FEN.
    ///
    /// ```
    /// use tabiya_notation::pgn::{RawGame, StartError};
    ///
    /// let game = RawGame::new("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
    /// assert_eq!(game.start_position()?.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    /// let game = RawGame::new("[Variant \"Crazyhouse\"]\n\n1. e4 *");
    /// assert!(matches!(game.start_position(), Err(StartError::Variant(_))));
    /// # Ok::<(), StartError>(())
    /// ```
    #[inline]
    pub fn start_position(&self) -> Result<Position, StartError> {
        let text = self.tags_text();
        if may_contain_start_tag(text) {
            return self.start_from_tags();
        }
        Ok(Position::START)
    }

    #[cold]
    fn start_from_tags(&self) -> Result<Position, StartError> {
        let variant = self.tag("Variant").map(|tag| tag.raw_value()).unwrap_or_default();
        let variant = variant.trim_ascii();
        let is_named = |name: &&str| variant.eq_ignore_ascii_case(name.as_bytes());
        let is_chess960 = CHESS960.iter().any(is_named);
        if !is_chess960 && !STANDARD.iter().any(is_named) {
            return Err(StartError::Variant(InputExcerpt::new(variant)));
        }
        match self.tag("FEN") {
            Some(fen) => FenOptions::new()
                .allow_impossible_checks(true)
                .read(fen.raw_value().trim_ascii())
                .map_err(StartError::Fen),
            None if is_chess960 => Err(StartError::MissingFen),
            None => Ok(Position::START),
        }
    }

    /// Returns the reader of the game, from its start position on.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`], as [`start_position`](Self::start_position) does.
    ///
    /// ```
    /// use tabiya_notation::pgn::{Event, RawGame, ReadError};
    ///
    /// let game = RawGame::new("1. e4 { good } (1. d4 d5) e5 2. Nf3 Nc6 1-0");
    /// let mut moves = String::new();
    /// for event in game.reader()? {
    ///     match event? {
    ///         Event::Move(mv, _) => moves += &mv.to_string(),
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

    /// Returns the moves of the main line, without variations and comments.
    ///
    /// This is faster than [`reader`](Self::reader).
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`], as [`start_position`](Self::start_position) does.
    ///
    /// ```
    /// use tabiya_notation::pgn::RawGame;
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

/// Tests whether a text may contain a tag pair that concerns the start position: `FEN` or `Variant`.
///
/// The bytes that are compared exclude frequent names, such as `FICSGamesDBGameNo` and `Variation`. There
/// are no branches, so that the compiler vectorizes the search.
#[inline]
pub(super) fn may_contain_start_tag(text: &[u8]) -> bool {
    let from = |index: usize| text.get(index..).unwrap_or_default();
    let bytes = text.iter().zip(from(1)).zip(from(2)).zip(from(7));
    bytes.fold(false, |found, (((&first, &second), &third), &eighth)| {
        let is_fen = (second == b'F') & (third == b'E');
        let is_variant = (second == b'V') & (eighth == b't');
        let is_blank = (second == b' ') | (second == b'\t');
        found | ((first == b'[') & (is_fen | is_variant | is_blank))
    })
}

/// The position and the last position of a line.
#[derive(Clone, Copy, Debug)]
struct Line {
    position: Position,
    /// The position before the last move, where a variation begins.
    before: Position,
    ply: usize,
}

/// An iterator over the elements of a game, which makes its moves. Returned by [`RawGame::reader`].
///
/// Errors do not end the iteration unless they concern the main line:
///
/// | error | then |
/// |---|---|
/// | a move of the main line is not legal | the iteration ends |
/// | a move of a variation is not legal | the rest of that variation is skipped to its end |
/// | a variation is nested too deeply | the variation is skipped, without its end |
/// | `)` without a variation; a variation without `)` | the iteration goes on |
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
    /// Creates the reader of tokens from a position on.
    #[inline]
    pub const fn new(start: Position, tokens: Tokens<'a>) -> Self {
        let line = Line { position: start, before: start, ply: 0 };
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

    /// Returns the number of moves made from the start of the game to the current position.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.line.ply
    }

    /// Returns the number of open variations: 0 in the main line.
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

    /// Returns the event of a token; `None` for tokens without one, such as move numbers.
    #[inline]
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
            Err(error) => Err(self.line_error(text, ReadFault::Move(error))),
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
        self.line.before = self.line.position;
        self.line.position.make_move(mv);
        self.line.ply += 1;
    }

    #[cold]
    fn read_null_move(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        match self.line.position.null_move() {
            Some(position) => {
                self.line.before = self.line.position;
                self.line.position = position;
                self.line.ply += 1;
                Ok(Event::NullMove(text))
            }
            None => Err(self.line_error(text, ReadFault::NullMoveInCheck)),
        }
    }

    #[cold]
    fn start_variation(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        if self.stack.try_push(self.line).is_err() {
            let error = self.error(text, ReadFault::Depth);
            if skip_to_variation_end(&mut self.tokens) {
                let _ = self.tokens.next_visible();
            }
            return Err(error);
        }
        self.line.position = self.line.before;
        self.line.ply = self.line.ply.saturating_sub(1);
        Ok(Event::VariationStart)
    }

    #[cold]
    fn end_variation(&mut self, text: &'a [u8]) -> Result<Event<'a>, ReadError> {
        self.line = self.stack.pop().ok_or_else(|| self.error(text, ReadFault::NoVariation))?;
        Ok(Event::VariationEnd)
    }

    /// Returns the error of the token that was read last.
    fn error(&self, text: &[u8], fault: ReadFault) -> ReadError {
        ReadError::new(self.tokens.offset(), self.line.ply, text, fault)
    }

    /// Returns the error of the token that was read last, and skips the rest of its line.
    #[cold]
    fn line_error(&mut self, text: &[u8], fault: ReadFault) -> ReadError {
        let error = self.error(text, fault);
        if self.stack.is_empty() {
            self.is_done = true;
        } else {
            skip_to_variation_end(&mut self.tokens);
        }
        error
    }

    /// Returns the error of a variation that is open at the end of the game, if one is.
    #[cold]
    pub(super) fn end(&mut self) -> Option<Result<Event<'a>, ReadError>> {
        self.is_done = true;
        let is_open = !self.stack.is_empty();
        is_open.then(|| Err(self.error(b"", ReadFault::UnclosedVariation)))
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

/// An iterator over the moves of the main line, returned by [`RawGame::main_line`].
///
/// It ends after the first error. A null move is an error: a caller that needs null moves uses a
/// [`Reader`].
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

    /// Returns the number of moves made.
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
    /// A comment usually concerns the last move. Those of variations are not passed.
    ///
    /// ```
    /// use tabiya_notation::pgn::{Command, RawGame};
    ///
    /// let game = RawGame::new("1. e4 {[%clk 0:03:00]} (1. d4 {?}) e5 {[%clk 0:02:58]} *");
    /// let (mut line, mut clocks) = (game.main_line()?, Vec::new());
    /// while let Some(mv) = line.next_with_comments(|comment| clocks.extend(comment.commands())) {
    ///     assert!(mv.is_ok());
    /// }
    /// assert_eq!(clocks[0], Command::Clock { centiseconds: 18_000 });
    /// assert_eq!(clocks.len(), 2);
    /// # Ok::<(), tabiya_notation::pgn::StartError>(())
    /// ```
    #[inline]
    pub fn next_with_comments(
        &mut self,
        mut comment: impl FnMut(Comment<'a>),
    ) -> Option<Result<Move, ReadError>> {
        while !self.is_done {
            match self.tokens.next_visible()? {
                Token::Move(text) => return Some(self.read_move(text)),
                Token::NullMove(text) => return Some(self.read_odd_move(text)),
                Token::VariationStart(_) => self.skip_variation(),
                Token::Termination(termination, _) => self.termination = Some(termination),
                Token::Comment(found) | Token::LineComment(found) => comment(found),
                _ => {}
            }
        }
        None
    }

    #[inline]
    fn read_move(&mut self, text: &'a [u8]) -> Result<Move, ReadError> {
        let mv = match san::parse(&self.position, text) {
            Ok(mv) => mv,
            Err(_) => self.read_odd_move(text)?,
        };
        self.position.make_move(mv);
        self.ply += 1;
        Ok(mv)
    }

    #[cold]
    fn read_odd_move(&mut self, text: &'a [u8]) -> Result<Move, ReadError> {
        let fault = match move_text::parse(&self.position, text) {
            Ok(Some(mv)) => return Ok(mv),
            Ok(None) => ReadFault::NullMove,
            Err(error) => ReadFault::Move(error),
        };
        self.is_done = true;
        Err(ReadError::new(self.tokens.offset(), self.ply, text, fault))
    }

    /// Skips a variation whose parenthesis was read.
    #[cold]
    fn skip_variation(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.next_visible() {
                Some(Token::VariationStart(_)) => depth += 1,
                Some(Token::VariationEnd(_)) => depth -= 1,
                Some(_) => {}
                None => return,
            }
        }
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

/// An error of [`RawGame::start_position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The error of an invalid tag pair `FEN`.
    Fen(FenError),
    /// The error of a variant whose moves are not those of chess.
    Variant(InputExcerpt),
    /// The error of a game of Chess960 without a tag pair `FEN`.
    MissingFen,
}

impl StartError {
    /// Returns the name of the tag pair that is in error.
    #[inline]
    #[must_use]
    pub const fn tag_name(&self) -> &'static str {
        match self {
            Self::Fen(_) => "FEN",
            Self::Variant(_) | Self::MissingFen => "Variant",
        }
    }
}

impl fmt::Display for StartError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(_) => f.write_str("invalid tag pair FEN"),
            Self::Variant(found) => write!(f, "{found}: not a supported variant"),
            Self::MissingFen => f.write_str("Chess960 without a tag pair FEN"),
        }
    }
}

impl Error for StartError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            _ => None,
        }
    }
}

/// An error of [`Reader`] or [`MainLine`], with its place.
///
/// ```
/// use std::error::Error;
/// use tabiya_notation::pgn::RawGame;
///
/// let game = RawGame::new("1. e4 e5 2. Bh6");
/// let error = game.main_line()?.find_map(Result::err).expect("the bishop cannot move to h6");
/// assert_eq!(error.to_string(), "byte 12, ply 2: \"Bh6\"");
/// let source = error.source().map(ToString::to_string);
/// assert_eq!(source.as_deref(), Some("not a legal move"));
/// # Ok::<(), Box<dyn Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The place of the text in the game.
    pub range: Range<usize>,
    /// The number of moves before the error, from the start of the game on.
    pub ply: usize,
    /// The text.
    pub text: InputExcerpt,
    /// The reason, which is also the [source](Error::source).
    pub fault: ReadFault,
}

impl ReadError {
    #[cold]
    pub(super) fn new(end: usize, ply: usize, text: &[u8], fault: ReadFault) -> Self {
        Self { range: end - text.len()..end, ply, text: InputExcerpt::new(text), fault }
    }
}

impl fmt::Display for ReadError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}, ply {}: {}", self.range.start, self.ply, self.text)
    }
}

impl Error for ReadError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}

/// The reason of a [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadFault {
    /// The error of a text that is not a legal move.
    Move(MoveTextError),
    /// The error of a null move that [`MainLine`] does not make.
    NullMove,
    /// The error of a null move in check.
    NullMoveInCheck,
    /// The error of variations nested deeper than [`MAX_DEPTH`].
    Depth,
    /// The error of `)` without a variation.
    NoVariation,
    /// The error of a variation without `)`.
    UnclosedVariation,
    /// The error of more moves than a tree can have.
    TooManyMoves,
}

impl fmt::Display for ReadFault {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::NullMove => f.write_str("a null move is not a legal move"),
            Self::NullMoveInCheck => f.write_str("null move in check"),
            Self::Depth => write!(f, "variations nested deeper than {MAX_DEPTH}"),
            Self::NoVariation => f.write_str("no variation to close"),
            Self::UnclosedVariation => f.write_str("unclosed variation at the end"),
            Self::TooManyMoves => f.write_str("more moves than a tree can have"),
        }
    }
}

impl Error for ReadFault {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Move(error) => error.source(),
            _ => None,
        }
    }
}
