//! Run-time dispatch to the SIMD back ends, by CPU feature detection.
//!
//! The modules `avx2` and `avx512` contain the register types and all `unsafe` code in the crate; some
//! of it comes from the macros below.
//! The types [`U64x4`] and [`U64x8`] are visible in this module only. So the only functions that
//! use them are those that [`avx2_count_fn`] and [`avx512_count_fn`] return, after feature
//! detection.

/// Calls an intrinsic. The call is inlined into functions that enable the target features.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: the CPU must have the target features of the intrinsic. The register type is
        // visible in `dispatch` only, where just `avx2_count_fn` and `avx512_count_fn` name it.
        // They test `cpu::has_avx2()` or `cpu::has_avx512()` before they return a function that
        // uses it.
        unsafe { $call }
    };
}

/// Implements [`PerftKernel`] for a register type, with target features enabled.
///
/// Each method is a safe wrapper around a function that enables the features. All functions that it
/// calls are `#[inline(always)]`, so that intrinsics are inlined too.
macro_rules! kernel_with_features {
    ($lanes:ident, $features:literal) => {
        impl PerftKernel for $lanes {
            #[inline(always)]
            fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64 {
                #[target_feature(enable = $features)]
                fn with_features<S: Side>(castling: &Castling, boards: &Boards<$lanes>) -> u64 {
                    lanes::count_leaves::<$lanes, S>(castling, boards)
                }
                intrinsic!(with_features::<S>(castling, boards))
            }

            #[inline(always)]
            fn count_two_plies<S: Side>(
                castling: &Castling,
                boards: &Boards<Self>,
                list: &mut MoveBatchList,
            ) -> u64 {
                #[target_feature(enable = $features)]
                fn with_features<S: Side>(
                    castling: &Castling,
                    boards: &Boards<$lanes>,
                    list: &mut MoveBatchList,
                ) -> u64 {
                    lanes::count_two_plies::<$lanes, S>(castling, boards, list)
                }
                intrinsic!(with_features::<S>(castling, boards, list))
            }

            #[inline(always)]
            fn expand<S: Side>(
                castling: &Castling,
                boards: &Boards<Self>,
                depth: u8,
                list: &mut MoveBatchList,
            ) -> u64 {
                #[target_feature(enable = $features)]
                fn with_features<S: Side>(
                    castling: &Castling,
                    boards: &Boards<$lanes>,
                    depth: u8,
                    list: &mut MoveBatchList,
                ) -> u64 {
                    lanes::expand::<$lanes, S>(castling, boards, depth, list)
                }
                intrinsic!(with_features::<S>(castling, boards, depth, list))
            }
        }
    };
}

#[expect(unsafe_code, reason = "intrinsics and functions with target features")]
mod avx2;
#[expect(unsafe_code, reason = "intrinsics and functions with target features")]
mod avx512;
#[cfg(test)]
mod tests;

use std::panic::resume_unwind;
use std::thread;

use tabiya_core::cpu;
use tabiya_movegen::Position;

use self::avx2::U64x4;
use self::avx512::U64x8;
use crate::lanes::{self, PerftKernel};
use crate::scalar;

/// The stack size for the thread that counts in a build without optimization, which spills all
/// registers: `tests::simd_perft_stack_is_bounded` verifies it.
const UNOPTIMIZED_STACK: usize = 32 << 20;

/// Returns the perft function that counts four boards at a time, if the CPU has AVX2.
pub(crate) fn avx2_count_fn() -> Option<fn(&Position, u8) -> u64> {
    cpu::has_avx2().then_some(count_with_simd::<U64x4>)
}

/// Returns the perft function that counts eight boards at a time, if the CPU has AVX-512.
pub(crate) fn avx512_count_fn() -> Option<fn(&Position, u8) -> u64> {
    cpu::has_avx512().then_some(count_with_simd::<U64x8>)
}

/// Counts leaves with SIMD: on the caller's thread in builds without debug assertions, otherwise on
/// a thread with a large stack. The test harness gives its threads 2 MiB.
fn count_with_simd<V: PerftKernel>(position: &Position, depth: u8) -> u64 {
    if !cfg!(debug_assertions) {
        return lanes::perft::<V>(position, depth);
    }
    let large = thread::Builder::new().stack_size(UNOPTIMIZED_STACK);
    thread::scope(|scope| match large.spawn_scoped(scope, || lanes::perft::<V>(position, depth)) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => scalar::perft(position, depth),
    })
}
