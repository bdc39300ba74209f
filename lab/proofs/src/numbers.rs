//! Binary numbers of symbolic bits.

use crate::graph::Bit;

/// A number, by its digits from the lowest one.
#[derive(Clone, Debug, Default)]
pub struct Number(Vec<Bit>);

impl Number {
    /// Returns the number with these digits.
    pub fn from_bits(digits: impl IntoIterator<Item = Bit>) -> Self {
        Self(digits.into_iter().collect())
    }

    /// Returns the number, doubled several times.
    pub fn doubled(mut self, times: usize) -> Self {
        self.0.splice(..0, vec![Bit::ZERO; times]);
        self
    }

    /// Returns 1 if the numbers differ.
    pub fn differs(&self, other: &Self) -> Bit {
        let len = self.0.len().max(other.0.len());
        (0..len)
            .fold(Bit::ZERO, |differs, index| differs | (self.digit(index) ^ other.digit(index)))
    }

    fn digit(&self, index: usize) -> Bit {
        self.0.get(index).copied().unwrap_or(Bit::ZERO)
    }

    fn add(&self, other: &Self) -> Self {
        let len = self.0.len().max(other.0.len());
        let mut carry = Bit::ZERO;
        let mut digits: Vec<_> = (0..len)
            .map(|index| {
                let [a, b] = [self.digit(index), other.digit(index)];
                let digit = a ^ b ^ carry;
                carry = a & b | carry & (a ^ b);
                digit
            })
            .collect();
        digits.extend((carry != Bit::ZERO).then_some(carry));
        Self(digits)
    }
}

/// Adds numbers.
pub fn sum(numbers: impl IntoIterator<Item = Number>) -> Number {
    numbers.into_iter().fold(Number::default(), |sum, number| sum.add(&number))
}

/// Counts the bits that are 1.
pub fn count(bits: impl IntoIterator<Item = Bit>) -> Number {
    let bits = bits.into_iter().filter(|&bit| bit != Bit::ZERO);
    sum(bits.map(|bit| Number::from_bits([bit])))
}
