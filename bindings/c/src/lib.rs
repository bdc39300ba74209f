//! Tabiya for C and C++: `include/tabiya.h` is generated from this crate by cbindgen.
//!
//! | module | content |
//! |---|---|
//! | `types` | the structs, numbers and constants of the header |
//! | `board` | boards: where the pieces are, keys, the end of the game |
//! | `moves` | lists of legal moves, tests of a move, making moves |
//! | `attacks` | attack sets and tables |
//! | `text` | FEN, UCI and SAN, and all else that follows a raw pointer or stops a panic |
//!
//! Structs are passed as references that may be null. Any bytes in them are valid words, and words that are no position
//! give unspecified results, but harm nothing.

#![cfg_attr(not(feature = "std"), no_std)]

mod attacks;
mod board;
mod moves;
mod text;
mod types;

pub use attacks::*;
pub use board::*;
pub use moves::*;
pub use text::*;
pub use types::*;
