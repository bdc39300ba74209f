//! Adapter for gigachess: `generate_moves_into` with its `MoveList`, its fastest sink,
//! `count_legal_moves`, and moves made and unmade on one board.
//!
//! Its board always has a Zobrist key. Without one, the adapter follows gigachess's own perft:
//! `make_move_perft` updates neither the key nor the clocks nor the checkers. Captures are selected
//! by a `MoveSink` that masks each target set. `is_legal` ignores the promotion piece if no pawn
//! moves. Games are replayed by the calls in its module `replay`: `replay_moves2_stream`, which its
//! batch replay calls per game, and `replay_moves2_trusted`.

use std::hint::black_box;

use anyhow::Result;
use gigachess::fen::parse_fen;
use gigachess::movegen::{MoveList, MoveSink};
use gigachess::replay::{Flow, replay_moves2_stream, replay_moves2_trusted};
use gigachess::{Board, Move, Role, Square};

use super::adapter::{self, BackEnd, BoardAdapter, Library, PreparedGames};
use super::measure::Work;
use super::sample_moves::SampleMove;
use super::stored_games::StoredGame;

#[derive(Debug)]
pub(super) enum Gigachess {}

impl Library for Gigachess {
    type Unhashed = UnhashedBoard;
    type Hashed = Board;
    type FromFen = Board;

    fn perft(fen: &str, depth: u8, _: BackEnd) -> Result<Option<Work>> {
        let board: Board = adapter::board(fen)?;
        Ok(Some(Box::new(move || Ok(black_box(&board).perft(depth.into())))))
    }

    fn replay(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
        let Some(prepared) = words(games)? else { return Ok(None) };
        Ok(Some(adapter::sum_over_games(prepared, passes, |words| {
            let outcome = replay_moves2_stream(words);
            if outcome.is_legal() { outcome.moves_played.into() } else { 0 }
        })))
    }

    fn trusted_replay(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
        let Some(prepared) = words(games)? else { return Ok(None) };
        let start: Board = adapter::board(adapter::START)?;
        Ok(Some(adapter::sum_over_games(prepared, passes, move |words| {
            let mut plies = 0;
            let last = replay_moves2_trusted(black_box(&start), words, |_, ply| {
                plies = ply;
                Flow::Continue
            });
            black_box(&last);
            plies as u64
        })))
    }
}

/// Reads the games' moves as the library's 16-bit words.
fn words(games: &[StoredGame]) -> Result<Option<PreparedGames<u16>>> {
    let prepared = adapter::read_games::<Board>(games)?;
    Ok(prepared.map(|PreparedGames { games, checksum }| PreparedGames {
        games: games.iter().map(|moves| moves.iter().map(|mv| mv.word()).collect()).collect(),
        checksum,
    }))
}

impl BoardAdapter for Board {
    type Move = Move;
    type List = ();
    type Query = Move;

    fn parse_fen(fen: &str) -> Option<Self> {
        parse_fen(fen).ok()
    }

    fn list(&self, (): &mut ()) -> u64 {
        // The list cannot be cleared; a new one is not initialized.
        let mut list = MoveList::new();
        self.generate_moves_into(&mut list);
        black_box(&list).len() as u64
    }

    fn list_noisy(&self, (): &mut ()) -> u64 {
        let mut noisy = NoisyMoves {
            list: MoveList::new(),
            captures: self.occ_color(self.turn().other()),
            pawns: self.piece_bb(self.turn(), Role::Pawn),
            ep_square: self.en_passant(),
        };
        self.generate_moves_into(&mut noisy);
        black_box(&noisy.list).len() as u64
    }

    fn count(&self) -> u64 {
        self.count_legal_moves().into()
    }

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        let undo = self.make_move_unchecked(mv);
        visit(self);
        self.unmake_move(mv, undo);
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        let mut list = MoveList::new();
        self.generate_moves_into(&mut list);
        for &mv in list.as_slice() {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        self.checkers_bb().count_ones()
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<Move>> {
        let promotion = sample.promotion.map(|letter| match letter {
            'n' => Role::Knight,
            'b' => Role::Bishop,
            'r' => Role::Rook,
            _ => Role::Queen,
        });
        Ok(Some(Move::new(Square(sample.from), Square(sample.to), promotion)))
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        Self::is_legal(self, *query)
    }

    #[inline]
    fn play(&mut self, query: &Move) -> bool {
        Self::play(self, *query).is_ok()
    }
}

/// A sink that masks each target set before its list expands it.
struct NoisyMoves {
    list: MoveList,
    captures: u64,
    pawns: u64,
    ep_square: Option<Square>,
}

impl MoveSink for NoisyMoves {
    #[inline(always)]
    fn push_targets(&mut self, from: u8, targets: u64) {
        self.list.push_targets(from, targets & self.captures);
    }

    #[inline(always)]
    fn push_pawn_targets_offset(&mut self, targets: u64, offset: i8) {
        self.list.push_pawn_targets_offset(targets & self.captures, offset);
    }

    #[inline(always)]
    fn push_pawn_promotions_offset(&mut self, targets: u64, offset: i8) {
        self.list.push_pawn_promotions_offset(targets, offset);
    }

    #[inline(always)]
    fn push_one(&mut self, mv: Move) {
        let is_pawn = self.pawns >> mv.from().0 & 1 != 0;
        let is_capture = self.captures >> mv.to().0 & 1 != 0;
        if is_capture || mv.promotion().is_some() || is_pawn && Some(mv.to()) == self.ep_square {
            self.list.push_one(mv);
        }
    }
}

/// A board whose key is not updated.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnhashedBoard(Board);

impl BoardAdapter for UnhashedBoard {
    type Move = Move;
    type List = ();
    type Query = Move;

    fn parse_fen(fen: &str) -> Option<Self> {
        Board::parse_fen(fen).map(Self)
    }

    fn list(&self, list: &mut ()) -> u64 {
        self.0.list(list)
    }

    fn list_noisy(&self, list: &mut ()) -> u64 {
        self.0.list_noisy(list)
    }

    fn count(&self) -> u64 {
        self.0.count()
    }

    fn moves(&self) -> Vec<Move> {
        self.0.moves()
    }

    fn make(&mut self, mv: Move, visit: impl FnOnce(&mut Self)) {
        let undo = self.0.make_move_perft(mv);
        visit(self);
        self.0.unmake_move_perft(mv, undo);
    }

    fn successors(&mut self, mut visit: impl FnMut(&mut Self)) {
        let mut list = MoveList::new();
        self.0.generate_moves_into(&mut list);
        for &mv in list.as_slice() {
            self.make(mv, &mut visit);
        }
    }

    fn checkers(&self) -> u32 {
        let Self(board) = self;
        let us = board.turn();
        let occupied = board.occupied();
        board.attackers_to(board.king_square(us).0, us.other(), occupied).count_ones()
    }

    fn query(&self, sample: &SampleMove) -> Result<Option<Move>> {
        self.0.query(sample)
    }

    #[inline]
    fn is_legal(&self, query: &Move) -> bool {
        BoardAdapter::is_legal(&self.0, query)
    }

    #[inline]
    fn play(&mut self, query: &Move) -> bool {
        BoardAdapter::play(&mut self.0, query)
    }
}
