//! Is one move legal? Answered for any value, without generating.

mod movers;
mod reason;

pub use reason::{IllegalMove, PieceOn};

use tabiya_core::{Black, Color, Move, MoveKind, PieceType, Side, Square, White};
use tabiya_tables::{between, castling_empty, castling_safe, pawn_attacks, reach};

use crate::Position;
use crate::attacks::View;

impl Position {
    /// Whether a move is legal here, whatever it is: [`Move::from_bits`] of any number that
    /// a table hands back may be asked.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// assert!(Position::START.is_legal(Move::new(Square::E2, Square::E4)));
    /// assert!(!Position::START.is_legal(Move::new(Square::E2, Square::E5)));
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        // Seen first and here, since any number may be asked about.
        self.colors(us).contains(mv.from())
            && match us {
                Color::White => is_legal_from_ours::<White>(self, mv),
                Color::Black => is_legal_from_ours::<Black>(self, mv),
            }
    }

    /// Whether a move is pseudo-legal here, whatever it is: one that
    /// [`generate_pseudo_legal_moves`](Self::generate_pseudo_legal_moves) names.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // The bishop is pinned.
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")?;
    /// let mv = Move::new(Square::E2, Square::D3);
    /// assert!(position.is_pseudo_legal(mv) && !position.is_legal(mv));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        match self.side_to_move() {
            Color::White => is_any_pseudo_legal::<White>(self, mv),
            Color::Black => is_any_pseudo_legal::<Black>(self, mv),
        }
    }
}

/// Whether a move of a piece of `S` is legal.
#[inline]
fn is_legal_from_ours<S: Side>(position: &Position, mv: Move) -> bool {
    if is_special(mv) {
        return is_legal_special::<S>(position, mv);
    }
    let view = View::of(position, S::COLOR);
    is_pseudo_legal::<S>(position, &view, mv) && keeps_king_safe::<S>(position, &view, mv)
}

#[inline]
fn is_any_pseudo_legal<S: Side>(position: &Position, mv: Move) -> bool {
    let view = View::of(position, S::COLOR);
    if is_special(mv) {
        is_pseudo_legal_special::<S>(position, &view, mv)
    } else {
        view.us.contains(mv.from()) && is_pseudo_legal::<S>(position, &view, mv)
    }
}

/// Castling and en passant, of which the squares alone do not tell.
#[inline]
fn is_special(mv: Move) -> bool {
    matches!(mv.kind(), MoveKind::Castling | MoveKind::EnPassant)
}

/// Whether a move of a piece of ours that is not special is pseudo-legal. Nearly without a
/// branch, since what is asked about is as often not.
#[inline(always)]
fn is_pseudo_legal<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let code = position.placement.code_on(from);
    let is_pawn = code.is(PieceType::Pawn);
    let takes = view.occupied.contains(to);
    let promotes = is_pawn & S::EIGHTH_RANK.contains(to);
    let row = code.kind() | if is_pawn & takes { PAWN_TAKES } else { 0 };
    let reached = reach(S::COLOR, row, from);
    (reached - view.us).contains(to)
        & between(from, to).is_disjoint(view.occupied)
        & (promotes == mv.is_promotion())
}

/// Whether castling or a capture en passant is pseudo-legal.
fn is_pseudo_legal_special<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    if mv.is_castling() {
        let rooks = position.castling_rooks & S::FIRST_RANK;
        return from == view.king
            && rooks.contains(to)
            && view.occupied.is_disjoint(castling_empty(S::COLOR, from.file(), to.file()));
    }
    position.ep_square() == Some(to)
        && (pawn_attacks(S::Them::COLOR, to) & view.pawns & view.us).contains(from)
}

/// Whether castling or a capture en passant is legal.
#[cold]
#[inline(never)]
fn is_legal_special<S: Side>(position: &Position, mv: Move) -> bool {
    let view = View::of(position, S::COLOR);
    let (from, to) = (mv.from(), mv.to());
    if !is_pseudo_legal_special::<S>(position, &view, mv) {
        return false;
    }
    if mv.is_en_passant() {
        return view.en_passant_capturers::<S>(to).contains(from);
    }
    let (checkers, pinned) = view.checkers_and_pinned(S::COLOR);
    checkers.is_empty()
        && !pinned.contains(to)
        && castling_safe(S::COLOR, from.file(), to.file())
            .into_iter()
            .all(|square| view.attackers::<S>(square, view.occupied).is_empty())
}

/// Makes the kind of a pawn that of its captures: 7 for 1.
const PAWN_TAKES: usize = 6;

/// Whether a pseudo-legal move that is not special leaves the king of `S` where nothing can
/// take it.
#[inline(always)]
fn keeps_king_safe<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    if from == view.king {
        return king_steps_safely::<S>(position, to);
    }
    // The lines to the king are looked at as they will be, so checks, double checks and pins
    // are one question.
    let occupied = view.occupied.without(from).with(to);
    let leapers = view.leaping_checkers(S::COLOR).without(to);
    let sliders = view.aiming_sliders().without(to);
    leapers.is_empty()
        && sliders.into_iter().all(|slider| !between(view.king, slider).is_disjoint(occupied))
}

/// Whether a square is safe for the king of `S`. Apart, because the look-ups take registers
/// that the common way would have to save.
#[inline(never)]
fn king_steps_safely<S: Side>(position: &Position, to: Square) -> bool {
    let view = View::of(position, S::COLOR);
    view.attackers::<S>(to, view.occupied.without(view.king)).is_empty()
}
