//! owlchess: `semilegal::gen_all`, `make_move_unchecked`, a look at the king that was left,
//! `unmake_move_unchecked`; lists and counts by `legal::gen_all`.
//!
//! Its board has one form, with a key. Its documentation advises the unsafe functions where
//! speed matters; the safe ones test every move again. Moves in question are those of its
//! `uci` module, since another `Move` must be well-formed to exist.

use std::hint::black_box;

use anyhow::Result;
use owlchess::movegen::{legal, semilegal};
use owlchess::moves::{make_move_unchecked, uci, unmake_move_unchecked};
use owlchess::{Board, Move};

use super::questions::Question;
use super::rules::{Library, Rules};

impl Library for Board {
    type Plain = Self;
    type Keyed = Self;
    type Read = Self;
}

impl Rules for Board {
    type Move = Move;
    type List = ();
    type Query = uci::Move;

    fn read(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, (): &mut ()) -> u64 {
        black_box(&legal::gen_all(self)).len() as u64
    }

    fn count(&self) -> u64 {
        legal::gen_all(self).len() as u64
    }

    fn moves(&self) -> Vec<Move> {
        legal::gen_all(self).to_vec()
    }

    #[expect(unsafe_code, reason = "the library has no safe function as fast")]
    fn make(&mut self, mv: Move, show: impl FnOnce(&mut Self)) {
        // SAFETY: the move comes from `moves` of this board, so it is legal here.
        let undo = unsafe { make_move_unchecked(self, mv) };
        show(self);
        // SAFETY: whoever is shown the board gives it back as it was.
        unsafe { unmake_move_unchecked(self, mv, undo) };
    }

    #[expect(unsafe_code, reason = "the library has no safe function as fast")]
    fn successors(&mut self, mut show: impl FnMut(&mut Self)) {
        for &mv in &semilegal::gen_all(self) {
            // SAFETY: the move was listed for this board, so it is semilegal here. Where it
            // leaves the king in check, nothing happens before it is taken back.
            let undo = unsafe { make_move_unchecked(self, mv) };
            if !self.is_opponent_king_attacked() {
                show(self);
            }
            // SAFETY: whoever is shown the board gives it back as it was.
            unsafe { unmake_move_unchecked(self, mv, undo) };
        }
    }

    fn checkers(&self) -> u32 {
        Self::checkers(self).len()
    }

    fn query(&self, question: &Question) -> Result<Option<uci::Move>> {
        Ok(Some(question.uci.parse()?))
    }

    #[inline]
    fn is_legal(&self, query: &uci::Move) -> bool {
        query.into_move(self).is_ok_and(|mv| mv.validate(self).is_ok())
    }
}
