//! Adapter of an earlier revision of Tabiya: `cargo xtask bench-compare --baseline 7fde695`.
//!
//! Its calls are those of the module `tabiya`, as far as revision 7fde695 and all later ones have them. The
//! crate `baseline` is only in the generated manifest of such a comparison.

use std::borrow::Borrow;
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
        // The names differ between revisions, the order does not.
        let [portable, avx2, _] = Backend::ALL;
        let back_end = match back_end {
            BackEnd::Best => Backend::best(),
            BackEnd::Avx2 => avx2,
            BackEnd::Portable => portable,
        };
        if !back_end.is_available() {
            return Ok(None);
        }
        let perft = Perft::with(back_end)?;
        Ok(Some(Box::new(move || Ok(perft.count(black_box(&position), depth) as u64))))
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
        self.noisy_into(list);
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
        BoardAdapter::list(position(self).borrow(), list)
    }

    fn list_noisy(&self, list: &mut MoveList) -> u64 {
        BoardAdapter::list_noisy(position(self).borrow(), list)
    }

    fn count(&self) -> u64 {
        BoardAdapter::count(position(self).borrow())
    }

    fn moves(&self) -> Vec<Move> {
        BoardAdapter::moves(position(self).borrow())
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
        BoardAdapter::checkers(position(self).borrow())
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
        query(position(self).borrow(), sample).map(Some)
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        BoardAdapter::is_legal(position(self).borrow(), query)
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

/// Returns the position, by reference or by value as the revision does.
fn position(board: &Board) -> impl Borrow<Position> {
    board.position()
}

/// The names of the list of captures in early and in later revisions. A method of the revision takes
/// precedence over the method of the same name here, which calls the other one.
#[allow(dead_code, reason = "a revision needs one of the methods")]
trait NoisyMoves {
    fn noisy_into(&self, list: &mut MoveList);
    fn generate_noisy(&self, list: &mut MoveList);
}

impl NoisyMoves for Position {
    #[inline]
    fn noisy_into(&self, list: &mut MoveList) {
        let _ = self.generate_noisy(list);
    }

    #[inline]
    fn generate_noisy(&self, list: &mut MoveList) {
        self.noisy_into(list);
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
