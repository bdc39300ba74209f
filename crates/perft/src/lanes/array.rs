//! Lanes in an array, for tests on every CPU and under Miri.

use core::array::from_fn;
use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use tabiya_core::{Bitboard, Side};

use crate::lanes::boards::Boards;
use crate::lanes::castling::Castling;
use crate::lanes::children::List;
use crate::lanes::vector::{Lanes, operators};
use crate::lanes::walk::{self, Walk};

/// Four bitboards in memory.
#[derive(Clone, Copy)]
pub(crate) struct Array([u64; 4]);

type Words = [u64; 4];

operators!(Array:
    |a: Words, b: Words| from_fn(|lane| a[lane] & b[lane]),
    |a: Words, b: Words| from_fn(|lane| a[lane] | b[lane]),
    |a: Words, b: Words| from_fn(|lane| a[lane] ^ b[lane]),
    |a: Words| a.map(|set| !set),
    |a: Words, b: Words| from_fn(|lane| a[lane].wrapping_add(b[lane])),
    |a: Words, b: Words| from_fn(|lane| a[lane].wrapping_sub(b[lane])));

impl Lanes for Array {
    const WIDTH: usize = 4;

    fn splat(set: u64) -> Self {
        Self([set; 4])
    }

    fn load(words: &[u64; 8]) -> Self {
        Self(from_fn(|lane| words[lane]))
    }

    fn store(self) -> [u64; 8] {
        from_fn(|lane| self.0.get(lane).copied().unwrap_or(0))
    }

    fn widen(bytes: u64) -> Self {
        Self(from_fn(|lane| bytes >> (8 * lane) & 0xff))
    }

    fn up(self, places: u64) -> Self {
        Self(self.0.map(|set| set << places))
    }

    fn down(self, places: u64) -> Self {
        Self(self.0.map(|set| set >> places))
    }

    fn turned(self, places: Self) -> Self {
        Self(from_fn(|lane| self.0[lane].rotate_left(places.0[lane] as u32 & 63)))
    }

    fn count(self) -> Self {
        Self(self.0.map(|set| set.count_ones().into()))
    }

    fn times(self, other: Self) -> Self {
        let low = |number: u64| number & 0xffff_ffff;
        Self(from_fn(|lane| low(self.0[lane]) * low(other.0[lane])))
    }

    fn where_any(self, condition: Self) -> Self {
        Self(from_fn(|lane| if condition.0[lane] != 0 { self.0[lane] } else { 0 }))
    }

    fn where_none(self, condition: Self) -> Self {
        Self(from_fn(|lane| if condition.0[lane] == 0 { self.0[lane] } else { 0 }))
    }

    fn any(self) -> bool {
        self.0 != [0; 4]
    }

    fn lanes_with_any(self) -> u64 {
        (0..4).filter(|&lane| self.0[lane] != 0).fold(0, |lanes, lane| lanes | 1 << lane)
    }

    fn pick(self, lanes: Self) -> Self {
        Self(lanes.0.map(|lane| self.0[lane as usize & 3]))
    }

    fn look_up(table: &[u64; 16], indices: Self) -> Self {
        Self(indices.0.map(|index| table[index as usize & 15]))
    }

    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize {
        for (byte, square) in to.iter_mut().zip(Bitboard(set)) {
            *byte = square as u8;
        }
        set.count_ones() as usize
    }
}

impl Walk for Array {
    fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64 {
        walk::count_leaves::<Self, S>(castling, boards)
    }

    fn count_two_plies<S: Side>(
        castling: &Castling,
        boards: &Boards<Self>,
        list: &mut List,
    ) -> u64 {
        walk::count_two_plies::<Self, S>(castling, boards, list)
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
