//! The keyless position: placement, side to move, rights, en passant square and clocks.

use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use tabiya_core::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square,
};

use crate::placement::{Placement, first_of};
use crate::turn::Turn;
use crate::{Fen, FenError, FenOptions};

/// A chess position: everything the rules ask for, in 48 bytes, and no hash key.
///
/// Every position comes from the start position, from a checked FEN, or from moves made,
/// so it has exactly one king a side, and the side not to move is not in check.
///
/// `==` compares everything, clocks and the en passant square as kept included;
/// [`same_position`](Self::same_position) follows the repetition rule.
///
/// ```
/// use tabiya_core::{Color, PieceType, Square};
/// use tabiya_movegen::Position;
///
/// let position = Position::START;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.piece_type_on(Square::D8), Some(PieceType::Queen));
/// assert_eq!(position.legal_move_count(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) placement: Placement,
    /// The rooks that may still castle, where they stand.
    pub(crate) castling_rooks: Bitboard,
    pub(crate) turn: Turn,
}

const _: () = assert!(size_of::<Position>() == 48);

impl Position {
    /// Where every standard game begins.
    pub const START: Self = {
        const BACK_RANK: [PieceType; 8] = [
            PieceType::Rook,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Queen,
            PieceType::King,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Rook,
        ];
        let mut placement = Placement::EMPTY;
        let mut index = 0;
        while index < 8 {
            let file = File::ALL[index];
            placement = placement
                .with(BACK_RANK[index].of(Color::White), Square::new(file, Rank::First))
                .with(Piece::WhitePawn, Square::new(file, Rank::Second))
                .with(Piece::BlackPawn, Square::new(file, Rank::Seventh))
                .with(BACK_RANK[index].of(Color::Black), Square::new(file, Rank::Eighth));
            index += 1;
        }
        Self {
            placement,
            castling_rooks: Bitboard::EMPTY
                .with(Square::A1)
                .with(Square::H1)
                .with(Square::A8)
                .with(Square::H8),
            turn: Turn::FIRST,
        }
    };

    /// Reads a FEN strictly, from text or bytes. See [`FenOptions`] for what is accepted,
    /// and for composed positions.
    ///
    /// # Errors
    ///
    /// [`FenError`] names the field, what was found there, and the rule it breaks.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert_eq!(position.legal_move_count(), 6);
    ///
    /// let error = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 W - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "side to move: found \"W\", expected w or b");
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, FenError> {
        FenOptions::new().read(fen.as_ref())
    }

