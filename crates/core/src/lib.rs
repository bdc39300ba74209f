//! Core chess types shared by all Tabiya crates.
//!
//! | type | content | bytes |
//! |---|---|---|
//! | [`Square`], [`File`], [`Rank`] | coordinates; the index of `a1` is 0, `b1` 1, `h8` 63 | 1 |
//! | [`Color`], [`PieceType`], [`Piece`] | the two players, the six piece types, and pairs of both | 1 |
//! | [`Bitboard`] | a set of squares, one bit per square | 8 |
//! | [`Direction`] | one king step, by which a whole set can be shifted | 1 |
//! | [`Move`], `Option<Move>` | origin, target and [`MoveKind`] | 2 |
//! | [`MoveInfo`] | a move with the moving and the captured piece | 4 |
//! | [`CastlingRights`] | the files where rooks may castle, including Chess960 | 4 |
//! | [`Side`], [`ConstColor`] | color as a type, for code that is compiled once per side | 0 |
//!
//! The types describe coordinates, pieces and moves, but no position. The crate `tabiya-movegen`
//! defines positions and generates their moves. Most programs depend on the crate `tabiya`, which
//! re-exports all these types.
//!
//! # Conversions
//!
//! - Coordinates, colors, pieces and castling rights implement `Display` and `FromStr`.
//!   `FromStr` returns [`ParseError`].
//! - [`Bitboard`] and [`Move`] implement `Display` only.
//! - Enums that are also indices implement `TryFrom<u8>`, which returns [`IndexError`].
//! - Functions named `from_ascii` are `const`, take exactly one value's bytes, and return an
//!   `Option`.
//!
//! # Dependencies
//!
//! The feature `std`, on by default, detects CPU features at run time; without it the crate is
//! `no_std`. The crate does not allocate. It has no dependencies, except that the features `serde`
//! and `arbitrary` enable the crate of that name. Nearly every function is a `const fn`.
//!
//! ```
//! use tabiya_core::{bitboard, Bitboard, Direction, Rank};
//!
//! let pawns = Bitboard::from(Rank::Second);
//! assert_eq!(pawns.shift(Direction::NorthEast), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . X X X X X X X
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod indexed;

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bitboard;
mod castling;
mod color;
mod coordinates;
#[doc(hidden)]
pub mod cpu;
mod direction;
mod moves;
mod piece;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde;
mod side;
mod square;
mod squares;
mod transform;

pub use bitboard::Bitboard;
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use coordinates::{File, Rank};
pub use direction::Direction;
pub use indexed::{IndexError, ParseError};
pub use moves::{Move, MoveInfo, MoveKind};
pub use piece::{Piece, PieceType};
pub use side::{Black, ConstColor, Side, White};
pub use square::Square;
pub use squares::{Squares, Subsets};

// Sizes are part of the interface, because transposition table layouts depend on them.
const _: () = assert!(size_of::<Square>() == 1 && size_of::<Option<Square>>() == 1);
const _: () = assert!(size_of::<Piece>() == 1 && size_of::<Option<Piece>>() == 1);
const _: () = assert!(size_of::<Bitboard>() == 8);
const _: () = assert!(size_of::<Move>() == 2 && size_of::<Option<Move>>() == 2);
const _: () = assert!(size_of::<MoveInfo>() == 4);
const _: () = assert!(size_of::<CastlingRights>() == 4);
const _: () = assert!(size_of::<ConstColor<true>>() == 0);
