//! Extended Position Description: a position and what is known of it, in one line.
//!
//! `bm` names the best moves, `id` the position, `pv` a line, `D5` a count of leaves, and
//! so on: four fields as FEN has them, then operations, each an opcode with its operands
//! and a semicolon. [`read`] checks a whole line and borrows it; [`Writer`] writes one.
//! Neither allocates, and both take time in proportion to the line, whatever its length.
//!
//! ```
//! use tabiya_notation::epd;
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

mod error;
mod operation;
mod read;
mod write;

pub use error::{EpdError, NumberError, WriteError};
pub use operation::{Operand, Operation};
pub use read::{Epd, read, read_with};
pub use write::Writer;
