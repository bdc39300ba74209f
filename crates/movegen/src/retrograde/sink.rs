//! Receivers of retractions: the trait, the list and the counter.

use core::convert::Infallible;
use core::fmt;
use core::ops::{ControlFlow, Deref};

use arrayvec::ArrayVec;
use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Square};
use tabiya_movelist::PawnStep;

use super::piece_types::PieceTypes;
use super::retraction::Retraction;

/// The origins of moves to one target, without and with a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The origins of moves that captured nothing.
    pub quiet: Bitboard,
    /// The origins of moves that may have captured.
    pub capturing: Bitboard,
}

/// A receiver for retractions.
///
/// The generator finds retractions as sets and calls one method per set. Only
/// [`push_retraction`](Self::push_retraction) is required: the other methods call it once per retraction by default.
/// Each retraction comes once, in unspecified order. After [`ControlFlow::Break`], the generator makes no more calls.
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use tabiya::Position;
/// use tabiya::retrograde::{Retraction, RetractionOptions, RetractionSink};
///
/// /// The retractions that are captures.
/// struct Captures(Vec<Retraction>);
///
/// impl RetractionSink for Captures {
///     type Break = Infallible;
///
///     fn push_retraction(&mut self, retraction: Retraction) -> ControlFlow<Infallible> {
///         self.0.extend(Some(retraction).filter(|retraction| retraction.captured().is_some()));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let position = Position::from_fen("8/8/8/8/8/5k2/8/K7 b - - 0 1")?;
/// let mut captures = Captures(Vec::new());
/// let end = position.retractor(&RetractionOptions::new()).generate_retractions(&mut captures);
/// assert!(end.is_continue());
/// // The king came from a2, b1 or b2, and may have captured a knight, a bishop, a rook or a queen.
/// assert_eq!(captures.0.len(), 3 * 4);
/// # Ok::<(), tabiya::FenError>(())
/// ```
pub trait RetractionSink {
    /// The value with which the sink ends the generation.
    type Break;

    /// Receives a retraction.
    fn push_retraction(&mut self, retraction: Retraction) -> ControlFlow<Self::Break>;

    /// Receives the retractions of one move: that without a capture, if any, and one for each captured type.
    #[inline]
    fn push_move_retractions(
        &mut self,
        mv: Move,
        is_quiet: bool,
        captured: PieceTypes,
    ) -> ControlFlow<Self::Break> {
        if is_quiet {
            self.push_retraction(Retraction::new(mv, None))?;
        }
        let mut captured = captured.into_iter();
        captured.try_for_each(|piece| self.push_retraction(Retraction::new(mv, Some(piece))))
    }

    /// Receives retractions of a piece that is no pawn, by its target and the types that it may have captured.
    #[inline(always)]
    fn push_piece_retractions(
        &mut self,
        piece_type: PieceType,
        to: Square,
        origins: Origins,
        captured: PieceTypes,
    ) -> ControlFlow<Self::Break> {
        let _ = piece_type;
        push_origins(self, to, MoveKind::Normal, origins, captured)
    }

    /// Receives retractions of pawns that share a step, by their origins. Captures captured each of some types, other
    /// steps nothing.
    #[inline(always)]
    fn push_pawn_retractions(
        &mut self,
        step: PawnStep,
        origins: Bitboard,
        captured: PieceTypes,
    ) -> ControlFlow<Self::Break> {
        let captures = step.is_capture();
        origins.into_iter().try_for_each(|from| {
            let to = Square::from_low_bits((from as u8).wrapping_add_signed(step.index_step()));
            self.push_move_retractions(Move::new(from, to), !captures, captured)
        })
    }

    /// Receives retractions of promotions, by their target and kind.
    #[inline(always)]
    fn push_unpromotions(
        &mut self,
        to: Square,
        kind: MoveKind,
        origins: Origins,
        captured: PieceTypes,
    ) -> ControlFlow<Self::Break> {
        push_origins(self, to, kind, origins, captured)
    }
}

/// Pushes the retractions of a piece, one move after the other.
#[inline(always)]
fn push_origins<T: RetractionSink + ?Sized>(
    sink: &mut T,
    to: Square,
    kind: MoveKind,
    origins: Origins,
    captured: PieceTypes,
) -> ControlFlow<T::Break> {
    (origins.quiet | origins.capturing).into_iter().try_for_each(|from| {
        let captures = u8::from(origins.capturing.contains(from));
        let captured = PieceTypes(captured.0 & captures.wrapping_neg());
        let mv = Move::with_kind(from, to, kind);
        sink.push_move_retractions(mv, origins.quiet.contains(from), captured)
    })
}

