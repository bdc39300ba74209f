//! The reason why a move is illegal.

use core::error::Error;
use core::fmt;

use tabiya_core::{Bitboard, Move, MoveKind, Piece, PieceType, Side, Square, by_side};
use tabiya_tables::{between, bishop_rays, line, pawn_attacks, pawn_pushes, rook_rays};

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::side_context::SideContext;
use crate::state::State;
use crate::{castling, en_passant};

use super::is_pseudo_legal;

/// A piece and its square; displayed as "the black rook on e8".
///
/// ```
/// use tabiya::{Piece, PlacedPiece, Square};
///
/// let rook = PlacedPiece { piece: Piece::BlackRook, square: Square::E8 };
/// assert_eq!(rook.to_string(), "the black rook on e8");
/// ```
#[doc(alias = "PieceOn")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// The piece's square.
    pub square: Square,
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.piece.name(), self.square)
    }
}

/// The reason why a move is illegal.
///
/// Returned by [`GenericBoard::why_illegal`] and [`GenericBoard::try_make_move`]. If several
/// reasons apply, the first in the order below is returned.
///
/// ```
/// use tabiya::{IllegalMove, Move, MoveKind, Piece, PlacedPiece, Position, Square};
///
/// let position = Position::from_fen("4k3/8/8/8/7b/8/8/4K2R w K - 0 1")?;
/// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
/// let bishop = PlacedPiece { piece: Piece::BlackBishop, square: Square::H4 };
/// assert_eq!(position.why_illegal(castle), Err(IllegalMove::CastlingInCheck(bishop)));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "IllegalMoveError")]
#[doc(alias = "PlayError")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The move's origin is empty.
    NoPiece(Square),
    /// The piece on the origin is the opponent's.
    #[doc(alias = "NotOurs")]
    OpponentsPiece(PlacedPiece),
    /// The move is castling, but no rook on this square has a castling right.
    NoCastlingRight(Square),
    /// A piece blocks castling.
    CastlingBlocked(PlacedPiece),
    /// The king is in check from this piece, so it cannot castle.
    CastlingInCheck(PlacedPiece),
    /// The king would cross or reach an attacked square by castling.
    CastlingThroughAttack {
        /// The attacked square on the king's path.
        square: Square,
        /// The piece that attacks the square.
        by: PlacedPiece,
    },
    /// The castling rook is pinned by this piece.
    #[doc(alias = "CastlingUncovers")]
    CastlingExposesKing(PlacedPiece),
    /// The target holds a piece of the same side.
    OwnPiece(PlacedPiece),
    /// The target is the square where the opponent's king is, which is never captured.
    #[doc(alias = "TakesKing")]
    CapturesKing(Square),
    /// No pawn can be captured en passant on this square.
    NoEnPassant(Square),
    /// A pawn reaches the last rank, but the move has no promotion piece.
    MissingPromotion(Square),
    /// The move is a promotion, but no pawn reaches the last rank.
    UnexpectedPromotion(Square),
    /// A piece blocks the moving piece's path.
    Blocked {
        /// The moving piece.
        piece: PlacedPiece,
        /// The piece that blocks the path.
        by: PlacedPiece,
    },
    /// The pawn could reach the square only by a capture, but the square is empty.
    #[doc(alias = "NothingToTake")]
    NothingToCapture {
        /// The moving pawn.
        piece: PlacedPiece,
        /// The empty target.
        to: Square,
    },
    /// The piece cannot reach the square, even on an empty board.
    #[doc(alias = "NotItsMove")]
    CannotReach {
        /// The moving piece.
        piece: PlacedPiece,
        /// The move's target.
        to: Square,
    },
    /// The king's target is attacked.
    KingAttacked {
        /// The king's attacked target.
        square: Square,
        /// The piece that attacks the target.
        by: PlacedPiece,
    },
    /// The en passant capture would leave the king in check from this piece.
    ///
    /// The piece is a slider that removing both pawns uncovers, or another checker.
    #[doc(alias = "EnPassantUncovers")]
    EnPassantExposesKing(PlacedPiece),
    /// The piece is pinned, and the move leaves the pin's line.
    Pinned {
        /// The pinned piece.
        piece: PlacedPiece,
        /// The pinning piece.
        by: PlacedPiece,
    },
    /// Two pieces give check, so only the king may move.
    DoubleCheck([PlacedPiece; 2]),
    /// The king is in check from this piece, and the move does not evade the check.
    StillInCheck(PlacedPiece),
}

