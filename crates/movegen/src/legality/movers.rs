//! Which pieces of a kind may go to a square? What algebraic notation asks.

use tabiya_core::{Bitboard, Black, Color, PieceType, Side, Square, White};
use tabiya_tables::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};

use crate::Position;
use crate::attacks::View;

impl Position {
    /// The pieces of one kind that may legally go to a square, castling aside: where each
    /// stands.
    ///
    /// Found from the square backwards, without generating. A pawn counts whatever it
    /// becomes, and if it captures in passing.
    ///
    /// ```
    /// use tabiya_core::{PieceType, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // Both knights reach e2, but the one on c3 is pinned.
    /// let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")?;
    /// assert_eq!(position.legal_movers(PieceType::Knight, Square::E2), Square::G1.into());
    /// assert!(position.legal_movers(PieceType::Knight, Square::E4).is_empty());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn legal_movers(&self, piece_type: PieceType, to: Square) -> Bitboard {
        match self.side_to_move() {
            Color::White => legal_movers::<White>(self, piece_type, to),
            Color::Black => legal_movers::<Black>(self, piece_type, to),
        }
    }
}

#[inline(always)]
fn legal_movers<S: Side>(position: &Position, piece_type: PieceType, to: Square) -> Bitboard {
    let view = View::of(position, S::COLOR);
    // None of ours reaches their king: the side not to move is not in check.
    if view.us.contains(to) {
        return Bitboard::EMPTY;
    }
    let reach = match piece_type {
        PieceType::Pawn => pawn_origins::<S>(&view, to) & view.pawns,
        PieceType::Knight => knight_attacks(to) & view.knights,
        PieceType::Bishop => bishop_attacks(to, view.occupied) & (view.diagonal - view.straight),
        PieceType::Rook => rook_attacks(to, view.occupied) & (view.straight - view.diagonal),
        PieceType::Queen => {
            let attacks = bishop_attacks(to, view.occupied) | rook_attacks(to, view.occupied);
            attacks & view.diagonal & view.straight
        }
        PieceType::King => return king_step::<S>(&view, to),
    };
    let movers = allowed::<S>(&view, reach & view.us, to);
    if piece_type == PieceType::Pawn && position.ep_square() == Some(to) {
        return movers | view.en_passant_capturers(S::COLOR, to);
    }
    movers
}

/// Where a pawn of `S` that goes to a square can come from, but for en passant.
#[inline(always)]
pub(super) fn pawn_origins<S: Side>(view: &View, to: Square) -> Bitboard {
    if view.them.contains(to) {
        return pawn_attacks(S::Them::COLOR, to);
    }
    let single = to.bitboard().shift(S::Them::UP);
    let double = ((single - view.occupied) & S::THIRD_RANK).shift(S::Them::UP);
    single | double
}

/// The king, if it can step to the square.
#[inline(always)]
fn king_step<S: Side>(view: &View, to: Square) -> Bitboard {
    let king = view.king.bitboard();
    let reaches = king_attacks(to).contains(view.king);
    if reaches && view.attackers::<S>(to, view.occupied - king).is_empty() {
        king
    } else {
        Bitboard::EMPTY
    }
}

/// Those of some pieces, not the king, that checks and pins let go to a square.
#[inline(always)]
fn allowed<S: Side>(view: &View, pieces: Bitboard, to: Square) -> Bitboard {
    if pieces.is_empty() {
        return pieces;
    }
    let (checkers, pinned) = view.checkers_and_pinned(S::COLOR);
    if let Some(checker) = checkers.first() {
        let helps = between(view.king, checker).with(checker).contains(to);
        if checkers.has_more_than_one() || !helps {
            return Bitboard::EMPTY;
        }
    }
    if pieces.is_disjoint(pinned) { pieces } else { pieces - (pinned - line(view.king, to)) }
}
