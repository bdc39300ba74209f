//! Training data in binpack, the format of Stockfish's trainers: some 2.4 bytes per position.
//!
//! A file has [`Blocks`], a block has chains, and a chain is an [`Entry`] with the moves that follow from it.
//! [`Entries`] reads the entries of a block. A [`ChainWriter`] encodes entries as chains, and a [`BlockWriter`]
//! collects chains in blocks.
//!
//! ```
//! use tabiya::binpack::{self, Blocks, Entry};
//! use tabiya::{Color, Move, Position, Square};
//!
//! let e4 = Move::new(Square::E2, Square::E4);
//! let e5 = Move::new(Square::E7, Square::E5);
//! let first = Entry { position: Position::START, mv: Some(e4), score: 20, ply: 0, winner: None };
//! let second = Entry { position: Position::START.after(e4), mv: Some(e5), score: -18, ply: 1, ..first };
//! let bytes = binpack::write([first, second])?;
//! assert_eq!(bytes.len(), 8 + 34 + 2); // a block's header, a chain's first entry, a move
//!
//! let mut entries = Vec::new();
//! for block in Blocks::new(&bytes) {
//!     let mut block = block?.entries();
//!     while let Some(entry) = block.next() {
//!         entries.push(*entry?);
//!     }
//! }
//! assert_eq!(entries[1].score, -18);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! A block is `BINP`, the size of its payload in four little-endian bytes, and the payload. All other numbers are
//! big-endian. A chain has the 32 bytes of its first entry, the number of moves behind it in two bytes, and the moves
//! as bits, from the highest of each byte:
//!
//! | bits | content |
//! |---|---|
//! | as many as its greatest value needs | the index of the piece among those of the side to move, by ascending square |
//! | as many as its greatest value needs | the index of the target among the squares that the piece reaches, checks and pins aside |
//! | 5 to 20 | the score plus that of the entry before, in blocks of four bits, each after a bit that tells whether another block follows |
//!
//! For castling, the king has one more index for each right. Indices for promotions have two more bits. The en passant
//! square counts only if a capture is legal. In the last byte, unused bits are 0.
//!
//! The format has no Chess960. Blocks end only where a chain ends, as soon as they have [`BLOCK_LEN`] bytes.

mod error;
mod ply;
mod read;
mod stem;
mod write;

use tabiya_core::{Color, Move};
use tabiya_movegen::Position;

pub use error::{BinpackError, BinpackErrorKind, WriteError};
pub use read::{Block, Blocks, Entries, block_len};
pub use write::{BlockWriter, ChainWriter, Chains, write};

/// The score that is a mark: trainers skip the position. It is the same for both sides.
pub const MARK: i16 = 32_002;

/// The bytes of a block's header: `BINP` and the size of the payload.
pub const HEADER_LEN: usize = 8;

/// The payload size that readers accept at most.
pub const MAX_BLOCK_LEN: usize = 100 << 20;

/// The payload size with which a block ends, where the next chain would begin.
pub const BLOCK_LEN: usize = 1 << 20;

/// The bytes of a chain's first entry, with the number of moves behind it.
pub const STEM_LEN: usize = 34;

/// The most bytes that a chain has: 65,535 moves with 30 bits each.
pub const MAX_CHAIN_LEN: usize = STEM_LEN + (u16::MAX as usize * 30).div_ceil(8);

/// A position with a move, a score and the result of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position. Readers set the en passant square only if a capture is legal.
    pub position: Position,
    /// The move, legal in the position, or `None` if there is none.
    pub mv: Option<Move>,
    /// The score for the side to move, in the writer's unit, or [`MARK`].
    pub score: i16,
    /// The number of moves of the game before the position. A chain beyond 65,535 continues with 0.
    pub ply: u16,
    /// The game's winner; `None` for a draw.
    pub winner: Option<Color>,
}

impl Entry {
    /// Tests whether the score is the mark for positions that trainers skip.
    #[inline]
    #[must_use]
    pub const fn is_marked(&self) -> bool {
        self.score == MARK
    }

    /// Returns the score for White, or `None` for a mark. With Black to move, -32,768 becomes 32,767.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::binpack::{Entry, MARK};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 1")?;
    /// let entry = Entry { position, mv: None, score: 30, ply: 1, winner: None };
    /// assert_eq!(entry.white_score(), Some(-30));
    /// assert_eq!(Entry { score: MARK, ..entry }.white_score(), None);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn white_score(&self) -> Option<i16> {
        match self.position.side_to_move() {
            _ if self.is_marked() => None,
            Color::White => Some(self.score),
            Color::Black => Some(self.score.saturating_neg()),
        }
    }
}

/// Encodes a signed number so that small absolute values are small numbers.
#[inline]
const fn zigzag(value: i16) -> u16 {
    (value << 1 ^ value >> 15) as u16
}

/// Decodes [`zigzag`].
#[inline]
const fn unzigzag(bits: u16) -> i16 {
    (bits >> 1) as i16 ^ -((bits & 1) as i16)
}
