//! SIMD operations verified against scalar ones, and how much stack SIMD counting uses.

use std::string::ToString;
use std::thread;
use std::vec::Vec;

use tabiya_core::cpu::{self, CpuLevel};
use tabiya_movegen::Position;

use super::{U64x4, U64x8, UNOPTIMIZED_STACK};
use crate::lanes::{self, Lanes};

/// Yields arrays with eight lane values: random bits, few bits, many bits, and edge cases.
fn test_values() -> impl Iterator<Item = [u64; 8]> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let rounds = if cfg!(miri) { 4 } else { 1000 };
    (0..rounds).map(move |round| {
        [(); 8].map(|()| match round % 4 {
            0 => next(),
            1 => next() & next() & next(),
            2 => next() | next() | next(),
            _ => [0, 1, 1 << 63, !0][next() as usize % 4],
        })
    })
}

/// Asserts that every lane-wise operation on a register type equals the scalar operation on each
/// lane.
#[track_caller]
fn check_lane_operations<V: Lanes>() {
    let all = test_values().collect::<Vec<_>>();
    for (a, b) in all.iter().zip(all.iter().rev()) {
        let x = V::load(a);
        let y = V::load(b);
        let check = |name: &str, result: V, expected: &dyn Fn(usize) -> u64| {
            let lanes = [0, 1, 2, 3, 4, 5, 6, 7];
            let expected = lanes.map(|lane| if lane < V::WIDTH { expected(lane) } else { 0 });
            assert_eq!(result.store(), expected, "{name}: {a:x?}, {b:x?}");
        };
        check("load", x, &|i| a[i]);
        check("splat", V::splat(a[0]), &|_| a[0]);
        check("and", x & y, &|i| a[i] & b[i]);
        check("or", x | y, &|i| a[i] | b[i]);
        check("xor", x ^ y, &|i| a[i] ^ b[i]);
        check("not", !x, &|i| !a[i]);
        check("add", x + y, &|i| a[i].wrapping_add(b[i]));
        check("sub", x - y, &|i| a[i].wrapping_sub(b[i]));
        check("zero_extend_bytes", V::zero_extend_bytes(a[0]), &|i| a[0].to_le_bytes()[i].into());
        check("popcount", x.popcount(), &|i| a[i].count_ones().into());
        check("mul_lo32", x.mul_lo32(y), &|i| (a[i] & 0xffff_ffff) * (b[i] & 0xffff_ffff));
        check("rotate_left", x.rotate_left(y & V::splat(63)), &|i| {
            a[i].rotate_left(b[i] as u32 & 63)
        });
        check("keep_where_nonzero", x.keep_where_nonzero(y), &|i| if b[i] != 0 { a[i] } else { 0 });
        check("keep_where_zero", x.keep_where_zero(y), &|i| if b[i] == 0 { a[i] } else { 0 });
        for count in [0, 1, 7, 8, 9, 63] {
            check("shl", x.shl(count), &|i| a[i] << count);
            check("shr", x.shr(count), &|i| a[i] >> count);
        }
        let lane_mask = V::splat(V::WIDTH as u64 - 1);
        check("permute", x.permute(y & lane_mask), &|i| a[b[i] as usize % V::WIDTH]);
        let table = [a.as_slice(), b].concat().try_into().expect("two halves");
        let indices = y & V::splat(15);
        check("lookup16", V::lookup16(&table, indices), &|i| table[b[i] as usize % 16]);
        for count in 0..=8 {
            check("first_lanes", V::first_lanes(count), &|i| if i < count { !0 } else { 0 });
        }
        check_reductions(x, a);
    }
}

/// Asserts the results of operations that reduce a register to a scalar.
#[track_caller]
fn check_reductions<V: Lanes>(x: V, a: &[u64; 8]) {
    let used = &a[..V::WIDTH];
    assert_eq!(x.any(), used.iter().any(|&value| value != 0), "{a:x?}");
    assert_eq!(
        x.reduce_sum(),
        used.iter().fold(0_u64, |sum, &value| sum.wrapping_add(value)),
        "{a:x?}"
    );
    let lanes = used.iter().enumerate().map(|(i, &value)| u64::from(value != 0) << i);
    assert_eq!(x.nonzero_mask(), lanes.sum::<u64>(), "{a:x?}");
    for &set in used {
        let mut to = [0xff; 64];
        let len = V::write_squares(set, &mut to);
        let expected = (0..64).filter(|square| set >> square & 1 != 0).collect::<Vec<u8>>();
        assert_eq!(to[..len], expected, "{set:x}");
    }
}

/// Runs a test on a thread with a stack of `bytes` bytes. A stack overflow aborts the process with
/// a message that names the thread.
fn run_with_stack(bytes: usize, test: impl FnOnce() + Send + 'static) {
    let name = std::format!("stack of {bytes} bytes");
    let thread = thread::Builder::new().name(name.to_string()).stack_size(bytes).spawn(test);
    thread.expect("a thread starts").join().expect("the test passes");
}

#[test]
fn u64x4_operations_agree_with_scalar() {
    if cpu::is_testable(CpuLevel::Avx2) {
        run_with_stack(UNOPTIMIZED_STACK, check_lane_operations::<U64x4>);
    }
}

#[test]
fn u64x8_operations_agree_with_scalar() {
    if cpu::is_testable(CpuLevel::Avx512) {
        run_with_stack(UNOPTIMIZED_STACK, check_lane_operations::<U64x8>);
    }
}

/// The stack on which optimized SIMD perft must run: a quarter of what [`perft`](crate::perft)
/// states. The scalar plies above depth 7 use most of the rest.
const OPTIMIZED_STACK: usize = 128 << 10;

/// Asserts that SIMD perft runs on a small stack, without the thread that `count_with_simd` spawns
/// in builds with debug assertions.
fn check_stack_use(level: CpuLevel, count: fn(&Position, u8) -> u64) {
    let stack = if cfg!(debug_assertions) { UNOPTIMIZED_STACK } else { OPTIMIZED_STACK };
    let cases = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        // The greatest depth that SIMD back ends count.
        ("5bk1/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5BK1 w - - 0 1", 7, 1),
    ];
    for (fen, depth, leaves) in cases {
        let position = Position::from_fen(fen).expect(fen);
        if cpu::is_testable(level) && !cfg!(miri) {
            run_with_stack(stack, move || assert_eq!(count(&position, depth), leaves, "{fen}"));
        }
    }
}

#[test]
fn simd_perft_stack_is_bounded() {
    check_stack_use(CpuLevel::Avx2, lanes::perft::<U64x4>);
    check_stack_use(CpuLevel::Avx512, lanes::perft::<U64x8>);
}
