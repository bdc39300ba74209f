//! The board types: a position with or without a key.

use core::num::NonZeroU16;

use tabiya_core::{Bitboard, CastlingRights, Color, Move, Piece, PieceType, Rank, Square};

use crate::key::{BoardKey, NoKey, ZobristKey};
use crate::placement::first_square;
use crate::state::State;

/// A chess position, without a key as a [`Position`] or with one as a [`Board`].
///
/// You create one from the start position, a checked FEN or a [`Setup`](crate::Setup), or by making
/// moves. It has exactly one king per side, and the side not to move is not in check.
///
/// `==` compares the whole state, including clocks and en passant square;
/// [`same_position`](Self::same_position) follows the repetition rule.
///
/// The table on [`Board`] lists all calls by task.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// The alignment keeps 16-byte accesses within a page, because page-crossing accesses slow down
// copies and moves. `repr(C)` places the state first, which `as_position` relies on.
#[repr(C, align(16))]
pub struct GenericBoard<K> {
    pub(crate) state: State,
    pub(crate) key: K,
}

/// A position without a key: 48 bytes, `Copy`.
///
/// ```
/// use tabiya::{Color, PieceType, Position, Square};
///
/// let position = Position::START;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.piece_type_on(Square::D8), Some(PieceType::Queen));
/// assert_eq!(position.legal_move_count(), 20);
/// ```
pub type Position = GenericBoard<NoKey>;

