//! Adapter for Tabiya: `generator_as` once per node, its stages, its legality test and its
//! `make_observed`.
//!
//! The side to move is a type. The board has its Zobrist key, as in an engine that indexes its table
//! by it.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use ::tabiya::{
    Board, Generator, MakeObserver, Move, MoveFilter, MoveKind, MoveList, Piece, Side, Square,
    White, sink_fn,
};
use anyhow::Result;

use super::move_code::MoveCode;
use super::node::{Candidate, Node, Observer, Root, Stages};
use crate::adapter;

/// A board with `S` to move.
pub(super) struct TabiyaNode<S: Side> {
    board: Board,
    side: PhantomData<S>,
}

impl<S: Side> Node for TabiyaNode<S> {
    type Move = Move;
    type After = TabiyaNode<S::Them>;
    type Stages<'a> = TabiyaStages<'a, S>;

    fn parse(fen: &str) -> Result<Root<Self>> {
        let board: Board = adapter::board(fen)?;
        Ok(if board.side_to_move() == S::COLOR {
            Root::This(Self { board, side: PhantomData })
        } else {
            Root::Other(TabiyaNode { board, side: PhantomData })
        })
    }

    #[inline(always)]
    fn stages(&mut self) -> TabiyaStages<'_, S> {
        TabiyaStages { board: &self.board, generator: self.board.generator_as::<S>() }
    }
}

pub(super) struct TabiyaStages<'a, S: Side> {
    board: &'a Board,
    generator: Generator<'a, S>,
}

impl<S: Side> Stages for TabiyaStages<'_, S> {
    type Move = Move;
    type After = TabiyaNode<S::Them>;

    #[inline(always)]
    fn is_check(&self) -> bool {
        self.generator.is_check()
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        self.board.occupied().contains(Square::ALL[usize::from(square & 63)])
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<Move> {
        let mv = to_move(code);
        self.generator.is_legal(mv).then_some(mv)
    }

    #[inline(always)]
    fn all(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let mut list = MoveList::new();
        self.generator.legal_moves_into(&mut list);
        list.iter().for_each(|&mv| visit(candidate(self.board, mv)));
    }

    #[inline(always)]
    fn noisy(&mut self, mut visit: impl FnMut(Candidate<Move>)) {
        let board = self.board;
        // A node has few captures, so a closure is faster than a list.
        let mut sink = sink_fn(|mv| {
            visit(candidate(board, mv));
            ControlFlow::<Infallible>::Continue(())
        });
        let ControlFlow::Continue(()) =
            self.generator.generate_filtered(&MoveFilter::NOISY, &mut sink);
    }

    #[inline(always)]
    fn quiets(&mut self, mut visit: impl FnMut(Move, MoveCode)) {
        let mut list = MoveList::new();
        self.generator.quiets_into(&mut list);
        for &mv in &list {
            visit(mv, code(mv));
        }
    }

    #[inline(always)]
    fn make<O: Observer, R>(
        &mut self,
        mv: Move,
        observer: O,
        visit: impl FnOnce(&mut TabiyaNode<S::Them>, O) -> R,
    ) -> Option<R> {
        let mut observer = Forward(observer);
        let board = self.generator.make_observed(mv, &mut observer);
        Some(visit(&mut TabiyaNode { board, side: PhantomData }, observer.0))
    }
}

/// A node with White to move; [`Node::After`] has Black to move.
pub(super) type WhiteNode = TabiyaNode<White>;

/// Returns a move with the pieces that order it.
#[inline(always)]
pub(super) fn candidate(board: &Board, mv: Move) -> Candidate<Move> {
    let moved = board.piece_type_on(mv.from()).map_or(0, |piece_type| piece_type as u8);
    let captured = board.captured_piece(mv).map(|piece_type| piece_type as u8);
    Candidate { mv, code: code(mv), moved, captured }
}

/// An observer that forwards to the search's observer.
pub(super) struct Forward<O>(pub(super) O);

impl<O: Observer> MakeObserver for Forward<O> {
    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0.removed(piece as u8, square as u8);
    }

    #[inline(always)]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0.placed(piece as u8, square as u8);
    }
}

/// The kinds of [`MoveCode`], in their order.
const KINDS: [MoveKind; 8] = [
    MoveKind::Normal,
    MoveKind::PromoteToKnight,
    MoveKind::PromoteToBishop,
    MoveKind::PromoteToRook,
    MoveKind::PromoteToQueen,
    MoveKind::Castling,
    MoveKind::EnPassant,
    MoveKind::Normal,
];

#[inline(always)]
pub(super) fn to_move(code: MoveCode) -> Move {
    let square = |index: u8| Square::ALL[usize::from(index & 63)];
    Move::with_kind(square(code.from()), square(code.to()), KINDS[usize::from(code.kind() & 7)])
}

#[inline(always)]
pub(super) fn code(mv: Move) -> MoveCode {
    let kind = match mv.kind() {
        MoveKind::Normal => MoveCode::NORMAL,
        MoveKind::PromoteToKnight => MoveCode::PROMOTE_TO_KNIGHT,
        MoveKind::PromoteToBishop => 2,
        MoveKind::PromoteToRook => 3,
        MoveKind::PromoteToQueen => MoveCode::PROMOTE_TO_QUEEN,
        MoveKind::Castling => MoveCode::CASTLING,
        MoveKind::EnPassant => MoveCode::EN_PASSANT,
    };
    MoveCode::new(mv.from() as u8, mv.to() as u8, kind)
}
