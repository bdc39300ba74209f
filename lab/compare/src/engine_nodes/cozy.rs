//! Adapter for cozy-chess: `generate_moves` with masked sets, `is_legal`, a copy and
//! `play_unchecked`.
//!
//! Its generator always computes the sets for all pieces. Quiet moves are generated again, which is
//! faster than keeping the sets from the first call. Its board always has a Zobrist key.

use anyhow::Result;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square};

use super::move_code::MoveCode;
use super::node::{Candidate, Change, Node, Observer, Root, Stages};
use crate::adapter;

const PROMOTION_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// A move with the pieces that generation knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct CozyMove {
    mv: Move,
    code: MoveCode,
    piece: Piece,
    captured: Option<Piece>,
}

impl Node for Board {
    type Move = CozyMove;
    type After = Self;
    type Stages<'a> = CozyStages<'a>;

    fn parse(fen: &str) -> Result<Root<Self>> {
        adapter::board(fen).map(Root::This)
    }

    #[inline(always)]
    fn stages(&mut self) -> CozyStages<'_> {
        CozyStages { board: self }
    }
}

pub(super) struct CozyStages<'a> {
    board: &'a Board,
}

/// The sets that captures and promotions are selected by.
#[derive(Clone, Copy)]
struct Targets {
    theirs: BitBoard,
    /// The pawns' captures and promotions, en passant included.
    of_pawns: BitBoard,
}

impl CozyStages<'_> {
    #[inline(always)]
    fn targets(&self) -> Targets {
        let board = self.board;
        let color = self.board.side_to_move();
        let theirs = board.colors(!color);
        let of_pawns = theirs | PROMOTION_RANKS | self.ep_square();
        Targets { theirs, of_pawns }
    }

    #[inline(always)]
    fn ep_square(&self) -> BitBoard {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        let square = |file| Square::new(file, rank).bitboard();
        self.board.en_passant().map_or(BitBoard::EMPTY, square)
    }

    /// Returns the captures and promotions in a set. A push to the en passant square is quiet.
    #[inline(always)]
    fn noisy_targets(&self, set: PieceMoves, targets: Targets) -> BitBoard {
        if set.piece != Piece::Pawn {
            return set.to & targets.theirs;
        }
        let file = set.from.file().bitboard();
        set.to & targets.of_pawns & !(file & !PROMOTION_RANKS)
    }

    #[inline(always)]
    fn capture(&self, mv: Move, piece: Piece) -> CozyMove {
        let captured = self.board.piece_on(mv.to);
        let is_en_passant =
            piece == Piece::Pawn && captured.is_none() && mv.from.file() != mv.to.file();
        let kind = match mv.promotion {
            Some(promotion) => promotion as u8,
            None if is_en_passant => MoveCode::EN_PASSANT,
            None => MoveCode::NORMAL,
        };
        let captured = if is_en_passant { Some(Piece::Pawn) } else { captured };
        CozyMove { mv, code: MoveCode::new(mv.from as u8, mv.to as u8, kind), piece, captured }
    }

    #[inline(always)]
    fn quiet(&self, mv: Move, piece: Piece) -> CozyMove {
        let is_castling =
            piece == Piece::King && self.board.colors(self.board.side_to_move()).has(mv.to);
        let kind = if is_castling { MoveCode::CASTLING } else { MoveCode::NORMAL };
        let code = MoveCode::new(mv.from as u8, mv.to as u8, kind);
        CozyMove { mv, code, piece, captured: None }
    }

    #[inline(always)]
    fn visit_noisy(
        &self,
        set: PieceMoves,
        to: BitBoard,
        mut visit: impl FnMut(Candidate<CozyMove>),
    ) {
        for mv in (PieceMoves { to, ..set }) {
            let mv = self.capture(mv, set.piece);
            let captured = mv.captured.map(|piece| piece as u8);
            visit(Candidate { mv, code: mv.code, moved: set.piece as u8, captured });
        }
    }
}

impl Stages for CozyStages<'_> {
    type Move = CozyMove;
    type After = Board;

    #[inline(always)]
    fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        self.board.occupied().has(Square::ALL[usize::from(square & 63)])
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<CozyMove> {
        let square = |index: u8| Square::ALL[usize::from(index & 63)];
        let promotion = code.promotion().map(|index| Piece::ALL[usize::from(index)]);
        let mv = Move { from: square(code.from()), to: square(code.to()), promotion };
        if !self.board.is_legal(mv) {
            return None;
        }
        let piece = self.board.piece_on(mv.from)?;
        let may_capture = promotion.is_some()
            || self.board.colors(!self.board.side_to_move()).has(mv.to)
            || piece == Piece::Pawn && mv.from.file() != mv.to.file();
        let found = if may_capture { self.capture(mv, piece) } else { self.quiet(mv, piece) };
        // The library has no move kinds, so a move with another kind is legal to it.
        (found.code == code).then_some(found)
    }

    #[inline(always)]
    fn all(&mut self, mut visit: impl FnMut(Candidate<CozyMove>)) {
        let targets = self.targets();
        self.board.generate_moves(|set| {
            let noisy = self.noisy_targets(set, targets);
            self.visit_noisy(set, noisy, &mut visit);
            for mv in (PieceMoves { to: set.to & !noisy, ..set }) {
                let mv = self.quiet(mv, set.piece);
                visit(Candidate { mv, code: mv.code, moved: set.piece as u8, captured: None });
            }
            false
        });
    }

    #[inline(always)]
    fn noisy(&mut self, mut visit: impl FnMut(Candidate<CozyMove>)) {
        let targets = self.targets();
        self.board.generate_moves(|set| {
            self.visit_noisy(set, self.noisy_targets(set, targets), &mut visit);
            false
        });
    }

    #[inline(always)]
    fn quiets(&mut self, mut visit: impl FnMut(CozyMove, MoveCode)) {
        let targets = self.targets();
        self.board.generate_moves(|set| {
            let noisy = self.noisy_targets(set, targets);
            for mv in (PieceMoves { to: set.to & !noisy, ..set }) {
                let mv = self.quiet(mv, set.piece);
                visit(mv, mv.code);
            }
            false
        });
    }

    #[inline(always)]
    fn make<O: Observer, R>(
        &mut self,
        mv: CozyMove,
        mut observer: O,
        visit: impl FnOnce(&mut Board, O) -> R,
    ) -> Option<R> {
        let CozyMove { mv, code, piece, captured } = mv;
        let color = if self.board.side_to_move() == Color::White { 0 } else { 6 };
        let captured = captured.map(|piece| piece as u8);
        Change { code, piece: piece as u8 + color, captured }.report(&mut observer);
        let mut after = self.board.clone();
        after.play_unchecked(mv);
        Some(visit(&mut after, observer))
    }
}
