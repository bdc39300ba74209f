//! Perft: counting the leaves of the game tree, the standard test for move generators.
//!
//! - [`perft`] counts the legal move sequences of a given length.
//! - [`divide`] returns the count for each first move (split perft), which helps to find the move
//!   that a generator gets wrong.
//! - [`Perft`] does both with a chosen [`Backend`]: scalar, AVX2 or AVX-512.
//! - `ParallelPerft`, with the feature `threads`, counts on several threads and with a hash table: see
//!   `deep_counts`.
//!
//! ```
//! use tabiya::Position;
//! use tabiya::perft::{divide, perft};
//!
//! assert_eq!(perft(&Position::START, 4), 197_281);
//!
//! let by_move: Vec<_> = divide(&Position::START, 3).collect();
//! assert_eq!(by_move.len(), 20);
//! assert_eq!(by_move.iter().map(|(_, nodes)| nodes).sum::<u128>(), 8_902);
//! ```
//!
//! # Back ends
//!
//! - [`Backend::Scalar`] makes each move and bulk-counts the last ply: it adds the popcounts of the
//!   target sets.
//! - [`Backend::Avx2`] and [`Backend::Avx512`] count four or eight boards at a time, one board per
//!   SIMD register lane. In the last two plies they make only some moves. Each other move is
//!   delta-counted: they count the replies once after a null move, and add the change that the move
//!   causes on its origin and on its destination.
//!
//! [`perft`] and [`divide`] use the fastest back end that the CPU supports. All back ends return
//! the same totals, which have 128 bits and saturate.
//!
//! # Features
//!
//! - `std` (default): detects CPU features at run time. Without it the crate is `no_std` and uses
//!   the scalar back end.
//! - `retrograde`: counts sequences of retractions, by `retro_perft`.
//! - `threads`: counts on several threads and with a hash table. It implies `std`.
#![no_std]
#![cfg_attr(all(feature = "std", target_arch = "x86_64"), deny(unsafe_code))]
#![cfg_attr(not(all(feature = "std", target_arch = "x86_64")), forbid(unsafe_code))]

#[cfg(any(test, feature = "std"))]
#[macro_use]
extern crate std;

mod backend;
mod builder;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod dispatch;
#[cfg(any(test, all(feature = "std", target_arch = "x86_64")))]
mod lanes;
#[cfg(feature = "threads")]
mod parallel;
#[cfg(feature = "retrograde")]
mod retro;
mod scalar;

pub use backend::{Backend, BackendError};
pub use builder::Perft;
#[cfg(feature = "threads")]
pub use parallel::{HashUsage, ParallelPerft, ParallelPerftError, Subtree, split};
#[cfg(feature = "retrograde")]
pub use retro::{PriorPositions, retro_divide, retro_perft};

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, GenericBoard};

/// Deep perft counts: time, memory, hash tables, and distribution over several machines.
#[cfg(feature = "threads")]
#[doc = include_str!("../docs/deep-counts.md")]
pub mod deep_counts {}

/// The functions that count leaves, for proofs: with a [`Lanes`](symbolic::Lanes) type of symbolic bits. No part of the stable
/// interface.
#[cfg(feature = "symbolic")]
#[doc(hidden)]
pub mod symbolic {
    pub use crate::lanes::Lanes;
    pub use crate::lanes::proof::{
        DeltaChoice, DeltaCountedMoves, DeltaParts, ReplySets, SymbolicBoards, SymbolicSets,
        WingSquares, delta_counted, delta_parts, reply_sets, sets, wing_squares,
    };
}

/// Counts the sequences of `depth` legal moves that begin at a position: 1 at depth 0.
///
/// Uses at most 512 KiB of stack in an optimized build, at any depth. The total saturates at
/// [`u128::MAX`].
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::perft;
///
/// // "Kiwipete" reveals most bugs of move generators at a low depth.
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let position = Position::from_fen(fen)?;
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&position, depth)), [1, 48, 2_039, 97_862]);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "movegen_perft_test")]
pub fn perft<K: BoardKey>(board: &GenericBoard<K>, depth: u8) -> u128 {
    Perft::new().count(board, depth)
}

/// Yields each legal move with the number of `depth`-move sequences that begin with it: split
/// perft. Each move is counted as the iterator advances.
///
/// At depth 0 the iterator is empty.
///
/// ```
/// use tabiya::perft::divide;
/// use tabiya::{Move, Position, Square};
///
/// let largest = divide(&Position::START, 3).max_by_key(|&(_, nodes)| nodes);
/// assert_eq!(largest, Some((Move::new(Square::E2, Square::E4), 600)));
/// ```
pub fn divide<K: BoardKey>(
    board: &GenericBoard<K>,
    depth: u8,
) -> impl ExactSizeIterator<Item = (Move, u128)> + use<K> {
    Perft::new().divide(board, depth)
}

#[cfg(test)]
mod tests {
    use tabiya_movegen::Position;

    use super::*;

    #[test]
    fn depths_0_and_1_are_counted_correctly() {
        assert_eq!(perft(&Position::START, 0), 1);
        assert_eq!(perft(&Position::START, 1), 20);
        assert_eq!(divide(&Position::START, 0).len(), 0);
        assert!(divide(&Position::START, 1).all(|(_, nodes)| nodes == 1));
    }
}
