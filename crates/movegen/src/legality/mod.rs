//! Is one move legal? Answered for any value, without generating.

mod movers;
mod reason;

pub use reason::{IllegalMove, PieceOn};

use tabiya_core::{Bitboard, Black, Color, Move, MoveKind, PieceType, Side, White};
use tabiya_tables::{castling_empty, castling_safe, goes, passed, pawn_attacks};

use crate::Position;
use crate::attacks::View;

use movers::pawn_origins;

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
    if !mv.is_normal() {
        return is_legal_special::<S>(position, mv);
    }
    let view = View::of(position, S::COLOR);
    is_pseudo_legal_normal::<S>(position, &view, mv) && keeps_king_safe::<S>(position, &view, mv)
}

/// Whether castling, a capture en passant or a promotion is legal.
#[cold]
#[inline(never)]
fn is_legal_special<S: Side>(position: &Position, mv: Move) -> bool {
    let view = View::of(position, S::COLOR);
    is_pseudo_legal::<S>(position, &view, mv)
        && match mv.kind() {
            MoveKind::Castling => castles_safely::<S>(&view, mv),
            MoveKind::EnPassant => view.en_passant_capturers(S::COLOR, mv.to()).contains(mv.from()),
            _ => keeps_king_safe::<S>(position, &view, mv),
        }
}

#[inline]
fn is_any_pseudo_legal<S: Side>(position: &Position, mv: Move) -> bool {
    let view = View::of(position, S::COLOR);
    view.us.contains(mv.from()) && is_pseudo_legal::<S>(position, &view, mv)
}

/// Whether a move of a piece of ours is pseudo-legal.
#[inline]
fn is_pseudo_legal<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Normal => is_pseudo_legal_normal::<S>(position, view, mv),
        MoveKind::Castling => {
            from == view.king
                && (position.castling_rooks & S::FIRST_RANK).contains(to)
                && view.occupied.is_disjoint(castling_empty(S::COLOR, from.file(), to.file()))
        }
        MoveKind::EnPassant => {
            position.ep_square() == Some(to)
                && (pawn_attacks(S::Them::COLOR, to) & view.pawns).contains(from)
        }
        _ => {
            (S::EIGHTH_RANK - view.us).contains(to)
                && (pawn_origins::<S>(view, to) & view.pawns).contains(from)
        }
    }
}

/// Whether a normal move of a piece of ours is pseudo-legal. Without a branch on the piece,
/// and with one where the answer is mostly no.
#[inline(always)]
fn is_pseudo_legal_normal<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    let kind = position.placement.kind_on(mv.from());
    goes(S::COLOR, kind, view.occupied.contains(mv.to()), mv)
        && !view.us.contains(mv.to())
        && passed(mv).is_disjoint(view.occupied)
}

/// Whether a pseudo-legal move that neither castles nor captures en passant leaves the king of
/// `S` where nothing can take it.
#[inline(always)]
fn keeps_king_safe<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    if position.piece_type_on(mv.from()) == Some(PieceType::King) {
        return king_steps_safely::<S>(position, mv);
    }
    let aiming = view.aiming(S::COLOR);
    aiming.is_empty() || lines_stay_shut::<S>(position, aiming, mv)
}

/// Whether a move of another piece leaves none of the pieces that aim at the king of `S` an
/// open line. The lines are looked at as they will be, so checks, double checks and pins are
/// one question. Apart, since most kings are aimed at by nothing.
#[inline(never)]
fn lines_stay_shut<S: Side>(position: &Position, aiming: Bitboard, mv: Move) -> bool {
    let view = View::of(position, S::COLOR);
    let occupied = view.occupied.without(mv.from()).with(mv.to());
    view.is_shielded(aiming.without(mv.to()), occupied)
}

/// Whether a step of the king of `S` ends where nothing can take it. Apart, because the
/// look-ups take registers that the common way would have to save.
#[inline(never)]
fn king_steps_safely<S: Side>(position: &Position, mv: Move) -> bool {
    let view = View::of(position, S::COLOR);
    view.attackers::<S>(mv.to(), view.occupied.without(view.king)).is_empty()
}

/// Whether pseudo-legal castling neither begins in check, nor crosses or reaches an attacked
/// square, nor takes the rook off the line of a slider.
#[inline]
fn castles_safely<S: Side>(view: &View, mv: Move) -> bool {
    let (king, rook) = (mv.from(), mv.to());
    let (checkers, pinned) = view.checkers_and_pinned(S::COLOR);
    checkers.is_empty()
        && !pinned.contains(rook)
        && castling_safe(S::COLOR, king.file(), rook.file())
            .into_iter()
            .all(|square| view.attackers::<S>(square, view.occupied).is_empty())
}
