//! The filter that selects moves: by kind, by origin and by target.

use tabiya_core::{Bitboard, Rank, Side};

use crate::side_context::SideContext;

/// A selection among legal moves: captures, quiet moves or promotions, from some squares to others.
///
/// The generator restricts its sets by the filter first, so no move is generated and then dropped.
/// You can use one filter for every position.
///
/// The move kinds are disjoint and cover all moves:
///
/// | kind | captures a piece | promotes | selected by |
/// |---|---|---|---|
/// | capture, en passant included | yes | no | [`with_captures`](Self::with_captures) |
/// | capturing promotion | yes | yes | [`with_captures`](Self::with_captures), [`with_promotions`](Self::with_promotions) |
/// | quiet promotion | no | yes | [`with_promotions`](Self::with_promotions), [`with_quiet_promotions`](Self::with_quiet_promotions) |
/// | quiet move, castling included | no | no | [`with_quiets`](Self::with_quiets) |
///
/// ```
/// use tabiya::{Board, MoveFilter, PieceType};
///
/// // exd6 en passant, four capturing promotions on a8, and four quiet ones on b8.
/// let board = Board::from_fen("n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
/// assert_eq!(board.generator().count_moves(&MoveFilter::CAPTURES), 5);
/// assert_eq!(board.generator().count_moves(&MoveFilter::PROMOTIONS), 8);
/// assert_eq!(board.generator().count_moves(&MoveFilter::NOISY), 9);
///
/// // The quiet moves of the king.
/// let king = board.pieces(PieceType::King);
/// assert_eq!(board.generator().count_moves(&MoveFilter::QUIETS.from_squares(king)), 5);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "stage")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    origins: Bitboard,
    targets: Bitboard,
    // Each kind is a mask, full or empty, so that no branch selects it.
    captures: Bitboard,
    capture_promotions: Bitboard,
    quiet_promotions: Bitboard,
    quiets: Bitboard,
    evasions_only: bool,
}

const BACK_RANKS: Bitboard =
    Bitboard(Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0);

impl MoveFilter {
    /// No moves: the base for adding kinds.
    pub const NONE: Self = Self {
        origins: Bitboard::FULL,
        targets: Bitboard::FULL,
        captures: Bitboard::EMPTY,
        capture_promotions: Bitboard::EMPTY,
        quiet_promotions: Bitboard::EMPTY,
        quiets: Bitboard::EMPTY,
        evasions_only: false,
    };

    /// All moves.
    pub const ALL: Self = Self::NONE.with_captures().with_promotions().with_quiets();

    /// The moves that capture a piece, capturing promotions and en passant included.
    pub const CAPTURES: Self = Self::NONE.with_captures();

    /// The moves that neither capture nor promote, castling included.
    pub const QUIETS: Self = Self::NONE.with_quiets();

    /// The promotions, with and without a capture.
    pub const PROMOTIONS: Self = Self::NONE.with_promotions();

    /// The promotions that capture nothing.
    pub const QUIET_PROMOTIONS: Self = Self::NONE.with_quiet_promotions();

    /// The captures and promotions, for quiescence search: all moves except quiet ones.
    #[doc(alias = "quiescence")]
    pub const NOISY: Self = Self::NONE.with_captures().with_promotions();

    /// The evasions: all legal moves in check, none otherwise.
    pub const EVASIONS: Self = Self { evasions_only: true, ..Self::ALL };

