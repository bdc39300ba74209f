//! Messages on standard error.

use std::io::Write;

use tabiya_explain::fen::columns;

/// Prints a message as one printable line on standard error, and ignores failures to do so.
pub fn print_line(message: &str) {
    let line: String = columns(message.as_bytes()).map(|(column, _)| column).collect();
    let _ = writeln!(anstream::stderr(), "{line}");
}