/// A position with its Zobrist key, which every move updates: 64 bytes, `Copy`.
///
/// ```
/// use tabiya::{Board, Move, Square};
///
/// let mut board = Board::default();
/// let before = board.key();
/// board.make_move(Move::new(Square::G1, Square::F3));
/// assert_ne!(board.key(), before);
/// assert_eq!(board.key(), board.computed_key());
/// ```
///
/// | Task | Call |
/// |---|---|
/// | **Set up** | |
/// | set up a board | [`Board::START`](GenericBoard::START), `Board::default()`, [`Board::from_fen`](GenericBoard::from_fen), `fen.parse()` |
/// | set one up piece by piece | [`Setup`](crate::Setup) |
/// | read leniently, accept impossible checks, or read an EPD line | [`FenOptions`](crate::FenOptions) |
/// | set up Chess960 or double Chess960 | [`chess960`](GenericBoard::chess960), [`double_chess960`](GenericBoard::double_chess960) |
/// | find a start position's number | [`chess960_numbers`](crate::chess960_numbers) |
/// | write a FEN | [`fen`](GenericBoard::fen), `to_string()` |
/// | draw the board | [`Diagram`](crate::Diagram), `{:#}` |
/// | store it in 28 bytes | `PackedPosition::from`, `unpack`, by the feature `packed` |
/// | **Query pieces and state** | |
/// | query many squares of each position | [`Mailbox`](crate::Mailbox) |
/// | visit all pieces | [`placed_pieces`](GenericBoard::placed_pieces) |
/// | query a square | [`piece_on`](GenericBoard::piece_on), [`piece_type_on`](GenericBoard::piece_type_on) |
/// | query sets of pieces | [`pieces`](GenericBoard::pieces), [`colors`](GenericBoard::colors), [`colored_pieces`](GenericBoard::colored_pieces), [`occupied`](GenericBoard::occupied), [`king`](GenericBoard::king) |
/// | query the other fields of the FEN | [`side_to_move`](GenericBoard::side_to_move), [`castling_rights`](GenericBoard::castling_rights), [`ep_square`](GenericBoard::ep_square), [`legal_ep_square`](GenericBoard::legal_ep_square), [`pseudo_legal_ep_square`](GenericBoard::pseudo_legal_ep_square), [`halfmove_clock`](GenericBoard::halfmove_clock), [`fullmove_number`](GenericBoard::fullmove_number) |
/// | test whether castling is as in standard chess | [`is_standard_castling`](GenericBoard::is_standard_castling) |
/// | **Generate moves** | |
/// | generate the legal moves | [`legal_moves`](GenericBoard::legal_moves), [`legal_moves_into`](GenericBoard::legal_moves_into) |
/// | count them, or test for any | [`legal_move_count`](GenericBoard::legal_move_count), [`has_legal_move`](GenericBoard::has_legal_move) |
/// | pass them to a sink | [`generator`](GenericBoard::generator), then [`generate_moves`] |
/// | list captures, promotions or quiets, also by origin or target | [`generator`], [`moves`] with a [`MoveFilter`] |
/// | score moves by the pieces that they move and capture | the generator's [`scored_moves_into`] |
/// | list each piece's destinations, for a board widget | `Destinations`, with the feature `notation` |
/// | generate by stage | [`generator`](GenericBoard::generator), [`generator_as`](GenericBoard::generator_as) |
/// | generate pseudo-legal moves | [`moves`](crate::pseudo_legal::moves) and [`generate`] in [`pseudo_legal`] |
/// | **Test one move** | |
/// | test whether it is legal | [`is_legal`](GenericBoard::is_legal), [`is_pseudo_legal`](crate::pseudo_legal::is_pseudo_legal) |
/// | find why it is not | [`why_illegal`](GenericBoard::why_illegal) |
/// | find what it moves or captures | the generator's [`move_info`], [`captured_piece`], [`is_capture`], [`is_quiet`] |
/// | test whether it gives check | [`gives_check`]; for many moves, the generator's [`check_info`] |
/// | evaluate the exchange (SEE) | [`see`](GenericBoard::see); with other values, [`SeeValues::see`](crate::SeeValues::see) |
/// | compare the exchange with a threshold | [`see_ge`](GenericBoard::see_ge), [`SeeValues::see_ge`](crate::SeeValues::see_ge) |
/// | ignore pins and checks in the exchange, as most engines do | [`SeeValues::see_classic`](crate::SeeValues::see_classic), [`SeeValues::see_classic_ge`](crate::SeeValues::see_classic_ge) |
/// | **Query attacks** | |
/// | find checkers and pinned pieces | [`is_check`](GenericBoard::is_check), [`checkers`], the generator's [`pinned`] |
/// | find the attackers of a square, or the attacks of a piece | [`attackers_to`](GenericBoard::attackers_to), [`attacks_from`](GenericBoard::attacks_from) |
/// | map all squares that a player attacks | [`attack_map`](GenericBoard::attack_map), [`attack_map_by`](GenericBoard::attack_map_by) piece type |
/// | map the squares where the king may not go | the generator's [`danger`](crate::AnyGenerator::danger) |
/// | **Transform** | |
/// | exchange the players | [`swap_colors`](GenericBoard::swap_colors) |
/// | mirror left to right | [`flip_horizontal`](GenericBoard::flip_horizontal) |
/// | **Make moves** | |
/// | make one | [`make_move`](GenericBoard::make_move), [`try_make_move`](GenericBoard::try_make_move) |
/// | make one on a copy | [`after`](GenericBoard::after) |
/// | make one and undo it | [`make_move_undoable`](GenericBoard::make_move_undoable), [`unmake_move`](GenericBoard::unmake_move) |
/// | make one and undo it with the side as a type | [`Undo::make_as`](crate::Undo::make_as), [`Undo::unmake_as`](crate::Undo::unmake_as) |
/// | make one without a test in any build | [`make_move_unchecked`](GenericBoard::make_move_unchecked) |
/// | make a pseudo-legal one | [`try_make`](crate::pseudo_legal::try_make) in [`pseudo_legal`](crate::pseudo_legal) |
/// | make a null move | [`null_move`](GenericBoard::null_move), [`make_null_move`](GenericBoard::make_null_move), [`unmake_null_move`](GenericBoard::unmake_null_move) |
/// | make a game's stored moves | `Replay` and `TrustedReplay`, with the feature `notation` |
/// | update an accumulator (NNUE) | [`make_move_observed`](GenericBoard::make_move_observed), [`make_move_undoable`](GenericBoard::make_move_undoable), [`unmake_move`](GenericBoard::unmake_move) with a [`MakeObserver`](crate::MakeObserver) |
/// | **Detect the end of the game** | |
/// | find the outcome | [`outcome`](GenericBoard::outcome) |
/// | test for mate or stalemate | [`is_checkmate`](GenericBoard::is_checkmate), [`is_stalemate`](GenericBoard::is_stalemate) |
/// | test for insufficient material | [`is_insufficient_material`](GenericBoard::is_insufficient_material), [`has_insufficient_material`](GenericBoard::has_insufficient_material) |
/// | test the fifty-move rule | [`is_fifty_move_draw`](GenericBoard::is_fifty_move_draw) |
/// | detect repetitions, also those that the next move can make | [`History`](crate::History); `KeyStack` keeps the keys |
/// | compare by the repetition rule | [`same_position`](GenericBoard::same_position) |
/// | **Index tables** | |
/// | index a transposition table | [`key`](Board::key) |
/// | prefetch its entry before a move is made | [`key_after`](Board::key_after) |
/// | look up a book | [`polyglot_key`](GenericBoard::polyglot_key) |
/// | index an endgame table | [`material_key`](GenericBoard::material_key) |
/// | index a pawn structure table, or a correction history | [`CorrectionKeys`](crate::CorrectionKeys) |
/// | check the key | [`computed_key`](GenericBoard::computed_key) |
///
/// [`generator`]: GenericBoard::generator
/// [`generate_moves`]: crate::AnyGenerator::generate_moves
/// [`moves`]: crate::AnyGenerator::moves
/// [`MoveFilter`]: crate::MoveFilter
/// [`scored_moves_into`]: crate::AnyGenerator::scored_moves_into
/// [`generate`]: crate::pseudo_legal::generate
/// [`pseudo_legal`]: crate::pseudo_legal
/// [`move_info`]: crate::AnyGenerator::move_info
/// [`captured_piece`]: GenericBoard::captured_piece
/// [`is_capture`]: GenericBoard::is_capture
/// [`is_quiet`]: GenericBoard::is_quiet
/// [`gives_check`]: GenericBoard::gives_check
/// [`check_info`]: crate::AnyGenerator::check_info
/// [`checkers`]: GenericBoard::checkers
/// [`pinned`]: crate::AnyGenerator::pinned
#[doc(alias = "Chess")]
pub type Board = GenericBoard<ZobristKey>;

