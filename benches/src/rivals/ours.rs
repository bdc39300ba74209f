//! Tabiya: `legal_moves_into` and `after`, which gives a changed copy. After which moves there are
//! checkers to ask for, `check_info` tells.
//!
//! A `Position` has no key and a `Board` has one, so each row takes the one that it asks for.

use std::hint::black_box;

use anyhow::Result;
use tabiya::{Board, Move, MoveList, Position};

use super::questions::Question;
use super::rules::{Library, Rules};

#[derive(Debug)]
pub(super) enum Tabiya {}

impl Library for Tabiya {
    type Plain = Position;
    type Keyed = Board;
    type Read = Board;
}

impl Rules for Position {
    type Move = Move;
    type List = MoveList;
    type Query = Move;

    fn read(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, list: &mut MoveList) -> u64 {
        list.clear();
        self.legal_moves_into(list);
        black_box(list).len() as u64
    }

    fn count(&self) -> u64 {
        self.legal_move_count() as u64
    }

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn make(&mut self, mv: Move, show: impl FnOnce(&mut Self)) {
        show(&mut self.after(mv));
    }

    fn successors(&mut self, mut show: impl FnMut(&mut Self)) {
        // A list that is answered is copied.
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        for &mv in &list {
            self.make(mv, &mut show);
        }
    }

    fn checkers(&self) -> u32 {
        Self::checkers(self).len() as u32
    }

    fn query(&self, question: &Question) -> Result<Option<Move>> {
        Ok(Some(question.mv))
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        Self::is_legal(self, *query)
    }
}

impl Rules for Board {
    type Move = Move;
    type List = MoveList;
    type Query = Move;

    fn read(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, list: &mut MoveList) -> u64 {
        Rules::list(&self.position(), list)
    }

    fn count(&self) -> u64 {
        Rules::count(&self.position())
    }

    fn moves(&self) -> Vec<Move> {
        Rules::moves(&self.position())
    }

    fn make(&mut self, mv: Move, show: impl FnOnce(&mut Self)) {
        show(&mut self.after(mv));
    }

    fn successors(&mut self, mut show: impl FnMut(&mut Self)) {
        // A list that is answered is copied.
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        for &mv in &list {
            self.make(mv, &mut show);
        }
    }

    fn checkers(&self) -> u32 {
        Rules::checkers(&self.position())
    }

    fn search_step(&mut self) -> u64 {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        // Which moves give check is found once for all; after the others nobody need be asked.
        let info = self.check_info();
        let mut count = 0;
        for &mv in &list {
            let gives_check = info.gives_check(mv);
            let mut after = self.after(mv);
            let after = black_box(&mut after);
            if gives_check {
                count += u64::from(Rules::checkers(after));
            }
        }
        count
    }

    fn query(&self, question: &Question) -> Result<Option<Move>> {
        Ok(Some(question.mv))
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        Rules::is_legal(&self.position(), query)
    }
}
