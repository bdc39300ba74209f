//! The state shared by quiescence search, alpha-beta and iterative deepening.

use std::iter;
use std::sync::Arc;

use tabiya::prelude::*;
use tabiya::{KeyStack, MoveList};

use crate::limit_checker::LimitChecker;
use crate::limits::Limits;
use crate::ordering::Ordering;
use crate::score::MAX_PLY;
use crate::table::Table;

/// Returns the least table.
fn minimal_table() -> Table {
    Table::new(0).expect("a bucket can be allocated")
}

/// The search state: tables and heuristics that are kept between searches, and the current line.
pub(crate) struct Search {
    pub(crate) table: Table,
    pub(crate) ordering: Ordering,
    pub(crate) limit_checker: LimitChecker,
    /// The Zobrist keys for the positions in the game and in the current line.
    pub(crate) keys: KeyStack,
    /// The root moves to search; empty for all moves.
    pub(crate) root_moves: Vec<Move>,
    /// The principal variation from each ply in the current line.
    pub(crate) pvs: [MoveList; MAX_PLY],
}

impl Search {
    /// Creates a search state whose table has a size in mebibytes, or less as [`Search::reset`]
    /// does.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let mut search = Self {
            table: minimal_table(),
            ordering: Ordering::new(),
            limit_checker: LimitChecker::new(Limits::fixed_depth(0), Arc::default()),
            keys: KeyStack::default(),
            root_moves: Vec::new(),
            pvs: [const { MoveList::new() }; MAX_PLY],
        };
        search.reset(mebibytes);
        search
    }

    /// Clears what is kept between searches, and creates a table with a size in mebibytes. Returns
    /// the table's size.
    ///
    /// If the system cannot allocate the table, it keeps its previous size, or the largest fraction
    /// of it that the system can allocate.
    pub(crate) fn reset(&mut self, mebibytes: usize) -> usize {
        let previous = self.table.mebibytes();
        // The old table is dropped first, so that memory never holds both.
        self.table = minimal_table();
        let halve = |&size: &usize| Some(size / 2).filter(|&half| half > 0);
        let sizes = iter::once(mebibytes).chain(iter::successors(Some(previous), halve));
        if let Some(table) = sizes.into_iter().find_map(Table::new) {
            self.table = table;
        }
        self.ordering = Ordering::new();
        self.table.mebibytes()
    }

    /// Tests whether a position is a draw by repetition, the fifty-move rule or insufficient
    /// material.
    pub(crate) fn is_draw(&self, board: &Board) -> bool {
        self.keys.history().is_repetition(board.halfmove_clock())
            || board.is_fifty_move_draw()
            || board.occupied().len() <= 4 && board.is_insufficient_material()
    }
}
