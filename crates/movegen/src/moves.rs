//! What a move does on this board: what it moves, what it takes, whether it gives check.

use tabiya_core::{Move, MoveKind, MoveRecord, PieceType, Square};
use tabiya_tables::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};

use crate::Position;

impl Position {
    /// The kind of piece that a move moves; for castling, the king.
    ///
    /// ```
    /// use tabiya_core::{Move, PieceType, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let mv = Move::new(Square::G1, Square::F3);
    /// assert_eq!(Position::START.moved(mv), Some(PieceType::Knight));
    /// ```
    #[inline]
    pub const fn moved(&self, mv: Move) -> Option<PieceType> {
        self.piece_type_on(mv.from())
    }

    /// The kind of piece that a legal move takes; castling takes nothing.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, PieceType, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let mv = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);
    /// assert_eq!(position.captured(mv), Some(PieceType::Pawn));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn captured(&self, mv: Move) -> Option<PieceType> {
        match mv.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ => self.piece_type_on(mv.to()),
        }
    }

    /// Whether a legal move takes something, en passant included.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // Castling goes to the rook's square, but takes nothing there.
    /// let position = Position::from_fen("4k2r/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert!(!position.is_capture(castle));
    /// assert!(position.is_capture(Move::new(Square::H1, Square::H8)));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Castling => false,
            MoveKind::EnPassant => true,
            _ => self.occupied().contains(mv.to()),
        }
    }

    /// Whether a legal move neither takes anything nor promotes; castling is quiet.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// assert!(Position::START.is_quiet(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub const fn is_quiet(&self, mv: Move) -> bool {
        mv.promotion().is_none() && !self.is_capture(mv)
    }

    /// A move with what it moves and captures, as this position has it.
    ///
    /// Means something for moves that are legal here; for any other, it tells what stands
    /// on the squares.
    ///
    /// ```
    /// use tabiya_core::{Move, PieceType, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let record = Position::START.record(Move::new(Square::G1, Square::F3));
    /// assert_eq!(record.map(|record| record.moved), Some(PieceType::Knight));
    /// ```
    #[inline]
    pub const fn record(&self, mv: Move) -> Option<MoveRecord> {
        match self.moved(mv) {
            Some(moved) => Some(MoveRecord { mv, moved, captured: self.captured(mv) }),
            None => None,
        }
    }

    /// Whether a legal move gives check, found without making it; of many moves,
    /// [`check_info`](Self::check_info) tells it sooner.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // The bishop steps off the file and uncovers the rook.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
    /// assert!(position.gives_check(Move::new(Square::E2, Square::D3)));
    /// assert!(!position.gives_check(Move::new(Square::E1, Square::D1)));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!us);
        let ours = self.colors(us).without(from);
        let mut diagonal = self.placement.diagonal_sliders() & ours;
        let mut straight = self.placement.straight_sliders() & ours;
        let mut occupied = self.occupied().without(from).with(to);

        let mut leaps = false;
        if let Some((king_to, rook_to)) = mv.castling_targets() {
            straight = straight.without(to).with(rook_to);
            occupied = occupied.without(to).with(king_to).with(rook_to);
        } else {
            if mv.is_en_passant() {
                occupied = occupied.without(Square::new(to.file(), from.rank()));
            }
            match mv.promotion().or(self.piece_type_on(from)) {
                Some(PieceType::Pawn) => leaps = pawn_attacks(us, to).contains(king),
                Some(PieceType::Knight) => leaps = knight_attacks(to).contains(king),
                Some(PieceType::Bishop) => diagonal = diagonal.with(to),
                Some(PieceType::Rook) => straight = straight.with(to),
                Some(PieceType::Queen) => {
                    diagonal = diagonal.with(to);
                    straight = straight.with(to);
                }
                Some(PieceType::King) | None => {}
            }
        }
        leaps
            || !bishop_attacks(king, occupied).is_disjoint(diagonal)
            || !rook_attacks(king, occupied).is_disjoint(straight)
    }
}