impl IllegalMove {
    /// The codes for the reasons. In later versions, new reasons follow these.
    pub const CODES: &[&str] = &[
        "no-piece",
        "not-ours",
        "no-castling-right",
        "castling-blocked",
        "castling-in-check",
        "castling-through-attack",
        "castling-uncovers",
        "own-piece",
        "takes-king",
        "no-en-passant",
        "missing-promotion",
        "unexpected-promotion",
        "blocked",
        "nothing-to-take",
        "not-its-move",
        "king-attacked",
        "en-passant-uncovers",
        "pinned",
        "double-check",
        "still-in-check",
    ];

    /// Returns the reason's code, which stays the same in later versions.
    ///
    /// ```
    /// use tabiya::{IllegalMove, Square};
    ///
    /// assert_eq!(IllegalMove::NoPiece(Square::E4).code(), "no-piece");
    /// ```
    pub const fn code(self) -> &'static str {
        Self::CODES[self.index()]
    }

    /// Returns the reason's index among the [`CODES`](Self::CODES), which stays the same in later
    /// versions.
    ///
    /// ```
    /// use tabiya::{IllegalMove, Square};
    ///
    /// assert_eq!(IllegalMove::NoCastlingRight(Square::H1).index(), 2);
    /// ```
    pub const fn index(self) -> usize {
        match self {
            Self::NoPiece(_) => 0,
            Self::OpponentsPiece(_) => 1,
            Self::NoCastlingRight(_) => 2,
            Self::CastlingBlocked(_) => 3,
            Self::CastlingInCheck(_) => 4,
            Self::CastlingThroughAttack { .. } => 5,
            Self::CastlingExposesKing(_) => 6,
            Self::OwnPiece(_) => 7,
            Self::CapturesKing(_) => 8,
            Self::NoEnPassant(_) => 9,
            Self::MissingPromotion(_) => 10,
            Self::UnexpectedPromotion(_) => 11,
            Self::Blocked { .. } => 12,
            Self::NothingToCapture { .. } => 13,
            Self::CannotReach { .. } => 14,
            Self::KingAttacked { .. } => 15,
            Self::EnPassantExposesKing(_) => 16,
            Self::Pinned { .. } => 17,
            Self::DoubleCheck(_) => 18,
            Self::StillInCheck(_) => 19,
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => write!(f, "no piece on {square}"),
            Self::OpponentsPiece(piece) => write!(f, "{piece} is the opponent's"),
            Self::NoCastlingRight(square) => {
                write!(f, "no castling right with a rook on {square}")
            }
            Self::CastlingBlocked(by) => write!(f, "{by} blocks castling"),
            Self::CastlingInCheck(by) => {
                write!(f, "the king cannot castle while {by} gives check")
            }
            Self::CastlingThroughAttack { square, by } => {
                write!(f, "{by} attacks {square} on the path of the castling king")
            }
            Self::CastlingExposesKing(by) => {
                write!(f, "castling exposes the king to {by}")
            }
            Self::OwnPiece(piece) => write!(f, "{piece} occupies the target"),
            Self::CapturesKing(square) => write!(f, "the king on {square} cannot be captured"),
            Self::NoEnPassant(square) => {
                write!(f, "no pawn can be captured en passant on {square}")
            }
            Self::MissingPromotion(square) => {
                write!(f, "a pawn move to {square} requires a promotion piece")
            }
            Self::UnexpectedPromotion(square) => write!(f, "no pawn promotes on {square}"),
            Self::Blocked { piece, by } => write!(f, "{by} blocks {piece}"),
            Self::NothingToCapture { piece, to } => {
                write!(f, "{piece} has no piece to capture on {to}")
            }
            Self::CannotReach { piece, to } => write!(f, "{piece} cannot move to {to}"),
            Self::KingAttacked { square, by } => write!(f, "{by} attacks {square}"),
            Self::EnPassantExposesKing(by) => {
                write!(f, "the capture en passant leaves the king in check from {by}")
            }
            Self::Pinned { piece, by } => write!(f, "{piece} is pinned by {by}"),
            Self::DoubleCheck([one, two]) => {
                write!(f, "only the king can evade the double check by {one} and {two}")
            }
            Self::StillInCheck(by) => write!(f, "the move does not evade the check by {by}"),
        }
    }
}

