//! The transposition table, which all libraries share.

use tabiya_suites::random::SplitMix;

use super::move_code::MoveCode;

/// A score that is at least a mate score in the search.
pub(super) const MATE_BOUND: i32 = 29_000;

/// A stored score's relation to the position's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// The result from searching a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    /// The best move, or [`MoveCode::NONE`].
    pub(super) code: MoveCode,
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) depth: i32,
}

/// A table entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// The best move, or [`MoveCode::NONE`].
    pub(super) code: MoveCode,
    score: i16,
    depth: i8,
    bound: Bound,
}

const _: () = assert!(size_of::<Entry>() == 16);

impl Entry {
    /// Returns the stored score if it replaces a search to `depth` with this window.
    #[inline]
    pub(super) fn cutoff(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        // Mate scores count plies from their node.
        let score = match i32::from(self.score) {
            score if score >= MATE_BOUND => score - ply as i32,
            score if score <= -MATE_BOUND => score + ply as i32,
            score => score,
        };
        let is_cutoff = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        is_cutoff.then_some(score)
    }
}

/// A table with 2^15 entries, in which the last store wins.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    searches: u64,
    /// A number that makes entries from earlier searches invalid.
    salt: u64,
}

impl Table {
    pub(super) fn new() -> Self {
        let code = MoveCode::NONE;
        let bound = Bound::Exact;
        let empty = Entry { key: 0, code, score: 0, depth: -1, bound };
        Self { entries: vec![empty; 1 << 15], searches: 0, salt: 0 }
    }

    /// Empties the table for a new search without writing to it.
    pub(super) fn start_search(&mut self) {
        self.searches += 1;
        self.salt = SplitMix::nth(self.searches);
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.index(key)];
        (entry.key == key ^ self.salt).then_some(entry)
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        key: u64,
        NodeResult { code, score, bound, depth }: NodeResult,
        ply: usize,
    ) {
        let score = match score {
            score if score >= MATE_BOUND => score + ply as i32,
            score if score <= -MATE_BOUND => score - ply as i32,
            score => score,
        };
        let index = self.index(key);
        let score = score as i16;
        let depth = depth as i8;
        self.entries[index] = Entry { key: key ^ self.salt, code, score, depth, bound };
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_search_entry_is_not_found() {
        let mut table = Table::new();
        table.start_search();
        let result = NodeResult { code: MoveCode(9), score: 5, bound: Bound::Exact, depth: 3 };
        table.store(7, result, 0);
        assert_eq!(table.probe(7).expect("an entry").code, MoveCode(9));
        assert!(table.probe(7 + (1 << 15)).is_none(), "another key of the same index");
        table.start_search();
        assert!(table.probe(7).is_none());
    }

    #[test]
    fn cutoff_requires_depth_and_bound() {
        let mut table = Table::new();
        let mut cutoff = |score, bound, depth, ply| {
            table.store(7, NodeResult { code: MoveCode::NONE, score, bound, depth: 3 }, 2);
            table.probe(7).expect("an entry").cutoff(depth, 10, 20, ply)
        };
        assert_eq!(cutoff(15, Bound::Exact, 3, 0), Some(15));
        assert_eq!(cutoff(15, Bound::Exact, 4, 0), None);
        assert_eq!(cutoff(15, Bound::Lower, 3, 0), None);
        assert_eq!(cutoff(20, Bound::Lower, 3, 0), Some(20));
        assert_eq!(cutoff(15, Bound::Upper, 3, 0), None);
        assert_eq!(cutoff(10, Bound::Upper, 3, 0), Some(10));
        // A mate found at ply 2 is a ply farther from the root at ply 3.
        assert_eq!(cutoff(29_900, Bound::Exact, 3, 3), Some(29_899));
        assert_eq!(cutoff(-29_900, Bound::Exact, 3, 3), Some(-29_899));
    }
}
