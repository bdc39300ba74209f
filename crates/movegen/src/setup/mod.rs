//! A position under construction, piece by piece.

mod fen;

use core::fmt;

use tabiya_core::{Bitboard, CastlingRights, Color, Piece, Square};

use crate::board::GenericBoard;
use crate::key::{BoardKey, NoKey};
use crate::placement::Placement;
use crate::state::State;
use crate::state_word::StateWord;
use crate::{FenError, FenOptions, FenReport, Position};

/// A position under construction: any pieces on any squares, without rules.
///
/// Use it in a board editor, or to read another format. [`position`](Self::position) checks it by
/// the rules for reading a FEN and returns a [`Position`]. [`from_fen`](Self::from_fen) reads one
/// without checks, and `to_string()` writes it.
///
/// ```
/// use tabiya::{CastlingRights, CastlingSide, Color, FenError, File, Piece, Setup, Square};
///
/// let setup = Setup::EMPTY
///     .with(Piece::WhiteKing, Square::E1)
///     .with(Piece::WhiteRook, Square::H1)
///     .with_castling_rights(CastlingRights::NONE.with(
///         Color::White,
///         CastlingSide::KingSide,
///         File::H,
///     ));
/// let no_king = FenError::KingCount { color: Color::Black, found: 0 };
/// assert_eq!(setup.position(), Err(no_king));
///
/// let position = setup.with(Piece::BlackKing, Square::E8).position()?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// # Ok::<(), FenError>(())
/// ```
#[doc(alias = "BoardBuilder")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The position without castling rights, which may break every rule.
    unchecked_position: Position,
    castling_rights: CastlingRights,
}

impl Setup {
    /// The empty board with White to move, no castling rights, and the clocks 0 and 1.
    pub const EMPTY: Self = Self {
        unchecked_position: Position {
            state: State {
                placement: Placement::EMPTY,
                castling_rooks: Bitboard::EMPTY,
                state_word: StateWord::START,
            },
            key: NoKey,
        },
        castling_rights: CastlingRights::NONE,
    };

    /// Returns the setup with a piece on a square, which replaces any piece there.
    ///
    /// ```
    /// use tabiya::{Piece, Position, Setup, Square};
    ///
    /// let queen_for_pawn = Setup::from(Position::START).with(Piece::WhiteQueen, Square::E2);
    /// assert_eq!(queen_for_pawn.piece_on(Square::E2), Some(Piece::WhiteQueen));
    /// ```
    #[doc(alias = "set_piece")]
    #[doc(alias = "set_piece_at")]
    #[doc(alias = "square_mut")]
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn with(mut self, piece: Piece, square: Square) -> Self {
        self = self.without(square);
        self.unchecked_position.state.placement =
            self.unchecked_position.state.placement.with(piece, square);
        self
    }

