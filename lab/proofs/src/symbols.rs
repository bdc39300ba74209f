//! A register with one lane of symbolic bits, which the functions that count leaves accept.

use std::array::from_fn;
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use tabiya_perft::symbolic::Lanes;

use crate::graph::{self, Bit};

/// 64 symbolic bits, or a number. The value is a place in a table of the thread, since registers are `Copy` and small.
#[derive(Clone, Copy, Debug)]
pub struct Symbols(u32);

/// A sum: the sizes of sets, each so many times, and single bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The sets, in the order in which they were counted, each with its factor.
    pub sets: Vec<(usize, u64)>,
    /// The bits.
    pub bits: Vec<Bit>,
}

#[derive(Clone)]
enum Entry {
    Bits(Box<[Bit; 64]>),
    Sum(Sum),
}

thread_local! {
    static TABLE: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
    /// The sets that were counted.
    static COUNTED: RefCell<Vec<[Bit; 64]>> = const { RefCell::new(Vec::new()) };
}

/// Removes all symbols and nodes of the thread.
pub fn clear() {
    TABLE.with_borrow_mut(Vec::clear);
    COUNTED.with_borrow_mut(Vec::clear);
    graph::clear();
}

/// Returns a set that was counted.
pub fn counted(index: usize) -> [Bit; 64] {
    COUNTED.with_borrow(|counted| counted[index])
}

impl Symbols {
    /// Returns the symbols with these bits.
    pub fn new(bits: [Bit; 64]) -> Self {
        Self::insert(Entry::Bits(Box::new(bits)))
    }

    fn insert(entry: Entry) -> Self {
        TABLE.with_borrow_mut(|table| {
            table.push(entry);
            Self(table.len() as u32 - 1)
        })
    }

    fn entry(self) -> Entry {
        TABLE.with_borrow(|table| table[self.0 as usize].clone())
    }

    /// Returns the bits.
    pub fn bits(self) -> [Bit; 64] {
        match self.entry() {
            Entry::Bits(bits) => *bits,
            Entry::Sum(_) => unreachable!("the functions only add numbers"),
        }
    }

    /// Returns a number as a sum. Other numbers are at most 1.
    pub fn terms(self) -> Sum {
        match self.entry() {
            Entry::Sum(sum) => sum,
            Entry::Bits(bits) => {
                let [bit, others @ ..] = *bits;
                assert!(others.iter().all(|&other| other == Bit::ZERO), "a number above 1");
                Sum { sets: Vec::new(), bits: vec![bit] }
            }
        }
    }

    fn zip(self, other: Self, function: impl Fn(Bit, Bit) -> Bit) -> Self {
        let ours = self.bits();
        let others = other.bits();
        Self::new(from_fn(|index| function(ours[index], others[index])))
    }

    /// Adds two bit strings and a carry.
    fn ripple(self, other: Self, mut carry: Bit) -> Self {
        let ours = self.bits();
        let others = other.bits();
        Self::new(from_fn(|index| {
            let [a, b] = [ours[index], others[index]];
            let digit = a ^ b ^ carry;
            carry = a & b | carry & (a ^ b);
            digit
        }))
    }

    fn any_bit(self) -> Bit {
        self.bits().into_iter().fold(Bit::ZERO, |any, bit| any | bit)
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Self::splat(0)
    }
}

impl BitAnd for Symbols {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Symbols {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Symbols {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Symbols {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(self.bits().map(|bit| !bit))
    }
}

impl BitAndAssign for Symbols {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Symbols {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Add for Symbols {
    type Output = Self;

    /// Adds numbers, at least one of which is the size of a set.
    fn add(self, other: Self) -> Self {
        let mut sum = self.terms();
        let other = other.terms();
        for (set, factor) in other.sets {
            match sum.sets.iter_mut().find(|(found, _)| *found == set) {
                Some((_, before)) => *before += factor,
                None => sum.sets.push((set, factor)),
            }
        }
        sum.bits.extend(other.bits);
        Self::insert(Entry::Sum(sum))
    }
}

impl Sub for Symbols {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.ripple(!other, Bit::ONE)
    }
}

impl Lanes for Symbols {
    const WIDTH: usize = 1;

    fn splat(value: u64) -> Self {
        Self::new(from_fn(|index| Bit::constant(value >> index & 1 == 1)))
    }

    fn load(values: &[u64; 8]) -> Self {
        Self::splat(values[0])
    }

    fn shl(self, count: u64) -> Self {
        let bits = self.bits();
        Self::new(from_fn(|index| match index.checked_sub(count as usize) {
            Some(from) => bits[from],
            None => Bit::ZERO,
        }))
    }

    fn shr(self, count: u64) -> Self {
        let bits = self.bits();
        Self::new(from_fn(|index| bits.get(index + count as usize).copied().unwrap_or(Bit::ZERO)))
    }

    /// Returns a sum of one set, which is remembered.
    fn popcount(self) -> Self {
        let set = COUNTED.with_borrow_mut(|counted| {
            counted.push(self.bits());
            counted.len() - 1
        });
        Self::insert(Entry::Sum(Sum { sets: vec![(set, 1)], bits: Vec::new() }))
    }

    fn keep_where_nonzero(self, condition: Self) -> Self {
        let keep = condition.any_bit();
        Self::new(self.bits().map(|bit| bit & keep))
    }

    fn keep_where_zero(self, condition: Self) -> Self {
        let drop = condition.any_bit();
        Self::new(self.bits().map(|bit| bit & !drop))
    }

    /// Returns `true`: branches skip work that has no effect on empty sets, as a lemma of its own shows.
    fn any(self) -> bool {
        true
    }

    fn store(self) -> [u64; 8] {
        unreachable!("symbols have no value")
    }

    fn nonzero_mask(self) -> u64 {
        unreachable!("symbols have no value")
    }

    fn zero_extend_bytes(_: u64) -> Self {
        unreachable!("no set needs it")
    }

    fn rotate_left(self, _: Self) -> Self {
        unreachable!("no set needs it")
    }

    fn mul_lo32(self, _: Self) -> Self {
        unreachable!("no set needs it")
    }

    fn permute(self, _: Self) -> Self {
        unreachable!("no set needs it")
    }

    fn lookup16(_: &[u64; 16], _: Self) -> Self {
        unreachable!("no set needs it")
    }

    fn write_squares(_: u64, _: &mut [u8; 64]) -> usize {
        unreachable!("symbols have no value")
    }
}
