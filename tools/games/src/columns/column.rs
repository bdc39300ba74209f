//! Columns for values and for texts, which may be missing.

use std::io::Write;
use std::ops::Range;

use tabiya::pgn::{CommentText, TagValue};

/// A column whose values may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NullableColumn<T> {
    /// The values; the type's default value where one is missing.
    pub values: Vec<T>,
    /// `true` for each value that exists.
    pub validity: Vec<bool>,
}

impl<T> Default for NullableColumn<T> {
    fn default() -> Self {
        Self { values: Vec::new(), validity: Vec::new() }
    }
}

impl<T: Copy> NullableColumn<T> {
    /// Returns the value at an index, if it exists.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        let is_valid = *self.validity.get(index)?;
        is_valid.then(|| self.values[index])
    }

    /// Appends a value, or a default one that is marked as missing.
    pub(super) fn push(&mut self, value: Option<T>, default: T) {
        self.values.push(value.unwrap_or(default));
        self.validity.push(value.is_some());
    }

    pub(super) fn extend_from(&mut self, other: &Self, range: Range<usize>) {
        self.values.extend_from_slice(&other.values[range.clone()]);
        self.validity.extend_from_slice(&other.validity[range]);
    }
}

/// A text column, whose texts may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextColumn {
    /// The start of each text in the bytes, and the end of the last one.
    pub offsets: Vec<i64>,
    /// The texts one after the other, in UTF-8.
    pub bytes: Vec<u8>,
    /// `true` for each text that exists.
    pub validity: Vec<bool>,
}

impl Default for TextColumn {
    fn default() -> Self {
        Self { offsets: vec![0], bytes: Vec::new(), validity: Vec::new() }
    }
}

impl TextColumn {
    /// Returns the text at an index, if it exists.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let is_valid = *self.validity.get(index)?;
        let range = self.offsets[index] as usize..self.offsets[index + 1] as usize;
        is_valid.then(|| str::from_utf8(&self.bytes[range]).unwrap_or_default())
    }

    /// Appends a tag's value, in UTF-8 and without escapes, or a missing text.
    pub(super) fn push(&mut self, value: Option<TagValue<'_>>) {
        if let Some(value) = &value {
            let _ = write!(self.bytes, "{value}");
        }
        self.end(value.is_some());
    }

    /// Appends bytes as they are.
    pub(super) fn push_bytes(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.end(true);
    }

    /// Appends a comment to the text that is not ended, after a space. White space becomes one space.
    pub(super) fn append_comment(&mut self, comment: &[u8]) {
        let start = self.bytes.len();
        if self.is_started() {
            self.bytes.push(b' ');
        }
        let text = comment.trim_ascii();
        if is_plain(text) {
            self.bytes.extend_from_slice(text);
        } else if let Some(text) = CommentText::new(text) {
            self.bytes.extend_from_slice(text.as_str().as_bytes());
        } else {
            self.bytes.truncate(start);
        }
    }

    /// Ends the text from the comments that were appended, or appends a missing one.
    pub(super) fn end_comments(&mut self) {
        self.end(self.is_started());
    }

    /// Tests whether bytes were appended for a text that is not ended.
    fn is_started(&self) -> bool {
        self.offsets.last().is_some_and(|&end| (end as usize) < self.bytes.len())
    }

    /// Ends a text whose bytes were appended.
    fn end(&mut self, is_valid: bool) {
        self.validity.push(is_valid);
        self.offsets.push(self.bytes.len() as i64);
    }

    pub(super) fn extend_from(&mut self, other: &Self, range: Range<usize>) {
        let start = other.offsets[range.start];
        let end = other.offsets[range.end];
        let shift = self.bytes.len() as i64 - start;
        self.bytes.extend_from_slice(&other.bytes[start as usize..end as usize]);
        let ends = &other.offsets[range.start + 1..=range.end];
        self.offsets.extend(ends.iter().map(|end| end + shift));
        self.validity.extend_from_slice(&other.validity[range]);
    }
}

/// Tests whether a comment is ASCII with single spaces, which no writer changes.
fn is_plain(text: &[u8]) -> bool {
    let is_visible = |byte: u8| byte.is_ascii_graphic() && byte != b'}';
    let mut is_after_space = true;
    !text.is_empty()
        && text.iter().all(|&byte| {
            let is_separator = byte == b' ' && !is_after_space;
            is_after_space = byte == b' ';
            is_separator || is_visible(byte)
        })
}