    /// Returns the setup without the piece on a square.
    ///
    /// ```
    /// use tabiya::{Position, Setup, Square};
    ///
    /// // Black plays without a knight.
    /// let position = Setup::from(Position::START).without(Square::B8).position()?;
    /// assert_eq!(
    ///     position.to_string(),
    ///     "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    /// );
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "clear_square")]
    #[doc(alias = "remove_piece_at")]
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn without(mut self, square: Square) -> Self {
        self.unchecked_position.state.placement =
            self.unchecked_position.state.placement.without(square.bitboard());
        self
    }

    /// Returns the setup with the given side to move.
    ///
    /// ```
    /// use tabiya::{Color, Position, Setup};
    ///
    /// let setup = Setup::from(Position::START).with_side_to_move(Color::Black);
    /// assert_eq!(setup.position()?.side_to_move(), Color::Black);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn with_side_to_move(mut self, side_to_move: Color) -> Self {
        self.unchecked_position.state.state_word =
            self.unchecked_position.state.state_word.with_side_to_move(side_to_move);
        self
    }

    /// Returns the setup with the given castling rights, which replace all others.
    ///
    /// ```
    /// use tabiya::{CastlingRights, Position, Setup};
    ///
    /// let setup = Setup::from(Position::START).with_castling_rights(CastlingRights::NONE);
    /// assert!(setup.position()?.castling_rights().is_empty());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "castle_rights_mut")]
    #[doc(alias = "add_castle_rights")]
    #[doc(alias = "remove_castle_rights")]
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn with_castling_rights(mut self, castling_rights: CastlingRights) -> Self {
        self.castling_rights = castling_rights;
        self
    }

    /// Returns the setup with the given en passant square, or none.
    ///
    /// ```
    /// use tabiya::{Position, Setup, Square};
    ///
    /// let setup = Setup::from(Position::START).with_ep_square(Some(Square::E6));
    /// assert_eq!(
    ///     setup.position().unwrap_err().to_string(),
    ///     "en passant: e7 is occupied; expected the empty origin of a double push over e6",
    /// );
    /// ```
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn with_ep_square(mut self, ep_square: Option<Square>) -> Self {
        self.unchecked_position.state.state_word =
            self.unchecked_position.state.state_word.with_ep_square(ep_square);
        self
    }

    /// Returns the setup with the given halfmove clock: the half-moves since the last capture or
    /// pawn move.
    ///
    /// ```
    /// use tabiya::{Position, Setup};
    ///
    /// let setup = Setup::from(Position::START).with_halfmove_clock(99);
    /// assert_eq!(setup.position()?.halfmove_clock(), 99);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn with_halfmove_clock(mut self, halfmove_clock: u16) -> Self {
        self.unchecked_position.state.state_word =
            self.unchecked_position.state.state_word.with_halfmove_clock(halfmove_clock);
        self
    }

    /// Returns the setup with the given fullmove number; 0 is an error in
    /// [`position`](Self::position).
    ///
    /// ```
    /// use tabiya::{FenField, Position, Setup};
    ///
    /// let setup = Setup::from(Position::START).with_fullmove_number(0);
    /// assert_eq!(setup.position().unwrap_err().field(), FenField::FullmoveNumber);
    /// ```
    #[inline]
    #[must_use = "the setup is returned, not changed"]
    pub const fn with_fullmove_number(mut self, fullmove_number: u16) -> Self {
        self.unchecked_position.state.state_word =
            self.unchecked_position.state.state_word.with_fullmove_number(fullmove_number);
        self
    }

    /// Returns the piece on a square.
    ///
    /// ```
    /// use tabiya::{Piece, Setup, Square};
    ///
    /// let setup = Setup::EMPTY.with(Piece::BlackPawn, Square::A1);
    /// assert_eq!(setup.piece_on(Square::A1), Some(Piece::BlackPawn));
    /// assert_eq!(setup.piece_on(Square::A2), None);
    /// ```
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.unchecked_position.piece_on(square)
    }

    /// Returns the side to move.
    ///
    /// ```
    /// use tabiya::{Color, Setup};
    ///
    /// assert_eq!(Setup::EMPTY.side_to_move(), Color::White);
    /// ```
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.unchecked_position.side_to_move()
    }

    /// Returns the castling rights, which are unchecked.
    ///
    /// ```
    /// use tabiya::{CastlingRights, Position, Setup};
    ///
    /// assert_eq!(Setup::from(Position::START).castling_rights(), CastlingRights::STANDARD);
    /// ```
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.castling_rights
    }

    /// Returns the en passant square, which is unchecked.
    ///
    /// ```
    /// use tabiya::{Move, Position, Setup, Square};
    ///
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(Setup::from(position).ep_square(), Some(Square::E3));
    /// ```
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.unchecked_position.ep_square()
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    ///
    /// ```
    /// use tabiya::Setup;
    ///
    /// assert_eq!(Setup::EMPTY.halfmove_clock(), 0);
    /// ```
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.unchecked_position.halfmove_clock()
    }

    /// Returns the fullmove number.
    ///
    /// ```
    /// use tabiya::Setup;
    ///
    /// assert_eq!(Setup::EMPTY.fullmove_number(), 1);
    /// ```
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.unchecked_position.fullmove_number()
    }

    /// Returns the position, checked as strictly as a FEN.
    ///
    /// [`FenOptions::check`] accepts composed positions.
    ///
    /// # Errors
    ///
    /// Returns the [`FenError`] that the same position written as a FEN would cause, with the castling
    /// rights as files (Shredder-FEN). A castling right whose rook is not on its wing has no FEN; the error is
    /// [`NoRook`](crate::CastlingErrorKind::NoRook).
    ///
    /// ```
    /// use tabiya::{Position, Setup};
    ///
    /// assert_eq!(Setup::from(Position::START).position(), Ok(Position::START));
    /// ```
    #[doc(alias = "build")]
    #[doc(alias = "is_sane")]
    #[inline]
    pub fn position(&self) -> Result<Position, FenError> {
        FenOptions::new().check(self)
    }

    /// Returns the position without castling rights, and the castling rights.
    #[inline]
    pub(crate) const fn position_and_rights(&self) -> (Position, CastlingRights) {
        (self.unchecked_position, self.castling_rights)
    }
}

impl FenOptions {
    /// Checks a position that was not read from a FEN and returns it.
    ///
    /// With the strict options, this is [`Setup::position`]. The options waive the same rules as in
    /// a FEN.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Setup::position`].
    ///
    /// ```
    /// use tabiya::{Color, FenOptions, Piece, Position, Setup, Square};
    ///
    /// // Two knights give check.
    /// let setup = Setup::from(Position::START)
    ///     .with(Piece::BlackKnight, Square::D3)
    ///     .with(Piece::BlackKnight, Square::F3)
    ///     .without(Square::B8)
    ///     .without(Square::G8);
    /// assert!(setup.position().is_err());
    /// assert!(FenOptions::new().allow_impossible_checks(true).check(&setup)?.is_check());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn check(self, setup: &Setup) -> Result<Position, FenError> {
        let (position, rights) = setup.position_and_rights();
        self.check_position(position, rights)
    }

    /// Checks a position like [`check`](Self::check), and also returns the rules that were waived.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Setup::position`].
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver, Position, Setup, Square};
    ///
    /// // The user of an editor removes a rook that has a castling right.
    /// let setup = Setup::from(Position::START).without(Square::H1);
    /// let (position, report) = FenOptions::lenient().check_with_report(&setup)?;
    /// assert_eq!(position.castling_rights().to_string(), "Qkq");
    /// assert!(report.iter().eq([FenWaiver::CastlingRightDropped('H')]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn check_with_report(self, setup: &Setup) -> Result<(Position, FenReport), FenError> {
        let (position, rights) = setup.position_and_rights();
        self.check_position_with_report(position, rights)
    }
}

impl Default for Setup {
    /// Returns the empty board.
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<K: BoardKey> From<&GenericBoard<K>> for Setup {
    #[inline]
    fn from(board: &GenericBoard<K>) -> Self {
        let castling_rights = board.castling_rights();
        let state = State { castling_rooks: Bitboard::EMPTY, ..board.state };
        Self { unchecked_position: Position { state, key: NoKey }, castling_rights }
    }
}

impl<K: BoardKey> From<GenericBoard<K>> for Setup {
    #[inline]
    fn from(board: GenericBoard<K>) -> Self {
        Self::from(&board)
    }
}

impl fmt::Debug for Setup {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({self}, castling {})", self.castling_rights)
    }
}
