//! The corpora in `tests/data/corpus`: a text file for each fuzz target, with one input per line.
//!
//! Bytes other than printable ASCII are escaped as in Rust's byte strings.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tabiya_suites::data;
use tabiya_suites::suite::read_text;

/// Reads a target's inputs.
///
/// # Errors
///
/// Returns an error if the file cannot be read or a line has an invalid escape. The error names the line.
pub fn load(target: &str) -> Result<Vec<Vec<u8>>> {
    let path = data("corpus").join(target).with_extension("txt");
    let text = read_text(&path)?;
    let inputs = text.lines().enumerate().map(|(index, line)| {
        unescape(line).with_context(|| format!("{}:{}", path.display(), index + 1))
    });
    inputs.collect()
}

/// Writes a target's inputs to a folder, one file per input, as libFuzzer expects them.
///
/// # Errors
///
/// Returns an error if the corpus cannot be read or a file cannot be written.
pub fn unpack(target: &str, folder: &Path) -> Result<usize> {
    let inputs = load(target)?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (index, input) in inputs.iter().enumerate() {
        let path = folder.join(format!("seed-{index:03}"));
        fs::write(&path, input).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(inputs.len())
}

/// Returns an input as a corpus line.
pub fn escape(input: &[u8]) -> String {
    input.escape_ascii().to_string()
}

/// Returns the input in a corpus line.
///
/// # Errors
///
/// Returns an error if a backslash begins a sequence that [`escape`] never writes.
pub fn unescape(line: &str) -> Result<Vec<u8>> {
    let mut bytes = line.bytes();
    let mut input = Vec::new();
    while let Some(byte) = bytes.next() {
        input.push(match byte {
            b'\\' => match bytes.next() {
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'n') => b'\n',
                Some(quoted @ (b'\\' | b'\'' | b'"')) => quoted,
                Some(b'x') => {
                    let digits = [bytes.next(), bytes.next()].map(|digit| {
                        char::from(digit.unwrap_or_default()).to_digit(16).map(|digit| digit as u8)
                    });
                    let [Some(high), Some(low)] = digits else {
                        bail!("expected two hexadecimal digits after `\\x`");
                    };
                    high << 4 | low
                }
                _ => bail!("found an unknown escape; expected `\\t`, `\\r`, `\\n` or `\\x`"),
            },
            byte => byte,
        });
    }
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::{escape, unescape};

    #[test]
    fn escape_round_trips_for_any_bytes() {
        let bytes: Vec<u8> = (0..=u8::MAX).chain(*b"\\x41 \\n '\"").collect();
        let line = escape(&bytes);
        assert!(line.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{line}");
        assert_eq!(unescape(&line).expect("a valid escape"), bytes);
    }

    #[test]
    fn unescape_unknown_escape_is_error() {
        for line in ["\\", "a\\q", "\\x", "\\x4", "\\x4g", "\\xg4"] {
            assert!(unescape(line).is_err(), "{line}");
        }
    }
}
