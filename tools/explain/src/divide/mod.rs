//! Perft counts by root move (divide, split perft) as text: reading those of any engine, and comparing them.
//!
//! - [`Divide`] reads the output of an engine: a line per root move, and perhaps a total. It ignores
//!   all other lines, such as summaries and times.
//! - [`Comparison`] compares it with the correct counts. It names missing and extra moves with the reason and
//!   a [`Category`], and different counts.

mod category;
mod comparison;
mod error;
mod line;
mod reading;

pub use category::Category;
pub use comparison::{Comparison, MoveError, WrongCount, WrongMove, WrongTotal};
pub use error::DivideError;
pub use line::parse_number;
pub use reading::{Divide, DivideRow};
