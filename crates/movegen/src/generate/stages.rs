//! Legal moves in parts: by stage of a search, by piece, by square.
//!
//! Captures, quiet promotions and quiets share no move, and together they are all.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, PieceType};
use tabiya_movelist::{MoveList, MoveSink};

use super::filter::Filter;
use super::{OneByOne, legal_moves};
use crate::Position;

impl Position {
    /// Hands the legal moves from a set of squares to a set of squares to a sink; castling
    /// goes from the king's square to the rook's.
    ///
    /// The sets narrow what is generated; nothing is found first and dropped after.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveList;
    ///
    /// let mut knight_moves = MoveList::new();
    /// let knight = Square::B1.bitboard();
    /// let _ = Position::START.generate_moves_within(knight, Bitboard::FULL, &mut knight_moves);
    /// assert_eq!(knight_moves.len(), 2);
    /// ```
    #[inline]
    pub fn generate_moves_within(
        &self,
        from: Bitboard,
        to: Bitboard,
        sink: &mut impl MoveSink,
    ) -> ControlFlow<()> {
        some_legal_moves(self, Filter::within(from, to), sink)
    }

    /// Hands the legal moves of one kind of piece to a sink; castling is the king's.
    ///
    /// ```
    /// use tabiya_core::PieceType;
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveCounter;
    ///
    /// let mut counter = MoveCounter::new();
    /// let _ = Position::START.generate_moves_of(PieceType::Pawn, &mut counter);
    /// assert_eq!(counter.count(), 16);
    /// ```
    #[inline]
    pub fn generate_moves_of(
        &self,
        piece_type: PieceType,
        sink: &mut impl MoveSink,
    ) -> ControlFlow<()> {
        self.generate_moves_within(self.pieces(piece_type), Bitboard::FULL, sink)
    }

    /// Hands the legal captures to a sink: every move that takes a piece, capturing
    /// promotions (all four) and en passant among them.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveList;
    ///
    /// // exd6 en passant, and the pawn on b7 takes a8 in four ways or goes to b8.
    /// let position = Position::from_fen("n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let mut captures = MoveList::new();
    /// let _ = position.generate_captures(&mut captures);
    /// assert_eq!(captures.len(), 5);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn generate_captures(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        some_legal_moves(self, Filter::captures(self), sink)
    }

    /// Hands the legal promotions that take nothing to a sink, all four of each pawn.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveCounter;
    ///
    /// let position = Position::from_fen("n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let mut counter = MoveCounter::new();
    /// let _ = position.generate_quiet_promotions(&mut counter);
    /// assert_eq!(counter.count(), 4);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn generate_quiet_promotions(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        some_legal_moves(self, Filter::quiet_promotions(self), sink)
    }

    /// Hands the legal captures and promotions to a sink: what a quiescence search looks
    /// at, and exactly the moves that are not quiet.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveCounter;
    ///
    /// let position = Position::from_fen("n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let mut counter = MoveCounter::new();
    /// let _ = position.generate_noisy(&mut counter);
    /// assert_eq!(counter.count(), 9);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn generate_noisy(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        let filter = Filter::captures(self).or(Filter::quiet_promotions(self));
        some_legal_moves(self, filter, sink)
    }

    /// Hands the legal quiet moves to a sink: neither captures nor promotions; castling is
    /// quiet.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveCounter;
    ///
    /// let mut counter = MoveCounter::new();
    /// let _ = Position::START.generate_quiets(&mut counter);
    /// assert_eq!(counter.count(), 20);
    /// ```
    #[inline]
    pub fn generate_quiets(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        some_legal_moves(self, Filter::quiets(self), sink)
    }

    /// Hands the legal answers to a check to a sink; nothing if there is no check.
    ///
    /// In check these are all legal moves; [`generate_moves`](Self::generate_moves) finds
    /// the same, and it is the one to call when the check is known.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveCounter;
    ///
    /// let mut counter = MoveCounter::new();
    /// let _ = Position::START.generate_evasions(&mut counter);
    /// assert_eq!(counter.count(), 0);
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
    /// let _ = position.generate_evasions(&mut counter);
    /// assert_eq!(counter.count(), 3); // Kxe2, Kd1 and Kf1
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn generate_evasions(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        if self.is_check() { self.generate_moves(sink) } else { ControlFlow::Continue(()) }
    }

    /// The legal captures as a list: see [`generate_captures`](Self::generate_captures).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert!(Position::START.legal_captures().is_empty());
    /// ```
    #[inline]
    pub fn legal_captures(&self) -> MoveList {
        let mut list = MoveList::new();
        // A list never has enough.
        let _ = self.generate_captures(&mut list);
        list
    }

    /// The legal captures and promotions as a list: see
    /// [`generate_noisy`](Self::generate_noisy).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.legal_noisy().len(), 4); // b8 in four ways
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn legal_noisy(&self) -> MoveList {
        let mut list = MoveList::new();
        // A list never has enough.
        let _ = self.generate_noisy(&mut list);
        list
    }

    /// The legal quiet moves as a list: see [`generate_quiets`](Self::generate_quiets).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.legal_quiets().len(), 20);
    /// ```
    #[inline]
    pub fn legal_quiets(&self) -> MoveList {
        let mut list = MoveList::new();
        // A list never has enough.
        let _ = self.generate_quiets(&mut list);
        list
    }
}

/// One copy of the generator for each sink, whatever the filter.
#[inline(never)]
fn some_legal_moves<K: MoveSink>(
    position: &Position,
    filter: Filter,
    sink: &mut K,
) -> ControlFlow<()> {
    legal_moves(OneByOne, position, filter, sink)
}
