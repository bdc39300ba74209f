//! The lines in a file or on standard input. Lines may contain any bytes; long ones are refused.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use tabiya::epd;
use tabiya_explain::fen::columns;

/// The maximum length of a line in bytes. No position and no command is longer.
pub const MAX_LINE_LEN: usize = 1 << 16;

/// The error for a line longer than [`MAX_LINE_LEN`], from which nothing is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTooLong {
    /// The length of the line in bytes, without its terminator.
    pub len: u64,
}

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line of {} bytes; expected at most {MAX_LINE_LEN}", self.len)
    }
}

impl Error for LineTooLong {}

/// Opens a file, or standard input for `-`.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Calls `visit` with the 1-based number and the text for each line, or with the error for a line
/// that is too long. Empty lines and lines that begin with `#` are skipped, also after white space
/// and a byte order mark.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or else the first error from `visit`.
pub fn for_each<E: From<anyhow::Error>>(
    path: &Path,
    mut visit: impl FnMut(usize, Result<&[u8], LineTooLong>) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = open(path)?;
    let mut buffer = Vec::new();
    let mut number = 0;
    let unreadable = || format!("cannot read {}", path.display());
    while let Some(line) = next(&mut reader, &mut buffer).with_context(unreadable)? {
        number += 1;
        let line = line.map(<[u8]>::trim_ascii_end);
        if !line.is_ok_and(epd::is_blank_or_comment) {
            visit(number, line)?;
        }
    }
    Ok(())
}

/// Reads the next line without its terminator into a buffer, or returns the error for a line that
/// is too long. Returns `None` at the end of the input.
///
/// # Errors
///
/// Returns an error if reading fails.
pub fn next<'a>(
    reader: &mut (impl BufRead + ?Sized),
    buffer: &'a mut Vec<u8>,
) -> io::Result<Option<Result<&'a [u8], LineTooLong>>> {
    buffer.clear();
    let mut len = 0;
    let mut has_line = false;
    loop {
        let available = reader.fill_buf()?;
        if available.is_empty() && !has_line {
            return Ok(None);
        }
        has_line = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let text = &available[..end.unwrap_or(available.len())];
        len += text.len() as u64;
        buffer.extend_from_slice(&text[..text.len().min(MAX_LINE_LEN - buffer.len())]);
        let is_last = end.is_some() || available.is_empty();
        let read = end.map_or(available.len(), |end| end + 1);
        reader.consume(read);
        if is_last {
            let is_too_long = len > MAX_LINE_LEN as u64;
            return Ok(Some(if is_too_long { Err(LineTooLong { len }) } else { Ok(buffer) }));
        }
    }
}

/// Returns a text with any bytes as one printable line, truncated to 80 characters.
pub fn excerpt(text: &[u8]) -> String {
    const MAX_COLUMNS: usize = 80;
    let mut columns = columns(text).map(|(column, _)| column);
    let start: String = columns.by_ref().take(MAX_COLUMNS).collect();
    if columns.next().is_some() { start + "…" } else { start }
}
