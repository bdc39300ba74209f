//! Adapter of an earlier revision of Tabiya: `cargo xtask bench-compare --baseline 7fde695`.
//!
//! Its calls are those of the module `tabiya`. Every baseline must have the interface of revision
//! 7fde695. The crate `baseline` is only in the generated manifest of such a comparison.

use std::hint::black_box;
use std::path::Path;

use anyhow::{Context, Result};
use baseline::perft::{Backend, Perft};
use baseline::{Board, Move, MoveKind, MoveList, Position, Square};

use super::adapter::{self, BackEnd, BoardAdapter, Library};
use super::measure::Work;
use super::sample_moves::SampleMove;

/// Returns the folder of the exported revision.
pub(super) fn folder() -> &'static Path {
    Path::new(env!("TABIYA_BASELINE"))
}

#[derive(Debug)]
pub(super) enum Baseline {}

impl Library for Baseline {
    type Unhashed = Position;
    type Hashed = Board;
    type FromFen = Board;

    fn perft(fen: &str, depth: u8, back_end: BackEnd) -> Result<Option<Work>> {
        let position: Position = adapter::board(fen)?;
        let back_end = match back_end {
            BackEnd::Best => Backend::best(),
            BackEnd::Avx2 => Backend::Bmi2,
            BackEnd::Portable => Backend::Portable,
        };
        if !back_end.is_available() {
            return Ok(None);
        }
        let perft = Perft::with(back_end)?;
        Ok(Some(Box::new(move || Ok(perft.count(black_box(&position), depth)))))
    }
}

impl BoardAdapter for Position {
    type Move = Move;
    type List = MoveList;
    type Query = Move;

    fn parse_fen(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, list: &mut MoveList) -> u64 {
        list.clear();
        self.legal_moves_into(list);
        black_box(list).len() as u64
    }

    fn list_noisy(&self, list: &mut MoveList) -> u64 {
        list.clear();
        let _ = self.generator().generate_noisy(list);
        black_box(list).len() as u64
    }

    fn count(&self) -> u64 {
        self.legal_move_count() as u64
    }

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        visit(&mut self.after(mv));
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        // `legal_moves` would copy its list.
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        for &mv in &list {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        Self::checkers(self).len() as u32
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<Move>> {
        query(self, sample).map(Some)
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        Self::is_legal(self, *query)
    }

    #[inline]
    fn play(&mut self, query: &Move) -> bool {
        let is_legal = BoardAdapter::is_legal(self, query);
        if is_legal {
            *self = self.after(*query);
        }
        is_legal
    }
}

impl BoardAdapter for Board {
    type Move = Move;
    type List = MoveList;
    type Query = Move;

    fn parse_fen(fen: &str) -> Option<Self> {
        Self::from_fen(fen).ok()
    }

    fn list(&self, list: &mut MoveList) -> u64 {
        BoardAdapter::list(self.position(), list)
    }

    fn list_noisy(&self, list: &mut MoveList) -> u64 {
        BoardAdapter::list_noisy(self.position(), list)
    }

    fn count(&self) -> u64 {
        BoardAdapter::count(self.position())
    }

    fn moves(&self) -> Vec<Move> {
        BoardAdapter::moves(self.position())
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        visit(&mut self.after(mv));
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        // `legal_moves` would copy its list.
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        for &mv in &list {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        BoardAdapter::checkers(self.position())
    }

    fn search_step(&mut self) -> u64 {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        // Check squares are computed once per position; only moves that give check leave checkers.
        let info = self.check_info();
        let mut count = 0;
        for &mv in &list {
            let gives_check = info.gives_check(mv);
            let mut after = self.after(mv);
            let after = black_box(&mut after);
            if gives_check {
                count += u64::from(BoardAdapter::checkers(after));
            }
        }
        count
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<Move>> {
        query(self.position(), sample).map(Some)
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        BoardAdapter::is_legal(self.position(), query)
    }

    #[inline]
    fn play(&mut self, query: &Move) -> bool {
        let is_legal = BoardAdapter::is_legal(self, query);
        if is_legal {
            *self = self.after(*query);
        }
        is_legal
    }
}

/// Converts a sample move: a legal move is taken from the list, an illegal one is built from its squares.
fn query(position: &Position, sample: &SampleMove) -> Result<Move> {
    let square = |index: u8| Square::from_index(index.into()).context("not a square");
    let (from, to) = (square(sample.from)?, square(sample.to)?);
    let kind = match sample.promotion {
        None => MoveKind::Normal,
        Some('n') => MoveKind::PromoteToKnight,
        Some('b') => MoveKind::PromoteToBishop,
        Some('r') => MoveKind::PromoteToRook,
        Some(_) => MoveKind::PromoteToQueen,
    };
    let mv = Move::with_kind(from, to, kind);
    let is_same = |listed: &&Move| {
        (listed.from(), listed.to(), listed.promotion()) == (from, to, mv.promotion())
    };
    Ok(position.legal_moves().iter().find(is_same).copied().unwrap_or(mv))
}
