//! [`ValueType`], and values with their places in the text.

use core::ops::Range;

/// A value's type, which determines how it is drawn. All values have 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum ValueType {
    /// A set of squares.
    Set,
    /// A number: a decimal literal, a count, a square index, a table index.
    Number,
}

/// A value and its expression's range in the text.
#[derive(Clone)]
pub struct Value {
    pub bits: u64,
    pub value_type: ValueType,
    pub range: Range<usize>,
}

/// The result of an operator or function.
pub struct Outcome {
    pub bits: u64,
    pub value_type: ValueType,
    /// The bits that a shift lost, if there are any.
    pub lost: Option<u64>,
    /// The part of the exact result above bit 63, if it is not 0.
    pub overflow: Option<u64>,
    pub note: Option<alloc::string::String>,
}

impl Outcome {
    /// Creates a result without lost bits or overflow.
    pub const fn new(bits: u64, value_type: ValueType) -> Self {
        Self { bits, value_type, lost: None, overflow: None, note: None }
    }

    /// Adds the bits that a shift lost, unless there are none, with a phrase about them.
    pub fn with_lost(mut self, lost: u64, note: impl FnOnce() -> alloc::string::String) -> Self {
        if lost != 0 {
            self.lost = Some(lost);
            self.note = Some(note());
        }
        self
    }

    /// Adds the part of the exact result above bit 63, unless it is 0, with a phrase about it.
    pub fn with_overflow(mut self, overflow: u64, note: &str) -> Self {
        if overflow != 0 {
            self.overflow = Some(overflow);
            self.note = Some(note.into());
        }
        self
    }
}
