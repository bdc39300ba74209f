//! Tests for lines in text files.

use tabiya_program::lines::{MAX_LINE_LEN, excerpt, next};

#[track_caller]
fn assert_line_lengths(text: &[u8], lengths: &[Result<usize, u64>]) {
    let mut reader = text;
    let mut buffer = Vec::new();
    let mut line_lengths = Vec::new();
    while let Some(line) = next(&mut reader, &mut buffer).expect("memory can be read") {
        line_lengths.push(line.map(<[u8]>::len).map_err(|error| error.len));
    }
    assert_eq!(line_lengths, lengths);
}

#[test]
fn next_long_line_is_error_with_length() {
    assert_line_lengths(b"", &[]);
    assert_line_lengths(b"\n", &[Ok(0)]);
    assert_line_lengths(b"ab", &[Ok(2)]);
    assert_line_lengths(b"ab\n\xff\n\ncde", &[Ok(2), Ok(1), Ok(0), Ok(3)]);
    for (len, expected) in [
        (MAX_LINE_LEN, Ok(MAX_LINE_LEN)),
        (MAX_LINE_LEN + 1, Err(MAX_LINE_LEN as u64 + 1)),
        (3 * MAX_LINE_LEN, Err(3 * MAX_LINE_LEN as u64)),
    ] {
        let long = vec![b'x'; len];
        assert_line_lengths(&long, &[expected]);
        assert_line_lengths(&[&long, &b"\nab"[..]].concat(), &[expected, Ok(2)]);
    }
}

#[test]
fn excerpt_is_short_and_printable() {
    assert_eq!(excerpt(b"a\x1b[31mb"), "a\u{fffd}[31mb");
    assert_eq!(excerpt(&[b'x'; 80]), "x".repeat(80));
    assert_eq!(excerpt(&[b'x'; 81]), "x".repeat(80) + "…");
}
