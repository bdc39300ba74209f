//! Adapter for shakmaty: `legal_moves`, a copy and `play_unchecked`.
//!
//! Its board has no Zobrist key. Callers update a key with `update_zobrist_hash`, and compute it
//! with `zobrist_hash` where the update returns `None`. Legality queries use `UciMove`, because a
//! `Move` contains the pieces on its squares.

use std::hint::black_box;

use anyhow::Result;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::adapter::{BoardAdapter, Library};
use super::sample_moves::SampleMove;

#[derive(Debug)]
pub(super) enum Shakmaty {}

impl Library for Shakmaty {
    type Unhashed = Chess;
    type Hashed = HashedChess;
    type FromFen = Chess;
}

impl BoardAdapter for Chess {
    type Move = Move;
    type List = ();
    type Query = UciMove;

    fn parse_fen(fen: &str) -> Option<Self> {
        Fen::from_ascii(fen.as_bytes()).ok()?.into_position(CastlingMode::Standard).ok()
    }

    fn list(&self, (): &mut ()) -> u64 {
        black_box(&self.legal_moves()).len() as u64
    }

    /// Filters the legal moves, as `capture_moves` does.
    fn list_noisy(&self, (): &mut ()) -> u64 {
        let mut list = self.legal_moves();
        list.retain(|mv| mv.is_capture() || mv.is_promotion());
        black_box(&list).len() as u64
    }

    fn count(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        let mut after = self.clone();
        after.play_unchecked(mv);
        visit(&mut after);
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        for &mv in &self.legal_moves() {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        Position::checkers(self).count() as u32
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<UciMove>> {
        Ok(Some(sample.uci.parse()?))
    }

    #[inline]
    fn is_legal(&self, query: &UciMove) -> bool {
        query.to_move(self).is_ok()
    }

    #[inline]
    fn play(&mut self, query: &UciMove) -> bool {
        let Ok(mv) = query.to_move(self) else { return false };
        self.play_unchecked(mv);
        true
    }
}

/// A position with its key, which includes the en passant square under the same condition as
/// Tabiya's.
#[derive(Clone, Debug)]
pub(super) struct HashedChess {
    position: Chess,
    key: Zobrist64,
}

impl BoardAdapter for HashedChess {
    type Move = Move;
    type List = ();
    type Query = UciMove;

    fn parse_fen(fen: &str) -> Option<Self> {
        let position = Chess::parse_fen(fen)?;
        let key = position.zobrist_hash(EnPassantMode::Legal);
        Some(Self { position, key })
    }

    fn list(&self, list: &mut ()) -> u64 {
        self.position.list(list)
    }

    fn list_noisy(&self, list: &mut ()) -> u64 {
        self.position.list_noisy(list)
    }

    fn count(&self) -> u64 {
        self.position.count()
    }

    fn moves(&self) -> Vec<Move> {
        self.position.moves()
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        let updated = self.position.update_zobrist_hash(self.key, mv, EnPassantMode::Legal);
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        let key = updated.unwrap_or_else(|| position.zobrist_hash(EnPassantMode::Legal));
        visit(&mut Self { position, key });
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        for &mv in &self.position.legal_moves() {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        BoardAdapter::checkers(&self.position)
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<UciMove>> {
        self.position.query(sample)
    }

    #[inline]
    fn is_legal(&self, query: &UciMove) -> bool {
        BoardAdapter::is_legal(&self.position, query)
    }

    #[inline]
    fn play(&mut self, query: &UciMove) -> bool {
        let Ok(mv) = query.to_move(&self.position) else { return false };
        let updated = self.position.update_zobrist_hash(self.key, mv, EnPassantMode::Legal);
        self.position.play_unchecked(mv);
        self.key = updated.unwrap_or_else(|| self.position.zobrist_hash(EnPassantMode::Legal));
        true
    }
}
