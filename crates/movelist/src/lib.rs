//! Where generated moves go: a list, a stack shared by all plies, a counter, or anything
//! that implements [`MoveSink`].
//!
//! The buffers live on the stack and never allocate.
//!
//! | I want to … | use |
//! |---|---|
//! | keep the moves of one position | [`MoveList`] |
//! | keep the moves of every ply of a search in one buffer | [`MoveStack`] and its [`Frame`]s |
//! | only know how many there are | [`MoveCounter`] |
//! | look at each move as it comes, or stop early | a closure, `FnMut(Move) -> ControlFlow<()>` |
//! | take whole target sets | my own [`MoveSink`] |
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya_core::{Bitboard, PieceType, Rank, Square};
//! use tabiya_movelist::{MoveCounter, MoveList, MoveSink};
//!
//! // What a generator does: it hands a set of targets to whoever listens.
//! fn rook_on_an_empty_rank(sink: &mut impl MoveSink) -> ControlFlow<()> {
//!     let targets = Bitboard::from(Rank::First).without(Square::A1);
//!     sink.piece_moves(PieceType::Rook, Square::A1, targets)
//! }
//!
//! let mut list = MoveList::new();
//! let _ = rook_on_an_empty_rank(&mut list);
//! assert_eq!(list[6].to_string(), "a1h1");
//!
//! let mut counter = MoveCounter::new();
//! let _ = rook_on_an_empty_rank(&mut counter); // one popcount, no move is built
//! assert_eq!(counter.count(), 7);
//! ```
#![no_std]
#![cfg_attr(not(target_arch = "x86_64"), forbid(unsafe_code))]

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(target_arch = "x86_64")]
mod arch;
mod counter;
mod list;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi2"
)))]
mod plain;
#[cfg(feature = "serde")]
mod serde;
mod sink;
mod stack;

#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub use arch::WideList;
pub use counter::MoveCounter;
pub use list::MoveList;
pub use sink::{MoveSink, PawnStep};
pub use stack::{Frame, MoveStack};
