//! Legality tests for one move, without move generation.

mod origins;
mod reason;

pub use reason::{IllegalMove, PlacedPiece};

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Side, by_side};
use tabiya_tables::{aligned, can_reach, squares_between};

use self::origins::pawn_origins;
use crate::board::GenericBoard;
use crate::generate::{Generator, LegalitySets};
use crate::key::BoardKey;
use crate::side_context::SideContext;
use crate::state::State;
use crate::{castling, en_passant};

impl<K: BoardKey> GenericBoard<K> {
    /// Tests whether a move is legal. Any value is accepted, such as a [`Move::from_bits`] from a
    /// transposition table.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square};
    ///
    /// let board = Board::default();
    /// assert!(board.is_legal(Move::new(Square::E2, Square::E4)));
    /// assert!(!board.is_legal(Move::new(Square::E2, Square::E5)));
    /// ```
    #[doc(alias = "legal")]
    #[doc(alias = "legal_quick")]
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        by_side!(self.side_to_move(), S => is_legal::<S>(&self.state, mv))
    }
}

impl<S: Side, K: BoardKey> Generator<'_, S, K> {
    /// Tests whether a move is legal. Any value is accepted.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, White};
    ///
    /// let board = Board::default();
    /// let generator = board.generator_as::<White>();
    /// assert!(generator.is_legal(Move::new(Square::E2, Square::E4)));
    /// assert!(!generator.is_legal(Move::new(Square::E2, Square::E5)));
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.sets.is_legal(mv)
    }
}

impl<S: Side> LegalitySets<'_, S> {
    /// Tests whether a move is legal.
    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let from = mv.from();
        let to = mv.to();
        if !self.context.us.contains(from) || !is_pseudo_legal(self.state, &self.context, mv) {
            return false;
        }
        if mv.is_castling() {
            return self.may_castle_with(to);
        }
        if mv.is_en_passant() {
            return en_passant::legal_capturers::<S>(self.state, to).contains(from);
        }
        if from == self.context.king {
            return !self.scalar_danger().contains(to);
        }
        let stays_on_pin_line = || aligned(self.context.king, from, to);
        self.check_mask.contains(to) && (!self.pinned.contains(from) || stays_on_pin_line())
    }
}

/// Tests whether a move is legal for `S`.
#[inline]
fn is_legal<S: Side>(state: &State, mv: Move) -> bool {
    // The piece's owner is tested first: most random moves have no piece to move.
    if !state.placement.colors(S::COLOR).contains(mv.from()) {
        return false;
    }
    if !mv.is_normal() {
        return is_legal_special::<S>(state, mv);
    }
    let context = SideContext::<S>::new(state);
    is_pseudo_legal_normal(state, &context, mv) && leaves_king_safe(state, &context, mv)
}

/// Tests whether a pseudo-legal move by `S` is legal.
#[inline]
pub(crate) fn is_legal_if_pseudo_legal<S: Side>(state: &State, mv: Move) -> bool {
    if !mv.is_normal() {
        return is_legal_special::<S>(state, mv);
    }
    leaves_king_safe(state, &SideContext::<S>::new(state), mv)
}

/// Tests whether castling, an en passant capture or a promotion is legal.
#[cold]
#[inline(never)]
fn is_legal_special<S: Side>(state: &State, mv: Move) -> bool {
    LegalitySets::<S>::new(state).is_legal(mv)
}

/// Tests whether a move by one of our pieces is pseudo-legal.
#[inline]
pub(crate) fn is_pseudo_legal<S: Side>(state: &State, context: &SideContext<S>, mv: Move) -> bool {
    let from = mv.from();
    let to = mv.to();
    match mv.kind() {
        MoveKind::Normal => is_pseudo_legal_normal(state, context, mv),
        MoveKind::Castling => {
            from == context.king
                && castling::castling_rooks::<S>(state).contains(to)
                && castling::castling_blockers::<S>(context.occupied, from, to).is_empty()
        }
        MoveKind::EnPassant => {
            state.state_word.ep_square() == Some(to)
                && en_passant::capturers::<S>(state, to).contains(from)
        }
        _ => {
            (S::EIGHTH_RANK - context.us).contains(to)
                && (pawn_origins(context, to) & context.pawns).contains(from)
        }
    }
}

/// Tests whether a normal move by one of our pieces is pseudo-legal.
///
/// Branch-free in the piece type. Returns early if the piece does not attack the target, as for
/// most random moves.
#[inline(always)]
fn is_pseudo_legal_normal<S: Side>(state: &State, context: &SideContext<S>, mv: Move) -> bool {
    let type_code = state.placement.type_code_on(mv.from());
    can_reach(S::COLOR, type_code, context.occupied.contains(mv.to()), mv)
        && !context.us.contains(mv.to())
        && squares_between(mv).is_disjoint(context.occupied)
}

/// Tests whether a pseudo-legal normal move leaves our king out of check.
#[inline(always)]
fn leaves_king_safe<S: Side>(state: &State, context: &SideContext<S>, mv: Move) -> bool {
    if state.placement.piece_type_on(mv.from()) == Some(PieceType::King) {
        return is_safe_king_step::<S>(state, mv);
    }
    let snipers = context.snipers();
    snipers.is_empty() || leaves_no_slider_check::<S>(state, snipers, mv)
}

/// Tests whether a move by a piece other than the king leaves each remaining sniper blocked.
///
/// This covers checks, double checks and pins. Not inlined: most kings have no sniper.
#[inline(never)]
fn leaves_no_slider_check<S: Side>(state: &State, snipers: Bitboard, mv: Move) -> bool {
    let context = SideContext::<S>::new(state);
    let occupied = context.occupied.without(mv.from()).with(mv.to());
    context.are_snipers_blocked(snipers.without(mv.to()), occupied)
}

/// Tests whether a king step ends on a square that is not attacked.
///
/// Not inlined: its lookups need registers that the fast path would spill.
#[inline(never)]
fn is_safe_king_step<S: Side>(state: &State, mv: Move) -> bool {
    let context = SideContext::<S>::new(state);
    context.attackers(mv.to(), context.occupied.without(context.king)).is_empty()
}