    /// The position as FEN, to be displayed; its methods choose among the styles.
    ///
    /// ```
    /// use tabiya_movegen::{CastlingStyle, Position};
    ///
    /// let fen = Position::START.fen().castling(CastlingStyle::Shredder).to_string();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[inline]
    pub const fn fen(&self) -> Fen<'_> {
        Fen::new(self)
    }

    /// Who is to move.
    ///
    /// ```
    /// use tabiya_core::{Color, Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// ```
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.turn.side_to_move()
    }

    /// The squares that hold any piece.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// let empty = !Position::START.occupied();
    /// assert_eq!(empty.len(), 32);
    /// assert!(empty.contains(Square::E4));
    /// ```
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.placement.occupied()
    }

    /// The squares that hold a piece of one player.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Color, Rank};
    /// use tabiya_movegen::Position;
    ///
    /// let two_ranks = Bitboard::from(Rank::First) | Bitboard::from(Rank::Second);
    /// assert_eq!(Position::START.colors(Color::White), two_ranks);
    /// ```
    #[inline]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.placement.color(color)
    }

    /// The squares that hold a piece of one kind, of either player.
    ///
    /// ```
    /// use tabiya_core::{PieceType, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let rooks: Vec<_> = Position::START.pieces(PieceType::Rook).into_iter().collect();
    /// assert_eq!(rooks, [Square::A1, Square::H1, Square::A8, Square::H8]);
    /// ```
    #[inline]
    pub const fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.placement.of(piece_type)
    }

    /// The squares that hold a piece of one kind and player.
    ///
    /// ```
    /// use tabiya_core::{Color, PieceType, Rank};
    /// use tabiya_movegen::Position;
    ///
    /// let pawns = Position::START.colored_pieces(Color::Black, PieceType::Pawn);
    /// assert_eq!(pawns, Rank::Seventh.into());
    /// ```
    #[inline]
    pub const fn colored_pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        Bitboard(self.colors(color).0 & self.pieces(piece_type).0)
    }

    /// The piece on a square.
    ///
    /// ```
    /// use tabiya_core::{Piece, Square};
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.piece_on(Square::D8), Some(Piece::BlackQueen));
    /// assert_eq!(Position::START.piece_on(Square::D5), None);
    /// ```
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.placement.piece_on(square)
    }

    /// The kind of the piece on a square.
    ///
    /// ```
    /// use tabiya_core::{PieceType, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // Of either player.
    /// for square in [Square::G1, Square::G8] {
    ///     assert_eq!(Position::START.piece_type_on(square), Some(PieceType::Knight));
    /// }
    /// ```
    #[inline]
    pub const fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        self.placement.piece_type_on(square)
    }

    /// The owner of the piece on a square.
    ///
    /// ```
    /// use tabiya_core::{Color, Square};
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.color_on(Square::E7), Some(Color::Black));
    /// assert_eq!(Position::START.color_on(Square::E5), None);
    /// ```
    #[inline]
    pub const fn color_on(&self, square: Square) -> Option<Color> {
        self.placement.color_on(square)
    }

    /// The square of a player's king.
    ///
    /// ```
    /// use tabiya_core::{Color, Square};
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.king(Color::Black), Square::E8);
    /// ```
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        first_of(Bitboard(self.placement.kings().0 & self.placement.color(color).0))
    }

    /// Who may still castle, with which rooks.
    ///
    /// ```
    /// use tabiya_core::{CastlingSide, Color, File, Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // Rxa8 ends castling on that wing for both players.
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
    /// let rights = position.after(Move::new(Square::A1, Square::A8)).castling_rights();
    /// for color in Color::ALL {
    ///     assert_eq!(rights.rook_file(color, CastlingSide::QueenSide), None);
    ///     assert_eq!(rights.rook_file(color, CastlingSide::KingSide), Some(File::H));
    /// }
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        let mut rooks = self.castling_rooks.0;
        while rooks != 0 {
            let rook = first_of(Bitboard(rooks));
            rights = rights.with(self.castling_owner(rook), self.castling_side(rook), rook.file());
            rooks &= rooks - 1;
        }
        rights
    }

    /// The rooks of both players with which they may still castle.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")?;
    /// assert_eq!(position.castling_rooks(), Square::H1.bitboard() | Square::A8.bitboard());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// Whose right the rook on a back rank stands for.
    #[inline]
    pub(crate) const fn castling_owner(&self, rook: Square) -> Color {
        match rook.rank() {
            Rank::First => Color::White,
            _ => Color::Black,
        }
    }

    /// The wing of a rook that may castle: the side of its king on which it stands.
    #[inline]
    pub(crate) const fn castling_side(&self, rook: Square) -> CastlingSide {
        if rook as u8 > self.king(self.castling_owner(rook)) as u8 {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }

    /// The square a pawn has just passed by a double push, as read or made; whether it can
    /// be captured there is another question: see
    /// [`legal_ep_square`](Self::legal_ep_square).
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.ep_square(), Some(Square::E3));
    /// assert_eq!(position.legal_ep_square(), None); // no black pawn is near
    /// ```
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.turn.ep_square()
    }

    /// How many moves of either player have passed since the last capture or pawn move.
    /// Stops at 65,535.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let knight_moved = Position::START.after(Move::new(Square::G1, Square::F3));
    /// assert_eq!(knight_moved.halfmove_clock(), 1);
    /// let pawn_moved = knight_moved.after(Move::new(Square::E7, Square::E5));
    /// assert_eq!(pawn_moved.halfmove_clock(), 0);
    /// ```
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.turn.halfmove_clock()
    }

    /// The number of the move in the game, 1 to 65,535, where it stops; it grows after
    /// Black's moves.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let white_moved = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(white_moved.fullmove_number(), 1);
    /// let black_moved = white_moved.after(Move::new(Square::E7, Square::E5));
    /// assert_eq!(black_moved.fullmove_number(), 2);
    /// ```
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.turn.fullmove_number()
    }

    /// The position with other clocks, as EPD's `hmvc` and `fmvn` give them.
    ///
    /// ```
    /// use core::num::NonZeroU16;
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::START.with_clocks(4, NonZeroU16::MIN.saturating_add(2));
    /// assert_eq!((position.halfmove_clock(), position.fullmove_number()), (4, 3));
    /// assert!(position.same_position(&Position::START));
    /// ```
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub const fn with_clocks(mut self, halfmove_clock: u16, fullmove_number: NonZeroU16) -> Self {
        let number = fullmove_number.get();
        self.turn = self.turn.with_halfmove_clock(halfmove_clock).with_fullmove_number(number);
        self
    }

    /// The position without what the repetition rule passes over: clocks as at the start of a
    /// game, and an en passant square only where the capture is legal.
    ///
    /// Two positions are the [same](Self::same_position) exactly if these are equal, bytes and
    /// hashes included.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 9";
    /// let position = Position::from_fen(fen)?.normalized();
    /// assert_eq!(position.ep_square(), None); // no black pawn is near
    /// assert_eq!(position.fullmove_number(), 1);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub fn normalized(&self) -> Self {
        let position = self.with_clocks(0, NonZeroU16::MIN);
        Self { turn: position.turn.with_ep_square(self.legal_ep_square()), ..position }
    }

    /// Whether two positions are the same by the repetition rule: placement, side to move,
    /// castling rights, and an en passant square only where the capture is legal.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let with_ep = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// let without = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    /// let (a, b) = (Position::from_fen(with_ep)?, Position::from_fen(without)?);
    /// assert!(a != b && a.same_position(&b));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn same_position(&self, other: &Self) -> bool {
        self.placement == other.placement
            && self.side_to_move() == other.side_to_move()
            && self.castling_rooks == other.castling_rooks
            && self.legal_ep_square() == other.legal_ep_square()
    }
}

impl Default for Position {
    /// The start position.
    #[inline]
    fn default() -> Self {
        Self::START
    }
}

impl FromStr for Position {
    type Err = FenError;

    #[inline]
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Writes the FEN in the default styles: see [`Position::fen`].
impl fmt::Display for Position {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen().fmt(f)
    }
}

impl fmt::Debug for Position {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen().en_passant(crate::EnPassantStyle::Always))
    }
}
