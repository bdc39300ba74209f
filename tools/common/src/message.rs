//! Messages on standard error.

use std::io::Write;

use tabiya_explain::fen::columns;

/// Prints a message as one printable line on standard error, and ignores failures to do so.
pub fn print_line(message: &str) {
    let _ = writeln!(anstream::stderr(), "{}", printable(message));
}

/// Returns a text as one line, without control characters, which a terminal would obey.
pub fn printable(text: &str) -> String {
    columns(text.as_bytes()).map(|(column, _)| column).collect()
}
