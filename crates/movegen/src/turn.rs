//! Who is to move, the en passant square and the clocks, in one word.

use core::hash::{Hash, Hasher};

use tabiya_core::{Color, Square};

use crate::arch::Way;

/// What of a position stands on no square.
///
/// | bits | hold |
/// |---|---|
/// | 0 | whether Black is to move |
/// | 1 to 28 | the fullmove number, and how often it should have grown at its end |
/// | 29 to 35 | the en passant square, with bit 35 set if there is one |
/// | 36 to 63 | the halfmove clock, likewise |
///
/// One word is loaded and stored at once, and a turn ends by one addition to it: Black's flag
/// flips, and where it was set, it carries to the fullmove number.
///
/// Clocks stop at 65,535. To ask in every make whether one is there takes 4 of its 51 instructions,
/// so it is asked where they are read; the fields count on, for 268 million turns without a capture
/// or a pawn's move. (One more would start again at 0, and do no other harm.)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn(u64);

const BLACK: u64 = 1;
/// The count of a clock.
const COUNT: u64 = (1 << 28) - 1;
const FULLMOVE: u32 = 1;
const FULLMOVE_FIELD: u64 = COUNT << FULLMOVE;
const EP: u32 = 29;
const EP_FIELD: u64 = 0x7f << EP;
const EP_EXISTS: u64 = 1 << 35;
const CLOCK: u32 = 36;
const CLOCK_FIELD: u64 = COUNT << CLOCK;

impl Turn {
    /// White's first.
    pub(crate) const FIRST: Self = Self(1 << FULLMOVE);

    #[inline]
    pub(crate) const fn side_to_move(self) -> Color {
        if self.0 & BLACK == 0 { Color::White } else { Color::Black }
    }

    #[inline]
    pub(crate) const fn with_side_to_move(self, color: Color) -> Self {
        Self(self.0 & !BLACK | color as u64)
    }

    #[inline]
    pub(crate) const fn ep_square(self) -> Option<Square> {
        if self.0 & EP_EXISTS == 0 {
            None
        } else {
            Some(Square::from_low_bits((self.0 >> EP) as u8))
        }
    }

    #[inline]
    pub(crate) const fn with_ep_square(self, square: Option<Square>) -> Self {
        let rest = self.0 & !EP_FIELD;
        match square {
            None => Self(rest),
            Some(square) => Self(rest | EP_EXISTS | (square as u64) << EP),
        }
    }

    #[inline]
    pub(crate) const fn halfmove_clock(self) -> u16 {
        stopped(self.0 >> CLOCK & COUNT)
    }

    #[inline]
    pub(crate) const fn with_halfmove_clock(self, clock: u16) -> Self {
        Self(self.0 & !CLOCK_FIELD | (clock as u64) << CLOCK)
    }

    #[inline]
    pub(crate) const fn fullmove_number(self) -> u16 {
        stopped(self.0 >> FULLMOVE & COUNT)
    }

    #[inline]
    pub(crate) const fn with_fullmove_number(self, number: u16) -> Self {
        Self(self.0 & !FULLMOVE_FIELD | (number as u64) << FULLMOVE)
    }

    /// The same, with clocks that count no further than they are read.
    #[inline]
    const fn as_read(self) -> u64 {
        let halfmove = self.with_halfmove_clock(self.halfmove_clock());
        halfmove.with_fullmove_number(self.fullmove_number()).0
    }

    /// The next turn: the other player's, and each clock one on; then what the mask does not keep
    /// is gone, the en passant square always.
    #[inline(always)]
    pub(crate) const fn next(self, kept: ClockMask) -> Self {
        // A fullmove number that ran over would carry to the en passant square, which is not kept.
        Self(self.0.wrapping_add(BLACK | 1 << CLOCK) & kept.0)
    }

    /// The same, which has no en passant square, with the one that is passed by a step of two
    /// ranks, if it is one and the mask says so. Worked out within the branch, or compilers keep none.
    #[inline(always)]
    pub(crate) fn with_passed(self, way: impl Way, passes: EpMask) -> Self {
        if way.may_pass() {
            let passed = (way.sum() as u64) << (EP - 1) | EP_EXISTS;
            Self(self.0 | passed & passes.0)
        } else {
            self
        }
    }
}

/// A clock's count, as far as clocks go.
#[inline]
const fn stopped(count: u64) -> u16 {
    if count > u16::MAX as u64 { u16::MAX } else { count as u16 }
}

/// Clocks that read the same are equal.
impl PartialEq for Turn {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_read() == other.as_read()
    }
}

impl Eq for Turn {}

impl Hash for Turn {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_read().hash(state);
    }
}

/// What a turn leaves to the next one: the halfmove clock or not, an en passant square never.
#[derive(Clone, Copy)]
pub(crate) struct ClockMask(u64);

impl ClockMask {
    pub(crate) const ALL: Self = Self(!EP_FIELD);
    pub(crate) const NOTHING: Self = Self(!(EP_FIELD | CLOCK_FIELD));

    /// What both keep.
    #[inline(always)]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// What is set of an en passant square: all or nothing.
#[derive(Clone, Copy)]
pub(crate) struct EpMask(u64);

impl EpMask {
    pub(crate) const ALL: Self = Self(!0);
    pub(crate) const NOTHING: Self = Self(0);
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::hash::DefaultHasher;

    use super::*;

    fn hash(turn: Turn) -> u64 {
        let mut hasher = DefaultHasher::new();
        turn.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn clocks_that_stopped_are_equal() {
        let at = |clock| Turn::FIRST.with_halfmove_clock(clock).with_fullmove_number(clock);
        let mut turn = at(u16::MAX - 1);
        assert_ne!(turn, at(u16::MAX));
        for _ in 0..4 {
            turn = turn.next(ClockMask::ALL).next(ClockMask::ALL);
            assert_eq!((turn.halfmove_clock(), turn.fullmove_number()), (u16::MAX, u16::MAX));
            assert_eq!(turn, at(u16::MAX));
            assert_eq!(hash(turn), hash(at(u16::MAX)));
        }
        let next = turn.next(ClockMask::ALL);
        assert_ne!(turn, next);
        assert_ne!(hash(turn), hash(next));
        assert_eq!(turn.with_halfmove_clock(7).halfmove_clock(), 7);
        assert_eq!(turn.with_fullmove_number(7).fullmove_number(), 7);
    }

    #[test]
    fn what_runs_over_does_no_other_harm() {
        let last = Turn(!EP_FIELD);
        assert_eq!(last.next(ClockMask::ALL), Turn(0));
    }
}
