//! Legal destinations by origin, for board widgets.

use core::convert::Infallible;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Square};
use tabiya_movegen::{BoardKey, GenericBoard, MoveSink};

/// The square that stands for castling among a king's destinations.
///
/// ```
/// use tabiya::{Bitboard, CastlingDestination, Destinations, Position, Square};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1")?;
/// let of_king = |style| Destinations::new(&position).castling(style).of(Square::E1);
/// let squares = Bitboard::from_iter::<[Square; 2]>;
/// assert_eq!(of_king(CastlingDestination::King), squares([Square::F1, Square::G1]));
/// assert_eq!(of_king(CastlingDestination::Rook), squares([Square::F1, Square::H1]));
/// assert_eq!(of_king(CastlingDestination::Both), squares([Square::F1, Square::G1]).with(Square::H1));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingDestination {
    /// The king's destination, as in standard chess.
    ///
    /// In Chess960, the king may castle by moving one square or none. A destination there would
    /// mean another move, so the rook's square stands for castling instead.
    King,
    /// The square of the king's own rook, as in Chess960 and in [`Move::to`].
    Rook,
    /// Both squares; in the Chess960 case described for `King`, only the rook's.
    #[default]
    Both,
}

/// The legal destinations by origin, for every piece of the side to move.
///
/// It is an iterator over the origins in ascending order, each with its set of destinations. An
/// origin without a legal move is left out. Use [`of`](Self::of) to look up one origin.
///
/// Each pair of an origin and a destination is a legal move, or four promotions.
///
/// ```
/// use tabiya::{Bitboard, Board, Destinations, Square};
///
/// let squares = Bitboard::from_iter::<[Square; 2]>;
/// let mut destinations = Destinations::new(&Board::default());
/// assert_eq!(destinations.len(), 10); // two knights and eight pawns
/// assert_eq!(destinations.next(), Some((Square::B1, squares([Square::A3, Square::C3]))));
/// assert_eq!(destinations.next(), Some((Square::G1, squares([Square::F3, Square::H3]))));
/// ```
#[derive(Clone)]
#[must_use = "destinations are for a caller that shows them"]
pub struct Destinations {
    /// The destinations by origin, without castling.
    targets: [Bitboard; 64],
    /// The origins that the iterator has not yielded.
    remaining: Bitboard,
    king: Square,
    /// The squares of the rooks that the king can castle with.
    castling_rooks: Bitboard,
    style: CastlingDestination,
}

impl Destinations {
    /// Returns the legal destinations on a board.
    ///
    /// A board widget highlights them and accepts no other drag. Use
    /// [`uci::resolve`](crate::uci::resolve) to find the move between two squares, including
    /// castling and en passant.
    ///
    /// ```
    /// use tabiya::{Bitboard, Destinations, Position, Square};
    ///
    /// // The `dests` of chessground: only a pawn can block the check.
    /// let position = Position::from_fen("4k3/8/8/8/7q/8/3PP1PP/3QKB2 w - - 0 1")?;
    /// let dests: Vec<_> = Destinations::new(&position).collect();
    /// assert_eq!(dests, [(Square::G2, Bitboard::from(Square::G3))]);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "dests")]
    #[doc(alias = "chessground")]
    pub fn new<K: BoardKey>(board: &GenericBoard<K>) -> Self {
        let mut collector = Collector(Self {
            targets: [Bitboard::EMPTY; 64],
            remaining: Bitboard::EMPTY,
            king: board.king(board.side_to_move()),
            castling_rooks: Bitboard::EMPTY,
            style: CastlingDestination::default(),
        });
        // The sink never breaks.
        board.legal_moves_into(&mut collector);
        collector.0
    }

    /// Sets the square that stands for castling; by default, both squares do.
    ///
    /// ```
    /// use tabiya::{Bitboard, CastlingDestination, Destinations, Position, Square};
    ///
    /// // From f1, the king would also reach g1 by a normal move. So the rook's square is castling.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4PPP1/4RK1R w H - 0 1")?;
    /// let destinations = Destinations::new(&position).castling(CastlingDestination::King);
    /// let squares = Bitboard::from_iter([Square::G1, Square::H1]);
    /// assert_eq!(destinations.of(Square::F1), squares);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn castling(mut self, style: CastlingDestination) -> Self {
        self.style = style;
        self
    }

    /// Returns the legal destinations for the piece on a square; empty if it has none.
    ///
    /// ```
    /// use tabiya::{Bitboard, Board, Destinations, Square};
    ///
    /// let destinations = Destinations::new(&Board::default());
    /// let pushes = Bitboard::from_iter([Square::E3, Square::E4]);
    /// assert_eq!(destinations.of(Square::E2), pushes);
    /// assert_eq!(destinations.of(Square::E7), Bitboard::EMPTY); // Black is not to move
    /// ```
    #[inline]
    #[must_use]
    pub fn of(&self, from: Square) -> Bitboard {
        let targets = self.targets[from.index()];
        if from == self.king { targets | self.castling_targets() } else { targets }
    }

    /// Returns the squares that stand for castling.
    #[inline]
    fn castling_targets(&self) -> Bitboard {
        let squares = |rook| {
            let castle = Move::with_kind(self.king, rook, MoveKind::Castling);
            let to = castle.castling_targets().map_or(rook, |(king, _)| king);
            let is_distinct = self.king.file().index().abs_diff(to.file().index()) > 1;
            match self.style {
                CastlingDestination::Rook => rook.bitboard(),
                _ if !is_distinct => rook.bitboard(),
                CastlingDestination::King => to.bitboard(),
                CastlingDestination::Both => rook.bitboard().with(to),
            }
        };
        self.castling_rooks.into_iter().map(squares).fold(Bitboard::EMPTY, |all, set| all | set)
    }
}

impl Iterator for Destinations {
    type Item = (Square, Bitboard);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let from = self.remaining.pop_first()?;
        Some((from, self.of(from)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining.len(), Some(self.remaining.len()))
    }
}

impl ExactSizeIterator for Destinations {}

impl FusedIterator for Destinations {}

/// Formats the remaining origins with their destinations.
impl fmt::Debug for Destinations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

/// The sink that collects moves as destinations.
struct Collector(Destinations);

impl MoveSink for Collector {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.0.remaining |= mv.from().bitboard();
        match mv.kind() {
            MoveKind::Castling => self.0.castling_rooks |= mv.to().bitboard(),
            _ => self.0.targets[mv.from().index()] |= mv.to().bitboard(),
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_piece_moves(
        &mut self,
        _: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        if targets.any() {
            self.0.remaining |= from.bitboard();
            self.0.targets[from.index()] |= targets;
        }
        ControlFlow::Continue(())
    }
}
