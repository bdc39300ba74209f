//! The hash table in a perft, for edits that concern hash keys.

use alloc::collections::BTreeMap;

use tabiya::Color;

use super::edit::EditSet;
use super::grammar::Scope;
use super::reference::Board;

/// A hash table in a perft whose keys lack a part. A key's first count is kept for ever.
pub struct HashTable {
    part: Scope,
    entries: BTreeMap<[u64; 9], i64>,
}

/// The least depth that the table stores. Perft counts moves at depth 1 faster than it finds them.
const MIN_STORED_DEPTH: u8 = 2;

impl HashTable {
    /// Creates an empty table if an active edit concerns hash keys.
    pub fn new(active: &EditSet) -> Option<Self> {
        let part = active.hash_keys().next()?;
        Some(Self { part, entries: BTreeMap::new() })
    }

    fn key(&self, board: &Board, depth: u8) -> [u64; 9] {
        let mut board = *board;
        let mut depth = depth;
        match self.part {
            Scope::Rank => depth = 0,
            Scope::King => board.side = Color::White,
            Scope::Castling => board.castling = [[None; 2]; 2],
            _ => board.ep_square = None,
        }
        board.key(depth)
    }

    pub fn get(&self, board: &Board, depth: u8) -> Option<i64> {
        let is_stored = depth >= MIN_STORED_DEPTH;
        is_stored.then(|| self.entries.get(&self.key(board, depth)).copied()).flatten()
    }

    pub fn insert(&mut self, board: &Board, depth: u8, count: i64) {
        if depth >= MIN_STORED_DEPTH {
            self.entries.insert(self.key(board, depth), count);
        }
    }
}
