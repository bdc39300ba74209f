//! Adapter for gigachess: `generate_moves_into` with a sink that separates captures, `is_legal`, a
//! copy and `make_move_unchecked`.
//!
//! Its generator always computes all moves. Quiet moves are generated again, and boards are copied:
//! keeping the moves from the first call and unmaking moves are slower. Its board has its Zobrist
//! key and its checkers.

use ::gigachess::movegen::{MoveList, MoveSink};
use ::gigachess::{Board, Color, Move, Role, Square};
use anyhow::Result;

use super::move_code::MoveCode;
use super::node::{Candidate, Change, Node, Observer, Root, Stages};
use crate::adapter;

/// A move with the piece type that it captures, en passant included.
#[derive(Clone, Copy, Debug)]
pub(super) struct GigachessMove {
    mv: Move,
    code: MoveCode,
    captured: Option<Role>,
}

impl Node for Board {
    type Move = GigachessMove;
    type After = Self;
    type Stages<'a> = GigachessStages<'a>;

    fn parse(fen: &str) -> Result<Root<Self>> {
        adapter::board(fen).map(Root::This)
    }

    #[inline(always)]
    fn stages(&mut self) -> GigachessStages<'_> {
        GigachessStages { board: self }
    }
}

pub(super) struct GigachessStages<'a> {
    board: &'a Board,
}

/// A sink that passes captures and promotions to `noisy` and adds the other moves to `quiets`.
struct Separator<'a, F, Q> {
    board: &'a Board,
    theirs: u64,
    noisy: F,
    quiets: Q,
}

impl<F: FnMut(Candidate<GigachessMove>), Q: MoveSink> Separator<'_, F, Q> {
    #[inline(always)]
    fn visit(&mut self, from: u8, to: u8, moved: Role, promotion: u8) {
        let captured = self.board.piece_at(Square(to)).map(|piece| piece.role);
        let code = MoveCode::new(from, to, promotion);
        let mv = Move(u16::from(promotion) << 12 | u16::from(to) << 6 | u16::from(from));
        let mv = GigachessMove { mv, code, captured };
        let captured = captured.map(|role| role as u8);
        (self.noisy)(Candidate { mv, code, moved: moved as u8, captured });
    }
}

impl<F: FnMut(Candidate<GigachessMove>), Q: MoveSink> MoveSink for Separator<'_, F, Q> {
    #[inline(always)]
    fn push_targets(&mut self, from: u8, targets: u64) {
        let captures = targets & self.theirs;
        self.quiets.push_targets(from, targets ^ captures);
        if captures != 0 {
            let moved = self.board.piece_at(Square(from)).map_or(Role::Pawn, |piece| piece.role);
            for to in squares(captures) {
                self.visit(from, to, moved, 0);
            }
        }
    }

    #[inline(always)]
    fn push_pawn_targets_offset(&mut self, targets: u64, offset: i8) {
        if offset % 8 == 0 {
            self.quiets.push_pawn_targets_offset(targets, offset);
        } else {
            for to in squares(targets) {
                self.visit(to.wrapping_add_signed(-offset), to, Role::Pawn, 0);
            }
        }
    }

    #[inline(always)]
    fn push_pawn_promotions_offset(&mut self, targets: u64, offset: i8) {
        for to in squares(targets) {
            for promotion in 1..=4 {
                self.visit(to.wrapping_add_signed(-offset), to, Role::Pawn, promotion);
            }
        }
    }

    #[inline(always)]
    fn push_one(&mut self, mv: Move) {
        let found = with_facts(self.board, mv);
        if found.captured.is_none() && mv.promotion().is_none() {
            self.quiets.push_one(mv);
            return;
        }
        let moved = self.board.piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role) as u8;
        let captured = found.captured.map(|role| role as u8);
        (self.noisy)(Candidate { mv: found, code: found.code, moved, captured });
    }
}

/// A sink that ignores all moves.
struct Ignore;

impl MoveSink for Ignore {
    fn push_targets(&mut self, _: u8, _: u64) {}
    fn push_pawn_targets_offset(&mut self, _: u64, _: i8) {}
    fn push_pawn_promotions_offset(&mut self, _: u64, _: i8) {}
    fn push_one(&mut self, _: Move) {}
}

