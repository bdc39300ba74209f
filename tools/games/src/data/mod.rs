//! Files of training data: read in chunks, filtered, converted and mixed. Feature `data`.
//!
//! [`Chunks`] divides a file into chunks of whole games. A [`Conversion`] converts a chunk, on any thread. The
//! results, in order, go to a [`DataWriter`]. The bytes are the same for any number of threads.
//!
//! ```
//! use tabiya::binpack::{self, Entry};
//! use tabiya::{Move, Position, Square};
//! use tabiya_games::data::{Chunks, Conversion, DataFormat, DataWriter, Filter};
//!
//! let mv = Move::new(Square::E2, Square::E4);
//! let entry = Entry { position: Position::START, mv: Some(mv), score: 20, ply: 0, winner: None };
//! let file = binpack::write([entry])?;
//!
//! let conversion = Conversion::new(DataFormat::ScoredFen, Filter::new())?;
//! let mut writer = DataWriter::new(DataFormat::ScoredFen);
//! let mut out = Vec::new();
//! for chunk in Chunks::new(DataFormat::Binpack, &file[..])? {
//!     let converted = conversion.convert(&chunk?, None);
//!     assert!(converted.error.is_none());
//!     writer.write(&converted.chains, &mut out);
//! }
//! writer.finish(&mut out);
//! assert_eq!(out, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 | 0.5\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Scores and marks
//!
//! A score is that for the side to move, as the file has it. [`MARK`](tabiya::binpack::MARK) is none: it is never
//! negated, scaled or written as a score. A score that a conversion turns or scales is limited to ±32,000.
//!
//! # Memory
//!
//! A chunk has at most some 1.3 MB. The memory does not depend on sizes in the file.

mod chunk;
mod convert;
mod counters;
mod decode;
mod duplicates;
mod encode;
mod error;
mod filter;
mod mixer;
mod ordered;
mod plain;

pub use chunk::{Chunk, Chunks};
pub use convert::{Conversion, ConversionError, Converted};
#[cfg(feature = "convert")]
pub(crate) use decode::ply;
pub use decode::{Facts, Numbers, decode};
pub use duplicates::Duplicates;
pub use encode::DataWriter;
#[cfg(feature = "convert")]
pub(crate) use encode::{Encoder, write_bulletformat, write_scored_fen};
pub use error::{DataError, DataErrorKind};
pub use filter::{Counts, Filter};
pub use mixer::{Games, MixOptions, Mixer, MixerState};
pub use ordered::map_in_order;

use tabiya::{Move, Position};

/// A format of training data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DataFormat {
    /// Chains of positions: [`tabiya::binpack`].
    Binpack,
    /// Games: [`tabiya::viriformat`].
    Viriformat,
    /// Stockfish's text, six lines per position.
    Plain,
    /// Positions without moves: [`tabiya::bulletformat`]. It can be written only.
    Bulletformat,
    /// Text lines without moves, `FEN | score | result`. They can be written only.
    ScoredFen,
}

impl DataFormat {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::Binpack, Self::Viriformat, Self::Plain, Self::Bulletformat, Self::ScoredFen];

    /// Returns the name: `binpack`, `viriformat`, `plain`, `bulletformat` or `scored-fen`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Binpack => "binpack",
            Self::Viriformat => "viriformat",
            Self::Plain => "plain",
            Self::Bulletformat => "bulletformat",
            Self::ScoredFen => "scored-fen",
        }
    }

    /// Tests whether the format has moves. Others can be written but not read.
    #[must_use]
    pub const fn has_moves(self) -> bool {
        matches!(self, Self::Binpack | Self::Viriformat | Self::Plain)
    }
}

/// Tests whether a position is not in check, and its move is neither a capture nor a promotion.
pub(crate) fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.is_capture(mv) && !mv.is_promotion() && !position.is_check()
}

/// Returns the `SplitMix64` generator's output for a state.
pub(crate) const fn splitmix64(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
