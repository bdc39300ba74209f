//! The retractor of a position, and the positions before it.

use core::convert::Infallible;
use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;

use tabiya_core::{Black, Side, White};

use super::options::RetractionOptions;
use super::prior_state::{PriorState, PriorStates};
use super::retraction::Retraction;
use super::sets::RetractionSets;
use super::sink::{RetractionCounter, RetractionFn, RetractionList, RetractionSink};
use crate::board::GenericBoard;
use crate::key::{BoardKey, ZobristKey};

/// The retractions of a position in which `S` made the last move: the counterpart of
/// [`Generator`](crate::Generator).
///
/// ```
/// use tabiya::retrograde::RetractionOptions;
/// use tabiya::{Position, White};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 1")?;
/// let retractor = position.retractor_as::<White>(&RetractionOptions::new());
/// // King and rook have the right to castle, so neither has moved.
/// assert!(!retractor.has_retraction());
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone)]
pub struct Retractor<'a, S: Side, K = ZobristKey> {
    board: &'a GenericBoard<K>,
    sets: RetractionSets<'a, S>,
}

/// A [`Retractor`] whose side is a run-time value: each call branches on it once.
#[derive(Clone, Debug)]
pub enum AnyRetractor<'a, K: BoardKey = ZobristKey> {
    /// White made the last move.
    White(Retractor<'a, White, K>),
    /// Black made the last move.
    Black(Retractor<'a, Black, K>),
}

/// The error for a move that cannot have led to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRetractionError(Retraction);

impl fmt::Display for NoRetractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot have led to the position", self.0)
    }
}

impl Error for NoRetractionError {}

impl<'a, S: Side, K: BoardKey> Retractor<'a, S, K> {
    #[inline(always)]
    fn new(board: &'a GenericBoard<K>, options: &RetractionOptions) -> Self {
        Self { board, sets: RetractionSets::new(&board.state, *options) }
    }

    /// Returns the board that the retractor was created for.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &'a GenericBoard<K> {
        self.board
    }

    /// Returns the retractions as a list.
    #[inline]
    #[must_use]
    pub fn retractions(&self) -> RetractionList {
        let mut list = RetractionList::new();
        self.retractions_into(&mut list);
        list
    }

    /// Appends the retractions to a list.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds the retractions of any position.
    #[inline]
    pub fn retractions_into<T: RetractionSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.generate_retractions(list);
    }

    /// Counts the retractions without building a list.
    #[inline]
    #[must_use]
    pub fn retraction_count(&self) -> usize {
        let mut counter = RetractionCounter::default();
        self.retractions_into(&mut counter);
        counter.0
    }

    /// Passes every retraction to a sink, each exactly once, in unspecified order that is the same on every CPU.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does.
    #[inline]
    pub fn generate_retractions<T: RetractionSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let sets = &self.sets;
        if let Some(crossed) = sets.state.state_word.ep_square() {
            return sets.generate_known_double_push(crossed, sink);
        }
        sets.generate_pawns(sink)?;
        sets.generate_unpromotions(sink)?;
        sets.generate_pieces(sink)?;
        sets.generate_king(sink)?;
        sets.generate_en_passant(sink)
    }

    /// Tests whether there is a retraction; stops at the first one.
    #[inline]
    #[must_use]
    pub fn has_retraction(&self) -> bool {
        self.generate_retractions(&mut RetractionFn(|_| ControlFlow::Break(()))).is_break()
    }

    /// Tests whether a retraction is one of the position's. Any value may be tested.
    #[must_use]
    pub fn is_retraction(&self, retraction: Retraction) -> bool {
        let is_same = |found| {
            if found == retraction { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.generate_retractions(&mut RetractionFn(is_same)).is_break()
    }

    /// Returns the states that the earlier position may have had, the least first.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the retraction is not one of the position's.
    #[track_caller]
    pub fn prior_states(&self, retraction: Retraction) -> PriorStates {
        debug_assert!(self.is_retraction(retraction), "{retraction} on {}", self.board);
        self.sets.prior_states(retraction)
    }

    /// Returns the board before a retraction, with the least state: see [`GenericBoard::before`].
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the retraction is not one of the position's.
    #[must_use]
    #[track_caller]
    pub fn before(&self, retraction: Retraction) -> GenericBoard<K> {
        self.before_with(retraction, self.prior_states(retraction).least())
    }

    /// Returns the board before a retraction with a state, which is one of
    /// [`prior_states`](Self::prior_states).
    #[must_use]
    pub fn before_with(&self, retraction: Retraction, prior: PriorState) -> GenericBoard<K> {
        GenericBoard::from_position(&self.sets.before(retraction, prior))
    }

    /// Returns every position before the last move, with the retraction that leads there.
    pub fn predecessors(
        &self,
    ) -> impl Iterator<Item = (Retraction, GenericBoard<K>)> + use<'a, S, K> {
        let list = self.retractions();
        let retractor = self.clone();
        (0..list.len()).flat_map(move |index| {
            let retraction = list[index];
            let retractor = retractor.clone();
            let states = retractor.prior_states(retraction);
            states.map(move |prior| (retraction, retractor.before_with(retraction, prior)))
        })
    }
}