impl Error for IllegalMove {}

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the reason why a move is illegal, or `Ok` if it is legal. Any value is accepted.
    ///
    /// This is slower than [`is_legal`](Self::is_legal), but always consistent with it.
    ///
    /// # Errors
    ///
    /// Returns the reason as an [`IllegalMove`].
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// let error = position.why_illegal(Move::new(Square::E2, Square::C3)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the white knight on e2 is pinned by the black rook on e8",
    /// );
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn why_illegal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) { Ok(()) } else { Err(illegality_reason(&self.state, mv)) }
    }
}

/// Returns the reason why an illegal move is illegal.
#[cold]
fn illegality_reason(state: &State, mv: Move) -> IllegalMove {
    by_side!(state.side_to_move(), S => IllegalityAnalysis::<S>::new(state).illegality_reason(mv))
}

/// The position in which a move is illegal, with `S` to move.
struct IllegalityAnalysis<'a, S> {
    state: &'a State,
    context: SideContext<S>,
}

impl<'a, S: Side> IllegalityAnalysis<'a, S> {
    #[inline]
    fn new(state: &'a State) -> Self {
        Self { state, context: SideContext::new(state) }
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<PlacedPiece> {
        self.state.placement.piece_on(square).map(|piece| PlacedPiece { piece, square })
    }

    #[inline]
    fn illegality_reason(&self, mv: Move) -> IllegalMove {
        let Some(piece) = self.piece_on(mv.from()) else {
            return IllegalMove::NoPiece(mv.from());
        };
        if piece.piece.color() != S::COLOR {
            return IllegalMove::OpponentsPiece(piece);
        }
        if mv.is_castling() {
            return self.castling_reason(mv);
        }
        self.movement_reason(mv, piece).unwrap_or_else(|| self.check_reason(mv, piece))
    }

    /// Returns the first piece in a set; `default` is never used, since the set is not empty.
    #[inline]
    fn first_piece(&self, pieces: Bitboard, default: PlacedPiece) -> PlacedPiece {
        pieces.first().and_then(|square| self.piece_on(square)).unwrap_or(default)
    }

    /// Returns the reason why castling is illegal.
    #[inline]
    fn castling_reason(&self, mv: Move) -> IllegalMove {
        let king = mv.from();
        let rook = mv.to();
        let has_right =
            king == self.context.king && castling::castling_rooks::<S>(self.state).contains(rook);
        if !has_right {
            return IllegalMove::NoCastlingRight(rook);
        }
        let blockers = castling::castling_blockers::<S>(self.context.occupied, king, rook);
        if let Some(by) = blockers.first().and_then(|square| self.piece_on(square)) {
            return IllegalMove::CastlingBlocked(by);
        }
        let our_king = PlacedPiece { piece: PieceType::King.of(S::COLOR), square: king };
        let (checkers, _) = self.context.checkers_and_pinned();
        if checkers.any() {
            return IllegalMove::CastlingInCheck(self.first_piece(checkers, our_king));
        }
        for square in castling::castling_king_path::<S>(king, rook) {
            let attackers = self.context.attackers(square, self.context.occupied);
            if attackers.any() {
                let by = self.first_piece(attackers, our_king);
                return IllegalMove::CastlingThroughAttack { square, by };
            }
        }
        IllegalMove::CastlingExposesKing(self.pinner(rook).unwrap_or(our_king))
    }

    /// Returns the reason why a move is not pseudo-legal, or `None` for a pseudo-legal move.
    #[inline]
    fn movement_reason(&self, mv: Move, piece: PlacedPiece) -> Option<IllegalMove> {
        let from = mv.from();
        let to = mv.to();
        if self.context.us.contains(to) {
            return self.piece_on(to).map(IllegalMove::OwnPiece);
        }
        if to == self.state.placement.king(S::Them::COLOR) {
            return Some(IllegalMove::CapturesKing(to));
        }
        let is_pawn = piece.piece.piece_type() == PieceType::Pawn;
        let is_on_last_rank = is_pawn && S::EIGHTH_RANK.contains(to);
        match mv.kind() {
            MoveKind::EnPassant => {
                let is_attack = pawn_attacks(S::COLOR, from).contains(to);
                let is_ep_capture =
                    is_pawn && is_attack && self.state.state_word.ep_square() == Some(to);
                return (!is_ep_capture).then_some(IllegalMove::NoEnPassant(to));
            }
            MoveKind::Normal if is_on_last_rank => return Some(IllegalMove::MissingPromotion(to)),
            MoveKind::Normal => {}
            _ if !is_on_last_rank => return Some(IllegalMove::UnexpectedPromotion(to)),
            _ => {}
        }
        if is_pseudo_legal(self.state, &self.context, mv) {
            return None;
        }
        Some(self.unreachable_reason(piece, to))
    }

    /// Returns the reason why a piece does not reach a square that its own side does not occupy.
    #[inline]
    fn unreachable_reason(&self, piece: PlacedPiece, to: Square) -> IllegalMove {
        let targets_on_empty_board = match piece.piece.piece_type() {
            PieceType::Pawn if pawn_attacks(S::COLOR, piece.square).contains(to) => {
                return IllegalMove::NothingToCapture { piece, to };
            }
            PieceType::Pawn => pawn_pushes(S::COLOR, piece.square),
            PieceType::Bishop => bishop_rays(piece.square),
            PieceType::Rook => rook_rays(piece.square),
            PieceType::Queen => bishop_rays(piece.square) | rook_rays(piece.square),
            PieceType::Knight | PieceType::King => return IllegalMove::CannotReach { piece, to },
        };
        let blockers = between(piece.square, to).with(to) & self.context.occupied;
        match blockers.first().and_then(|square| self.piece_on(square)) {
            Some(by) if targets_on_empty_board.contains(to) => IllegalMove::Blocked { piece, by },
            _ => IllegalMove::CannotReach { piece, to },
        }
    }

    /// Returns the reason why a pseudo-legal move leaves the king in check.
    #[inline]
    fn check_reason(&self, mv: Move, piece: PlacedPiece) -> IllegalMove {
        let to = mv.to();
        let context = &self.context;
        if piece.square == context.king {
            let attackers = context.attackers(to, context.occupied.without(context.king));
            return IllegalMove::KingAttacked {
                square: to,
                by: self.first_piece(attackers, piece),
            };
        }
        let (checkers, pinned) = context.checkers_and_pinned();
        let leaves_line = !line(context.king, piece.square).contains(to);
        if pinned.contains(piece.square) && leaves_line {
            let by = self.pinner(piece.square).unwrap_or(piece);
            return IllegalMove::Pinned { piece, by };
        }
        if let (Some(one), Some(two), true) =
            (checkers.first(), checkers.last(), checkers.has_more_than_one())
        {
            let checker = |square: Square| self.first_piece(square.bitboard(), piece);
            return IllegalMove::DoubleCheck([checker(one), checker(two)]);
        }
        if mv.is_en_passant() {
            let captured_pawn = en_passant::captured_pawn_square(to).bitboard();
            let occupied = (context.occupied ^ captured_pawn).without(mv.from()).with(to);
            let attackers = context.attackers(context.king, occupied) - captured_pawn;
            return IllegalMove::EnPassantExposesKing(self.first_piece(attackers, piece));
        }
        IllegalMove::StillInCheck(self.first_piece(checkers, piece))
    }

    /// Returns the slider that pins a piece.
    #[inline]
    fn pinner(&self, pinned: Square) -> Option<PlacedPiece> {
        let context = &self.context;
        let occupied = context.occupied.without(pinned);
        let discovered = context.attackers(context.king, occupied)
            - context.attackers(context.king, context.occupied);
        discovered.first().and_then(|square| self.piece_on(square))
    }
}