const _: () = assert!(size_of::<Position>() == 48);
const _: () = assert!(size_of::<Board>() == 64);

impl<K: BoardKey> GenericBoard<K> {
    /// The start position of standard chess.
    ///
    /// ```
    /// use tabiya::{Board, Position};
    ///
    /// const BOARDS: [Board; 1] = [Board::START];
    /// assert_eq!(BOARDS[0], Board::from(Position::START));
    /// ```
    #[doc(alias = "startpos")]
    pub const START: Self = Self { state: State::START, key: K::START };

    /// Creates a position's board and computes its key, which is empty for [`NoKey`].
    #[inline]
    pub(crate) fn from_position(position: &Position) -> Self {
        let key = K::from_state(&position.state);
        Self { state: position.state, key }
    }

    /// Returns the position without the key.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let board = Board::default();
    /// let position = board.position(); // 48 bytes instead of 64
    /// assert_eq!(Board::from(position), board);
    /// ```
    #[inline]
    pub const fn position(&self) -> Position {
        Position { state: self.state, key: NoKey }
    }

    /// Returns the side to move.
    ///
    /// ```
    /// use tabiya::{Color, Move, Position, Square};
    ///
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// ```
    #[doc(alias = "turn")]
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.state.state_word.side_to_move()
    }

    /// Returns the occupied squares.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    ///
    /// let empty = !Position::START.occupied();
    /// assert_eq!(empty.len(), 32);
    /// assert!(empty.contains(Square::E4));
    /// ```
    #[doc(alias = "combined")]
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.state.placement.occupied()
    }

    /// Returns the squares of one player's pieces.
    ///
    /// ```
    /// use tabiya::{Bitboard, Color, Position, Rank};
    ///
    /// let two_ranks = Bitboard::from(Rank::First) | Bitboard::from(Rank::Second);
    /// assert_eq!(Position::START.colors(Color::White), two_ranks);
    /// ```
    #[doc(alias = "color_combined")]
    #[doc(alias = "by_color")]
    #[doc(alias = "us")]
    #[doc(alias = "them")]
    #[inline]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.state.placement.colors(color)
    }

    /// Returns the three bitplanes for the piece types, and the squares of White's pieces.
    ///
    /// On an occupied square, the three planes' bits are the piece type's index plus one, lowest
    /// bit first; on an empty square, they are zero.
    #[doc(hidden)]
    #[inline]
    pub const fn bitplanes(&self) -> [Bitboard; 4] {
        self.state.placement.bitplanes()
    }

    /// Returns the squares where either player has a piece of one type.
    ///
    /// ```
    /// use tabiya::{PieceType, Position, Square};
    ///
    /// let rooks: Vec<_> = Position::START.pieces(PieceType::Rook).into_iter().collect();
    /// assert_eq!(rooks, [Square::A1, Square::H1, Square::A8, Square::H8]);
    /// ```
    #[doc(alias = "by_role")]
    #[doc(alias = "pawns")]
    #[doc(alias = "knights")]
    #[doc(alias = "bishops")]
    #[doc(alias = "rooks")]
    #[doc(alias = "queens")]
    #[doc(alias = "kings")]
    #[inline]
    pub const fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.state.placement.pieces(piece_type)
    }

    /// Returns the squares where one player has a piece of one type.
    ///
    /// ```
    /// use tabiya::{Color, PieceType, Position, Rank};
    ///
    /// let pawns = Position::START.colored_pieces(Color::Black, PieceType::Pawn);
    /// assert_eq!(pawns, Rank::Seventh.into());
    /// ```
    #[doc(alias = "by_piece")]
    #[doc(alias = "our")]
    #[doc(alias = "their")]
    #[inline]
    pub const fn colored_pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        Bitboard(self.colors(color).0 & self.pieces(piece_type).0)
    }

    /// Returns the piece on a square.
    ///
    /// ```
    /// use tabiya::{Piece, Position, Square};
    ///
    /// assert_eq!(Position::START.piece_on(Square::D8), Some(Piece::BlackQueen));
    /// assert_eq!(Position::START.piece_on(Square::D5), None);
    /// ```
    #[doc(alias = "piece_at")]
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.state.placement.piece_on(square)
    }

    /// Returns the type of the piece on a square.
    ///
    /// ```
    /// use tabiya::{PieceType, Position, Square};
    ///
    /// // Of either player.
    /// for square in [Square::G1, Square::G8] {
    ///     assert_eq!(Position::START.piece_type_on(square), Some(PieceType::Knight));
    /// }
    /// ```
    #[doc(alias = "role_at")]
    #[inline]
    pub const fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        self.state.placement.piece_type_on(square)
    }

    /// Returns the square of a player's king.
    ///
    /// ```
    /// use tabiya::{Color, Position, Square};
    ///
    /// assert_eq!(Position::START.king(Color::Black), Square::E8);
    /// ```
    #[doc(alias = "king_square")]
    #[doc(alias = "king_of")]
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.state.placement.king(color)
    }

    /// Returns both players' castling rights, by the files of their rooks.
    ///
    /// ```
    /// use tabiya::{CastlingSide, Color, File, Move, Position, Square};
    ///
    /// // Rxa8 ends castling on that wing for both players.
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
    /// let rights = position.after(Move::new(Square::A1, Square::A8)).castling_rights();
    /// for color in Color::ALL {
    ///     assert_eq!(rights.rook_file(color, CastlingSide::QueenSide), None);
    ///     assert_eq!(rights.rook_file(color, CastlingSide::KingSide), Some(File::H));
    /// }
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "castle_rights")]
    #[doc(alias = "my_castle_rights")]
    #[doc(alias = "their_castle_rights")]
    #[doc(alias = "castles")]
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        let mut rooks = self.state.castling_rooks.0;
        while rooks != 0 {
            let rook = first_square(Bitboard(rooks));
            let owner = State::castling_rook_owner(rook);
            let side = self.state.castling_side(rook);
            rights = rights.with(owner, side, rook.file());
            rooks &= rooks - 1;
        }
        rights
    }

    /// Tests whether every castling right exists in standard chess.
    ///
    /// The king is then on the e-file, and the rook on the a-file or the h-file. If your program
    /// knows only standard chess, it can reject other positions, which may arise in Chess960.
    /// Without rights, the result is `true`.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let is_standard = |fen| Position::from_fen(fen).map(|position| position.is_standard_castling());
    /// assert_eq!(is_standard("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), Ok(true));
    /// assert_eq!(is_standard("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1"), Ok(false)); // king on f1
    /// assert_eq!(is_standard("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1"), Ok(false)); // rook on g1
    /// assert_eq!(is_standard("r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1"), Ok(true));
    /// ```
    #[doc(alias = "chess960")]
    #[inline]
    pub const fn is_standard_castling(&self) -> bool {
        let rooks = self.state.castling_rooks.0;
        let white = Bitboard::from_rank(Rank::First).0;
        let black = Bitboard::from_rank(Rank::Eighth).0;
        let [white_king, black_king] = [self.king(Color::White), self.king(Color::Black)];
        rooks & !State::START.castling_rooks.0 == 0
            && (rooks & white == 0 || white_king as u8 == Square::E1 as u8)
            && (rooks & black == 0 || black_king as u8 == Square::E8 as u8)
    }

    /// Returns the squares of both players' rooks with a castling right.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    ///
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1")?;
    /// assert_eq!(position.castling_rooks(), Square::H1.bitboard() | Square::A8.bitboard());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "unmoved_rooks")]
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.state.castling_rooks
    }

    /// Returns the en passant square: the square behind a pawn that has just made a double push.
    ///
    /// It is set whether or not a capture is possible; [`legal_ep_square`](Self::legal_ep_square)
    /// requires a legal capture.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.ep_square(), Some(Square::E3));
    /// assert_eq!(position.legal_ep_square(), None); // no black pawn is near
    /// ```
    #[doc(alias = "en passant")]
    #[doc(alias = "en_passant")]
    #[doc(alias = "maybe_ep_square")]
    #[inline]
    pub const fn ep_square(&self) -> Option<Square> {
        self.state.state_word.ep_square()
    }

    /// Returns the number of plies since the last capture or pawn move, at most 65,535.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let knight_moved = Position::START.after(Move::new(Square::G1, Square::F3));
    /// assert_eq!(knight_moved.halfmove_clock(), 1);
    /// let pawn_moved = knight_moved.after(Move::new(Square::E7, Square::E5));
    /// assert_eq!(pawn_moved.halfmove_clock(), 0);
    /// ```
    #[doc(alias = "halfmoves")]
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.state_word.halfmove_clock()
    }

    /// Returns the fullmove number, from 1 to at most 65,535. It is incremented after Black's
    /// moves.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let white_moved = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(white_moved.fullmove_number(), 1);
    /// let black_moved = white_moved.after(Move::new(Square::E7, Square::E5));
    /// assert_eq!(black_moved.fullmove_number(), 2);
    /// ```
    #[doc(alias = "fullmoves")]
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.state.state_word.fullmove_number()
    }

    /// Returns the position with other clocks, as the `hmvc` and `fmvn` operations of EPD set them.
    ///
    /// ```
    /// use core::num::NonZeroU16;
    /// use tabiya::Position;
    ///
    /// let position = Position::START.with_clocks(4, NonZeroU16::MIN.saturating_add(2));
    /// assert_eq!((position.halfmove_clock(), position.fullmove_number()), (4, 3));
    /// assert!(position.same_position(&Position::START));
    /// ```
    #[doc(alias = "set_halfmove_clock")]
    #[doc(alias = "set_fullmove_number")]
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub const fn with_clocks(mut self, halfmove_clock: u16, fullmove_number: NonZeroU16) -> Self {
        let number = fullmove_number.get();
        self.state.state_word =
            self.state.state_word.with_halfmove_clock(halfmove_clock).with_fullmove_number(number);
        self
    }

    /// Returns the position in the form that the repetition rule compares.
    ///
    /// The clocks are as at the start of a game, and the en passant square is kept only if a
    /// capture is legal. The key stays the same.
    ///
    /// Two positions are the [same](Self::same_position) if and only if these forms are equal,
    /// bytes and hashes included.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 9";
    /// let position = Position::from_fen(fen)?.normalized();
    /// assert_eq!(position.ep_square(), None); // no black pawn is near
    /// assert_eq!(position.fullmove_number(), 1);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub fn normalized(&self) -> Self {
        self.with_legal_ep_square().with_clocks(0, NonZeroU16::MIN)
    }

    /// Returns the position with its en passant square only if a capture is legal. The key stays the same.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.ep_square(), Some(Square::E3));
    /// assert_eq!(position.with_legal_ep_square().ep_square(), None); // no black pawn is near
    /// ```
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub fn with_legal_ep_square(mut self) -> Self {
        self.state.state_word = self.state.state_word.with_ep_square(self.legal_ep_square());
        self
    }

    /// Tests whether two positions are the same by the repetition rule.
    ///
    /// The rule compares placement, side to move, castling rights, and the en passant square if a
    /// capture is legal.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let with_ep = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    /// let without = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    /// let (a, b) = (Position::from_fen(with_ep)?, Position::from_fen(without)?);
    /// assert!(a != b && a.same_position(&b));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn same_position<L: BoardKey>(&self, other: &GenericBoard<L>) -> bool {
        self.state.placement == other.state.placement
            && self.side_to_move() == other.side_to_move()
            && self.state.castling_rooks == other.state.castling_rooks
            && self.legal_ep_square() == other.legal_ep_square()
    }
}

