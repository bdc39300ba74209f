//! Splitting a tree a few plies below its root into distinct positions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::vec::Vec;

use tabiya_movegen::{BoardKey, GenericBoard, Position};

use crate::scalar::after_move;

/// A distinct position below a tree's root, with its multiplicity.
///
/// [`split`] and [`ParallelPerft::split`](crate::ParallelPerft::split) return subtrees;
/// [`ParallelPerft::count_each`](crate::ParallelPerft::count_each) counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtree {
    /// The root position of the subtree, [normalized](Position::normalized).
    pub position: Position,
    /// The number of move sequences from the root to the position, saturating at [`u128::MAX`].
    pub multiplicity: u128,
}

/// Returns the distinct positions `plies` moves below a root, in generation order.
///
/// The root's count is the sum of the subtree counts, each multiplied by its
/// [`multiplicity`](Subtree::multiplicity).
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::{perft, split};
///
/// let subtrees = split(&Position::START, 3);
/// assert_eq!(subtrees.len(), 5_362);
/// assert_eq!(subtrees.iter().map(|subtree| subtree.multiplicity).sum::<u128>(), 8_902);
///
/// let counts = subtrees.iter().map(|tree| tree.multiplicity * perft(&tree.position, 1));
/// assert_eq!(counts.sum::<u128>(), 197_281);
/// ```
pub fn split<K: BoardKey>(root: &GenericBoard<K>, plies: u8) -> Vec<Subtree> {
    (0..plies).fold(root_subtree(&root.position()), |subtrees, _| split_one_ply(&subtrees))
}

/// Splits a tree ply by ply until there are `min_subtrees` subtrees, or until their depth is below
/// `min_depth`. Returns the number of plies, and the subtrees.
pub(crate) fn split_until(
    root: &Position,
    depth: u8,
    min_subtrees: usize,
    min_depth: u8,
) -> (u8, Vec<Subtree>) {
    let mut plies = 0;
    let mut subtrees = root_subtree(root);
    while subtrees.len() < min_subtrees && depth - plies >= min_depth {
        subtrees = split_one_ply(&subtrees);
        plies += 1;
    }
    (plies, subtrees)
}

/// Returns the whole tree as one subtree.
fn root_subtree(root: &Position) -> Vec<Subtree> {
    vec![Subtree { position: root.normalized(), multiplicity: 1 }]
}

/// Splits each subtree one ply further and merges equal positions.
fn split_one_ply(subtrees: &[Subtree]) -> Vec<Subtree> {
    let mut split = Vec::new();
    let mut indices = HashMap::new();
    for &Subtree { position, multiplicity } in subtrees {
        for &mv in &position.legal_moves() {
            let position = after_move(&position, mv).normalized();
            match indices.entry(position) {
                Entry::Vacant(entry) => {
                    entry.insert(split.len());
                    split.push(Subtree { position, multiplicity });
                }
                Entry::Occupied(entry) => {
                    let sum = &mut split[*entry.get()].multiplicity;
                    *sum = sum.saturating_add(multiplicity);
                }
            }
        }
    }
    split
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_until_stops_at_subtree_count() {
        let split = |min_subtrees, min_depth| {
            let (plies, subtrees) = split_until(&Position::START, 5, min_subtrees, min_depth);
            (plies, subtrees.len())
        };
        assert_eq!(split(1, 1), (0, 1));
        assert_eq!(split(20, 1), (1, 20));
        assert_eq!(split(21, 1), (2, 400));
        // At depth 5, one ply leaves subtrees with depth 4.
        assert_eq!(split(1_000, 5), (1, 20));
    }
}
