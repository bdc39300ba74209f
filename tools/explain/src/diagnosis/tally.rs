//! Leaf counts with what each edit adds to them.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::edit::Edit;

/// A leaf count, and what each edit adds to it.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub right: i64,
    /// The differences by edit index, each with a mark that says that the edit is listed.
    differences: Vec<(i64, bool)>,
    listed: Vec<Edit>,
}

impl Tally {
    /// Returns what an edit adds to the count.
    pub fn difference(&self, edit: Edit) -> i64 {
        self.differences.get(edit.index()).map_or(0, |cell| cell.0)
    }

    /// Returns the leaf count, with an edit if given.
    pub fn with(&self, edit: Option<Edit>) -> i64 {
        self.right + edit.map_or(0, |edit| self.difference(edit))
    }

    pub fn add(&mut self, edit: Edit, value: i64) {
        if self.differences.is_empty() {
            self.differences = vec![(0, false); Edit::INDICES];
        }
        let (difference, is_listed) = &mut self.differences[edit.index()];
        *difference += value;
        if !mem::replace(is_listed, true) {
            self.listed.push(edit);
        }
    }

    pub fn add_all(&mut self, other: &Self) {
        self.right += other.right;
        for &edit in &other.listed {
            self.add(edit, other.difference(edit));
        }
    }

    pub fn clear(&mut self) {
        self.right = 0;
        for edit in self.listed.drain(..) {
            self.differences[edit.index()] = (0, false);
        }
    }
}
