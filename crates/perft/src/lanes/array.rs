//! Scalar emulation for SIMD lanes, for tests on every CPU and under Miri.

use core::array::from_fn;
use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use tabiya_core::{Bitboard, Side};

use crate::lanes::boards::Boards;
use crate::lanes::castling::Castling;
use crate::lanes::children::MoveBatchList;
use crate::lanes::recursion::{self, PerftKernel};
use crate::lanes::vector::{Lanes, operators};

/// Four 64-bit lanes in an array, which implement [`Lanes`] with scalar code.
#[derive(Clone, Copy)]
pub(crate) struct ArrayLanes([u64; 4]);

type Values = [u64; 4];

operators!(ArrayLanes:
    |a: Values, b: Values| from_fn(|lane| a[lane] & b[lane]),
    |a: Values, b: Values| from_fn(|lane| a[lane] | b[lane]),
    |a: Values, b: Values| from_fn(|lane| a[lane] ^ b[lane]),
    |a: Values| a.map(|set| !set),
    |a: Values, b: Values| from_fn(|lane| a[lane].wrapping_add(b[lane])),
    |a: Values, b: Values| from_fn(|lane| a[lane].wrapping_sub(b[lane])));

impl Lanes for ArrayLanes {
    const WIDTH: usize = 4;

    fn splat(value: u64) -> Self {
        Self([value; 4])
    }

    fn load(values: &[u64; 8]) -> Self {
        Self(from_fn(|lane| values[lane]))
    }

    fn store(self) -> [u64; 8] {
        from_fn(|lane| self.0.get(lane).copied().unwrap_or(0))
    }

    fn zero_extend_bytes(bytes: u64) -> Self {
        Self(from_fn(|lane| bytes >> (8 * lane) & 0xff))
    }

    fn shl(self, count: u64) -> Self {
        Self(self.0.map(|set| set << count))
    }

    fn shr(self, count: u64) -> Self {
        Self(self.0.map(|set| set >> count))
    }

    fn rotate_left(self, counts: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].rotate_left(counts.0[lane] as u32 & 63)))
    }

    fn popcount(self) -> Self {
        Self(self.0.map(|set| set.count_ones().into()))
    }

    fn mul_lo32(self, other: Self) -> Self {
        let low = |value: u64| value & 0xffff_ffff;
        Self(from_fn(|lane| low(self.0[lane]) * low(other.0[lane])))
    }

    fn keep_where_nonzero(self, condition: Self) -> Self {
        Self(from_fn(|lane| if condition.0[lane] != 0 { self.0[lane] } else { 0 }))
    }

    fn keep_where_zero(self, condition: Self) -> Self {
        Self(from_fn(|lane| if condition.0[lane] == 0 { self.0[lane] } else { 0 }))
    }

    fn any(self) -> bool {
        self.0 != [0; 4]
    }

    fn nonzero_mask(self) -> u64 {
        (0..4).filter(|&lane| self.0[lane] != 0).fold(0, |lanes, lane| lanes | 1 << lane)
    }

    fn permute(self, indices: Self) -> Self {
        Self(indices.0.map(|index| self.0[index as usize & 3]))
    }

    fn lookup16(table: &[u64; 16], indices: Self) -> Self {
        Self(indices.0.map(|index| table[index as usize & 15]))
    }

    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize {
        for (byte, square) in to.iter_mut().zip(Bitboard(set)) {
            *byte = square as u8;
        }
        set.count_ones() as usize
    }
}

impl PerftKernel for ArrayLanes {
    fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64 {
        recursion::count_leaves::<Self, S>(castling, boards)
    }

    fn count_two_plies<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        list: &mut MoveBatchList,
    ) -> u64 {
        recursion::count_two_plies::<Self, S>(castling, boards, list)
    }

    fn expand<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        depth: u8,
        list: &mut MoveBatchList,
    ) -> u64 {
        recursion::expand::<Self, S>(castling, boards, depth, list)
    }
}
