//! Receivers for generated chess moves: a list, a stack for all plies in a search, a counter, and
//! the trait that they implement, [`MoveSink`].
//!
//! A move generator finds moves as target sets and passes each set to a [`MoveSink`], which stores,
//! counts or examines the moves. Choose the sink by what you want to do:
//!
//! | Purpose | Sink |
//! |---|---|
//! | store one position's moves | [`MoveList`] |
//! | store the moves of all plies in one buffer | [`MoveStack`], by its [`Frame`]s |
//! | order moves by scores, best first | [`ScoredMoveList`], filled from a list or a generator |
//! | count moves | [`MoveCounter`] |
//! | look at each move, stop early | a closure, by [`sink_fn`] |
//! | store moves in other lists | `Vec<Move>` (feature `alloc`), `ArrayVec<Move, N>` (feature `arrayvec`) |
//! | use whole target sets, … | a custom implementation of [`MoveSink`] |
//!
//! The lists in this crate never allocate. The crate is `no_std`.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya_core::{Bitboard, Move, PieceType, Rank, Square};
//! use tabiya_movelist::{MoveCounter, MoveList, MoveSink, sink_fn};
//!
//! /// Generates the moves of a rook on a1 along an empty first rank.
//! fn rook_moves<S: MoveSink>(mut sink: S) -> ControlFlow<S::Break> {
//!     let targets = Bitboard::from(Rank::First).without(Square::A1);
//!     sink.push_piece_moves(PieceType::Rook, Square::A1, targets)
//! }
//!
//! let mut list = MoveList::new();
//! rook_moves(&mut list);
//! assert_eq!(list[6], Move::new(Square::A1, Square::H1));
//!
//! let mut counter = MoveCounter::new();
//! rook_moves(&mut counter); // one popcount, no move is built
//! assert_eq!(counter.count(), 7);
//!
//! let reaches_d1 = rook_moves(sink_fn(|mv| match mv.to() {
//!     Square::D1 => ControlFlow::Break(()),
//!     _ => ControlFlow::Continue(()),
//! }));
//! assert!(reaches_d1.is_break());
//! ```
//!
//! # Features
//!
//! - `std` (default): implies `alloc`.
//! - `alloc`: `Vec<Move>` is a [`MoveSink`].
//! - `arrayvec`: `ArrayVec<Move, N>` from the crate arrayvec is a [`MoveSink`].
//! - `serde`, `arbitrary`: [`MoveList`] implements these crates' traits.
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod counter;
mod full_buffer;
mod list_sink;
pub mod move_list;
mod scored;
#[cfg(feature = "serde")]
mod serde;
mod sink;
mod stack;
#[cfg(test)]
mod tests;
#[cfg(any(feature = "alloc", feature = "arrayvec"))]
mod vectors;
#[expect(unsafe_code, reason = "writes to the uninitialized slots of a list")]
mod writer;

pub use counter::MoveCounter;
#[doc(inline)]
pub use move_list::MoveList;
pub use scored::{ScoredMove, ScoredMoveList};
pub use sink::{MoveSink, PawnStep, SinkFn, sink_fn};
pub use stack::{Frame, MoveStack};
#[doc(hidden)]
pub use writer::{MoveGroup, MoveListWriter, append_to_list};