impl<S: Side, K: BoardKey> fmt::Debug for Retractor<'_, S, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retractor")
            .field("side", &S::COLOR)
            .field("checkers", &self.sets.checkers)
            .finish_non_exhaustive()
    }
}

/// Declares [`AnyRetractor`] methods. Each calls the [`Retractor`] method with the same name.
macro_rules! forward_to_side {
    ($($(#[$attribute:meta])* fn $name:ident $(<$sink:ident $(: Break = $break:ty)?>)? ($($parameter:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        impl<'a, K: BoardKey> AnyRetractor<'a, K> {$(
            $(#[$attribute])*
            #[inline]
            pub fn $name $(<$sink: RetractionSink $(<Break = $break>)? + ?Sized>)? (
                &self,
                $($parameter: $type),*
            ) $(-> $result)? {
                match self {
                    Self::White(retractor) => retractor.$name($($parameter),*),
                    Self::Black(retractor) => retractor.$name($($parameter),*),
                }
            }
        )*}
    };
}

forward_to_side! {
    /// Returns the board that the retractor was created for.
    #[must_use]
    fn board() -> &'a GenericBoard<K>;

    /// Returns the retractions as a list: see [`Retractor::retractions`].
    #[must_use]
    fn retractions() -> RetractionList;

    /// Appends the retractions to a list: see [`Retractor::retractions_into`].
    fn retractions_into<T: Break = Infallible>(list: &mut T);

    /// Counts the retractions: see [`Retractor::retraction_count`].
    #[must_use]
    fn retraction_count() -> usize;

    /// Passes every retraction to a sink: see [`Retractor::generate_retractions`].
    fn generate_retractions<T>(sink: &mut T) -> ControlFlow<T::Break>;

    /// Tests whether there is a retraction: see [`Retractor::has_retraction`].
    #[must_use]
    fn has_retraction() -> bool;

    /// Tests whether a retraction is one of the position's: see [`Retractor::is_retraction`].
    #[must_use]
    fn is_retraction(retraction: Retraction) -> bool;

    /// Returns the states that the earlier position may have had: see [`Retractor::prior_states`].
    fn prior_states(retraction: Retraction) -> PriorStates;

    /// Returns the board before a retraction, with the least state: see [`Retractor::before`].
    #[must_use]
    fn before(retraction: Retraction) -> GenericBoard<K>;

    /// Returns the board before a retraction with a state: see [`Retractor::before_with`].
    #[must_use]
    fn before_with(retraction: Retraction, prior: PriorState) -> GenericBoard<K>;
}

impl<'a, K: BoardKey> AnyRetractor<'a, K> {
    /// Returns every position before the last move: see [`Retractor::predecessors`].
    pub fn predecessors(&self) -> impl Iterator<Item = (Retraction, GenericBoard<K>)> + use<'a, K> {
        let (white, black) = match self {
            Self::White(retractor) => (Some(retractor.predecessors()), None),
            Self::Black(retractor) => (None, Some(retractor.predecessors())),
        };
        white.into_iter().flatten().chain(black.into_iter().flatten())
    }
}

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the retractor of this position: the moves that can have led here.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::retrograde::RetractionOptions;
    ///
    /// let position = Position::from_fen("8/8/8/8/8/5k2/8/K7 b - - 0 1")?;
    /// let retractor = position.retractor(&RetractionOptions::new());
    /// for &retraction in &retractor.retractions() {
    ///     let before = position.before(retraction); // the counterpart of `after`
    ///     assert!(before.after(retraction.mv()).same_position(&position));
    /// }
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "unmove")]
    #[doc(alias = "predecessor")]
    #[inline]
    #[must_use]
    pub fn retractor(&self, options: &RetractionOptions) -> AnyRetractor<'_, K> {
        if self.side_to_move().is_white() {
            AnyRetractor::Black(Retractor::new(self, options))
        } else {
            AnyRetractor::White(Retractor::new(self, options))
        }
    }

    /// Returns the retractor with the side that made the last move as a type, without a branch on it.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if `S` is the side to move. Without them, the retractions are meaningless, but
    /// memory safety is preserved.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn retractor_as<S: Side>(&self, options: &RetractionOptions) -> Retractor<'_, S, K> {
        debug_assert_ne!(self.side_to_move(), S::COLOR, "the side to move of {self}");
        Retractor::new(self, options)
    }

    /// Returns the board before a retraction, with the fewest castling rights, and with no en passant square unless the
    /// move needs it: the counterpart of [`after`](Self::after).
    ///
    /// The rights that castling needs are there, whatever the options. A `Board` gets its key computed anew.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move cannot have led here by the widest options.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn before(&self, retraction: Retraction) -> Self {
        self.retractor(&Self::widest_options()).before(retraction)
    }

    /// Returns the board before a retraction with a state, which is one of [`Retractor::prior_states`].
    #[must_use]
    pub fn before_with(&self, retraction: Retraction, prior: PriorState) -> Self {
        self.retractor(&Self::widest_options()).before_with(retraction, prior)
    }

    /// Returns the board before a retraction, as [`before`](Self::before) does.
    ///
    /// # Errors
    ///
    /// Returns an error if the move cannot have led here by the widest options: castling of double Chess960, and
    /// impossible checks.
    ///
    /// ```
    /// use tabiya::retrograde::Retraction;
    /// use tabiya::{Board, Move, Square};
    ///
    /// let error = Board::START.try_before(Retraction::new(Move::new(Square::E2, Square::E4), None));
    /// assert_eq!(error.unwrap_err().to_string(), "e2e4 cannot have led to the position");
    /// ```
    pub fn try_before(&self, retraction: Retraction) -> Result<Self, NoRetractionError> {
        let retractor = self.retractor(&Self::widest_options());
        if retractor.is_retraction(retraction) {
            Ok(retractor.before(retraction))
        } else {
            Err(NoRetractionError(retraction))
        }
    }

    /// Tests whether a move can have led to this position, by the rules of double Chess960.
    ///
    /// FENs accept some positions without a last move, because they look at the checkers alone.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// // Before e7-e5, the rook gave check.
    /// let position = Position::from_fen("8/8/8/r3pK2/8/8/8/4k3 w - e6 0 1")?;
    /// assert!(!position.has_last_move());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn has_last_move(&self) -> bool {
        let options = RetractionOptions::new().castling(super::PriorCastling::Any);
        self.retractor(&options).has_retraction()
    }

    /// Returns options that exclude nothing.
    const fn widest_options() -> RetractionOptions {
        RetractionOptions::new().castling(super::PriorCastling::Any).allow_impossible_checks(true)
    }
}
