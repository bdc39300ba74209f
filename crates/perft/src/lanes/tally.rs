//! Numbers written on squares: one set for each binary digit.
//!
//! Adding three sets digit by digit takes two operations on a processor with ternary logic,
//! for all squares of all boards at once.

use crate::lanes::vector::{Lanes, each};

/// A number on every square, the set of ones first, then twos, fours …
pub(crate) type Number<V, const DIGITS: usize> = [V; DIGITS];

/// Three sets counted: a digit and its carry.
#[inline(always)]
pub(crate) fn full_add<V: Lanes>(a: V, b: V, c: V) -> (V, V) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

/// Two sets counted: a digit and its carry.
#[inline(always)]
pub(crate) fn half_add<V: Lanes>(a: V, b: V) -> (V, V) {
    (a ^ b, a & b)
}

/// On each square, in how many of eight sets it is.
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

/// The sum of two numbers and a set, without the last carry.
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

/// The sum of eight numbers on each square.
#[inline(always)]
pub(crate) fn sum_of_eight<V: Lanes>(numbers: [Number<V, 3>; 8]) -> Number<V, 7> {
    let nothing = V::splat(0);
    let [a, b, c, d] = digit(numbers, 1);
    let low = sum(widened(digit(numbers, 0)), [nothing, a, b, c, d, nothing, nothing], nothing);
    let [a, b, c, d] = digit(numbers, 2);
    sum(low, [nothing, nothing, a, b, c, d, nothing], nothing)
}

/// On each square, how many of eight numbers have a digit.
#[inline(always)]
fn digit<V: Lanes>(numbers: [Number<V, 3>; 8], place: usize) -> Number<V, 4> {
    tally(each(numbers, |number| number[place]))
}

/// The difference of two numbers, in two's complement: the last digit counts as negative.
#[inline(always)]
pub(crate) fn difference<V: Lanes, const N: usize>(
    a: Number<V, N>,
    b: Number<V, N>,
) -> Number<V, N> {
    sum(a, each(b, |digit| !digit), V::splat(!0))
}

/// The same number with more digits, all of them zero.
#[inline(always)]
pub(crate) fn widened<V: Lanes, const N: usize, const M: usize>(
    number: Number<V, N>,
) -> Number<V, M> {
    let mut digits = [V::splat(0); M];
    digits[..N].copy_from_slice(&number);
    digits
}

/// The sum over all squares.
#[inline(always)]
pub(crate) fn total<V: Lanes, const N: usize>(number: &Number<V, N>) -> V {
    let mut sum = V::splat(0);
    for digit in number.iter().rev() {
        sum = sum + sum + digit.count();
    }
    sum
}

/// The sum over all squares of the products of two numbers, the second one signed.
#[inline(always)]
pub(crate) fn product<V: Lanes, const N: usize, const M: usize>(
    a: &Number<V, N>,
    b: &Number<V, M>,
) -> V {
    let mut sum = V::splat(0);
    for place in (0..N).rev() {
        // High digits are rare: nine pieces seldom reach one square.
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
