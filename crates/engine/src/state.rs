//! The state shared by quiescence search, alpha-beta and iterative deepening.

use std::sync::Arc;

use tabiya::prelude::*;
use tabiya::{History, MoveList};

use crate::limit_checker::LimitChecker;
use crate::limits::Limits;
use crate::ordering::Ordering;
use crate::score::MAX_PLY;
use crate::table::Table;

/// The search state: tables and heuristics that are kept between searches, and the current line.
pub(crate) struct Search {
    pub(crate) table: Table,
    pub(crate) ordering: Ordering,
    pub(crate) limit_checker: LimitChecker,
    /// The Zobrist keys of the positions of the game and of the current line.
    pub(crate) keys: Vec<u64>,
    /// The index in `keys` of the first position since the last null move; earlier positions cannot
    /// repeat.
    pub(crate) first_repeatable_key: usize,
    /// The root moves to search; empty for all moves.
    pub(crate) root_moves: Vec<Move>,
    /// The principal variation from each ply of the current line.
    pub(crate) pvs: [MoveList; MAX_PLY],
}

impl Search {
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            ordering: Ordering::new(),
            limit_checker: LimitChecker::new(Limits::fixed_depth(0), Arc::default()),
            keys: Vec::new(),
            first_repeatable_key: 0,
            root_moves: Vec::new(),
            pvs: [const { MoveList::new() }; MAX_PLY],
        }
    }

    /// Tests whether a position is a draw by repetition, the fifty-move rule or insufficient
    /// material.
    pub(crate) fn is_draw(&self, board: &Board) -> bool {
        let history = History::new(&self.keys[self.first_repeatable_key..]);
        history.is_repetition(board.halfmove_clock())
            || board.is_fifty_move_draw()
            || board.occupied().len() <= 4 && board.is_insufficient_material()
    }
}
