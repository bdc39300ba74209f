//! A tree cut a few plies below its root: the distinct positions there, in memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::vec::Vec;

use tabiya_movegen::{BoardKey, GenericBoard, Position};

use crate::scalar::after;

/// A position below the root of a tree, and in how many ways moves lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtree {
    /// The position, [normalized](Position::normalized).
    pub position: Position,
    /// How many sequences of moves lead to it; [`u128::MAX`] stands for all that is more.
    pub ways: u128,
}

/// The distinct positions `plies` moves below a root, in the order in which they are found.
///
/// The counts of the subtrees, each times its ways, add up to the count of the root.
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

/// Cuts a tree of some depth so often that there are `enough` subtrees, if their depth does not
/// fall below `shallowest`. Gives how many plies were cut off.
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

/// The tree as one piece.
fn uncut(root: &Position) -> Vec<Subtree> {
    vec![Subtree { position: root.normalized(), ways: 1 }]
}

/// The subtrees a ply below.
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
