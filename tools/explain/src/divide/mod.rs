//! Perft counts by root move (divide, split perft) as text: reading any engine's counts, and
//! comparing them.
//!
//! - [`Divide`] reads an engine's output: pairs of a root move and its count in any layout, and
//!   perhaps a total. It ignores lines without moves, such as summaries and times.
//! - [`Comparison`] compares it with the correct counts. It names missing and extra moves with the
//!   reason and a [`Category`], and different counts.

mod category;
mod comparison;
mod error;
mod line;
mod number;
mod reading;
mod root_move;
mod token;
mod word;

pub use category::Category;
pub use comparison::{Comparison, MoveError, WrongCount, WrongMove, WrongTotal};
pub use error::{DivideError, LineProblem};
pub use line::DivideRow;
pub use number::{NumberError, parse_number};
pub use reading::Divide;
pub(crate) use root_move::promotion_without_piece;
