//! Leaf counts as a function of the bugs that are on.

use alloc::vec;
use alloc::vec::Vec;

use super::bug::{Bug, BugSet};

/// The number of bugs.
pub const BUG_COUNT: usize = Bug::ALL.len();

/// A leaf count as a function of the bugs: exact for up to as many bugs as its degree, at most two.
///
/// The value of a set is the constant plus the terms of all bugs and pairs of bugs in the set. A
/// term of a pair is what both together change beyond what each changes alone. Terms that are zero
/// are not stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    pub constant: i64,
    /// The terms of single bugs, by index of the bug.
    pub singles: Vec<(u8, i64)>,
    /// The terms of pairs, the lower index first.
    pub pairs: Vec<(u8, u8, i64)>,
}

impl Polynomial {
    /// Returns a polynomial without terms.
    pub const fn constant(constant: i64) -> Self {
        Self { constant, singles: Vec::new(), pairs: Vec::new() }
    }

    /// Returns the term of a bug.
    fn single(&self, bug: u8) -> i64 {
        let found = self.singles.binary_search_by_key(&bug, |&(index, _)| index);
        found.map_or(0, |place| self.singles[place].1)
    }

    /// Returns the count without a bug, with one, or with a pair of bugs.
    pub fn value(&self, bugs: BugSet) -> i64 {
        let mut indices = bugs.iter().map(|bug| bug as u8);
        let (Some(first), second) = (indices.next(), indices.next()) else { return self.constant };
        let value = self.constant + self.single(first);
        let Some(second) = second else { return value };
        let pair = self.pairs.binary_search_by_key(&(first, second), |&(a, b, _)| (a, b));
        value + self.single(second) + pair.map_or(0, |place| self.pairs[place].2)
    }

    /// Returns the approximate size in bytes.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.singles.len() * 16 + self.pairs.len() * 16
    }
}

/// A polynomial of degree 1.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    pub constant: i64,
    /// The terms, by index of the bug.
    pub singles: Vec<(u8, i64)>,
}

impl Linear {
    /// Creates a linear polynomial from the value without a bug and the values with one. Of other
    /// bugs, it has the terms of `base`.
    pub fn new(base: Option<&Polynomial>, values: &[(u8, i64)]) -> Self {
        let constant = base.map_or(0, |base| base.constant);
        let mut singles = base.map_or_else(Vec::new, |base| base.singles.clone());
        for &(bug, value) in values {
            let term = value - constant;
            match singles.binary_search_by_key(&bug, |&(index, _)| index) {
                Ok(place) => singles[place].1 = term,
                Err(place) => singles.insert(place, (bug, term)),
            }
        }
        Self { constant, singles }
    }

    /// Yields the bugs whose terms differ in two polynomials, with the difference.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u8, i64)> + 'a {
        let mut these = self.singles.as_slice();
        let mut others = other.singles.as_slice();
        core::iter::from_fn(move || {
            let next = |terms: &[(u8, i64)]| terms.first().map_or(u8::MAX, |&(bug, _)| bug);
            let bug = next(these).min(next(others));
            let take = |terms: &mut &[(u8, i64)]| match terms.split_first() {
                Some((&(index, term), rest)) if index == bug => {
                    *terms = rest;
                    term
                }
                _ => 0,
            };
            (bug != u8::MAX).then(|| (bug, take(&mut these) - take(&mut others)))
        })
        .filter(|&(_, difference)| difference != 0)
    }
}

/// A sum of polynomials, with a cell for each term.
#[derive(Clone, Debug)]
pub struct Sum {
    constant: i64,
    singles: [i64; BUG_COUNT],
    /// The terms of pairs at `lower * BUG_COUNT + higher`. Allocated at the first.
    pairs: Vec<i64>,
    /// The lower bugs of pairs that were added to.
    rows: BugSet,
}

impl Sum {
    pub const fn new() -> Self {
        Self { constant: 0, singles: [0; BUG_COUNT], pairs: Vec::new(), rows: BugSet::EMPTY }
    }

    pub fn add_linear(&mut self, linear: &Linear) {
        self.constant += linear.constant;
        self.add_singles(&linear.singles);
    }

    fn add_singles(&mut self, singles: &[(u8, i64)]) {
        for &(bug, term) in singles {
            self.singles[bug as usize] += term;
        }
    }

    pub fn add_pair(&mut self, a: u8, b: u8, term: i64) {
        if self.pairs.is_empty() {
            self.pairs = vec![0; BUG_COUNT * BUG_COUNT];
        }
        let lower = a.min(b) as usize;
        let higher = a.max(b) as usize;
        self.pairs[lower * BUG_COUNT + higher] += term;
        self.rows = self.rows.with(Bug::ALL[lower]);
    }

    /// Adds the terms of a polynomial up to a degree.
    pub fn add(&mut self, polynomial: &Polynomial, degree: u8) {
        self.constant += polynomial.constant;
        if degree >= 1 {
            self.add_singles(&polynomial.singles);
        }
        if degree >= 2 {
            for &(a, b, term) in &polynomial.pairs {
                self.add_pair(a, b, term);
            }
        }
    }

    /// Returns the sum, without terms that are zero.
    pub fn to_polynomial(&self) -> Polynomial {
        let singles = self.singles.iter().enumerate().filter(|&(_, &term)| term != 0);
        let mut pairs = Vec::new();
        for lower in self.rows.iter().map(|bug| bug as usize) {
            let row = &self.pairs[lower * BUG_COUNT..(lower + 1) * BUG_COUNT];
            let terms = row.iter().enumerate().filter(|&(_, &term)| term != 0);
            pairs.extend(terms.map(|(higher, &term)| (lower as u8, higher as u8, term)));
        }
        Polynomial {
            constant: self.constant,
            singles: singles.map(|(bug, &term)| (bug as u8, term)).collect(),
            pairs,
        }
    }
}
