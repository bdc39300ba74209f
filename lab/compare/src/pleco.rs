//! Adapter for pleco: `generate_moves`, `apply_move` and `undo_move`.
//!
//! Its board always has a Zobrist key. Making a move computes checkers and pinned pieces. Legality
//! is `pseudo_legal_move`, then `legal_move`.

use std::hint::black_box;

use anyhow::Result;
use pleco::core::GenTypes;
use pleco::{BitMove, Board, MoveList};

use super::adapter::{BoardAdapter, Library};
use super::sample_moves::SampleMove;

impl Library for Board {
    type Unhashed = Self;
    type Hashed = Self;
    type FromFen = Self;
}

impl BoardAdapter for Board {
    type Move = BitMove;
    type List = ();
    type Query = BitMove;

    fn parse_fen(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, (): &mut ()) -> u64 {
        black_box(&self.generate_moves()).len() as u64
    }

    /// Filters the evasions in check, where the library's capture list panics.
    fn list_noisy(&self, (): &mut ()) -> u64 {
        if !self.in_check() {
            return black_box(&self.generate_moves_of_type(GenTypes::Captures)).len() as u64;
        }
        let evasions = self.generate_moves().into_iter();
        let noisy: MoveList = evasions.filter(|mv| mv.is_capture() || mv.is_promo()).collect();
        black_box(&noisy).len() as u64
    }

    fn count(&self) -> u64 {
        self.generate_moves().len() as u64
    }

    fn moves(&self) -> Vec<BitMove> {
        self.generate_moves().vec()
    }

    fn make(&mut self, mv: BitMove, visit: impl FnOnce(&mut Self)) {
        self.apply_move(mv);
        visit(self);
        self.undo_move();
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        for mv in self.generate_moves() {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        u32::from(Self::checkers(self).count_bits())
    }

    /// Returns a legal move from the library's list; an illegal one with the flags that fit its
    /// squares.
    fn query(&self, sample: &SampleMove) -> Result<Option<BitMove>> {
        let listed = self.generate_moves().vec();
        if let Some(mv) = listed.into_iter().find(|mv| mv.stringify() == sample.uci) {
            return Ok(Some(mv));
        }
        let (from, to) = (u16::from(sample.from), u16::from(sample.to));
        let capture = if self.empty(pleco::SQ(to as u8)) { 0 } else { BitMove::FLAG_CAPTURE };
        let promotion = match sample.promotion {
            Some('n') => BitMove::FLAG_PROMO_N,
            Some('b') => BitMove::FLAG_PROMO_B,
            Some('r') => BitMove::FLAG_PROMO_R,
            Some(_) => BitMove::FLAG_PROMO_Q,
            None => BitMove::FLAG_QUIET,
        };
        Ok(Some(BitMove::new(from | to << 6 | (promotion | capture) << 12)))
    }

    #[inline]
    fn is_legal(&self, query: &BitMove) -> bool {
        self.pseudo_legal_move(*query) && self.legal_move(*query)
    }

    #[inline]
    fn play(&mut self, query: &BitMove) -> bool {
        let is_legal = BoardAdapter::is_legal(self, query);
        if is_legal {
            self.apply_move(*query);
        }
        is_legal
    }
}
