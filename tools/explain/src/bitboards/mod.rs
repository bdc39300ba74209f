//! Bitboards as text: numbers, printed boards and square lists, in eight layouts.
//!
//! | item | content |
//! |---|---|
//! | [`parse_bitboard`] | the set that a number, a printed board or a square list stands for, as people paste them |
//! | [`format_bitboard`] | a set as a literal in eight languages, a number, a board or a square list |
//! | [`Layout`] | the mapping from squares to bits, so that you can convert numbers from other programs |
//!
//! ```
//! use tabiya::{Bitboard, Rank};
//! use tabiya_explain::bitboards::{Form, Language, Layout, TextForm};
//! use tabiya_explain::bitboards::{format_bitboard, parse_bitboard};
//!
//! // In Java, the eighth rank is a negative number.
//! let parsed = parse_bitboard("-72057594037927936L", Layout::LERF)?;
//! assert_eq!((parsed.set, parsed.form), (Rank::Eighth.into(), Form::Decimal));
//!
//! // An engine with a8 as bit 0 has another number for the rank.
//! let a8_first = Layout::A8B8;
//! let literal = format_bitboard(parsed.set, TextForm::Literal(Language::C), a8_first);
//! assert_eq!(literal, "UINT64_C(0x00000000000000ff)");
//! assert_eq!(parse_bitboard(&literal, a8_first)?.set, Bitboard::from(Rank::Eighth));
//! # Ok::<(), tabiya_explain::bitboards::BitboardError>(())
//! ```

mod board;
mod error;
mod form;
mod format;
mod layout;
mod number;
mod parse;
mod squares;

pub use error::BitboardError;
pub(crate) use error::truncate;
pub use form::Form;
pub use format::{Language, TextForm, format_bitboard};
pub use layout::{Layout, UnknownLayoutError};
pub(crate) use number::parse_number;
pub use parse::{ParsedBitboard, parse_bitboard};
pub(crate) use squares::{parse_square, parse_squares};
