//! One board in one lane: what every processor can do.

use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use tabiya_core::{Bitboard, Side};

use super::Lanes;
use crate::boards::Boards;
use crate::castling::Castling;
use crate::children::List;
use crate::walk;

/// A lane alone.
#[derive(Clone, Copy)]
pub(crate) struct Single(u64);

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

operators!(Single: u64::bitand, u64::bitor, u64::bitxor, u64::not, u64::wrapping_add,
    u64::wrapping_sub);

impl Lanes for Single {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self(set)
    }

    #[inline(always)]
    fn load(words: &[u64; 8]) -> Self {
        Self(words[0])
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        [self.0, 0, 0, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn widen(bytes: u64) -> Self {
        Self(bytes & 0xff)
    }

    #[inline(always)]
    fn up(self, places: u64) -> Self {
        Self(self.0 << places)
    }

    #[inline(always)]
    fn down(self, places: u64) -> Self {
        Self(self.0 >> places)
    }

    #[inline(always)]
    fn turned(self, places: Self) -> Self {
        Self(self.0.rotate_left(places.0 as u32))
    }

    #[inline(always)]
    fn count(self) -> Self {
        Self(u64::from(self.0.count_ones()))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(self.0.wrapping_mul(other.0))
    }

    #[inline(always)]
    fn where_any(self, condition: Self) -> Self {
        if condition.any() { self } else { Self(0) }
    }

    #[inline(always)]
    fn where_none(self, condition: Self) -> Self {
        if condition.any() { Self(0) } else { self }
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn lanes_with_any(self) -> u64 {
        u64::from(self.any())
    }

    #[inline(always)]
    fn pick(self, _: Self) -> Self {
        self
    }

    #[inline(always)]
    fn look_up(table: &[u64; 16], indices: Self) -> Self {
        Self(table[indices.0 as usize % 16])
    }

    #[inline(always)]
    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize {
        for (place, square) in to.iter_mut().zip(Bitboard(set)) {
            *place = square as u8;
        }
        set.count_ones() as usize
    }

    fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64 {
        walk::count::<Self, S>(castling, boards)
    }

    fn count_two_plies<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        list: &mut List,
    ) -> u64 {
        walk::two_plies::<Self, S>(castling, boards, list)
    }

    fn expand<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        depth: u8,
        list: &mut List,
    ) -> u64 {
        walk::expand::<Self, S>(castling, boards, depth, list)
    }
}
