//! Audits of what an engine claims by UCI: best moves, variations, mate scores, perft counts.
//!
//! A [`Session`] follows the lines between one user interface and one engine, and returns a [`Finding`] for each
//! claim that is wrong: with the rule, a sentence, the squares, and the position that shows it.
//!
//! ```
//! use tabiya_explain::audit::Session;
//!
//! let mut session = Session::new();
//! session.command_line(1, b"position fen 4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
//! session.command_line(2, b"go depth 3");
//! session.response_line(3, b"info depth 3 score cp 20 pv e2c3 e8e3");
//! let findings = session.take_findings();
//! assert_eq!((findings[0].code, &*findings[0].rule), ("pv-illegal", "pinned"));
//! assert_eq!(
//!     findings[0].sentence,
//!     "the white knight on e2 is pinned on the e-file by the black rook on e8",
//! );
//! ```

mod castling_mode;
mod finding;
mod perft;
mod result;
mod root;
mod session;
mod variation;
mod word;

pub use finding::{CODES, Fault, Finding, Severity};
pub use result::{Answer, GameEnd, check_result};
pub use session::Session;
