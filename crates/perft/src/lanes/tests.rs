//! The code for SIMD lanes verified against scalar perft, with [`ArrayLanes`], on every CPU.

use std::thread;

use tabiya_core::Square;
use tabiya_movegen::Position;
use tabiya_tables::{king_attacks, knight_attacks};

use crate::lanes::array::ArrayLanes;
use crate::lanes::vector::Lanes;
use crate::lanes::{bitslice, boards, recursion};
use crate::scalar;

/// Positions for every special case in the SIMD code: double check, pins, en passant, castling in
/// standard chess and Chess960, promotions.
const POSITIONS: [&str; 7] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    // The en passant square is set although no pawn attacks it.
    "4k3/8/8/3p4/8/8/8/4K2R w K d6 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
];

#[test]
fn array_lanes_agree_with_scalar_perft() {
    let depth = if cfg!(miri) { 2 } else { 3 };
    let count = move || {
        // Miri skips the first two positions, which have many pieces and take minutes.
        for fen in POSITIONS.into_iter().skip(if cfg!(miri) { 2 } else { 0 }) {
            let position = Position::from_fen(fen).expect(fen);
            for depth in 2..=depth {
                let expected = scalar::perft(&position, depth);
                assert_eq!(
                    recursion::perft::<ArrayLanes>(&position, depth),
                    expected,
                    "{fen}: {depth}"
                );
            }
        }
    };
    // Without optimization the stack frames are as large as with SIMD registers.
    let large = thread::Builder::new().stack_size(32 << 20);
    large.spawn(count).expect("a thread starts").join().expect("all counts agree");
}

#[test]
fn set_wise_attacks_by_two_pieces_equal_single_attacks() {
    for a in Square::ALL {
        for b in Square::ALL {
            let pieces = ArrayLanes::splat((a.bitboard() | b.bitboard()).0);
            let knights = boards::knight_attacks(pieces).store()[0];
            assert_eq!(knights, (knight_attacks(a) | knight_attacks(b)).0, "knights on {a}, {b}");
            let kings = boards::king_attacks(pieces).store()[0];
            assert_eq!(kings, (king_attacks(a) | king_attacks(b)).0, "kings on {a}, {b}");
        }
    }
}

/// Returns bit-sliced numbers: those that begin at `first` and are one apart, on all squares in all lanes.
fn numbers<const DIGITS: usize>(first: u64) -> bitslice::BitSliced<ArrayLanes, DIGITS> {
    let digits = |lane: usize, digit: usize| {
        (0..64).fold(0, |set, square| {
            let number = first + 64 * lane as u64 + square;
            set | (number >> digit & 1) << square
        })
    };
    core::array::from_fn(|digit| {
        ArrayLanes::load(&core::array::from_fn(|lane| digits(lane % ArrayLanes::WIDTH, digit)))
    })
}

/// Tests a bit-sliced number on each square against a function of the number that [`numbers`] has there.
fn assert_numbers<const DIGITS: usize>(
    found: bitslice::BitSliced<ArrayLanes, DIGITS>,
    first: u64,
    expected: impl Fn(u64) -> u64,
) {
    let found = found.map(Lanes::store);
    for index in 0..64 * ArrayLanes::WIDTH {
        let digit = |digit: usize| (found[digit][index / 64] >> (index % 64) & 1) << digit;
        let number: u64 = (0..DIGITS).map(digit).sum();
        let argument = first + index as u64;
        assert_eq!(number, expected(argument) % (1 << DIGITS), "{argument:#b}");
    }
}

const NUMBERS_AT_ONCE: usize = 64 * ArrayLanes::WIDTH;

#[test]
fn bit_sliced_set_counts_are_right() {
    assert_numbers(bitslice::count_sets(numbers(0)), 0, |sets| sets.count_ones().into());
}

#[test]
fn bit_sliced_sums_and_differences_are_right() {
    for first in (0..1 << 14).step_by(NUMBERS_AT_ONCE) {
        let both: [ArrayLanes; 14] = numbers(first);
        let [a, b] =
            [0, 7].map(|start| core::array::from_fn::<_, 7, _>(|digit| both[start + digit]));
        let [low, high] = [|both: u64| both & 0x7f, |both: u64| both >> 7];
        let zero = ArrayLanes::splat(0);
        assert_numbers(bitslice::add(a, b, zero), first, |both| low(both) + high(both));
        assert_numbers(bitslice::add(a, b, !zero), first, |both| low(both) + high(both) + 1);
        assert_numbers(bitslice::subtract(a, b), first, |both| low(both).wrapping_sub(high(both)));
    }
}

/// All sums of eight numbers below 8; a sample under Miri.
#[test]
fn eight_bit_sliced_numbers_have_right_sum() {
    let step = if cfg!(miri) { 1 << 22 } else { NUMBERS_AT_ONCE };
    for first in (0..1 << 24).step_by(step) {
        let digits: [ArrayLanes; 24] = numbers(first);
        let eight =
            core::array::from_fn(|number| core::array::from_fn(|digit| digits[3 * number + digit]));
        let expected = |digits: u64| (0..8).map(|number| digits >> (3 * number) & 7).sum();
        assert_numbers(bitslice::sum(eight), first, expected);
    }
}

/// Products of any numbers on one square, and their sums over all squares.
#[test]
fn bit_sliced_products_are_right() {
    for first in (0..1 << 12).step_by(NUMBERS_AT_ONCE) {
        let both: [ArrayLanes; 12] = numbers(first);
        let a: [ArrayLanes; 5] = core::array::from_fn(|digit| both[digit]);
        let b: [ArrayLanes; 7] = core::array::from_fn(|digit| both[5 + digit]);
        for square in 0..64 {
            let only = ArrayLanes::splat(1 << square);
            let product = bitslice::dot_product(&a.map(|digit| digit & only), &b).store();
            let size = bitslice::sum_over_squares(&a.map(|digit| digit & only)).store();
            for lane in 0..ArrayLanes::WIDTH {
                let number = first + 64 * lane as u64 + square;
                let signed = (number >> 5) as i64 - (number >> 11 << 7) as i64;
                assert_eq!(size[lane], number & 0x1f);
                assert_eq!(product[lane] as i64, (number & 0x1f) as i64 * signed, "{number:#b}");
            }
        }
        let sum = |function: fn(u64) -> i64, lane: usize| {
            (0..64).map(|square| function(first + 64 * lane as u64 + square)).sum::<i64>()
        };
        let product = |number: u64| {
            (number & 0x1f) as i64 * ((number >> 5) as i64 - (number >> 11 << 7) as i64)
        };
        let products = bitslice::dot_product(&a, &b).store();
        for (lane, &found) in products.iter().enumerate().take(ArrayLanes::WIDTH) {
            assert_eq!(found as i64, sum(product, lane), "{first}");
        }
    }
}
