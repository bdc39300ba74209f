//! A move's properties on a board: capture, quiet move, check.

use tabiya_core::{Move, MoveInfo, MoveKind, PieceType, by_side};

use crate::board::GenericBoard;
use crate::check_info;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the piece type that a legal move captures; castling captures nothing.
    ///
    /// The generator's [`move_info`](crate::AnyGenerator::move_info) adds the piece that moves.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, PieceType, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let mv = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);
    /// assert_eq!(position.captured_piece(mv), Some(PieceType::Pawn));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "captured")]
    #[doc(alias = "capture")]
    #[inline]
    pub const fn captured_piece(&self, mv: Move) -> Option<PieceType> {
        match mv.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ => self.piece_type_on(mv.to()),
        }
    }

    /// Tests whether a legal move captures a piece, including en passant.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Position, Square};
    ///
    /// // The target of castling is the square of the rook, but castling captures nothing.
    /// let position = Position::from_fen("4k2r/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert!(!position.is_capture(castle));
    /// assert!(position.is_capture(Move::new(Square::H1, Square::H8)));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Castling => false,
            MoveKind::EnPassant => true,
            _ => self.occupied().contains(mv.to()),
        }
    }

    /// Tests whether a legal move neither captures nor promotes; castling is quiet.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// assert!(Position::START.is_quiet(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub const fn is_quiet(&self, mv: Move) -> bool {
        mv.promotion().is_none() && !self.is_capture(mv)
    }

    /// Returns a move with the pieces that it moves and captures, or `None` for an empty origin.
    #[inline]
    pub(crate) const fn move_info(&self, mv: Move) -> Option<MoveInfo> {
        match self.piece_type_on(mv.from()) {
            Some(moved) => Some(MoveInfo { mv, moved, captured: self.captured_piece(mv) }),
            None => None,
        }
    }

    /// Tests whether a legal move gives check, without making it. If you test many moves in a
    /// position, the generator's [`check_info`](crate::AnyGenerator::check_info) is faster.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// // The bishop leaves the file of the rook: discovered check.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
    /// assert!(position.gives_check(Move::new(Square::E2, Square::D3)));
    /// assert!(!position.gives_check(Move::new(Square::E1, Square::D1)));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        by_side!(self.side_to_move(), S => check_info::gives_check::<S>(&self.state, mv))
    }
}
