//! Adapter for cozy-chess: `generate_moves`, a copy and `play_unchecked`.
//!
//! Its board always has a Zobrist key. Making a move computes checkers and pinned pieces, from
//! which move generation starts. It passes moves to a callback, one set per piece, and its examples
//! make them in the callback.

use std::hint::black_box;

use anyhow::{Result, anyhow};
use cozy_chess::{BitBoard, Board, Move, Piece, Rank, Square};

use super::adapter::{self, BackEnd, BoardAdapter, Library, Task};
use super::measure::Work;
use super::sample_moves::SampleMove;

impl Library for Board {
    type Unhashed = Self;
    type Hashed = Self;
    type FromFen = Self;

    fn perft(fen: &str, depth: u8, _: BackEnd) -> Result<Option<Work>> {
        adapter::work::<Self>(Task::BulkPerft { fen, depth })
    }
}

impl BoardAdapter for Board {
    type Move = Move;
    type List = Vec<Move>;
    type Query = Move;

    fn parse_fen(fen: &str) -> Option<Self> {
        // The explicit castling notation avoids a second parse.
        Self::from_fen(fen, false).ok()
    }

    /// Extends a reused vector by one move set at a time, the fastest method measured. Arrays on
    /// the stack are slower.
    fn list(&self, list: &mut Vec<Move>) -> u64 {
        list.clear();
        self.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        black_box(list).len() as u64
    }

    /// Masks each move set, as in the library's example "Get capture moves in bulk".
    fn list_noisy(&self, list: &mut Vec<Move>) -> u64 {
        list.clear();
        let us = self.side_to_move();
        let captures = self.colors(!self.side_to_move());
        let ep_square =
            self.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(us)));
        let promotions = Rank::Eighth.relative_to(us).bitboard();
        let pawn_targets = captures | promotions | ep_square.map_or(BitBoard::EMPTY, Into::into);
        self.generate_moves(|mut moves| {
            moves.to &= if moves.piece == Piece::Pawn { pawn_targets } else { captures };
            if !moves.is_empty() {
                list.extend(moves);
            }
            false
        });
        black_box(list).len() as u64
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        self.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    fn moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        self.list(&mut list);
        list
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        let mut after = self.clone();
        after.play_unchecked(mv);
        visit(&mut after);
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        self.generate_moves(|moves| {
            for mv in moves {
                let mut after = self.clone();
                after.play_unchecked(mv);
                visit(&mut after);
            }
            false
        });
    }

    fn checkers(&self) -> u32 {
        Self::checkers(self).len()
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<Move>> {
        let text = &sample.uci_960;
        let mv = text.parse().map_err(|error| anyhow!("cozy-chess rejects {text}: {error}"))?;
        Ok(Some(mv))
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        Self::is_legal(self, *query)
    }

    #[inline]
    fn play(&mut self, query: &Move) -> bool {
        self.try_play(*query).is_ok()
    }
}
