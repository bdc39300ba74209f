//! Adapter for owlchess: the semilegal generators with a callback, `make_move_unchecked`, a check
//! test for the king that was left, and `unmake_move_unchecked`.
//!
//! Its documentation recommends semilegal moves for a search, and the unsafe functions for speed; the
//! safe ones test every move again. Its board always has a Zobrist key.

use ::owlchess::movegen::{MovePush, semilegal};
use ::owlchess::moves::{MoveKind, make_move_unchecked, unmake_move_unchecked};
use ::owlchess::{Board, Cell, Color, Coord, Move, Piece};
use anyhow::Result;

use super::move_code::MoveCode;
use super::node::{Candidate, Change, Node, Observer, Root, Stages};
use crate::adapter;

impl Node for Board {
    type Move = Move;
    type After = Self;
    type Stages<'a> = OwlchessStages<'a>;

    fn parse(fen: &str) -> Result<Root<Self>> {
        adapter::board(fen).map(Root::This)
    }

    #[inline(always)]
    fn stages(&mut self) -> OwlchessStages<'_> {
        let is_check = self.is_check();
        OwlchessStages { board: self, is_check }
    }
}

pub(super) struct OwlchessStages<'a> {
    board: &'a mut Board,
    is_check: bool,
}

/// A list that passes each move on.
struct Callback<F>(F);

impl<F: FnMut(Move)> MovePush for Callback<F> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.0(mv);
    }
}

impl OwlchessStages<'_> {
    #[inline(always)]
    fn candidate(&self, mv: Move) -> Candidate<Move> {
        let moved = type_index(mv.src_cell()).unwrap_or_default();
        Candidate { mv, code: code(mv), moved, captured: self.captured(mv) }
    }

    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<u8> {
        if mv.kind() == MoveKind::Enpassant {
            Some(0)
        } else {
            type_index(self.board.get(mv.dst()))
        }
    }
}

impl Stages for OwlchessStages<'_> {
    type Move = Move;
    type After = Board;

    #[inline(always)]
    fn is_check(&self) -> bool {
        self.is_check
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        self.board.get(to_coord(square)).is_occupied()
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<Move> {
        let from = code.from();
        let to = code.to();
        let cell = self.board.get(to_coord(from));
        let is_pawn = cell.piece() == Some(Piece::Pawn);
        let (kind, to) = match code.kind() {
            MoveCode::CASTLING if to > from => (MoveKind::CastlingKingside, from + 2),
            MoveCode::CASTLING => (MoveKind::CastlingQueenside, from.wrapping_sub(2)),
            MoveCode::EN_PASSANT => (MoveKind::Enpassant, to),
            1 => (MoveKind::PromoteKnight, to),
            2 => (MoveKind::PromoteBishop, to),
            3 => (MoveKind::PromoteRook, to),
            4 => (MoveKind::PromoteQueen, to),
            _ if is_pawn && from.abs_diff(to) == 16 => (MoveKind::PawnDouble, to),
            _ => (MoveKind::Simple, to),
        };
        let mv = Move::new(kind, cell, to_coord(from), to_coord(to)).ok()?;
        // The library castles by the king's origin alone.
        (self::code(mv) == code && mv.is_semilegal(self.board)).then_some(mv)
    }

    #[inline(always)]
    fn all(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let mut callback = Callback(|mv| visit(self.candidate(mv)));
        semilegal::gen_all_into(self.board, &mut callback);
    }

    #[inline(always)]
    fn noisy(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let mut callback = Callback(|mv| visit(self.candidate(mv)));
        semilegal::gen_capture_into(self.board, &mut callback);
        semilegal::gen_simple_promote_into(self.board, &mut callback);
    }

    #[inline(always)]
    fn quiets(&mut self, mut visit: impl FnMut(Move, MoveCode)) {
        let mut callback = Callback(|mv| visit(mv, code(mv)));
        semilegal::gen_simple_no_promote_into(self.board, &mut callback);
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "the library has no safe function as fast")]
    fn make<O: Observer, R>(
        &mut self,
        mv: Move,
        mut observer: O,
        visit: impl FnOnce(&mut Board, O) -> R,
    ) -> Option<R> {
        let color = if self.board.side() == Color::White { 0 } else { 6 };
        let piece = type_index(mv.src_cell()).unwrap_or_default() + color;
        let change = Change { code: code(mv), piece, captured: self.captured(mv) };
        // SAFETY: `mv` is semilegal on this board: the generators and `find` yield no other moves, and
        // the search passes a move only to the node that yielded it. If it leaves the king in check,
        // the board is not used before `unmake_move_unchecked` restores it.
        let undo = unsafe { make_move_unchecked(self.board, mv) };
        let result = if self.board.is_opponent_king_attacked() {
            None
        } else {
            change.report(&mut observer);
            Some(visit(self.board, observer))
        };
        // SAFETY: `visit` restores the board, and `undo` comes from the same move above.
        unsafe { unmake_move_unchecked(self.board, mv, undo) };
        result
    }
}

/// Returns the index for the square that the library counts from a8.
#[inline(always)]
fn square(coord: Coord) -> u8 {
    coord.index() as u8 ^ 56
}

#[inline(always)]
fn to_coord(square: u8) -> Coord {
    Coord::from_index(usize::from(square & 63 ^ 56))
}

/// Returns the index for the piece type in a cell, from 0 for a pawn to 5 for a king.
#[inline(always)]
fn type_index(cell: Cell) -> Option<u8> {
    const NONE: u8 = 6;
    const TYPES: [u8; 16] = [NONE, 0, 5, 1, 2, 3, 4, 0, 5, 1, 2, 3, 4, NONE, NONE, NONE];
    let index = TYPES[cell.index() & 15];
    (index != NONE).then_some(index)
}

#[inline(always)]
fn code(mv: Move) -> MoveCode {
    let from = square(mv.src());
    let to = square(mv.dst());
    let (to, kind) = match mv.kind() {
        MoveKind::CastlingKingside => (to + 1, MoveCode::CASTLING),
        MoveKind::CastlingQueenside => (to.wrapping_sub(2), MoveCode::CASTLING),
        MoveKind::Enpassant => (to, MoveCode::EN_PASSANT),
        MoveKind::PromoteKnight => (to, MoveCode::PROMOTE_TO_KNIGHT),
        MoveKind::PromoteBishop => (to, 2),
        MoveKind::PromoteRook => (to, 3),
        MoveKind::PromoteQueen => (to, MoveCode::PROMOTE_TO_QUEEN),
        MoveKind::Null | MoveKind::Simple | MoveKind::PawnDouble => (to, MoveCode::NORMAL),
    };
    MoveCode::new(from, to, kind)
}