/// The retractions of a group that are written at once: nothing captured, and five types.
const GROUP_LEN: usize = 8;

/// The slots behind the capacity, so that a whole group always fits.
const SLOTS: usize = RetractionList::CAPACITY + GROUP_LEN;

/// The retractions by a set: bit 0 for a quiet move, and above it the captured types. The first ones count.
static GROUPS: [[u32; GROUP_LEN]; 64] = {
    let mut groups = [[0; GROUP_LEN]; 64];
    let mut set = 0;
    while set < 64 {
        let mut len = 0;
        let mut captured = 0;
        while captured < 6 {
            if set >> captured & 1 == 1 {
                groups[set][len] = (captured as u32) << 16;
                len += 1;
            }
            captured += 1;
        }
        set += 1;
    }
    groups
};

/// A list of retractions on the stack, with space for those of any position.
///
/// ```
/// use tabiya::Position;
/// use tabiya::retrograde::RetractionOptions;
///
/// let position = Position::from_fen("8/8/8/8/8/5k2/8/K7 b - - 0 1")?;
/// let list = position.retractor(&RetractionOptions::new()).retractions();
/// assert_eq!(list.len(), 15);
/// assert!(list.iter().any(|retraction| retraction.to_string() == "b2a1xQ"));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RetractionList(ArrayVec<Retraction, SLOTS>);

impl RetractionList {
    /// The capacity. No position has more than 1,724 retractions: by the proof of
    /// [`MoveList::CAPACITY`](tabiya_movelist::MoveList::CAPACITY), at most 264 + 8 origins with six retractions each,
    /// 64 promotions and 28 castling moves.
    pub const CAPACITY: usize = 1728;

    /// Creates an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Removes all retractions.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Deref for RetractionList {
    type Target = [Retraction];

    #[inline]
    fn deref(&self) -> &[Retraction] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a RetractionList {
    type Item = &'a Retraction;
    type IntoIter = core::slice::Iter<'a, Retraction>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for RetractionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl RetractionSink for RetractionList {
    type Break = Infallible;

    #[inline]
    fn push_retraction(&mut self, retraction: Retraction) -> ControlFlow<Infallible> {
        assert!(self.0.len() < Self::CAPACITY, "no space for another retraction");
        self.0.push(retraction);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_move_retractions(
        &mut self,
        mv: Move,
        is_quiet: bool,
        captured: PieceTypes,
    ) -> ControlFlow<Infallible> {
        let set = usize::from(captured.0 << 1 | u8::from(is_quiet)) % GROUPS.len();
        let bits = u32::from(mv.to_bits());
        let group = GROUPS[set].map(|captured| Retraction(captured | bits));
        let len = self.0.len() + set.count_ones() as usize;
        assert!(len <= Self::CAPACITY, "no space for another retraction: the list was not cleared");
        // The whole group is written, and its rest removed, because the number is hard to predict.
        let _ = self.0.try_extend_from_slice(&group);
        self.0.truncate(len);
        ControlFlow::Continue(())
    }
}

/// A counter of retractions, which counts whole sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RetractionCounter(pub(super) usize);

impl RetractionSink for RetractionCounter {
    type Break = Infallible;

    #[inline]
    fn push_retraction(&mut self, _: Retraction) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_pawn_retractions(
        &mut self,
        step: PawnStep,
        origins: Bitboard,
        captured: PieceTypes,
    ) -> ControlFlow<Infallible> {
        self.0 += origins.len() * if step.is_capture() { captured.len() } else { 1 };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_piece_retractions(
        &mut self,
        _: PieceType,
        _: Square,
        origins: Origins,
        captured: PieceTypes,
    ) -> ControlFlow<Infallible> {
        self.0 += origins.quiet.len() + origins.capturing.len() * captured.len();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_unpromotions(
        &mut self,
        _: Square,
        _: MoveKind,
        origins: Origins,
        captured: PieceTypes,
    ) -> ControlFlow<Infallible> {
        self.push_piece_retractions(PieceType::Pawn, Square::A1, origins, captured)
    }
}

/// A sink that calls a closure with each retraction, until it breaks.
pub(super) struct RetractionFn<F>(pub(super) F);

impl<B, F: FnMut(Retraction) -> ControlFlow<B>> RetractionSink for RetractionFn<F> {
    type Break = B;

    #[inline]
    fn push_retraction(&mut self, retraction: Retraction) -> ControlFlow<B> {
        (self.0)(retraction)
    }
}
