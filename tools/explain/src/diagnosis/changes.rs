//! Sets of changes to the reference generator.

use super::grammar::{self, CHANGE_COUNT, Rule, Scope};

const WORDS: usize = CHANGE_COUNT.div_ceil(64);

/// A change to the reference generator: the index that stands for a [`Rule`] with a [`Scope`].
pub type Change = u16;

/// A set of changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeSet([u64; WORDS]);

impl ChangeSet {
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Returns the set with one more change, if the grammar has it.
    #[must_use]
    pub const fn with(mut self, rule: Rule, scope: Scope) -> Self {
        self.insert(grammar::change(rule, scope));
        self
    }

    pub const fn insert(&mut self, change: Change) {
        if (change as usize) < CHANGE_COUNT {
            self.0[change as usize / 64] |= 1 << (change % 64);
        }
    }

    pub const fn contains(&self, change: Change) -> bool {
        (change as usize) < CHANGE_COUNT && self.0[change as usize / 64] & 1 << (change % 64) != 0
    }

    /// Tests whether the set contains a change to a rule.
    pub const fn has(&self, rule: Rule, scope: Scope) -> bool {
        self.contains(grammar::change(rule, scope))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
        self
    }

    #[must_use]
    pub fn difference(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        self
    }
    /// Yields the changes in ascending order.
    pub fn into_iter(self) -> impl Iterator<Item = Change> {
        (0..WORDS).flat_map(move |index| {
            let mut rest = self.0[index];
            core::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some((index * 64) as Change + bit as Change)
            })
        })
    }
}

/// Returns the set with one change to a rule, or the empty set if the grammar lacks it.
pub const fn only(rule: Rule, scope: Scope) -> ChangeSet {
    ChangeSet::EMPTY.with(rule, scope)
}

/// Returns the set with two changes to a rule: for all moves, and for a scope.
pub const fn all_or(rule: Rule, scope: Scope) -> ChangeSet {
    only(rule, Scope::All).with(rule, scope)
}
