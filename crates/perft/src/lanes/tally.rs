//! Bit-sliced numbers, one for each square: a bitboard per binary digit (vertical counters).
//!
//! They are added with carry-save adders, for all squares of all boards at once. A full adder is
//! two instructions with AVX-512's ternary logic.

use crate::lanes::vector::{Lanes, each};

/// A bit-sliced number for each square, the least significant digit first.
pub(crate) type Number<V, const DIGITS: usize> = [V; DIGITS];

/// Adds three bits on each square: the sum digit and the carry.
#[inline(always)]
pub(crate) fn full_add<V: Lanes>(a: V, b: V, c: V) -> (V, V) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

/// Adds two bits on each square: the sum digit and the carry.
#[inline(always)]
pub(crate) fn half_add<V: Lanes>(a: V, b: V) -> (V, V) {
    (a ^ b, a & b)
}

/// Counts, for each square, the sets that contain it.
#[inline(always)]
pub(crate) fn tally<V: Lanes>([a, b, c, d, e, f, g, h]: [V; 8]) -> Number<V, 4> {
    let (ones_1, twos_1) = full_add(a, b, c);
    let (ones_2, twos_2) = full_add(d, e, f);
    let (ones_3, twos_3) = full_add(ones_1, ones_2, g);
    let (ones, twos_4) = half_add(ones_3, h);
    let (twos_5, fours_1) = full_add(twos_1, twos_2, twos_3);
    let (twos, fours_2) = half_add(twos_5, twos_4);
    let (fours, eights) = half_add(fours_1, fours_2);
    [ones, twos, fours, eights]
}

/// Adds two numbers and a carry on each square, modulo 2^N.
#[inline(always)]
pub(crate) fn sum<V: Lanes, const N: usize>(
    a: Number<V, N>,
    b: Number<V, N>,
    mut carry: V,
) -> Number<V, N> {
    let mut digits = a;
    for place in 0..N {
        (digits[place], carry) = full_add(a[place], b[place], carry);
    }
    digits
}

/// Adds eight numbers on each square.
#[inline(always)]
pub(crate) fn sum_of_eight<V: Lanes>(numbers: [Number<V, 3>; 8]) -> Number<V, 7> {
    let nothing = V::splat(0);
    let [a, b, c, d] = digit(numbers, 1);
    let low = sum(widened(digit(numbers, 0)), [nothing, a, b, c, d, nothing, nothing], nothing);
    let [a, b, c, d] = digit(numbers, 2);
    sum(low, [nothing, nothing, a, b, c, d, nothing], nothing)
}

/// Counts, for each square, the numbers in which the digit at `place` is set.
#[inline(always)]
fn digit<V: Lanes>(numbers: [Number<V, 3>; 8], place: usize) -> Number<V, 4> {
    tally(each(numbers, |number| number[place]))
}

/// Subtracts two numbers on each square, in two's complement.
#[inline(always)]
pub(crate) fn difference<V: Lanes, const N: usize>(
    a: Number<V, N>,
    b: Number<V, N>,
) -> Number<V, N> {
    sum(a, each(b, |digit| !digit), V::splat(!0))
}

/// Zero-extends a number on each square.
#[inline(always)]
pub(crate) fn widened<V: Lanes, const N: usize, const M: usize>(
    number: Number<V, N>,
) -> Number<V, M> {
    let mut digits = [V::splat(0); M];
    digits[..N].copy_from_slice(&number);
    digits
}

/// Sums a number over all squares, per lane.
#[inline(always)]
pub(crate) fn total<V: Lanes, const N: usize>(number: &Number<V, N>) -> V {
    let mut sum = V::splat(0);
    for digit in number.iter().rev() {
        sum = sum + sum + digit.count();
    }
    sum
}

/// Sums the products of two numbers over all squares, per lane. The second one is signed.
#[inline(always)]
pub(crate) fn product<V: Lanes, const N: usize, const M: usize>(
    a: &Number<V, N>,
    b: &Number<V, M>,
) -> V {
    let mut sum = V::splat(0);
    for place in (0..N).rev() {
        // The branch skips high digits, which are seldom set: few squares have eight moves.
        sum = sum + sum;
        if a[place].any() {
            let negative = (a[place] & b[M - 1]).count();
            let mut inner = V::splat(0) - negative;
            for digit in b[..M - 1].iter().rev() {
                inner = inner + inner + (a[place] & *digit).count();
            }
            sum = sum + inner;
        }
    }
    sum
}