impl Board {
    /// Returns the position's Zobrist key, which equals its
    /// [`computed_key`](GenericBoard::computed_key).
    ///
    /// ```
    /// use tabiya::{Board, Move, Square};
    ///
    /// // Two move orders transpose to one position, so to one key.
    /// let (start, reply) = (Board::default(), Move::new(Square::G8, Square::F6));
    /// let (f3, c3) = (Move::new(Square::G1, Square::F3), Move::new(Square::B1, Square::C3));
    /// let (one, other) = (start.after(f3).after(reply), start.after(c3).after(reply));
    /// assert_eq!(one.after(c3).key(), other.after(f3).key());
    /// ```
    #[doc(alias = "zobrist")]
    #[doc(alias = "hash")]
    #[doc(alias = "get_hash")]
    #[doc(alias = "zobrist_hash")]
    #[doc(alias = "hash_without_ep")]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key.key
    }

    /// Returns the board's key after a legal move, equal to `self.after(mv).key()`.
    ///
    /// With it, a search can prefetch its transposition table entry before it makes the move.
    ///
    /// The move must be legal, as for [`make_move`](GenericBoard::make_move).
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let board = Board::default();
    /// for mv in board.legal_moves() {
    ///     assert_eq!(board.key_after(mv), board.after(mv).key());
    /// }
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.after(mv).key()
    }
}

impl From<Position> for Board {
    /// Converts a position to a board and computes the key.
    #[inline]
    fn from(position: Position) -> Self {
        Self::from_position(&position)
    }
}

impl From<Board> for Position {
    #[inline]
    fn from(board: Board) -> Self {
        board.position()
    }
}

impl<K: BoardKey> Default for GenericBoard<K> {
    /// Returns the start position.
    #[inline]
    fn default() -> Self {
        Self::START
    }
}
