//! How programs and people write moves and positions: UCI, standard algebraic notation,
//! variations; on request, EPD lines and training data.
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
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "bulletformat")]
pub mod bulletformat;
mod castling;
#[cfg(feature = "epd")]
pub mod epd;
pub mod san;
#[cfg(any(feature = "bulletformat", feature = "viriformat"))]
mod training;
pub mod uci;
pub mod variation;
#[cfg(feature = "viriformat")]
pub mod viriformat;
