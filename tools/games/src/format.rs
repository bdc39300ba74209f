//! File codecs, and their limits.

use std::fmt;

/// The largest Zstandard window that a stream may need for a frame: 128 MiB, as in the program
/// `zstd`.
///
/// A stream decoder allocates about a frame's window.
pub const MAX_WINDOW_LEN: u64 = 1 << MAX_WINDOW_LOG;

/// The binary logarithm of [`MAX_WINDOW_LEN`].
pub(crate) const MAX_WINDOW_LOG: u32 = 27;

/// A file's codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Codec {
    /// Text that is not compressed.
    Plain,
    /// Gzip, with one or more members.
    Gzip,
    /// Zstandard, with one or more frames.
    Zstd,
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Plain => "text",
            Self::Gzip => "gzip",
            Self::Zstd => "Zstandard",
        })
    }
}
