//! [`Rows`], a column's positions: a range in a shared buffer.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Deref, Range};
use std::sync::Arc;

use tabiya::Position;

/// A column's positions. Clones and slices share the buffer.
#[derive(Clone, Debug)]
pub struct Rows {
    buffer: Arc<Vec<Position>>,
    range: Range<usize>,
}

impl Rows {
    /// Returns consecutive rows, without a copy. The range must be within the rows.
    pub fn slice(&self, range: Range<usize>) -> Self {
        let start = self.range.start;
        Self { buffer: Arc::clone(&self.buffer), range: start + range.start..start + range.end }
    }

    /// Compares row by row, by the repetition rule.
    pub fn same_positions(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.iter().zip(&**other).all(|(one, two)| one.same_position(two))
    }

    /// Returns a hash over all rows, the same for rows that [`Rows::same_positions`] compares as equal.
    pub fn hash_value(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.iter().for_each(|position| position.normalized().hash(&mut hasher));
        hasher.finish()
    }
}

impl From<Vec<Position>> for Rows {
    fn from(positions: Vec<Position>) -> Self {
        Self { range: 0..positions.len(), buffer: Arc::new(positions) }
    }
}

impl Deref for Rows {
    type Target = [Position];

    fn deref(&self) -> &[Position] {
        &self.buffer[self.range.clone()]
    }
}
