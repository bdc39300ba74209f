//! Text that may contain any bytes, as one printable line, and its columns.

use alloc::string::String;

use super::locate::visible_range;

/// Yields the columns in a text that may contain any bytes, printed as one line: a printable
/// character and the number of bytes for which it stands.
///
/// Bytes that are not UTF-8 and characters that cannot be printed are replaced.
///
/// ```
/// use tabiya_explain::fen::columns;
///
/// let columns: Vec<_> = columns("\t♞\u{202e}".as_bytes()).collect();
/// assert_eq!(columns, [(' ', 1), ('♞', 3), ('\u{fffd}', 3)]);
/// ```
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
        // Controls, combining characters and direction marks are the characters that have an
        // escape.
        _ if c.escape_debug().len() == 1 => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// The part of a text around an error, as a printable line, with carets on another line for the
/// error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MarkedExcerpt {
    /// The part of the text.
    pub text: String,
    /// The carets below the text, with spaces before them. A caret may stand after its end.
    pub carets: String,
}

impl MarkedExcerpt {
    /// Marks a text's bytes at some indices, in ascending order.
    pub(super) fn new(text: &[u8], indices: &[usize]) -> Self {
        let window = visible_range(text, indices);
        let mut excerpt = Self { text: String::new(), carets: String::new() };
        let mut index = window.start;
        for (column, len) in columns(&text[window.start..window.end.min(text.len())]) {
            excerpt.text.push(column);
            excerpt.mark(indices, index, len);
            index += len;
        }
        (text.len()..window.end).for_each(|index| excerpt.mark(indices, index, 1));
        excerpt.carets.truncate(excerpt.carets.trim_end().len());
        excerpt
    }

    /// Adds a caret if one of the next bytes is marked, or else a space.
    fn mark(&mut self, indices: &[usize], index: usize, len: usize) {
        let is_marked = indices.iter().any(|marked| (index..index + len).contains(marked));
        self.carets.push(if is_marked { '^' } else { ' ' });
    }
}

/// Returns a text's bytes at some indices as a printable text, at most `MAX_FOUND` characters.
pub(super) fn text_at(text: &[u8], indices: &[usize]) -> String {
    /// The number of characters to which the text is truncated.
    const MAX_FOUND: usize = 40;
    let mut found = String::new();
    let mut index = 0;
    for (column, len) in columns(text) {
        if indices.iter().any(|marked| (index..index + len).contains(marked)) {
            found.push(column);
        }
        index += len;
        if found.chars().count() == MAX_FOUND {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_are_printable_and_cover_the_text() {
        let text = b"a\t\xff\x1b\xe2\x99\x9e\xe2\x80\xae'";
        let expected = [('a', 1), (' ', 1), ('\u{fffd}', 1), ('\u{fffd}', 1), ('♞', 3)];
        let rest = [('\u{fffd}', 3), ('\'', 1)];
        assert!(columns(text).eq(expected.into_iter().chain(rest)));
    }
}