    /// Adds the captures, capturing promotions and en passant included.
    ///
    /// ```
    /// use tabiya::MoveFilter;
    ///
    /// assert_eq!(MoveFilter::NONE.with_captures().with_promotions(), MoveFilter::NOISY);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_captures(self) -> Self {
        Self { captures: Bitboard::FULL, capture_promotions: Bitboard::FULL, ..self }
    }

    /// Adds the promotions, with and without a capture.
    ///
    /// ```
    /// use tabiya::MoveFilter;
    ///
    /// assert_eq!(MoveFilter::NONE.with_promotions(), MoveFilter::PROMOTIONS);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_promotions(self) -> Self {
        Self { capture_promotions: Bitboard::FULL, ..self.with_quiet_promotions() }
    }

    /// Adds the promotions that capture nothing.
    ///
    /// ```
    /// use tabiya::MoveFilter;
    ///
    /// assert_eq!(MoveFilter::NONE.with_quiet_promotions(), MoveFilter::QUIET_PROMOTIONS);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_quiet_promotions(self) -> Self {
        Self { quiet_promotions: Bitboard::FULL, ..self }
    }

    /// Adds the moves that neither capture nor promote, castling included.
    ///
    /// ```
    /// use tabiya::MoveFilter;
    ///
    /// assert_eq!(MoveFilter::NOISY.with_quiets(), MoveFilter::ALL);
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_quiets(self) -> Self {
        Self { quiets: Bitboard::FULL, ..self }
    }

    /// Restricts the moves to some origins.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, Square};
    ///
    /// let knight = MoveFilter::ALL.from_squares(Square::B1.bitboard());
    /// assert_eq!(Board::default().generator().count_moves(&knight), 2);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_squares(self, squares: Bitboard) -> Self {
        Self { origins: Bitboard(self.origins.0 & squares.0), ..self }
    }

    /// Restricts the moves to some targets. Castling ends on the rook's square.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, Square};
    ///
    /// let to_f3 = MoveFilter::ALL.to_squares(Square::F3.bitboard());
    /// assert_eq!(Board::default().generator().count_moves(&to_f3), 2); // f3 and Nf3
    /// ```
    #[must_use]
    #[inline]
    pub const fn to_squares(self, squares: Bitboard) -> Self {
        Self { targets: Bitboard(self.targets.0 & squares.0), ..self }
    }

    /// Returns the origins and targets that the filter selects in a position.
    ///
    /// Returns `None` if the filter selects only evasions and there is no check.
    #[inline(always)]
    pub(super) fn select<S: Side>(
        &self,
        context: &SideContext<S>,
        checkers: Bitboard,
    ) -> Option<FilterSelection> {
        if self.evasions_only && checkers.is_empty() {
            return None;
        }
        let them = context.them;
        let empty = !context.occupied;
        let pawn_captures =
            them & ((self.captures - BACK_RANKS) | (self.capture_promotions & BACK_RANKS));
        let pawn_pushes =
            empty & ((self.quiets - BACK_RANKS) | (self.quiet_promotions & BACK_RANKS));
        Some(FilterSelection {
            origins: self.origins,
            targets: self.targets & (them & self.captures | empty & self.quiets),
            pawn_targets: self.targets & (pawn_captures | pawn_pushes),
            en_passant_targets: self.targets & self.captures,
            castling_targets: self.targets & self.quiets,
        })
    }
}

/// A filter, or a type that stands for one.
///
/// A function with a type as its filter is compiled for that filter: sets that it does not select take
/// no instructions.
pub(crate) trait FilterChoice: Copy {
    fn filter(&self) -> &MoveFilter;
}

impl FilterChoice for &MoveFilter {
    #[inline(always)]
    fn filter(&self) -> &MoveFilter {
        self
    }
}

/// Defines a type that stands for a constant filter.
macro_rules! constant_filter {
    ($Filter:ident, $constant:ident) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $Filter;

        impl FilterChoice for $Filter {
            #[inline(always)]
            fn filter(&self) -> &MoveFilter {
                &MoveFilter::$constant
            }
        }
    };
}

constant_filter!(AllMoves, ALL);
constant_filter!(Captures, CAPTURES);
constant_filter!(Quiets, QUIETS);
constant_filter!(Noisy, NOISY);

impl Default for MoveFilter {
    /// Returns [`MoveFilter::ALL`].
    #[inline]
    fn default() -> Self {
        Self::ALL
    }
}

/// The origins and targets that a [`MoveFilter`] selects in a position.
///
/// Pawns, en passant and castling have separate targets: the square alone does not determine
/// whether their move is a capture or a promotion.
#[derive(Clone, Copy)]
pub(super) struct FilterSelection {
    pub(super) origins: Bitboard,
    /// The targets for knights, sliders and the king.
    pub(super) targets: Bitboard,
    /// The targets for pawns, except en passant.
    pub(super) pawn_targets: Bitboard,
    pub(super) en_passant_targets: Bitboard,
    /// The targets for castling, which is encoded as a move to the rook's square.
    pub(super) castling_targets: Bitboard,
}

#[cfg(test)]
mod tests {
    use crate::{MoveFilter, Position};

    /// Counts capturing promotions and the other kinds: one en passant capture, four capturing and
    /// four quiet promotions, and five king moves.
    #[test]
    fn each_kind_alone_selects_capturing_promotions_or_not() {
        let fen = "n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1";
        let position = Position::from_fen(fen).expect(fen);
        let count = |filter: MoveFilter| position.generator().count_moves(&filter);
        assert_eq!(count(MoveFilter::NONE.with_captures()), 1 + 4);
        assert_eq!(count(MoveFilter::NONE.with_promotions()), 4 + 4);
        assert_eq!(count(MoveFilter::NONE.with_quiets()), 5 + 1);
        assert_eq!(count(MoveFilter::NONE), 0);
    }
}
