//! The origins for legal moves to a square, as algebraic notation needs them.

use tabiya_core::{Bitboard, PieceType, Side, Square, by_side};
use tabiya_tables::{
    bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};

use crate::board::GenericBoard;
use crate::en_passant;
use crate::key::BoardKey;
use crate::side_context::SideContext;
use crate::state::State;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns those of `squares` where a piece of one type has a legal move to a square, except
    /// castling.
    ///
    /// Promotions and en passant captures are included. The function finds the pieces backwards
    /// from the target, without generating moves. If no piece on the squares attacks the target, it
    /// computes no pins.
    ///
    /// ```
    /// use tabiya::{Bitboard, PieceType, Position, Square};
    ///
    /// // Both knights attack e2, but the one on c3 is pinned.
    /// let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")?;
    /// let origins = position.legal_origins(Bitboard::FULL, PieceType::Knight, Square::E2);
    /// assert_eq!(origins, Square::G1.into());
    /// // Does another knight reach e2, so that the move's notation must name the origin?
    /// let others = Bitboard::FULL.without(Square::G1);
    /// assert!(position.legal_origins(others, PieceType::Knight, Square::E2).is_empty());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "san_candidates")]
    #[inline]
    pub fn legal_origins(&self, squares: Bitboard, piece_type: PieceType, to: Square) -> Bitboard {
        by_side!(self.side_to_move(), S => {
            legal_origins::<S>(&self.state, squares, piece_type, to)
        })
    }
}

#[inline]
fn legal_origins<S: Side>(
    state: &State,
    squares: Bitboard,
    piece_type: PieceType,
    to: Square,
) -> Bitboard {
    let context = SideContext::<S>::new(state);
    // No piece attacks the opponent's king: the side not to move is not in check.
    if context.us.contains(to) {
        return Bitboard::EMPTY;
    }
    let candidates = match piece_type {
        PieceType::Pawn => pawn_origins(&context, to) & context.pawns,
        PieceType::Knight => knight_attacks(to) & context.knights,
        PieceType::Bishop => {
            bishop_attacks(to, context.occupied)
                & (context.diagonal_sliders - context.orthogonal_sliders)
        }
        PieceType::Rook => {
            rook_attacks(to, context.occupied)
                & (context.orthogonal_sliders - context.diagonal_sliders)
        }
        PieceType::Queen => {
            let attacks = bishop_attacks(to, context.occupied) | rook_attacks(to, context.occupied);
            attacks & context.diagonal_sliders & context.orthogonal_sliders
        }
        PieceType::King => return king_origin(&context, to) & squares,
    };
    let origins = filter_legal_origins(&context, candidates & context.us & squares, to);
    if piece_type == PieceType::Pawn && state.state_word.ep_square() == Some(to) {
        return origins | (en_passant::legal_capturers::<S>(state, to) & squares);
    }
    origins
}

/// Returns the squares from which a pawn of `S` could move to a square, except en passant.
#[inline]
pub(super) fn pawn_origins<S: Side>(context: &SideContext<S>, to: Square) -> Bitboard {
    if context.them.contains(to) {
        return pawn_attacks(S::Them::COLOR, to);
    }
    let single = to.bitboard().shift(S::Them::UP);
    let double = ((single - context.occupied) & S::THIRD_RANK).shift(S::Them::UP);
    single | double
}

/// Returns the king's square if it can move to a square.
#[inline]
fn king_origin<S: Side>(context: &SideContext<S>, to: Square) -> Bitboard {
    let king = context.king.bitboard();
    let is_adjacent = king_attacks(to).contains(context.king);
    if is_adjacent && context.attackers(to, context.occupied - king).is_empty() {
        king
    } else {
        Bitboard::EMPTY
    }
}

/// Returns those of the given pieces, other than the king, whose move to a square leaves no check.
#[inline]
fn filter_legal_origins<S: Side>(
    context: &SideContext<S>,
    pieces: Bitboard,
    to: Square,
) -> Bitboard {
    if pieces.is_empty() {
        return pieces;
    }
    let (checkers, pinned) = context.checkers_and_pinned();
    if !context.check_mask(checkers).contains(to) {
        return Bitboard::EMPTY;
    }
    if pieces.is_disjoint(pinned) { pieces } else { pieces - (pinned - line(context.king, to)) }
}
