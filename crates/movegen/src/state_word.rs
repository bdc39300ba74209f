//! The side to move, the en passant square and the clocks, packed into one integer.

use core::hash::{Hash, Hasher};

use tabiya_core::{Color, Square};

/// A position's fields other than piece squares, packed into 64 bits.
///
/// | bits | field |
/// |---|---|
/// | 0 | 1 if Black is to move |
/// | 1 to 28 | the fullmove number, which may exceed 65,535 |
/// | 29 to 35 | the en passant square, with bit 35 set if there is one |
/// | 36 to 63 | the halfmove clock, which may exceed 65,535 |
///
/// One addition changes the side to move: bit 0 flips, and a carry from it increments the fullmove
/// number.
///
/// Accessors clamp the clocks to 65,535, so making a move does not need to. A field overflows after
/// about 268 million plies without a capture or a pawn move. It then restarts at 0, and no other
/// field changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateWord(u64);

/// The bit that is set if Black is to move.
const BLACK_TO_MOVE: u64 = 1;
/// The mask for a 28-bit clock, before the shift to its field.
const CLOCK_MASK: u64 = (1 << 28) - 1;
const FULLMOVE_SHIFT: u32 = 1;
const FULLMOVE_BITS: u64 = CLOCK_MASK << FULLMOVE_SHIFT;
const EP_SHIFT: u32 = 29;
const EP_BITS: u64 = 0x7f << EP_SHIFT;
const EP_PRESENT_BIT: u64 = 1 << 35;
const HALFMOVE_SHIFT: u32 = 36;
const HALFMOVE_BITS: u64 = CLOCK_MASK << HALFMOVE_SHIFT;

impl StateWord {
    /// The state word at the start of a game: White is to move, and the fullmove number is 1.
    pub(crate) const START: Self = Self(1 << FULLMOVE_SHIFT);

    #[inline]
    pub(crate) const fn to_bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    #[inline]
    pub(crate) const fn side_to_move(self) -> Color {
        if self.0 & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    #[inline]
    pub(crate) const fn with_side_to_move(self, color: Color) -> Self {
        Self(self.0 & !BLACK_TO_MOVE | color as u64)
    }

    #[inline]
    pub(crate) const fn ep_square(self) -> Option<Square> {
        if self.0 & EP_PRESENT_BIT == 0 {
            None
        } else {
            Some(Square::from_low_bits((self.0 >> EP_SHIFT) as u8))
        }
    }

    #[inline]
    pub(crate) const fn with_ep_square(self, square: Option<Square>) -> Self {
        let rest = self.0 & !EP_BITS;
        match square {
            None => Self(rest),
            Some(square) => Self(rest | EP_PRESENT_BIT | (square as u64) << EP_SHIFT),
        }
    }

    #[inline]
    pub(crate) const fn halfmove_clock(self) -> u16 {
        clamp_clock(self.0 >> HALFMOVE_SHIFT & CLOCK_MASK)
    }

    #[inline]
    pub(crate) const fn with_halfmove_clock(self, clock: u16) -> Self {
        Self(self.0 & !HALFMOVE_BITS | (clock as u64) << HALFMOVE_SHIFT)
    }

    #[inline]
    pub(crate) const fn fullmove_number(self) -> u16 {
        clamp_clock(self.0 >> FULLMOVE_SHIFT & CLOCK_MASK)
    }

    #[inline]
    pub(crate) const fn with_fullmove_number(self, number: u16) -> Self {
        Self(self.0 & !FULLMOVE_BITS | (number as u64) << FULLMOVE_SHIFT)
    }

    /// Returns the word's bits with both clocks clamped, for comparison and hashing.
    #[inline]
    const fn bits_with_clamped_clocks(self) -> u64 {
        let halfmove = self.with_halfmove_clock(self.halfmove_clock());
        halfmove.with_fullmove_number(self.fullmove_number()).0
    }

    /// Returns the word after a move: the side to move changes, and the clocks advance.
    ///
    /// `mask` selects whether the halfmove clock is kept or reset. The en passant square is cleared.
    #[inline]
    pub(crate) const fn after_move(self, mask: KeepMask) -> Self {
        // An overflowing fullmove number carries into the en passant square, which is cleared.
        Self(self.0.wrapping_add(BLACK_TO_MOVE | 1 << HALFMOVE_SHIFT) & mask.0)
    }

    /// Returns the word with a double push's en passant square, if `mask` belongs to a pawn.
    ///
    /// There is no en passant square before the call.
    #[inline]
    pub(crate) const fn with_double_push(self, from: Square, to: Square, mask: EpMask) -> Self {
        // The branch computes the square. Hoisted out, the compiler drops the branch and every move
        // pays.
        if is_two_rank_step(from, to) {
            let twice_ep_square = (from as usize + to as usize) as u64;
            let field = twice_ep_square << (EP_SHIFT - 1) | EP_PRESENT_BIT;
            Self(self.0 | field & mask.0)
        } else {
            self
        }
    }
}

/// Tests whether a pawn that moves from one square to the other makes a double push.
#[inline]
pub(crate) const fn is_two_rank_step(from: Square, to: Square) -> bool {
    // Flipping this bit in the index maps rank 2 to 4 and rank 7 to 5. No other pawn move on one
    // file flips it.
    from as usize ^ to as usize == 16
}

/// Returns a 28-bit clock as `u16`, clamped to 65,535.
#[inline]
const fn clamp_clock(count: u64) -> u16 {
    if count > u16::MAX as u64 { u16::MAX } else { count as u16 }
}

/// Clocks that clamp to the same value are equal.
impl PartialEq for StateWord {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits_with_clamped_clocks() == other.bits_with_clamped_clocks()
    }
}