impl Stages for GigachessStages<'_> {
    type Move = GigachessMove;
    type After = Board;

    #[inline(always)]
    fn is_check(&self) -> bool {
        self.board.in_check()
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        self.board.occupied() >> (square & 63) & 1 != 0
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<GigachessMove> {
        let promotion = u16::from(code.promotion().unwrap_or_default());
        let mv = Move(promotion << 12 | u16::from(code.to()) << 6 | u16::from(code.from()));
        if !self.board.is_legal(mv) {
            return None;
        }
        // The library ignores the promotion when another piece moves, and has no move kinds.
        let is_pawn = || self.board.piece_bb(self.board.turn(), Role::Pawn) >> code.from() & 1 != 0;
        let found = with_facts(self.board, mv);
        (found.code == code && (promotion == 0 || is_pawn())).then_some(found)
    }

    #[inline(always)]
    fn all(&mut self, mut visit: impl FnMut(Candidate<GigachessMove>)) {
        let mut list = MoveList::new();
        self.board.generate_moves_into(&mut list);
        for &mv in list.as_slice() {
            let mv = with_facts(self.board, mv);
            let moved = self.board.piece_at(mv.mv.from()).map_or(0, |piece| piece.role as u8);
            let captured = mv.captured.map(|role| role as u8);
            visit(Candidate { mv, code: mv.code, moved, captured });
        }
    }

    #[inline(always)]
    fn noisy(&mut self, visit: impl FnMut(Candidate<GigachessMove>)) {
        let theirs = self.board.occ_color(self.board.turn().other());
        let board = self.board;
        board.generate_moves_into(&mut Separator { board, theirs, noisy: visit, quiets: Ignore });
    }

    #[inline(always)]
    fn quiets(&mut self, mut visit: impl FnMut(GigachessMove, MoveCode)) {
        let theirs = self.board.occ_color(self.board.turn().other());
        let mut list = MoveList::new();
        let board = self.board;
        let quiets = &mut list;
        board.generate_moves_into(&mut Separator { board, theirs, noisy: |_| {}, quiets });
        let ours = self.board.occ_color(self.board.turn());
        for &mv in list.as_slice() {
            let is_castling = ours >> mv.to().0 & 1 != 0;
            let kind = if is_castling { MoveCode::CASTLING } else { MoveCode::NORMAL };
            let code = MoveCode::new(mv.from().0, mv.to().0, kind);
            visit(GigachessMove { mv, code, captured: None }, code);
        }
    }

    #[inline(always)]
    fn make<O: Observer, R>(
        &mut self,
        mv: GigachessMove,
        mut observer: O,
        visit: impl FnOnce(&mut Board, O) -> R,
    ) -> Option<R> {
        let GigachessMove { mv, code, captured } = mv;
        let color = if self.board.turn() == Color::White { 0 } else { 6 };
        let piece = self.board.piece_at(mv.from())?.role as u8 + color;
        Change { code, piece, captured: captured.map(|role| role as u8) }.report(&mut observer);
        let mut after = *self.board;
        after.make_move_unchecked(mv);
        Some(visit(&mut after, observer))
    }
}

/// Returns a legal move with its kind and the piece that it captures.
#[inline(always)]
fn with_facts(board: &Board, mv: Move) -> GigachessMove {
    let from = mv.from();
    let to = mv.to();
    let us = board.turn();
    let is_castling = board.occ_color(us) >> to.0 & 1 != 0;
    let is_pawn = board.piece_bb(us, Role::Pawn) >> from.0 & 1 != 0;
    let captured = if is_castling { None } else { board.piece_at(to).map(|piece| piece.role) };
    let is_en_passant = is_pawn && captured.is_none() && from.file() != to.file();
    let kind = match mv.promotion() {
        Some(role) => role as u8,
        None if is_castling => MoveCode::CASTLING,
        None if is_en_passant => MoveCode::EN_PASSANT,
        None => MoveCode::NORMAL,
    };
    let captured = if is_en_passant { Some(Role::Pawn) } else { captured };
    GigachessMove { mv, code: MoveCode::new(from.0, to.0, kind), captured }
}

/// Returns a set's squares.
#[inline(always)]
fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        let is_any = set != 0;
        set &= set.wrapping_sub(1);
        is_any.then_some(square)
    })
}
