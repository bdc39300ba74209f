//! Pseudo-legal moves, and the test that makes up for it when a move is made.
//!
//! Most moves that a search generates are never made, because a cutoff comes first. It can
//! pay to generate without asking whether the king is left to be taken, and to ask only of
//! the moves that are made.

use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Black, Color, Move, PieceType, Side, White};
use tabiya_movelist::{MoveList, MoveSink};
use tabiya_tables::{castling_empty, castling_safe, king_attacks, pawn_attacks};

use super::{OneByOne, Pieces, pawns};
use crate::attacks::View;
use crate::{Board, Position};

/// A pseudo-legal move that leaves the own king to be taken, or castles out of or through
/// check; the board is as it was. [`Position::why_illegal`] says more.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::{KingHangs, Position};
///
/// let mut position = Position::from_fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")?;
/// let pinned = Move::new(Square::E2, Square::D3);
/// assert_eq!(position.try_make_pseudo_legal(pinned), Err(KingHangs));
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingHangs;

impl fmt::Display for KingHangs {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move leaves the king to be taken")
    }
}

impl Error for KingHangs {}

impl Position {
    /// Hands every pseudo-legal move to a sink: what the pieces can do, whether or not it
    /// leaves or puts the own king in check. The moves that
    /// [`try_make_pseudo_legal`](Self::try_make_pseudo_legal) does not refuse are the legal
    /// ones.
    ///
    /// Castling is named if the right is there and the way is clear; whether the king is in
    /// check, or passes an attacked square, is asked when it is made.
    ///
    /// Method: look up each piece's attacks, mask out what may never be captured (our own
    /// pieces and the opponent's king), and scan the bits into the sink.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// // The bishop on e2 is pinned; its nine moves are pseudo-legal, but not legal.
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")?;
    /// let moves = position.pseudo_legal_moves();
    /// let illegal = moves.iter().filter(|&&mv| {
    ///     let mut after = position;
    ///     after.try_make_pseudo_legal(mv).is_err()
    /// });
    /// assert_eq!(illegal.count(), moves.len() - position.legal_move_count());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn generate_pseudo_legal_moves(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        match self.side_to_move() {
            Color::White => pseudo_legal_moves::<White, _>(self, sink),
            Color::Black => pseudo_legal_moves::<Black, _>(self, sink),
        }
    }

    /// The pseudo-legal moves as a list: see
    /// [`generate_pseudo_legal_moves`](Self::generate_pseudo_legal_moves).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// // Nine moves of the bishop, which is pinned, and four of the king.
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")?;
    /// assert_eq!(position.pseudo_legal_moves().len(), 13);
    /// assert_eq!(position.legal_moves().len(), 4);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        // A list never has enough.
        let _ = self.generate_pseudo_legal_moves(&mut list);
        list
    }

    /// Makes a pseudo-legal move, unless it leaves the own king to be taken.
    ///
    /// The move must be one that
    /// [`generate_pseudo_legal_moves`](Self::generate_pseudo_legal_moves) names here; any
    /// other wants [`try_make_move`](Self::try_make_move).
    ///
    /// # Errors
    ///
    /// [`KingHangs`] if the king would hang, or castles out of or through check; the
    /// position is unchanged.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // The way is clear, but the rook looks at f1.
    /// let mut position = Position::from_fen("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1")?;
    /// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert!(position.is_pseudo_legal(castle));
    /// assert!(position.try_make_pseudo_legal(castle).is_err());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn try_make_pseudo_legal(&mut self, mv: Move) -> Result<(), KingHangs> {
        let after = self.after(mv);
        if self.hangs_the_king(mv, &after) {
            return Err(KingHangs);
        }
        *self = after;
        Ok(())
    }

    /// Whether a pseudo-legal move, having led to `after`, was illegal.
    #[inline]
    fn hangs_the_king(&self, mv: Move, after: &Self) -> bool {
        let us = self.side_to_move();
        let is_attacked = |position: &Self, square| {
            let attackers = position.attackers_to(square, position.occupied());
            !attackers.is_disjoint(position.colors(!us))
        };
        let passes_attack = mv.is_castling()
            && castling_safe(us, mv.from().file(), mv.to().file())
                .into_iter()
                .any(|square| is_attacked(self, square));
        passes_attack || is_attacked(after, after.king(us))
    }
}

impl Board {
    /// Makes a pseudo-legal move, unless it leaves the own king to be taken: see
    /// [`Position::try_make_pseudo_legal`].
    ///
    /// # Errors
    ///
    /// [`KingHangs`] if the king would hang; the board is unchanged.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::from_fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")?;
    /// let made = board.pseudo_legal_moves().into_iter().filter(|&mv| {
    ///     let mut after = board;
    ///     after.try_make_pseudo_legal(mv).is_ok()
    /// });
    /// assert_eq!(made.count(), board.legal_move_count());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn try_make_pseudo_legal(&mut self, mv: Move) -> Result<(), KingHangs> {
        let after = self.after(mv);
        if self.hangs_the_king(mv, &after) {
            return Err(KingHangs);
        }
        *self = after;
        Ok(())
    }
}

/// All pseudo-legal moves of `S`, who is to move.
#[inline]
fn pseudo_legal_moves<S: Side, K: MoveSink>(position: &Position, sink: &mut K) -> ControlFlow<()> {
    let view = View::of(position, S::COLOR);
    let nobody = Bitboard::EMPTY;
    let targets = !view.us.with(position.king(S::Them::COLOR));
    pawns::pushes_and_captures::<S, _>(&view, view.us, nobody, targets, sink)?;
    if let Some(target) = position.ep_square() {
        for from in pawn_attacks(S::Them::COLOR, target) & view.pawns & view.us {
            sink.en_passant(from, target)?;
        }
    }
    OneByOne.moves(&view, view.us, targets, sink)?;
    sink.piece_moves(PieceType::King, view.king, king_attacks(view.king) & targets)?;
    for rook in position.castling_rooks & S::FIRST_RANK {
        let empty = castling_empty(S::COLOR, view.king.file(), rook.file());
        if view.occupied.is_disjoint(empty) {
            sink.castling(view.king, rook)?;
        }
    }
    ControlFlow::Continue(())
}
