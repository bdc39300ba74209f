//! SIMD registers that hold bitboards, and the operations on them.

use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// Applies a function to each array element.
///
/// `array::map` is not always inlined. Then its closure is compiled without the target features,
/// and the registers are passed through memory.
#[inline(always)]
pub(crate) fn map_array<T: Copy, U: Copy + Default, const N: usize>(
    values: [T; N],
    function: impl Fn(T) -> U,
) -> [U; N] {
    let mut results = [U::default(); N];
    for (result, value) in results.iter_mut().zip(values) {
        *result = function(value);
    }
    results
}

/// A SIMD register with 64-bit lanes, each of which holds a bitboard or a number.
///
/// Operations act on each lane separately, unless stated otherwise.
pub trait Lanes:
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
    /// The number of lanes.
    const WIDTH: usize;

    /// Broadcasts a value to all lanes.
    fn splat(value: u64) -> Self;

    /// Loads the first [`WIDTH`](Self::WIDTH) values from an array.
    fn load(values: &[u64; 8]) -> Self;

    /// Stores the lanes in an array; values from index [`WIDTH`](Self::WIDTH) on are zero.
    fn store(self) -> [u64; 8];

    /// Zero-extends bytes to lanes, the lowest byte to the first lane.
    fn zero_extend_bytes(bytes: u64) -> Self;

    /// Shifts each lane left by `count` bits, fewer than 64.
    fn shl(self, count: u64) -> Self;

    /// Shifts each lane right by `count` bits, fewer than 64.
    fn shr(self, count: u64) -> Self;

    /// Rotates each lane left by the same lane in `counts`, from 0 to 63.
    fn rotate_left(self, counts: Self) -> Self;

    /// Counts the bits in each lane.
    fn popcount(self) -> Self;

    /// Multiplies the low 32 bits in each lane; the product has 64 bits.
    fn mul_lo32(self, other: Self) -> Self;

    /// Zeroes the lanes where `condition` is zero.
    fn keep_where_nonzero(self, condition: Self) -> Self;

    /// Zeroes the lanes where `condition` is not zero.
    fn keep_where_zero(self, condition: Self) -> Self;

    /// Tests whether any lane is not zero.
    fn any(self) -> bool;

    /// Returns a bit mask with the lanes that are not zero, bit 0 for the first lane.
    fn nonzero_mask(self) -> u64;

    /// Permutes the lanes: lane `i` in the result is the lane of `self` with the index in lane `i`
    /// of `indices`.
    fn permute(self, indices: Self) -> Self;

    /// Looks up a table with 16 entries: the entry whose index each lane of `indices` holds.
    fn lookup16(table: &[u64; 16], indices: Self) -> Self;

    /// Writes the squares in a set in order, a byte each, and returns how many there are.
    ///
    /// The bytes after them are unspecified.
    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize;

    /// Returns all ones in the first `count` lanes, zero in the others.
    #[inline(always)]
    fn first_lanes(count: usize) -> Self {
        let mut values = [0; 8];
        values[..count.min(8)].fill(!0);
        Self::load(&values)
    }

    /// Sums the lanes, wrapping on overflow.
    #[inline(always)]
    fn reduce_sum(self) -> u64 {
        self.store().into_iter().fold(0, u64::wrapping_add)
    }
}

/// Implements the operators for a [`Lanes`] type, each from a register function.
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
