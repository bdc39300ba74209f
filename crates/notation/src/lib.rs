//! Chess notation: UCI moves, standard algebraic notation (SAN), variations and games.
//!
//! - [`uci`]: UCI protocol moves, such as `e2e4` and `e7e8q`.
//! - [`san`]: moves in SAN, such as `Nf3` and `exd8=Q+`.
//! - [`move_text`]: a move in any of these notations, or a null move.
//! - [`variation`]: move sequences, such as `1. e4 e5 2. Nf3`.
//! - [`replay`]: a game's boards from its stored moves, with or without a test for each move.
//! - [`destinations`]: the legal destinations for each piece, for board widgets.
//! - `game` (feature `alloc`, enabled by `std`): a game with undo, draw claims and the result.
//! - `epd` (feature `epd`): EPD lines and their operations.
//! - `pgn` (feature `pgn`): game files in Portable Game Notation.
//! - `polyglot` (feature `polyglot`): opening books in the Polyglot format.
//! - `binpack`, `bulletformat` and `viriformat` (features of the same names): NNUE training data.
//!
//! ```
//! use tabiya_movegen::Position;
//! use tabiya_notation::uci;
//!
//! let mut position = Position::START;
//! for text in ["e2e4", "e7e5", "g1f3"] {
//!     position.make_move(uci::parse(&position, text)?);
//! }
//! assert_eq!(
//!     position.to_string(),
//!     "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
//! );
//! # Ok::<(), uci::UciError>(())
//! ```
//!
//! # Text and errors
//!
//! Functions that read text accept `impl AsRef<[u8]>`: strings and bytes, owned or borrowed. Bytes
//! that are not UTF-8 are rejected like any other invalid text. Functions whose result borrows the
//! text take a reference to such a type.
//!
//! An error caused by another error returns it as its [source](core::error::Error::source) and does
//! not repeat its text. The complete message is the chain of texts, joined by colons, which
//! `anyhow` prints for `{:#}`:
//!
//! ```
//! use std::error::Error;
//! use tabiya_movegen::Position;
//! use tabiya_notation::uci;
//!
//! let error = uci::parse(&Position::START, "e1g1").unwrap_err();
//! assert_eq!(error.to_string(), "e1g1 is illegal");
//! let mut sentence = error.to_string();
//! let mut source = error.source();
//! while let Some(error) = source {
//!     sentence += &format!(": {error}");
//!     source = error.source();
//! }
//! let why = "the white bishop on f1 blocks castling";
//! assert_eq!(sentence, format!("e1g1 is illegal: {why}"));
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "binpack")]
pub mod binpack;
#[cfg(feature = "bulletformat")]
pub mod bulletformat;
mod castling;
#[cfg(any(feature = "epd", feature = "pgn"))]
mod character;
pub mod destinations;
#[cfg(feature = "epd")]
pub mod epd;
#[cfg(feature = "alloc")]
pub mod game;
pub mod move_text;
#[cfg(feature = "pgn")]
pub mod pgn;
#[cfg(feature = "polyglot")]
pub mod polyglot;
pub mod replay;
pub mod san;
#[cfg(any(feature = "binpack", feature = "bulletformat", feature = "viriformat"))]
mod training;
pub mod uci;
pub mod variation;
#[cfg(feature = "viriformat")]
pub mod viriformat;
