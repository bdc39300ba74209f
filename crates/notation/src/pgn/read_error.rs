//! Errors from reading moves.

use core::error::Error;
use core::fmt;
use core::ops::Range;

use tabiya_movegen::InputExcerpt;

use crate::move_text::MoveTextError;

/// The maximum variation depth that a [`Reader`](super::Reader) reads: 1 for a variation in the main line.
pub const MAX_DEPTH: usize = 32;

/// An error from [`Reader`](super::Reader) or [`MainLine`](super::MainLine), with its place.
///
/// ```
/// use std::error::Error;
/// use tabiya::pgn::RawGame;
///
/// let game = RawGame::new("1. e4 e5 2. Ke3");
/// let error = game.main_line()?.find_map(Result::err).expect("the king cannot move to e3");
/// assert_eq!(error.to_string(), "byte 12, ply 2: \"Ke3\": not a legal move");
/// let source = error.source().map(ToString::to_string);
/// assert_eq!(source.as_deref(), Some("no matching white king can move to e3"));
/// # Ok::<(), Box<dyn Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The text's place in the game.
    pub range: Range<usize>,
    /// The number of moves before the error, from the start of the game on.
    pub ply: usize,
    /// The text.
    pub text: InputExcerpt,
    /// The reason. If it has a cause, that is the [source](Error::source).
    pub fault: ReadErrorKind,
}

impl ReadError {
    #[cold]
    pub(super) fn new(end: usize, ply: usize, text: &[u8], fault: ReadErrorKind) -> Self {
        Self { range: end - text.len()..end, ply, text: InputExcerpt::new(text), fault }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { range, ply, text, fault } = self;
        write!(f, "byte {}, ply {ply}: {text}: {fault}", range.start)
    }
}

impl Error for ReadError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.fault.source()
    }
}

/// The reason for a [`ReadError`].
#[doc(alias = "ReadFault")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The error for a text that is not a legal move.
    Move(MoveTextError),
    /// The error for a null move, which [`MainLine`](super::MainLine) does not yield as a move.
    NullMove,
    /// The error for a null move in check.
    NullMoveInCheck,
    /// The error for variations nested deeper than [`MAX_DEPTH`].
    Depth,
    /// The error for `)` without a variation.
    NoVariation,
    /// The error for a variation without `)`.
    UnclosedVariation,
    /// The error for a comment without `}`, which hides the rest of the game from a
    /// [`MainLine`](super::MainLine).
    UnclosedComment,
    /// The error for more moves than a tree can have.
    TooManyMoves,
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::NullMove => f.write_str("a null move is not a legal move"),
            Self::NullMoveInCheck => f.write_str("null move in check"),
            Self::Depth => write!(f, "variations nested deeper than {MAX_DEPTH}"),
            Self::NoVariation => f.write_str("no variation to close"),
            Self::UnclosedVariation => f.write_str("variation without `)`"),
            Self::UnclosedComment => f.write_str("comment without `}`"),
            Self::TooManyMoves => f.write_str("more moves than a tree can have"),
        }
    }
}

impl Error for ReadErrorKind {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Move(error) => error.source(),
            _ => None,
        }
    }
}
