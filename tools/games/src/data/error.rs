//! Errors in training data.

use std::error::Error;
use std::fmt;

use tabiya::FenError;
use tabiya::binpack::{BinpackError, BinpackErrorKind};
use tabiya::uci::UciError;
use tabiya::viriformat::ViriError;

use super::DataFormat;
use crate::GamesError;

/// An error in a file of training data, with its place.
#[derive(Debug)]
pub struct DataError {
    /// The offset in the decompressed file: that of the block, the chain, the move, the game or the line.
    pub offset: u64,
    /// The reason.
    pub kind: DataErrorKind,
}

/// The reason of a [`DataError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum DataErrorKind {
    /// The format has no moves, so that it can be written but not read.
    NoMoves(DataFormat),
    /// The file cannot be read.
    Read(GamesError),
    /// The bytes are not binpack.
    Binpack(BinpackErrorKind),
    /// The bytes are not viriformat.
    Viriformat(ViriError),
    /// A line does not begin with the expected key.
    Key {
        /// The key.
        expected: &'static str,
    },
    /// A line has an invalid FEN, which is the [source](Error::source).
    Fen(FenError),
    /// A line has an invalid or illegal move. The [source](Error::source) is the reason.
    Move(UciError),
    /// A line has an invalid number.
    Number {
        /// The key.
        key: &'static str,
    },
    /// The file ends inside a game or a position.
    Truncated,
    /// A game or a position is longer than the limit in bytes.
    TooLong {
        /// The limit.
        limit: usize,
    },
}

impl DataError {
    /// Returns the error with its place in a file, whose part at an offset was read.
    pub(super) fn behind(self, offset: u64) -> Self {
        Self { offset: offset + self.offset, ..self }
    }

    /// Tests whether the file ends too early, so that all entries before the error are whole.
    #[must_use]
    pub const fn is_truncation(&self) -> bool {
        matches!(
            self.kind,
            DataErrorKind::Truncated
                | DataErrorKind::Read(GamesError::Truncated { .. })
                | DataErrorKind::Viriformat(ViriError::Truncated)
                | DataErrorKind::Binpack(BinpackErrorKind::TruncatedBlock)
        )
    }
}

impl fmt::Display for DataErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMoves(format) => write!(
                f,
                "{} has no moves, so that it can be written but not read",
                format.as_str()
            ),
            Self::Read(error) => error.fmt(f),
            Self::Binpack(kind) => kind.fmt(f),
            Self::Viriformat(error) => error.fmt(f),
            Self::Key { expected } => write!(f, "expected a line {expected:?}"),
            Self::Fen(_) => f.write_str("invalid FEN"),
            Self::Move(error) => error.fmt(f),
            Self::Number { key } => write!(f, "invalid number after {key:?}"),
            Self::Truncated => f.write_str("unexpected end of data"),
            Self::TooLong { limit } => write!(f, "no end within {limit} bytes"),
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.kind)
    }
}

impl Error for DataError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            DataErrorKind::Read(error) => error.source(),
            DataErrorKind::Binpack(kind) => kind.source(),
            DataErrorKind::Viriformat(error) => error.source(),
            DataErrorKind::Fen(error) => Some(error),
            DataErrorKind::Move(error) => error.source(),
            _ => None,
        }
    }
}

impl From<BinpackError> for DataError {
    fn from(BinpackError { offset, kind }: BinpackError) -> Self {
        Self { offset, kind: DataErrorKind::Binpack(kind) }
    }
}
