//! Lines of a file or of standard input, whatever bytes they hold and however long they are.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;

/// The longest line that is kept whole; what is longer is no position and no command.
pub const LONGEST: usize = 1 << 16;

/// Opens a file, or standard input for `-`.
///
/// # Errors
///
/// If the file cannot be opened.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Calls `visit` with the number, from 1, and the text of each line that is neither empty
/// nor a comment that `#` begins; lines over [`LONGEST`] are cut there.
///
/// # Errors
///
/// If the file cannot be read, or the first error of `visit`.
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

/// Reads the next line without its end, cut at [`LONGEST`]; whether there was one.
///
/// # Errors
///
/// If reading fails.
pub fn next(reader: &mut (impl BufRead + ?Sized), line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut is_there = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(is_there);
        }
        is_there = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let text = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&text[..text.len().min(LONGEST - line.len())]);
        let read = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(read);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// A text of any bytes as one line that a terminal can show, a column a byte.
pub fn shown(text: &[u8]) -> String {
    let column = |&byte: &u8| match byte {
        b' '..=b'~' => char::from(byte),
        b'\t' => ' ',
        _ => '\u{fffd}',
    };
    text.iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, next};

    #[track_caller]
    fn check(text: &[u8], lengths: &[usize]) {
        let (mut reader, mut line, mut found) = (text, Vec::new(), Vec::new());
        while next(&mut reader, &mut line).expect("memory can be read") {
            found.push(line.len());
        }
        assert_eq!(found, lengths);
    }

    #[test]
    fn lines_end_where_they_end() {
        check(b"", &[]);
        check(b"\n", &[0]);
        check(b"ab", &[2]);
        check(b"ab\n\xff\n\ncde", &[2, 1, 0, 3]);
        let mut long = vec![b'x'; 3 * LONGEST];
        long.extend(b"\nab");
        check(&long, &[LONGEST, 2]);
    }
}
