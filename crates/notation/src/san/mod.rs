//! Standard algebraic notation (SAN): `Nf3`, `exd8=Q+`, `O-O`.
//!
//! [`display`] writes the PGN standard's form, [`display_long`] long algebraic notation. [`parse`]
//! also accepts the variants found in books, games and messages:
//!
//! | text | meaning |
//! |---|---|
//! | `Nf3`, `♘f3`, `♞f3` | a piece as its English letter or figurine |
//! | `Nbd2`, `N1d2`, `Nb1d2`, `Ng1-f3` | disambiguation, needed or not |
//! | `e4`, `Pe4`, `e2e4`, `e2-e4` | a pawn push |
//! | `exd5`, `ed5`, `e4xd5`, `e:d5`, `xd5` | a pawn capture |
//! | `Nxf3`, `Nf3` | a capture, with or without `x` |
//! | `e8=Q`, `e8Q`, `e8=q`, `e8/Q`, `e8(Q)`, `e8♕` | a promotion |
//! | `exd6`, `exd6e.p.`, `exd6 e.p.`, `exd6ep` | an en passant capture |
//! | `O-O`, `0-0`, `o-o`, `O-O-O`, `0-0-0`, `o-o-o` | castling, also in Chess960 |
//! | `+`, `++`, `#`, `!`, `?` at the end | ignored, not compared with the board |
//!
//! A pawn promotion must include the promotion piece, and `x` requires a capture. Redundant
//! information may be missing, but must not contradict the board: a contradiction suggests a text
//! for another position.
//!
//! ```
//! use tabiya::{Position, san};
//!
//! let mut position = Position::START;
//! for text in ["e4", "e5", "Qh5", "Ke7", "Qxe5#"] {
//!     let mv = san::parse(&position, text)?;
//!     assert_eq!(san::display(&position, mv).as_str(), text);
//!     position.make_move(mv);
//! }
//! assert!(position.is_checkmate());
//! # Ok::<(), san::SanError>(())
//! ```

mod error;
mod pattern;
mod resolve;
mod write;

pub use error::SanError;
pub use write::{San, display, display_long};

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, GenericBoard, InputExcerpt, Position};

pub(crate) use pattern::is_ep_annotation;

use pattern::Pattern;

/// Parses a SAN move in a position, in any form of the [module's table](self).
///
/// # Errors
///
/// Returns a [`SanError`] if the text is malformed, matches no piece or several, or if the move is
/// illegal. The null moves `--` and `Z0` are an error too;
/// [`move_text::parse`](crate::move_text::parse) accepts null moves.
///
/// ```
/// use core::error::Error;
/// use tabiya::{Move, Position, Square, san};
///
/// let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")?;
/// // The knight on c3 is pinned, so nothing need tell it from the other.
/// assert_eq!(san::parse(&position, "Ne2"), Ok(Move::new(Square::G1, Square::E2)));
///
/// let error = san::parse(&position, "Nce2").unwrap_err();
/// assert_eq!(error.to_string(), "c3e2 is illegal");
/// let reason = error.source().expect("a move has a reason to be illegal");
/// assert_eq!(reason.to_string(), "the white knight on c3 is pinned by the black bishop on b4");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "parse_san_move")]
#[doc(alias = "from_san")]
#[inline]
pub fn parse<K: BoardKey>(
    board: &GenericBoard<K>,
    text: impl AsRef<[u8]>,
) -> Result<Move, SanError> {
    parse_bytes(&board.position(), text.as_ref())
}

#[inline]
fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match Pattern::parse(text) {
        Some(pattern) => pattern.resolve(position),
        None if matches!(text, b"--" | b"Z0") => Err(SanError::NullMove),
        None => Err(SanError::Malformed(InputExcerpt::new(text))),
    }
}

#[cfg(test)]
mod tests;
