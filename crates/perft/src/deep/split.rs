//! Splitting a tree a few plies below its root into distinct positions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::vec::Vec;

use tabiya_movegen::{BoardKey, GenericBoard, Position};

use crate::scalar::after;

/// A distinct position below the root of a tree, with its multiplicity.
///
/// [`split`] and [`Deep::cut`](crate::Deep::cut) return subtrees;
/// [`Deep::count_each`](crate::Deep::count_each) counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtree {
    /// The position, [normalized](Position::normalized).
    pub position: Position,
    /// The multiplicity: the number of move sequences from the root to the position, saturating
    /// at [`u128::MAX`].
    pub ways: u128,
}

/// Returns the distinct positions `plies` moves below a root, in the order in which they are found.
///
/// The counts of the subtrees, each multiplied by its [`ways`](Subtree::ways), add up to the
/// count of the root.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_perft::{perft, split};
///
/// let subtrees = split(&Position::START, 3);
/// assert_eq!(subtrees.len(), 5_362);
/// assert_eq!(subtrees.iter().map(|subtree| subtree.ways).sum::<u128>(), 8_902);
///
/// let counts = subtrees.iter().map(|tree| tree.ways * perft(&tree.position, 1));
/// assert_eq!(counts.sum::<u128>(), 197_281);
/// ```
pub fn split<K: BoardKey>(root: &GenericBoard<K>, plies: u8) -> Vec<Subtree> {
    (0..plies).fold(uncut(&root.position()), |subtrees, _| below(&subtrees))
}

/// Splits a tree ply by ply until there are `enough` subtrees, or until their depth is
/// `shallowest`. Returns the number of plies, and the subtrees.
pub(crate) fn split_until(
    root: &Position,
    depth: u8,
    enough: usize,
    shallowest: u8,
) -> (u8, Vec<Subtree>) {
    let mut plies = 0;
    let mut subtrees = uncut(root);
    while subtrees.len() < enough && depth - plies > shallowest {
        subtrees = below(&subtrees);
        plies += 1;
    }
    (plies, subtrees)
}

/// Returns the whole tree as one subtree.
fn uncut(root: &Position) -> Vec<Subtree> {
    vec![Subtree { position: root.normalized(), ways: 1 }]
}

/// Splits each subtree one ply further and merges equal positions.
fn below(subtrees: &[Subtree]) -> Vec<Subtree> {
    let mut found = Vec::new();
    let mut places = HashMap::new();
    for &Subtree { position, ways } in subtrees {
        for &mv in &position.legal_moves() {
            let position = after(&position, mv).normalized();
            match places.entry(position) {
                Entry::Vacant(entry) => {
                    entry.insert(found.len());
                    found.push(Subtree { position, ways });
                }
                Entry::Occupied(entry) => {
                    let known = &mut found[*entry.get()].ways;
                    *known = known.saturating_add(ways);
                }
            }
        }
    }
    found
}
