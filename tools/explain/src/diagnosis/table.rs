//! The table of counted subtrees.

use alloc::rc::Rc;
use alloc::vec::Vec;

use tabiya::Piece;

use super::bug::{Bug, BugSet};
use super::mailbox::Mailbox;
use super::polynomial::Polynomial;

/// The count of a subtree, with the bugs on which it depends.
#[derive(Debug)]
pub struct Subtree {
    pub polynomial: Polynomial,
    /// The number of further bugs for which the polynomial is exact.
    pub degree: u8,
    /// The bugs that were queried in the subtree.
    pub queried: BugSet,
    /// The bugs among them that were on.
    pub active: BugSet,
}

/// The sets of bugs that a count covers: those that are on, with up to `degree` more.
#[derive(Clone, Copy, Debug)]
pub struct CountScope {
    pub active: BugSet,
    pub degree: u8,
}

impl CountScope {
    /// Returns the sets with a further bug on.
    pub const fn with(self, bug: Bug) -> Self {
        Self { active: self.active.with(bug), degree: self.degree - 1 }
    }
}

impl Subtree {
    /// Tests whether the count holds for other sets of bugs.
    fn covers(&self, scope: CountScope) -> bool {
        self.degree >= scope.degree && scope.active.intersection(self.queried) == self.active
    }
}

/// A position and a depth in 40 bytes.
pub type Key = [u64; 5];

/// Returns the key of a position and a depth.
pub fn key(position: &Mailbox, depth: u8) -> Key {
    let mut key = [0; 5];
    for (row, squares) in key.iter_mut().zip(position.squares.chunks(16)) {
        let code = |piece: Option<Piece>| piece.map_or(0, |piece| piece as u64 + 1);
        *row = squares.iter().fold(0, |row, &piece| row << 4 | code(piece));
    }
    let rights = position.castling.iter().flatten().chain([&position.ep_square]);
    let state = rights.fold(position.side_to_move as u64, |state, square| {
        state << 7 | square.map_or(64, u64::from)
    });
    key[4] = state << 8 | u64::from(depth);
    key
}

fn hash(key: &Key) -> usize {
    // A multiplication by an odd constant and the exchange of halves mix all bits.
    let mix =
        |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    (key.iter().copied().fold(0, mix) >> 3) as usize
}

/// The number of neighboring slots in which a subtree may be.
const SLOTS_OF_KEY: usize = 4;

/// The slots of an empty table.
const MIN_SLOTS: usize = 1 << 10;

/// A hash table of bounded size. The table compares whole positions, so that no hash collision
/// falsifies a count.
#[derive(Debug)]
pub struct SubtreeTable {
    slots: Vec<Option<(Key, Rc<Subtree>)>>,
    len: usize,
    size: usize,
    max_size: usize,
}

impl SubtreeTable {
    /// Creates an empty table of at most some bytes.
    pub const fn new(max_size: usize) -> Self {
        Self { slots: Vec::new(), len: 0, size: 0, max_size }
    }

    /// Removes all subtrees.
    pub fn clear(&mut self) {
        self.slots = Vec::new();
        (self.len, self.size) = (0, 0);
    }

    /// Returns the slots of a key.
    fn slots_of(&self, key: &Key) -> impl Iterator<Item = usize> + use<> {
        let hash = hash(key);
        let mask = self.slots.len().wrapping_sub(1);
        (0..SLOTS_OF_KEY).map(move |offset| (hash ^ offset) & mask)
    }

    /// Returns the count of a subtree, if the table has one for these sets of bugs.
    pub fn get(&self, key: &Key, scope: CountScope) -> Option<Rc<Subtree>> {
        if self.slots.is_empty() {
            return None;
        }
        let mut subtrees = self.slots_of(key).filter_map(|slot| self.slots[slot].as_ref());
        let found = subtrees.find(|(other, subtree)| other == key && subtree.covers(scope));
        found.map(|(_, subtree)| Rc::clone(subtree))
    }

    /// Stores the count of a subtree, in place of another if its slots are in use.
    pub fn insert(&mut self, key: Key, subtree: Rc<Subtree>) {
        if self.size > self.max_size {
            self.clear();
        }
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        self.place(key, subtree);
    }

    fn place(&mut self, key: Key, subtree: Rc<Subtree>) {
        let size = subtree.polynomial.size() + size_of::<Subtree>();
        let free = self.slots_of(&key).find(|&slot| self.slots[slot].is_none());
        let slot = free.or_else(|| self.slots_of(&key).nth(self.size % SLOTS_OF_KEY)).unwrap_or(0);
        if let Some((_, old)) = self.slots[slot].replace((key, subtree)) {
            self.size -= old.polynomial.size() + size_of::<Subtree>();
            self.len -= 1;
        }
        self.size += size;
        self.len += 1;
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let count = (self.slots.len() * 2).max(MIN_SLOTS);
        let old = core::mem::take(&mut self.slots);
        self.slots.resize_with(count, || None);
        self.len = 0;
        self.size = count * size_of::<Option<(Key, Rc<Subtree>)>>();
        for (key, subtree) in old.into_iter().flatten() {
            self.place(key, subtree);
        }
    }
}
