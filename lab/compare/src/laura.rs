//! Adapter for `laura_core`: `enumerate_legal_moves`, which passes each move to a callback, and
//! `make_move`, which returns a new board.
//!
//! Making moves in the callback, and a reused list, are faster than `gen_moves`. The board has a
//! Zobrist key. Making a move computes checkers. There is no legality test for a move: `find_move`
//! parses a text.

use std::convert::Infallible;
use std::hint::black_box;

use anyhow::Result;
use laura_core::{
    AllMoves, Board, Move, MoveList, MoveType, TacticalMoves, enumerate_legal_moves, gen_moves,
};

use super::adapter::{BoardAdapter, Library};
use super::sample_moves::SampleMove;

const UNDERPROMOTIONS: [MoveType; 3] =
    [MoveType::PromotionRook, MoveType::PromotionBishop, MoveType::PromotionKnight];

const CAPTURING_UNDERPROMOTIONS: [MoveType; 3] =
    [MoveType::CapPromoRook, MoveType::CapPromoBishop, MoveType::CapPromoKnight];

impl Library for Board {
    type Unhashed = Self;
    type Hashed = Self;
    type FromFen = Self;
}

impl BoardAdapter for Board {
    type Move = Move;
    type List = MoveList;
    type Query = Infallible;

    fn parse_fen(fen: &str) -> Option<Self> {
        fen.parse().ok()
    }

    fn list(&self, list: &mut MoveList) -> u64 {
        list.clear();
        enumerate_legal_moves::<AllMoves, _>(self, |mv| {
            list.push(mv);
            true
        });
        black_box(list).len() as u64
    }

    /// Adds the underpromotions, which `TacticalMoves` leaves out.
    fn list_noisy(&self, list: &mut MoveList) -> u64 {
        list.clear();
        enumerate_legal_moves::<TacticalMoves, _>(self, |mv| {
            list.push(mv);
            if mv.is_promotion() {
                let kinds =
                    if mv.is_capture() { CAPTURING_UNDERPROMOTIONS } else { UNDERPROMOTIONS };
                for kind in kinds {
                    list.push(Move::new(mv.get_src(), mv.get_dest(), kind));
                }
            }
            true
        });
        black_box(list).len() as u64
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        enumerate_legal_moves::<AllMoves, _>(self, |_| {
            count += 1;
            true
        });
        count
    }

    fn moves(&self) -> Vec<Move> {
        gen_moves::<AllMoves>(self).to_vec()
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        visit(&mut self.make_move(mv));
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        enumerate_legal_moves::<AllMoves, _>(self, |mv| {
            visit(&mut self.make_move(mv));
            true
        });
    }

    fn checkers(&self) -> u32 {
        self.checkers.count_bits()
    }

    fn query(&self, _: &SampleMove) -> Result<Option<Infallible>> {
        Ok(None)
    }

    #[inline]
    fn is_legal(&self, query: &Infallible) -> bool {
        match *query {}
    }

    #[inline]
    fn play(&mut self, query: &Infallible) -> bool {
        match *query {}
    }
}
