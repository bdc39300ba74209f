//! Pseudo-legal moves, and the legality test when one is made.
//!
//! Most moves that a search generates are never made, because a cutoff comes first. It can pay to
//! generate without a test for check, and to test only the moves that are made.

use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Side};
use tabiya_movelist::{MoveList, MoveSink};
use tabiya_tables::king_attacks;

use super::{Generator, PieceGenerator, Scalar, pawns};
use crate::board::GenericBoard;
use crate::by_side::by_side;
use crate::key::BoardKey;
use crate::side_context::SideContext;
use crate::state::State;
use crate::{castling, en_passant};

/// The error of a pseudo-legal move that leaves its king in check, or castles out of or through
/// check. The board is unchanged. [`GenericBoard::why_illegal`] returns the reason.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::{LeavesKingInCheck, Position};
///
/// let mut position = Position::from_fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")?;
/// let pinned = Move::new(Square::E2, Square::D3);
/// assert_eq!(position.try_make_pseudo_legal(pinned), Err(LeavesKingInCheck));
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeavesKingInCheck;

impl fmt::Display for LeavesKingInCheck {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move leaves the king in check")
    }
}

impl Error for LeavesKingInCheck {}

impl<K: BoardKey> GenericBoard<K> {
    /// Passes every pseudo-legal move to a sink: the moves of the pieces, whether or not they leave
    /// their king in check. [`try_make_pseudo_legal`](Self::try_make_pseudo_legal) accepts the legal
    /// ones among them.
    ///
    /// Castling is generated if the right is there and the path is free. Whether the king is in check
    /// or crosses an attacked square is tested when the move is made.
    ///
    /// Method: look up the attacks of each piece, and mask out our own pieces and the opponent's king.
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
    pub fn generate_pseudo_legal_moves<T: MoveSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        by_side!(self.side_to_move(), S => pseudo_legal_moves::<S, _>(&self.state, sink))
    }

    /// Returns the pseudo-legal moves as a list: see
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
        // A list never breaks.
        let _ = self.generate_pseudo_legal_moves(&mut list);
        list
    }

    /// Makes a pseudo-legal move, unless it leaves its king in check.
    ///
    /// The move must be one that
    /// [`generate_pseudo_legal_moves`](Self::generate_pseudo_legal_moves) generates here;
    /// [`try_make_move`](Self::try_make_move) accepts any other.
    ///
    /// # Errors
    ///
    /// [`LeavesKingInCheck`] if the move does that, or castles out of or through check; the board is
    /// unchanged.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // The path is free, but the rook attacks f1.
    /// let mut position = Position::from_fen("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1")?;
    /// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert!(position.is_pseudo_legal(castle));
    /// assert!(position.try_make_pseudo_legal(castle).is_err());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn try_make_pseudo_legal(&mut self, mv: Move) -> Result<(), LeavesKingInCheck> {
        let after = self.after_unchecked(mv, &mut ());
        let state = &self.state;
        let is_illegal = by_side!(self.side_to_move(), S => {
            leaves_king_in_check::<S>(state, mv, &after.state)
        });
        if is_illegal {
            return Err(LeavesKingInCheck);
        }
        *self = after;
        Ok(())
    }
}

/// Tests whether a pseudo-legal move of `S`, which led to `after`, was illegal.
#[inline]
fn leaves_king_in_check<S: Side>(before: &State, mv: Move, after: &State) -> bool {
    if mv.is_castling() {
        return !Generator::<S>::new(before).may_castle_with(mv.to());
    }
    let context = SideContext::<S>::of(after);
    context.attackers(context.king, context.occupied).any()
}

/// Generates all pseudo-legal moves of `S`.
#[inline]
fn pseudo_legal_moves<S: Side, K: MoveSink + ?Sized>(
    state: &State,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let context = SideContext::<S>::of(state);
    let targets = !(context.us | context.kings);
    pawns::pushes_and_captures(&context, context.us, Bitboard::EMPTY, targets, sink)?;
    if let Some(target) = state.word.ep_square() {
        for from in en_passant::capturers::<S>(state, target) {
            sink.push_en_passant(from, target)?;
        }
    }
    Scalar.moves(&context, context.us, targets, sink)?;
    let king = context.king;
    sink.push_piece_moves(PieceType::King, king, king_attacks(king) & targets)?;
    for rook in castling::rooks::<S>(state) {
        if castling::blockers::<S>(context.occupied, king, rook).is_empty() {
            sink.push_castling(king, rook)?;
        }
    }
    ControlFlow::Continue(())
}
