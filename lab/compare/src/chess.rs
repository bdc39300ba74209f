//! Adapter for chess: `MoveGen::new_legal`, an iterator, and `make_move_new`.
//!
//! Its board has a Zobrist key and no clocks. Making a move computes checkers and pinned pieces.

use std::hint::black_box;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use chess::{BitBoard, Board, ChessMove, EMPTY, MoveGen, Piece, get_rank};

use super::adapter::{BoardAdapter, Library};
use super::sample_moves::SampleMove;

impl Library for Board {
    type Unhashed = Self;
    type Hashed = Self;
    type FromFen = Self;
}

impl BoardAdapter for Board {
    type Move = ChessMove;
    type List = Vec<ChessMove>;
    type Query = ChessMove;

    fn parse_fen(fen: &str) -> Option<Self> {
        Self::from_str(fen).ok()
    }

    fn list(&self, list: &mut Vec<ChessMove>) -> u64 {
        list.clear();
        list.extend(MoveGen::new_legal(self));
        black_box(list).len() as u64
    }

    /// Iterates over captures by a mask, as the library's first example, then over the promotions and
    /// en passant captures among the rest.
    fn list_noisy(&self, list: &mut Vec<ChessMove>) -> u64 {
        list.clear();
        let us = self.side_to_move();
        let mut moves = MoveGen::new_legal(self);
        moves.set_iterator_mask(*self.color_combined(!us));
        list.extend(&mut moves);
        let pawns = self.pieces(Piece::Pawn);
        let ep_square = self.en_passant().map(|pawn| pawn.uforward(us));
        let ep_set = ep_square.map_or(EMPTY, BitBoard::from_square);
        let promoting = *pawns & self.color_combined(us) & get_rank(us.to_seventh_rank());
        let last_rank = if promoting == EMPTY { EMPTY } else { get_rank(us.to_their_backrank()) };
        if ep_set | last_rank != EMPTY {
            moves.set_iterator_mask(ep_set | last_rank);
            let is_pawn_move =
                |mv: &ChessMove| *pawns & BitBoard::from_square(mv.get_source()) != EMPTY;
            list.extend(moves.filter(is_pawn_move));
        }
        black_box(list).len() as u64
    }

    fn count(&self) -> u64 {
        MoveGen::new_legal(self).len() as u64
    }

    fn moves(&self) -> Vec<ChessMove> {
        MoveGen::new_legal(self).collect()
    }

    fn make(&mut self, mv: ChessMove, visit: impl FnOnce(&mut Self)) {
        visit(&mut self.make_move_new(mv));
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        for mv in MoveGen::new_legal(self) {
            visit(&mut self.make_move_new(mv));
        }
    }

    fn checkers(&self) -> u32 {
        Self::checkers(self).popcnt()
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<ChessMove>> {
        let text = &sample.uci;
        let mv = text.parse().map_err(|error| anyhow!("chess rejects {text}: {error}"))?;
        Ok(Some(mv))
    }

    #[inline]
    fn is_legal(&self, query: &ChessMove) -> bool {
        self.legal(*query)
    }

    #[inline]
    fn play(&mut self, query: &ChessMove) -> bool {
        let is_legal = self.legal(*query);
        if is_legal {
            *self = self.make_move_new(*query);
        }
        is_legal
    }
}