impl Eq for StateWord {}

impl Hash for StateWord {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits_with_clamped_clocks().hash(state);
    }
}

/// The mask for the fields that [`StateWord::after_move`] keeps: all but the en passant square,
/// with or without the halfmove clock.
#[derive(Clone, Copy)]
pub(crate) struct KeepMask(u64);

impl KeepMask {
    pub(crate) const KEEP_CLOCK: Self = Self(!EP_BITS);
    pub(crate) const RESET_CLOCK: Self = Self(!(EP_BITS | HALFMOVE_BITS));

    /// Returns the mask for the fields that both masks keep.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The mask for the en passant square after a move by two ranks: all bits for a pawn, else none.
#[derive(Clone, Copy)]
pub(crate) struct EpMask(u64);

impl EpMask {
    pub(crate) const SET_SQUARE: Self = Self(!0);
    pub(crate) const NO_SQUARE: Self = Self(0);
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::hash::DefaultHasher;

    use super::*;

    fn hash(word: StateWord) -> u64 {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn clamped_clocks_are_equal() {
        let at = |clock| StateWord::START.with_halfmove_clock(clock).with_fullmove_number(clock);
        let mut word = at(u16::MAX - 1);
        assert_ne!(word, at(u16::MAX));
        for _ in 0..4 {
            word = word.after_move(KeepMask::KEEP_CLOCK).after_move(KeepMask::KEEP_CLOCK);
            assert_eq!((word.halfmove_clock(), word.fullmove_number()), (u16::MAX, u16::MAX));
            assert_eq!(word, at(u16::MAX));
            assert_eq!(hash(word), hash(at(u16::MAX)));
        }
        let next = word.after_move(KeepMask::KEEP_CLOCK);
        assert_ne!(word, next);
        assert_ne!(hash(word), hash(next));
        assert_eq!(word.with_halfmove_clock(7).halfmove_clock(), 7);
        assert_eq!(word.with_fullmove_number(7).fullmove_number(), 7);
    }

    #[test]
    fn clock_overflow_keeps_other_fields() {
        let last = StateWord(!EP_BITS);
        assert_eq!(last.after_move(KeepMask::KEEP_CLOCK), StateWord(0));
    }
}
