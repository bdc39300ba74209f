//! Who is to move, the en passant square and the clocks, in one word.

use tabiya_core::{Color, Square};

/// What of a position stands on no square.
///
/// | bits | hold |
/// |---|---|
/// | 0 | whether Black is to move |
/// | 1 to 16 | the fullmove number, below a bit that is 0 |
/// | 18 to 33 | the halfmove clock, below a bit that is 0 |
/// | 40 to 46 | the en passant square, with bit 46 set if there is one |
///
/// One word is loaded and stored at once, and a turn ends by one addition to it: Black's flag
/// flips, and where it was set, it carries to the fullmove number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn(u64);

const BLACK: u64 = 1;
const FULLMOVE: u32 = 1;
const CLOCK: u32 = 18;
const CLOCK_FIELD: u64 = 0xffff << CLOCK;
const EP: u32 = 40;
const EP_FIELD: u64 = 0x7f << EP;
const EP_EXISTS: u64 = 1 << 46;
/// Where a clock that runs over carries to.
const OVERFLOW: u64 = 1 << 17 | 1 << 34;

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
        (self.0 >> CLOCK) as u16
    }

    #[inline]
    pub(crate) const fn with_halfmove_clock(self, clock: u16) -> Self {
        Self(self.0 & !CLOCK_FIELD | (clock as u64) << CLOCK)
    }

    #[inline]
    pub(crate) const fn fullmove_number(self) -> u16 {
        (self.0 >> FULLMOVE) as u16
    }

    #[inline]
    pub(crate) const fn with_fullmove_number(self, number: u16) -> Self {
        Self(self.0 & !(0xffff << FULLMOVE) | (number as u64) << FULLMOVE)
    }

    /// The next turn: the other player's, and each clock one on or at its end; then what the
    /// mask does not keep is gone, the en passant square always.
    #[inline(always)]
    pub(crate) const fn next(self, kept: ClockMask) -> Self {
        let on = self.0 + (BLACK | 1 << CLOCK);
        Self((on - ((on & OVERFLOW) >> 16)) & kept.0)
    }

    /// The same, which has no en passant square, with the one that is passed by a step of two
    /// ranks, if it is one and the mask says so.
    #[inline(always)]
    pub(crate) const fn with_passed(self, from: Square, to: Square, passes: EpMask) -> Self {
        // The sum is twice the square between.
        let passed = (from as u64 + to as u64) << (EP - 1) | EP_EXISTS;
        if may_pass(from, to) { Self(self.0 | passed & passes.0) } else { self }
    }
}

/// Whether a pawn's step between two squares may pass a third: of its steps, the double ones do.
#[inline(always)]
pub(crate) const fn may_pass(from: Square, to: Square) -> bool {
    // As indices: the tables that a make looks into want them so, and need no second copy.
    from as usize ^ to as usize == 16
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
