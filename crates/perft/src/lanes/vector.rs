//! Several bitboards in one register, and what is done to all of them at once.

use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// The same done to each set of several. The standard library's `map` is not always inlined,
/// and then knows nothing of the registers.
#[inline(always)]
pub(crate) fn each<T: Copy, U: Copy + Default, const N: usize>(
    sets: [T; N],
    change: impl Fn(T) -> U,
) -> [U; N] {
    let mut changed = [U::default(); N];
    for (changed, set) in changed.iter_mut().zip(sets) {
        *changed = change(set);
    }
    changed
}

/// As many bitboards as fit in a register; every operation acts on each of them alone.
///
/// What is said of a set below is said of each lane: `any` board where a piece stands …
pub(crate) trait Lanes:
    Copy
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// How many boards there are.
    const WIDTH: usize;

    /// The same set in every lane.
    fn splat(set: u64) -> Self;

    /// Lanes from memory; of the eight words, the first [`WIDTH`](Self::WIDTH) count.
    fn load(words: &[u64; 8]) -> Self;

    /// Lanes to memory; words past the width are zero.
    fn store(self) -> [u64; 8];

    /// Lanes from bytes, the lowest byte in the first lane.
    fn widen(bytes: u64) -> Self;

    /// Every bit moved up by as many places, below 64.
    fn up(self, places: u64) -> Self;

    /// Every bit moved down by as many places, below 64.
    fn down(self, places: u64) -> Self;

    /// The bits of each lane turned upwards by as many places as that lane of `places` says,
    /// 0 to 63.
    fn turned(self, places: Self) -> Self;

    /// How many squares each set has.
    fn count(self) -> Self;

    /// The product of numbers below 2^32.
    fn times(self, other: Self) -> Self;

    /// The sets in those lanes where `condition` is not empty; elsewhere nothing.
    fn where_any(self, condition: Self) -> Self;

    /// The sets in those lanes where `condition` is empty; elsewhere nothing.
    fn where_none(self, condition: Self) -> Self;

    /// Whether some lane holds some square.
    fn any(self) -> bool;

    /// Which lanes hold some square: bit 0 for the first lane.
    fn lanes_with_any(self) -> u64;

    /// For each lane the lane of `self` that `lanes` names.
    fn pick(self, lanes: Self) -> Self;

    /// For each lane the entry of a table that `indices` names.
    fn look_up(table: &[u64; 16], indices: Self) -> Self;

    /// Writes the squares of a set, a byte each, with room for 64; answers how many there are.
    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize;

    /// All squares in the first lanes, nothing in the others.
    #[inline(always)]
    fn first(lanes: usize) -> Self {
        let mut words = [0; 8];
        words[..lanes.min(8)].fill(!0);
        Self::load(&words)
    }

    /// The sum of the lanes.
    #[inline(always)]
    fn sum(self) -> u64 {
        self.store().into_iter().fold(0, u64::wrapping_add)
    }
}

/// The operators of lanes, each by one function of the register.
macro_rules! operators {
    ($lanes:ident: $and:expr, $or:expr, $xor:expr, $not:expr, $add:expr, $sub:expr) => {
        operators!(@binary $lanes BitAnd bitand $and);
        operators!(@binary $lanes BitOr bitor $or);
        operators!(@binary $lanes BitXor bitxor $xor);
        operators!(@binary $lanes Add add $add);
        operators!(@binary $lanes Sub sub $sub);

        impl Default for $lanes {
            #[inline(always)]
            fn default() -> Self {
                Self::splat(0)
            }
        }

        impl Not for $lanes {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self($not(self.0))
            }
        }

        impl BitAndAssign for $lanes {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl BitOrAssign for $lanes {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }
    };
    (@binary $lanes:ident $operator:ident $method:ident $function:expr) => {
        impl $operator for $lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($function(self.0, other.0))
            }
        }
    };
}

pub(crate) use operators;
