//! The lines of a file or of standard input. Lines may have any length and contain any bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;

/// The maximum length of a line in bytes. The rest of a longer line is dropped: no position and no
/// command is that long.
pub const MAX_LINE_LEN: usize = 1 << 16;

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

/// Calls `visit` with the 1-based number and the text of each line. Empty lines and lines that
/// begin with `#` are skipped, and lines are truncated to [`MAX_LINE_LEN`] bytes.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or else the first error of `visit`.
pub fn for_each<E: From<anyhow::Error>>(
    path: &Path,
    mut visit: impl FnMut(usize, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = open(path)?;
    let mut line = Vec::new();
    let mut number = 0;
    let unreadable = || format!("cannot read {}", path.display());
    while next(&mut reader, &mut line).with_context(unreadable)? {
        number += 1;
        let text = line.trim_ascii();
        if !text.is_empty() && !text.starts_with(b"#") {
            visit(number, text)?;
        }
    }
    Ok(())
}

/// Reads the next line without its terminator, truncated to [`MAX_LINE_LEN`] bytes. Returns `false`
/// at the end of the input.
///
/// # Errors
///
/// Returns an error if reading fails.
pub fn next(reader: &mut (impl BufRead + ?Sized), line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut has_line = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(has_line);
        }
        has_line = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let text = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&text[..text.len().min(MAX_LINE_LEN - line.len())]);
        let read = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(read);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Yields the columns of a text of any bytes, printed as one line: a printable character and the number
/// of bytes for which it stands.
///
/// Bytes that are not UTF-8 and characters that cannot be printed are replaced.
pub fn columns(text: &[u8]) -> impl Iterator<Item = (char, usize)> {
    text.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|c| (printable(c), c.len_utf8()));
        valid.chain(chunk.invalid().iter().map(|_| (char::REPLACEMENT_CHARACTER, 1)))
    })
}

fn printable(c: char) -> char {
    match c {
        ' '..='~' => c,
        '\t' => ' ',
        // Controls, combining characters and marks of direction are those that have an escape.
        _ if c.escape_debug().len() == 1 => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE_LEN, columns, next};

    #[track_caller]
    fn assert_line_lengths(text: &[u8], lengths: &[usize]) {
        let (mut reader, mut line, mut line_lengths) = (text, Vec::new(), Vec::new());
        while next(&mut reader, &mut line).expect("memory can be read") {
            line_lengths.push(line.len());
        }
        assert_eq!(line_lengths, lengths);
    }

    #[test]
    fn columns_are_printable_and_cover_the_text() {
        let text = b"a\t\xff\x1b\xe2\x99\x9e\xe2\x80\xae'";
        let expected = [('a', 1), (' ', 1), ('\u{fffd}', 1), ('\u{fffd}', 1), ('♞', 3)];
        let rest = [('\u{fffd}', 3), ('\'', 1)];
        assert!(columns(text).eq(expected.into_iter().chain(rest)));
    }

    #[test]
    fn next_long_line_is_truncated() {
        assert_line_lengths(b"", &[]);
        assert_line_lengths(b"\n", &[0]);
        assert_line_lengths(b"ab", &[2]);
        assert_line_lengths(b"ab\n\xff\n\ncde", &[2, 1, 0, 3]);
        let mut long = vec![b'x'; 3 * MAX_LINE_LEN];
        long.extend(b"\nab");
        assert_line_lengths(&long, &[MAX_LINE_LEN, 2]);
    }
}
