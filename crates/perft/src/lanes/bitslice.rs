//! Bit-sliced numbers (vertical counters): a number for each square, one bitboard per binary digit.
//!
//! A carry-save adder adds the numbers on all squares in all lanes at once. With the ternary logic
//! in AVX-512, a full adder is two instructions.

use crate::lanes::vector::{Lanes, map_array};

/// A number for each square, as one bitboard per binary digit, the least significant first.
pub(crate) type BitSliced<V, const DIGITS: usize> = [V; DIGITS];

/// Adds three bits on each square, and returns the sum digit and the carry.
#[inline(always)]
pub(crate) fn full_add<V: Lanes>(a: V, b: V, c: V) -> (V, V) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

/// Adds two bits on each square, and returns the sum digit and the carry.
#[inline(always)]
pub(crate) fn half_add<V: Lanes>(a: V, b: V) -> (V, V) {
    (a ^ b, a & b)
}

/// Counts, for each square, the sets that contain it.
#[inline(always)]
pub(crate) fn count_sets<V: Lanes>([a, b, c, d, e, f, g, h]: [V; 8]) -> BitSliced<V, 4> {
    let (ones_1, twos_1) = full_add(a, b, c);
    let (ones_2, twos_2) = full_add(d, e, f);
    let (ones_3, twos_3) = full_add(ones_1, ones_2, g);
    let (ones, twos_4) = half_add(ones_3, h);
    let (twos_5, fours_1) = full_add(twos_1, twos_2, twos_3);
    let (twos, fours_2) = half_add(twos_5, twos_4);
    let (fours, eights) = half_add(fours_1, fours_2);
    [ones, twos, fours, eights]
}

/// Adds two bit-sliced numbers and a carry bit on each square, modulo 2^N.
#[inline(always)]
pub(crate) fn add<V: Lanes, const N: usize>(
    a: BitSliced<V, N>,
    b: BitSliced<V, N>,
    mut carry: V,
) -> BitSliced<V, N> {
    let mut digits = a;
    for index in 0..N {
        (digits[index], carry) = full_add(a[index], b[index], carry);
    }
    digits
}

/// Sums eight bit-sliced numbers on each square.
#[inline(always)]
pub(crate) fn sum<V: Lanes>(numbers: [BitSliced<V, 3>; 8]) -> BitSliced<V, 7> {
    let zero = V::splat(0);
    let [a, b, c, d] = count_ones_of_digit(numbers, 1);
    let low =
        add(zero_extend(count_ones_of_digit(numbers, 0)), [zero, a, b, c, d, zero, zero], zero);
    let [a, b, c, d] = count_ones_of_digit(numbers, 2);
    add(low, [zero, zero, a, b, c, d, zero], zero)
}

/// Counts, for each square, the bit-sliced numbers whose binary digit at `index` is 1.
#[inline(always)]
fn count_ones_of_digit<V: Lanes>(numbers: [BitSliced<V, 3>; 8], index: usize) -> BitSliced<V, 4> {
    count_sets(map_array(numbers, |number| number[index]))
}

/// Subtracts the bit-sliced number `b` from `a` on each square, in two's complement.
#[inline(always)]
pub(crate) fn subtract<V: Lanes, const N: usize>(
    a: BitSliced<V, N>,
    b: BitSliced<V, N>,
) -> BitSliced<V, N> {
    add(a, map_array(b, |digit| !digit), V::splat(!0))
}

/// Zero-extends the bit-sliced number on each square to more binary digits.
#[inline(always)]
pub(crate) fn zero_extend<V: Lanes, const N: usize, const M: usize>(
    number: BitSliced<V, N>,
) -> BitSliced<V, M> {
    let mut digits = [V::splat(0); M];
    digits[..N].copy_from_slice(&number);
    digits
}

/// Sums a bit-sliced number over all squares, for each lane.
#[inline(always)]
pub(crate) fn sum_over_squares<V: Lanes, const N: usize>(number: &BitSliced<V, N>) -> V {
    let mut sum = V::splat(0);
    for digit in number.iter().rev() {
        sum = sum + sum + digit.popcount();
    }
    sum
}

/// Multiplies an unsigned by a signed bit-sliced number, `a` by `b`, and sums the products over all
/// squares, for each lane.
#[inline(always)]
pub(crate) fn dot_product<V: Lanes, const N: usize, const M: usize>(
    a: &BitSliced<V, N>,
    b: &BitSliced<V, M>,
) -> V {
    let mut sum = V::splat(0);
    for index in (0..N).rev() {
        // The branch skips the high digits, which are mostly zero: few squares have eight moves.
        sum = sum + sum;
        if a[index].any() {
            let negative = (a[index] & b[M - 1]).popcount();
            let mut inner = V::splat(0) - negative;
            for digit in b[..M - 1].iter().rev() {
                inner = inner + inner + (a[index] & *digit).popcount();
            }
            sum = sum + inner;
        }
    }
    sum
}
