//! The words of chess: what every other floor of Tabiya talks in.
//!
//! | type | what it is | bytes |
//! |---|---|---|
//! | [`Square`], [`File`], [`Rank`] | where: `a1` is 0, `b1` is 1, `h8` is 63 | 1 |
//! | [`Color`], [`PieceType`], [`Piece`] | who and what | 1 |
//! | [`Bitboard`] | a set of squares, one bit each | 8 |
//! | [`Direction`] | one king step on the board, for shifting a whole set | 1 |
//! | [`Move`], `Option<Move>` | from, to and kind | 2 |
//! | [`MoveInfo`] | a move with the moving and the captured piece beside it | 4 |
//! | [`CastlingRights`] | the files of the rooks that may castle, Chess960 included | 4 |
//! | [`Side`], [`Us`] | colour as a type, for code that is compiled once for each side | 0 |
//!
//! # Text and numbers
//!
//! Types that have a text implement `Display` and `FromStr`, and those with an index
//! `TryFrom<u8>`; their errors wrap no other. Functions named `from_ascii` are `const` and
//! return an `Option`: they take exactly the bytes of one value.
//!
//! # Dependencies
//!
//! The feature `std`, on by default, detects CPU features at run time; without it the crate is
//! `no_std`. The crate needs no allocator, and has no dependency unless the features
//! `serde` or `arbitrary` ask for the crate of that name; nearly every function is
//! a `const fn`.
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

pub use bitboard::Bitboard;
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use coordinates::{File, Rank};
pub use direction::Direction;
pub use indexed::{IndexError, ParseError};
pub use moves::{Move, MoveInfo, MoveKind};
pub use piece::{Piece, PieceType};
pub use side::{Black, Side, Us, White};
pub use square::Square;
pub use squares::{Squares, Subsets};

// Sizes are part of the interface: transposition tables are laid out by them.
const _: () = assert!(size_of::<Square>() == 1 && size_of::<Option<Square>>() == 1);
const _: () = assert!(size_of::<Piece>() == 1 && size_of::<Option<Piece>>() == 1);
const _: () = assert!(size_of::<Bitboard>() == 8);
const _: () = assert!(size_of::<Move>() == 2 && size_of::<Option<Move>>() == 2);
const _: () = assert!(size_of::<MoveInfo>() == 4);
const _: () = assert!(size_of::<CastlingRights>() == 4);
const _: () = assert!(size_of::<Us<true>>() == 0);
