//! File codecs: plain text, gzip, Zstandard.
//!
//! The first bytes in a file identify its codec. [`Decoder`] decodes a stream in one thread, in
//! bounded memory, whatever the compression ratio.

mod counting;
mod gzip;
mod rewinding;
mod stream;
mod uninterrupted;
#[cfg(feature = "zstd")]
mod zstd;
#[cfg(not(feature = "zstd"))]
#[path = "no_zstd.rs"]
mod zstd;

pub use stream::Decoder;
pub(crate) use zstd::FrameDecoder;

use crate::error::GamesError;
pub use crate::format::{Codec, MAX_WINDOW_LEN};

/// The number of bytes that [`Codec::detect`] needs.
pub(crate) const DETECTION_LEN: usize = 6;

/// The magic number that starts a Zstandard frame.
pub(crate) const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The first bytes in a file that `pzstd` wrote: a magic number and a length.
const PZSTD_MAGIC: [u8; DETECTION_LEN] = [0x50, 0x2A, 0x4D, 0x18, 4, 0];

impl Codec {
    /// Recognizes a codec by the first bytes in a file. A file without a known magic number is
    /// text. One wrong byte in the number is damage, which the decoder reports.
    ///
    /// ```
    /// use tabiya_games::codec::Codec;
    ///
    /// assert_eq!(Codec::detect(b"[Event \"?\"]")?, Codec::Plain);
    /// assert_eq!(Codec::detect(b"\x1F\x8B\x08\x00")?, Codec::Gzip);
    /// let error = Codec::detect(b"PK\x03\x04").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "format zip: not supported; expected text, gzip or Zstandard"
    /// );
    /// # Ok::<(), tabiya_games::GamesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`GamesError::UnsupportedFormat`] for archives and codecs that the crate does not read.
    pub fn detect(start: &[u8]) -> Result<Self, GamesError> {
        let unsupported = |format| Err(GamesError::UnsupportedFormat { format });
        match start {
            _ if starts_with_gzip_member(start) => Ok(Self::Gzip),
            _ if starts_with_zstd_frame(start) => {
                if cfg!(feature = "zstd") {
                    Ok(Self::Zstd)
                } else {
                    unsupported("Zstandard (not part of this build)")
                }
            }
            [b'P', b'K', 3, 4, ..] => unsupported("zip"),
            [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', ..] => unsupported("bzip2"),
            [0xFD, b'7', b'z', b'X', b'Z', ..] => unsupported("xz"),
            [b'7', b'z', 0xBC, 0xAF, ..] => unsupported("7z"),
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => unsupported("UTF-16"),
            _ if has_damaged_magic(start) => Ok(Self::Zstd),
            _ => Ok(Self::Plain),
        }
    }

    /// Recognizes a codec by the first bytes in a binary file, which may be any but complete magic numbers.
    #[cfg(feature = "data")]
    pub(crate) const fn detect_in_data(start: &[u8]) -> Self {
        match start {
            [0x1F, 0x8B, 8, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            _ => Self::Plain,
        }
    }
}

/// Tests whether bytes begin with a gzip member, also if one byte is wrong, which the decoder
/// reports: no text has two of these bytes.
fn starts_with_gzip_member(start: &[u8]) -> bool {
    matches!(start, [0x1F, 0x8B, ..] | [0x1F, _, 8, 0..=0x1F, ..] | [_, 0x8B, 8, 0..=0x1F, ..])
}

/// Tests whether one byte differs from the start of a Zstandard frame, or from the start of a
/// skippable frame as `pzstd` writes it.
fn has_damaged_magic(start: &[u8]) -> bool {
    let is_damaged = |magic: &[u8]| {
        let equal = magic.iter().zip(start).filter(|(left, right)| left == right);
        equal.count() == magic.len() - 1
    };
    cfg!(feature = "zstd") && (is_damaged(&ZSTD_MAGIC) || is_damaged(&PZSTD_MAGIC))
}

/// Tests whether bytes begin with a Zstandard frame or a skippable frame.
pub(crate) fn starts_with_zstd_frame(start: &[u8]) -> bool {
    start.starts_with(&ZSTD_MAGIC) || starts_with_skippable_frame(start)
}

/// Tests whether bytes begin with a frame that has no text.
fn starts_with_skippable_frame(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}
