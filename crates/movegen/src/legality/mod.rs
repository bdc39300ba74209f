//! Is one move legal? Answered for any value, without generating.

mod movers;
mod reason;

pub use reason::{IllegalMove, PieceOn};

use tabiya_core::{Bitboard, Black, Color, Move, MoveKind, PieceType, Side, Square, White};
use tabiya_tables::{
    between, bishop_attacks, castling_empty, castling_safe, king_attacks, knight_attacks, line,
    pawn_attacks, rook_attacks,
};

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
        match self.side_to_move {
            Color::White => is_legal::<White>(self, mv),
            Color::Black => is_legal::<Black>(self, mv),
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
        match self.side_to_move {
            Color::White => is_pseudo_legal::<White>(self, &View::of::<White>(self), mv),
            Color::Black => is_pseudo_legal::<Black>(self, &View::of::<Black>(self), mv),
        }
    }
}

#[inline]
fn is_legal<S: Side>(position: &Position, mv: Move) -> bool {
    let view = View::of::<S>(position);
    is_pseudo_legal::<S>(position, &view, mv) && keeps_king_safe::<S>(&view, mv)
}

#[inline]
fn is_pseudo_legal<S: Side>(position: &Position, view: &View, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    if !view.us.contains(from) {
        return false;
    }
    if mv.is_castling() {
        let rooks = position.castling_rooks & S::FIRST_RANK;
        return from == view.king
            && rooks.contains(to)
            && view.occupied.is_disjoint(castling_empty(S::COLOR, from.file(), to.file()));
    }
    if view.us.contains(to) || to == position.king(S::Them::COLOR) {
        return false;
    }
    let is_pawn = view.pawns.contains(from);
    let promotes = is_pawn && S::EIGHTH_RANK.contains(to);
    match mv.kind() {
        MoveKind::EnPassant => {
            is_pawn && position.ep_square == Some(to) && pawn_attacks(S::COLOR, from).contains(to)
        }
        MoveKind::Normal if is_pawn => !promotes && pawn_reaches::<S>(view, from).contains(to),
        MoveKind::Normal => piece_reaches(position, view, from).contains(to),
        _ => promotes && pawn_reaches::<S>(view, from).contains(to),
    }
}

/// The squares a pawn of `S` can go to, but for en passant.
#[inline]
fn pawn_reaches<S: Side>(view: &View, from: Square) -> Bitboard {
    let empty = !view.occupied;
    let single = from.bitboard().shift(S::UP) & empty;
    let double = (single & S::THIRD_RANK).shift(S::UP) & empty;
    single | double | pawn_attacks(S::COLOR, from) & view.them
}

/// The squares any other piece attacks.
#[inline]
fn piece_reaches(position: &Position, view: &View, from: Square) -> Bitboard {
    match position.piece_type_on(from) {
        Some(PieceType::Knight) => knight_attacks(from),
        Some(PieceType::Bishop) => bishop_attacks(from, view.occupied),
        Some(PieceType::Rook) => rook_attacks(from, view.occupied),
        Some(PieceType::Queen) => {
            rook_attacks(from, view.occupied) | bishop_attacks(from, view.occupied)
        }
        Some(PieceType::King) => king_attacks(from),
        Some(PieceType::Pawn) | None => Bitboard::EMPTY,
    }
}

/// Whether a pseudo-legal move leaves the king of `S` where nothing can take it.
#[inline]
fn keeps_king_safe<S: Side>(view: &View, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    if mv.is_en_passant() {
        return view.en_passant_capturers::<S>(to).contains(from);
    }
    if from == view.king && !mv.is_castling() {
        return view.attackers::<S>(to, view.occupied.without(from)).is_empty();
    }
    let (checkers, pinned) = view.checkers_and_pinned::<S>();
    if mv.is_castling() {
        return checkers.is_empty()
            && !pinned.contains(to)
            && castling_safe(S::COLOR, from.file(), to.file())
                .into_iter()
                .all(|square| view.attackers::<S>(square, view.occupied).is_empty());
    }
    if pinned.contains(from) && !line(view.king, from).contains(to) {
        return false;
    }
    match checkers.first() {
        None => true,
        Some(_) if checkers.has_more_than_one() => false,
        Some(checker) => between(view.king, checker).with(checker).contains(to),
    }
}
