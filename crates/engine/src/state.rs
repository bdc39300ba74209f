//! The state of a search, which quiescence, alpha-beta and deepening share.

use std::sync::Arc;

use tabiya::{Board, History, MoveList};

use crate::limits::Limits;
use crate::ordering::Ordering;
use crate::score::MAX_PLY;
use crate::table::Table;
use crate::watch::Watch;

/// All that a search needs, kept from one to the next.
pub(crate) struct Search {
    pub(crate) table: Table,
    pub(crate) ordering: Ordering,
    pub(crate) watch: Watch,
    /// The keys of the game, and of the line that is being searched.
    pub(crate) keys: Vec<u64>,
    /// The first key that can be repeated: nothing repeats across a pass.
    pub(crate) first_key: usize,
    /// The best line found from each ply of the line that is being searched.
    pub(crate) lines: [MoveList; MAX_PLY],
}

impl Search {
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            ordering: Ordering::new(),
            watch: Watch::new(Limits::depth(0), Arc::default()),
            keys: Vec::new(),
            first_key: 0,
            lines: [const { MoveList::new() }; MAX_PLY],
        }
    }

    /// Whether the game is drawn here, or can be if nobody changes anything.
    pub(crate) fn is_draw(&self, board: &Board) -> bool {
        let history = History::new(&self.keys[self.first_key..]);
        history.is_repetition(board.halfmove_clock())
            || board.is_fifty_moves()
            || board.occupied().len() <= 4 && board.is_insufficient_material()
    }
}
