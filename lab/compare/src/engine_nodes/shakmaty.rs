//! Adapter for shakmaty: `legal_moves`, `is_legal`, a copy and `play_unchecked`.
//!
//! It lists captures by filtering all legal moves, so a node generates all moves once and keeps the
//! list. Its position has no key.

use ::shakmaty::{Chess, Color, Move, MoveList, Position, Role, Square};
use anyhow::Result;

use super::move_code::MoveCode;
use super::node::{Candidate, Change, Node, Observer, Root, Stages};
use crate::adapter;

impl Node for Chess {
    type Move = Move;
    type After = Self;
    type Stages<'a> = ShakmatyStages<'a>;

    fn parse(fen: &str) -> Result<Root<Self>> {
        adapter::board(fen).map(Root::This)
    }

    #[inline(always)]
    fn stages(&mut self) -> ShakmatyStages<'_> {
        ShakmatyStages { position: self, is_check: self.is_check(), moves: None }
    }
}

pub(super) struct ShakmatyStages<'a> {
    position: &'a Chess,
    is_check: bool,
    /// All legal moves, if quiet moves may follow.
    moves: Option<MoveList>,
}

impl Stages for ShakmatyStages<'_> {
    type Move = Move;
    type After = Chess;

    #[inline(always)]
    fn is_check(&self) -> bool {
        self.is_check
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        self.position.board().occupied().contains(to_square(square))
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<Move> {
        let from = to_square(code.from());
        let to = to_square(code.to());
        let board = self.position.board();
        let mv = match code.kind() {
            MoveCode::CASTLING => Move::Castle { king: from, rook: to },
            MoveCode::EN_PASSANT => Move::EnPassant { from, to },
            _ => Move::Normal {
                role: board.role_at(from)?,
                from,
                capture: board.role_at(to),
                to,
                promotion: code.promotion().map(|index| Role::ALL[usize::from(index)]),
            },
        };
        self.position.is_legal(mv).then_some(mv)
    }

    #[inline(always)]
    fn all(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        self.position.legal_moves().into_iter().for_each(|mv| visit(candidate(mv)));
    }

    #[inline(always)]
    fn noisy(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let moves = self.position.legal_moves();
        moves.iter().filter(|mv| is_noisy(mv)).for_each(|&mv| visit(candidate(mv)));
    }

    #[inline(always)]
    fn noisy_before_quiets(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let moves = self.moves.insert(self.position.legal_moves());
        moves.iter().filter(|mv| is_noisy(mv)).for_each(|&mv| visit(candidate(mv)));
    }

    #[inline(always)]
    fn quiets(&mut self, mut visit: impl FnMut(Move, MoveCode)) {
        let moves = self.moves.iter().flatten();
        moves.filter(|mv| !is_noisy(mv)).for_each(|&mv| visit(mv, code(mv)));
    }

    #[inline(always)]
    fn make<O: Observer, R>(
        &mut self,
        mv: Move,
        mut observer: O,
        visit: impl FnOnce(&mut Chess, O) -> R,
    ) -> Option<R> {
        let color = if self.position.turn() == Color::White { 0 } else { 6 };
        let piece = type_index(mv.role()) + color;
        let captured = mv.capture().map(type_index);
        Change { code: code(mv), piece, captured }.report(&mut observer);
        let mut after = self.position.clone();
        after.play_unchecked(mv);
        Some(visit(&mut after, observer))
    }
}

#[inline(always)]
fn is_noisy(mv: &Move) -> bool {
    mv.is_capture() || mv.is_promotion()
}

#[inline(always)]
fn candidate(mv: Move) -> Candidate<Move> {
    let captured = mv.capture().map(type_index);
    Candidate { mv, code: code(mv), moved: type_index(mv.role()), captured }
}

#[inline(always)]
fn to_square(index: u8) -> Square {
    Square::new(u32::from(index & 63))
}

/// Returns a piece type's index, from 0 for a pawn to 5 for a king.
#[inline(always)]
fn type_index(role: Role) -> u8 {
    role as u8 - 1
}

#[inline(always)]
fn code(mv: Move) -> MoveCode {
    match mv {
        Move::Normal { from, to, promotion, .. } => {
            let kind = promotion.map_or(MoveCode::NORMAL, type_index);
            MoveCode::new(from as u8, to as u8, kind)
        }
        Move::EnPassant { from, to } => MoveCode::new(from as u8, to as u8, MoveCode::EN_PASSANT),
        Move::Castle { king, rook } => MoveCode::new(king as u8, rook as u8, MoveCode::CASTLING),
        // Only Crazyhouse has drops.
        Move::Put { .. } => MoveCode::NONE,
    }
}
