//! Value counts, in bounded memory.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The greatest number of values that are counted one by one.
const MAX_VALUES: usize = 10_000;

/// The greatest length of a value, in characters.
const MAX_VALUE_LEN: usize = 80;

/// The number of occurrences for each value.
///
/// If there are too many values, those that come first in alphabetical order are counted. The sum
/// is thus the same however the values are divided into tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    counts: BTreeMap<String, u64>,
    /// The number of all occurrences.
    total: u64,
}

impl Tally {
    /// Adds occurrences for a value.
    pub fn add(&mut self, value: &str, count: u64) {
        self.total += count;
        self.insert(value, count);
    }

    /// Adds all occurrences from another tally.
    pub fn merge(&mut self, other: &Self) {
        self.total += other.total;
        for (value, count) in &other.counts {
            self.insert(value, *count);
        }
    }

    fn insert(&mut self, value: &str, count: u64) {
        if let Some(sum) = self.counts.get_mut(value) {
            *sum += count;
            return;
        }
        let value: String = value.chars().take(MAX_VALUE_LEN).collect();
        *self.counts.entry(value).or_default() += count;
        if self.counts.len() > MAX_VALUES {
            self.counts.pop_last();
        }
    }

    /// Returns the number of all occurrences.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns how often values occur that are not counted one by one.
    pub fn others(&self) -> u64 {
        self.total - self.counts.values().sum::<u64>()
    }

    /// Returns the counts, ordered by value.
    pub const fn counts(&self) -> &BTreeMap<String, u64> {
        &self.counts
    }

    /// Returns the counts from the greatest on.
    pub fn by_count(&self) -> Vec<(&str, u64)> {
        let mut counts: Vec<_> =
            self.counts.iter().map(|(value, &count)| (value.as_str(), count)).collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        counts
    }
}
