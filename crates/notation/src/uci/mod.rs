//! Moves in the UCI protocol's notation: `e2e4`, `e7e8q`.
//!
//! - [`parse`] reads a move, [`display`] writes one.
//! - `parse_position` reads the command `position` (feature `alloc`).
//! - [`resolve`] finds the move between two squares, for board widgets.
//! - [`Command`] and [`Response`] are the lines that a user interface and an engine send each other.
//! - [`UciMove`] is a UCI move without a board: two squares and a promotion piece.
//!
//! Castling has two notations, see [`CastlingNotation`].

mod error;
mod message;
#[cfg(feature = "alloc")]
mod position;
mod resolve;
mod uci_move;
mod write;

pub use error::UciError;
pub use message::{
    Command, Go, Info, Parts, PositionArguments, Response, Score, StartText, Words, parse_integer,
};
#[cfg(feature = "alloc")]
pub use position::{UciPosition, UciPositionError, parse_position};
#[cfg(feature = "polyglot")]
pub(crate) use resolve::infer_move;
pub use resolve::resolve;
pub use uci_move::UciMove;
pub use write::{CastlingNotation, Uci, display};

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, GenericBoard, Position};

/// Parses a UCI move in a position.
///
/// Both castling notations are accepted. In Chess960, a king move to the castling destination can
/// also be a move by one square, and is read as that. Programs therefore write
/// [`KingTakesRook`](CastlingNotation::KingTakesRook) in Chess960.
///
/// # Errors
///
/// Returns a [`UciError`] if the text is malformed or the move is illegal. The null move `0000` is
/// an error too; [`move_text::parse`](crate::move_text::parse) accepts null moves.
///
/// ```
/// use tabiya::uci::{self, UciError};
/// use tabiya::{Move, Position, Square};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// assert_eq!(uci::parse(&position, "e1g1"), uci::parse(&position, "e1h1"));
/// assert!(matches!(uci::parse(&position, "e1"), Err(UciError::Malformed(_))));
///
/// // b1c1 is a king step, although castling would also end on c1. b1a1 is castling.
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w Q - 0 1")?;
/// assert_eq!(uci::parse(&position, "b1c1"), Ok(Move::new(Square::B1, Square::C1)));
/// assert!(uci::parse(&position, "b1a1").is_ok_and(Move::is_castling));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "parse_uci_move")]
#[doc(alias = "to_move")]
#[inline]
pub fn parse<K: BoardKey>(
    board: &GenericBoard<K>,
    text: impl AsRef<[u8]>,
) -> Result<Move, UciError> {
    parse_bytes(&board.position(), text.as_ref())
}

#[inline]
fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, UciError> {
    UciMove::parse(text)?.resolve(position)
}

#[cfg(test)]
mod tests;
