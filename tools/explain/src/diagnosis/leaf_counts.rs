//! The leaf count of a position with and without bugs.

use alloc::vec::Vec;

use tabiya::Position;

use super::bug::BugSet;
use super::count::Counter;
use super::error::{DiagnosisError, check_depth};
use super::limits::Limits;
use super::mailbox::Mailbox;
use super::polynomial::Polynomial;

/// Counts the leaves of a tree with the generator of the diagnosis, without any table.
///
/// The time grows with the number of leaves. [`LeafCounts`] is faster for many sets of bugs.
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Bug, BugSet, count_leaves};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// assert_eq!(count_leaves(&position, 1, BugSet::EMPTY), 15);
/// assert_eq!(count_leaves(&position, 1, BugSet::EMPTY.with(Bug::NoCastling)), 14);
/// # Ok::<(), tabiya::FenError>(())
/// ```
pub fn count_leaves(position: &Position, depth: u8, bugs: BugSet) -> u64 {
    fn count(position: &Mailbox, depth: u8, bugs: BugSet) -> u64 {
        let successors = position.successors(bugs);
        match depth {
            1 => successors.len() as u64,
            _ => successors.iter().map(|(_, next)| count(next, depth - 1, bugs)).sum(),
        }
    }
    if depth == 0 { 1 } else { count(&position.into(), depth, bugs) }
}

/// The leaf count of a position at a depth, for every set of at most two bugs.
///
/// One walk of the tree yields all of them. Where the generator would move differently with a bug,
/// the walk branches. A bug that never matters costs nothing.
#[derive(Clone, Debug)]
pub struct LeafCounts {
    polynomial: Polynomial,
}

impl LeafCounts {
    /// Counts the leaves of a position at a depth.
    ///
    /// # Errors
    ///
    /// Returns an error if the depth is 0 or above [`MAX_DEPTH`](super::MAX_DEPTH), the tree
    /// exceeds the limits, or `keep_going` returns `false`.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagnosis::{Bug, BugSet, LeafCounts, Limits};
    ///
    /// let counts = LeafCounts::new(&Position::START, 3, Limits::default(), &mut || true)?;
    /// assert_eq!(counts.count(BugSet::EMPTY), 8902);
    /// assert_eq!(counts.count(BugSet::EMPTY.with(Bug::NoDoublePush)), 2124);
    /// assert!(!counts.effective_bugs().contains(Bug::NoEnPassant));
    /// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
    /// ```
    pub fn new(
        position: &Position,
        depth: u8,
        limits: Limits,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Self, DiagnosisError> {
        check_depth(depth)?;
        let mut counter = Counter::new(limits.table_bytes, limits.moves, keep_going);
        Ok(Self { polynomial: counter.count(&position.into(), depth, 2)? })
    }

    /// Returns the leaf count with the bugs of a set.
    ///
    /// # Panics
    ///
    /// Panics if the set has more than two bugs.
    pub fn count(&self, bugs: BugSet) -> u64 {
        assert!(bugs.len() <= 2, "{bugs}: expected at most two bugs");
        self.polynomial.value(bugs) as u64
    }

    /// Returns the bugs that change the leaf count.
    pub fn effective_bugs(&self) -> BugSet {
        let all = super::Bug::ALL.iter().copied();
        all.filter(|&bug| self.count(BugSet::EMPTY.with(bug)) != self.count(BugSet::EMPTY))
            .collect()
    }

    /// Returns the sets of bugs for which each tree has a given number of leaves: the empty set, or
    /// else single bugs, or else pairs.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagnosis::{Bug, BugSet, LeafCounts, Limits};
    ///
    /// let counts = LeafCounts::new(&Position::START, 3, Limits::default(), &mut || true)?;
    /// let bug = BugSet::EMPTY.with(Bug::DoublePushOverPiece);
    /// assert_eq!(LeafCounts::explain(&[(&counts, 8982)]), [bug]);
    /// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
    /// ```
    pub fn explain(totals: &[(&Self, u64)]) -> Vec<BugSet> {
        let fits = |bugs: BugSet| totals.iter().all(|(counts, total)| counts.count(bugs) == *total);
        let sets = (0..=2).map(|len| BugSet::all_of_len(len).filter(|&bugs| fits(bugs)).collect());
        sets.into_iter().find(|sets: &Vec<_>| !sets.is_empty()).unwrap_or_default()
    }
}
