//! Columns of values and of texts, which may be missing.

use std::io::Write;
use std::ops::Range;

use tabiya::pgn::TagValue;

/// A column whose values may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NullableColumn<T> {
    /// The values; the default value of the type where one is missing.
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

/// A column of texts, which may be missing.
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

    /// Appends the value of a tag, in UTF-8 and without escapes, or a missing text.
    pub(super) fn push(&mut self, value: Option<TagValue<'_>>) {
        self.validity.push(value.is_some());
        if let Some(value) = value {
            let _ = write!(self.bytes, "{value}");
        }
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
