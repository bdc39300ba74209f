//! Errors from reading and writing binpack.

use core::error::Error;
use core::fmt;

use tabiya_core::{CastlingRights, Move, Square};
use tabiya_movegen::{IllegalMove, PackedError};

use super::MAX_BLOCK_LEN;
use crate::uci::UciMove;

/// An error in a binpack file, with its place.
///
/// ```
/// use tabiya::binpack::Blocks;
///
/// let error = Blocks::new(b"BINQ\0\0\0\0").next().and_then(Result::err).expect("an error");
/// assert_eq!(error.to_string(), "byte 0: found no block; expected \"BINP\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinpackError {
    /// The offset of the block, the chain or the move at fault. A move may begin inside a byte.
    pub offset: u64,
    /// The reason.
    pub kind: BinpackErrorKind,
}

/// The reason of a [`BinpackError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BinpackErrorKind {
    /// The block does not begin with `BINP`.
    Magic,
    /// The payload is larger than [`MAX_BLOCK_LEN`].
    BlockSize {
        /// The size in the header.
        found: u32,
    },
    /// The file ends inside a block.
    TruncatedBlock,
    /// The block ends inside a chain.
    TruncatedChain,
    /// The board is not a valid position. The [source](Error::source) is the reason.
    Position(PackedError),
    /// A castling right belongs to a king or a rook that is not on its square in standard chess.
    Castling {
        /// The square of the rook.
        rook: Square,
    },
    /// The result is none of the three.
    Result,
    /// The move goes from a square to itself.
    Move {
        /// The stored bits.
        bits: u16,
    },
    /// The move is illegal in its position.
    Illegal {
        /// The move.
        mv: Move,
        /// The reason, which is also the [source](Error::source).
        reason: IllegalMove,
    },
    /// The side to move has fewer pieces.
    PieceIndex {
        /// The index.
        found: u32,
        /// The number of pieces.
        len: u32,
    },
    /// The piece has fewer targets.
    TargetIndex {
        /// The index.
        found: u32,
        /// The number of targets.
        len: u32,
    },
    /// A score has more than four blocks.
    ScoreBlocks,
    /// Moves follow a position without a move.
    MovesAfterEnd,
}

impl fmt::Display for BinpackErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("found no block; expected \"BINP\""),
            Self::BlockSize { found } => {
                write!(f, "block size: found {found}; expected at most {MAX_BLOCK_LEN}")
            }
            Self::TruncatedBlock => f.write_str("unexpected end of data; expected the block's end"),
            Self::TruncatedChain => f.write_str("unexpected end of block; expected more moves"),
            Self::Position(_) => f.write_str("cannot unpack the board"),
            Self::Castling { rook } => {
                write!(
                    f,
                    "found a castling right of the rook on {rook}; expected only those of standard chess"
                )
            }
            Self::Result => f.write_str("result: found code 3; expected 0 to 2"),
            Self::Move { bits } => {
                write!(f, "move {bits:#06x}: origin and target are the same square")
            }
            Self::Illegal { mv, .. } => write!(f, "{} is illegal", UciMove::from(*mv)),
            Self::PieceIndex { found, len } => {
                write!(f, "piece index: found {found}; expected less than {len}")
            }
            Self::TargetIndex { found, len } => {
                write!(f, "target index: found {found}; expected less than {len}")
            }
            Self::ScoreBlocks => f.write_str("score: found more than four blocks"),
            Self::MovesAfterEnd => f.write_str("found moves after a position without a move"),
        }
    }
}

impl fmt::Display for BinpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.kind)
    }
}

impl Error for BinpackErrorKind {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl Error for BinpackError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.kind.source()
    }
}

/// An error from writing an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The castling rights are not those of standard chess, which the format cannot express.
    Chess960(CastlingRights),
    /// The move is illegal in the position.
    Illegal {
        /// The move.
        mv: Move,
        /// The reason, which is also the [source](Error::source).
        reason: IllegalMove,
    },
    /// A chain begins at a ply above 16,383.
    Ply(u16),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chess960(_) => f.write_str("castling rights of Chess960; binpack has none"),
            Self::Illegal { mv, .. } => write!(f, "{} is illegal", UciMove::from(*mv)),
            Self::Ply(found) => write!(f, "ply: found {found}; expected at most 16383"),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
