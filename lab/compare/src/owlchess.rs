//! Adapter for owlchess: `semilegal::gen_all`, `make_move_unchecked`, a check test for the king
//! that was left, and `unmake_move_unchecked`. Lists and counts use `legal::gen_all`, capture lists
//! `semilegal::gen_capture`.
//!
//! Its board always has a Zobrist key. Its documentation recommends the unsafe functions for speed;
//! the safe ones test every move again. Legality queries use its `uci` module, because its `Move`
//! must be well formed.

use std::hint::black_box;

use anyhow::Result;
use owlchess::movegen::{legal, semilegal};
use owlchess::moves::{Make, make_move_unchecked, uci, unmake_move_unchecked};
use owlchess::{Board, Move};

use super::adapter::{BoardAdapter, Library};
use super::sample_moves::SampleMove;

impl Library for Board {
    type Unhashed = Self;
    type Hashed = Self;
    type FromFen = Self;
}

impl BoardAdapter for Board {
    type Move = Move;
    type List = ();
    type Query = uci::Move;

    fn parse_fen(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, (): &mut ()) -> u64 {
        black_box(&legal::gen_all(self)).len() as u64
    }

    /// Tests each semilegal move, which is faster than `legal::gen_capture`: that computes pins for a few
    /// moves.
    #[expect(unsafe_code, reason = "the safe test validates the move again")]
    fn list_noisy(&self, (): &mut ()) -> u64 {
        let mut list = semilegal::gen_capture(self);
        semilegal::gen_simple_promote_into(self, &mut list);
        // SAFETY: the moves are semilegal on this board: the calls above generated them.
        list.retain(|mv| unsafe { mv.is_legal_unchecked(self) });
        black_box(&list).len() as u64
    }

    fn count(&self) -> u64 {
        legal::gen_all(self).len() as u64
    }

    fn moves(&self) -> Vec<Move> {
        legal::gen_all(self).to_vec()
    }

    #[expect(unsafe_code, reason = "the library has no safe function as fast")]
    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        // SAFETY: `mv` is legal on this board: callers pass only moves from the same board's
        // `moves`.
        let undo = unsafe { make_move_unchecked(self, mv) };
        visit(self);
        // SAFETY: `visit` restores the board, and `undo` comes from the same move above.
        unsafe { unmake_move_unchecked(self, mv, undo) };
    }

    #[expect(unsafe_code, reason = "the library has no safe function as fast")]
    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        for &mv in &semilegal::gen_all(self) {
            // SAFETY: `mv` is semilegal on this board: `gen_all` generated it above. If it leaves
            // the king in check, the board is not used before `unmake_move_unchecked` restores it.
            let undo = unsafe { make_move_unchecked(self, mv) };
            if !self.is_opponent_king_attacked() {
                visit(self);
            }
            // SAFETY: `visit` restores the board, and `undo` comes from the same move above.
            unsafe { unmake_move_unchecked(self, mv, undo) };
        }
    }

    fn checkers(&self) -> u32 {
        Self::checkers(self).len()
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<uci::Move>> {
        Ok(Some(sample.uci.parse()?))
    }

    #[inline]
    fn is_legal(&self, query: &uci::Move) -> bool {
        query.into_move(self).is_ok_and(|mv| mv.validate(self).is_ok())
    }

    #[inline]
    fn play(&mut self, query: &uci::Move) -> bool {
        query.make_raw(self).is_ok()
    }
}
