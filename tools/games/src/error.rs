//! Game file errors.

use std::error::Error;
use std::fmt;
use std::io;

use crate::format::{Codec, MAX_WINDOW_LEN};

/// The error for a game file that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum GamesError {
    /// The error for a file that cannot be opened or read.
    Io(io::Error),
    /// The error for a file in an unsupported format.
    UnsupportedFormat {
        /// The format's name.
        format: &'static str,
    },
    /// The error for a compressed file that ends too early.
    Truncated {
        /// The file's codec.
        codec: Codec,
        /// The offset in the compressed file: its end, or the start of the truncated frame.
        offset: u64,
    },
    /// The error for compressed bytes that the codec rejects.
    Damaged {
        /// The file's codec.
        codec: Codec,
        /// The offset in the compressed file of the damage, or of the frame that contains it.
        offset: u64,
        /// The decoder's message.
        reason: &'static str,
    },
    /// The error for a Zstandard frame whose window is larger than
    /// [`MAX_WINDOW_LEN`].
    WindowTooLarge {
        /// The offset in the compressed file.
        offset: u64,
    },
    /// The error for a game that is longer than the limit in the options.
    GameTooLong {
        /// The game's offset in the text.
        offset: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// The error for a position at which decoding cannot start: the file has no frame there.
    NoSuchTextPosition {
        /// The offset in the file.
        offset: u64,
    },
}

impl GamesError {
    /// Tests whether the error concerns a part of the compressed data, so that the rest can be
    /// read.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, Self::Truncated { .. } | Self::Damaged { .. } | Self::WindowTooLarge { .. })
    }

    /// Returns a damage once more.
    pub(crate) fn copy_damage(&self) -> Option<Self> {
        match *self {
            Self::Truncated { codec, offset } => Some(Self::Truncated { codec, offset }),
            Self::Damaged { codec, offset, reason } => {
                Some(Self::Damaged { codec, offset, reason })
            }
            Self::WindowTooLarge { offset } => Some(Self::WindowTooLarge { offset }),
            _ => None,
        }
    }
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::UnsupportedFormat { format } => {
                write!(f, "format {format}: not supported; expected text, gzip or Zstandard")
            }
            Self::Truncated { codec, offset } => {
                write!(f, "truncated: the {codec} data end early, at byte {offset} of the file")
            }
            Self::Damaged { codec, offset, reason } => {
                write!(f, "damaged: {codec} data at byte {offset} of the file: {reason}")
            }
            Self::WindowTooLarge { offset } => write!(
                f,
                "Zstandard frame at byte {offset} of the file: window too large; expected at most \
                 {} bytes",
                MAX_WINDOW_LEN
            ),
            Self::GameTooLong { offset, limit } => {
                write!(
                    f,
                    "game at byte {offset} of the text: too long; expected at most {limit} bytes"
                )
            }
            Self::NoSuchTextPosition { offset } => {
                write!(f, "position at byte {offset} of the file: not the start of a frame")
            }
        }
    }
}

impl Error for GamesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for GamesError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
