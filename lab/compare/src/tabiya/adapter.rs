//! Adapter for Tabiya: `legal_moves_into` and `after`, which returns a changed copy. `check_info`
//! tests which moves give check. `Replay` and `TrustedReplay` replay games.
//!
//! A `Position` has no Zobrist key and a `Board` has one; each row uses the type that it needs.
//! Nothing else in the comparison calls Tabiya.

use std::hint::black_box;

use anyhow::{Context, Result};

use super::library::perft::{Backend, Perft};
use super::library::{
    Board, Move, MoveKind, MoveList, MoveStack, Position, Replay, Square, TrustedReplay,
};
use crate::adapter::{self, BackEnd, BoardAdapter, Buffer, Library, PreparedGames};
use crate::measure::Work;
use crate::sample_moves::SampleMove;
use crate::stored_games::StoredGame;

#[derive(Debug)]
pub(crate) enum Tabiya {}

impl Library for Tabiya {
    type Unhashed = Position;
    type Hashed = Board;
    type FromFen = Board;

    fn perft(fen: &str, depth: u8, back_end: BackEnd) -> Result<Option<Work>> {
        let position: Position = adapter::board(fen)?;
        let back_end = match back_end {
            BackEnd::Best => Backend::best(),
            BackEnd::Avx2 => Backend::Avx2,
            BackEnd::Portable => Backend::Scalar,
        };
        if !back_end.is_available() {
            return Ok(None);
        }
        let perft = Perft::with(back_end)?;
        Ok(Some(Box::new(move || Ok(perft.count(black_box(&position), depth) as u64))))
    }

    fn fill(fens: &[String], buffer: Buffer) -> Result<Option<Work>> {
        let boards = adapter::boards::<Position, _>(fens)?;
        Ok(Some(match buffer {
            Buffer::Stack => adapter::list_each(boards, 1, |board, stack: &mut MoveStack<4096>| {
                let mut frame = stack.frame();
                board.legal_moves_into(&mut frame);
                black_box(&mut frame).len() as u64
            }),
            Buffer::Vector => adapter::list_each(boards, 1, |board, moves: &mut Vec<Move>| {
                moves.clear();
                board.legal_moves_into(moves);
                black_box(moves).len() as u64
            }),
            Buffer::Stages => adapter::list_each(boards, 1, |board, list: &mut MoveList| {
                list.clear();
                let generator = board.generator();
                generator.noisy_into(list);
                generator.quiets_into(black_box(list));
                black_box(list).len() as u64
            }),
        }))
    }

    fn replay(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
        let Some(prepared) = stored_bits(games)? else { return Ok(None) };
        Ok(Some(adapter::sum_over_games(prepared, passes, |bits| {
            let last = Replay::new(*black_box(&Board::START), bits).finish();
            u64::from(black_box(&last).is_ok()) * bits.len() as u64
        })))
    }

    fn trusted_replay(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
        let Some(prepared) = stored_bits(games)? else { return Ok(None) };
        Ok(Some(adapter::sum_over_games(prepared, passes, |bits| {
            let mut replay = TrustedReplay::new(*black_box(&Board::START), bits);
            while replay.next_board().is_some() {}
            black_box(replay.board());
            replay.ply() as u64
        })))
    }
}

/// Returns the games' stored bits, after checking their moves.
fn stored_bits(games: &[StoredGame]) -> Result<Option<PreparedGames<u16>>> {
    let prepared = adapter::read_games::<Board>(games)?;
    Ok(prepared.map(|PreparedGames { checksum, .. }| PreparedGames {
        games: games.iter().map(|game| game.bits.clone()).collect(),
        checksum,
    }))
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
        self.generator().noisy_into(list);
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
        list.clear();
        self.legal_moves_into(list);
        black_box(list).len() as u64
    }

    fn list_noisy(&self, list: &mut MoveList) -> u64 {
        list.clear();
        self.generator().noisy_into(list);
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

    fn search_step(&mut self) -> u64 {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        // Check squares are computed once per position; only moves that give check leave checkers.
        let info = self.generator().check_info();
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
        query(&self.position(), sample).map(Some)
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

/// Converts a sample move: a legal move is taken from the list, an illegal one is built from its squares.
fn query(position: &Position, sample: &SampleMove) -> Result<Move> {
    let square = |index: u8| Square::from_index(index.into()).context("not a square");
    let from = square(sample.from)?;
    let to = square(sample.to)?;
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
