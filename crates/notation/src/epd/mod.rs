//! Extended Position Description (EPD): a position and its operations in one line.
//!
//! A line is four FEN fields, followed by operations. An operation is an opcode, its operands and a
//! semicolon. Examples are `bm` for the best moves, `id` for the position's name, `pv` for a
//! variation and `D5` for a perft count.
//!
//! [`read_lenient`] reads whatever holds a position, EPD or FEN, and keeps operations that are not
//! EPD as text; [`read_command`] reads UCI's `position` with it. [`read`] validates a whole line instead.
//! All yield an [`Epd`] that borrows the line; [`Writer`] writes a line. None of them allocates, and all take
//! time linear in its length.
//!
//! ```
//! use tabiya::epd;
//!
//! let line = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1; id \"back rank; 1\";";
//! let epd = epd::read(line)?;
//! assert_eq!(epd.id(), Some("back rank; 1"));
//! assert_eq!(epd.number("dm"), Some(Ok(1)));
//! let best: Vec<_> = epd.moves("bm").filter_map(Result::ok).collect();
//! assert!(epd.position().after(best[0]).is_checkmate());
//! assert_eq!(epd.to_string(), line);
//! # Ok::<(), epd::EpdError>(())
//! ```

mod command;
mod error;
mod fields;
mod operation;
mod read;
mod scanner;
mod write;

pub use command::{PositionCommand, read_command};
pub use error::{EpdError, NumberError, OperationError};
pub use fields::{Fields, fields, is_blank_or_comment};
pub use operation::{Operand, Operation, RawOperation};
pub use read::{Epd, read, read_lenient, read_with};
pub use write::Writer;
