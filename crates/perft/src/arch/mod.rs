//! Lanes in the wide registers of x86-64, and the doors to code compiled for them.
//!
//! This is the only unsafe code of the crate. What it buys: eight boards in little more than
//! the time of one (four where there is no AVX-512), from a build that assumes nothing of the
//! processor.
//!
//! Why each block is sound: an instruction asks for a processor that has it, and for nothing
//! else but memory to read or write, which comes as a reference to so many bytes. Nothing
//! outside this module names [`Eight`](eight::Eight) or [`Four`](four::Four), and here they are
//! named by two functions alone, [`by_avx512`] and [`by_avx2`], which ask the processor first.

mod eight;
mod four;

use tabiya_core::cpu;
use tabiya_movegen::Position;

use crate::lanes;

/// The operations of lanes, each a function of the register: inlined into whoever may use the
/// instruction, and called by nobody else.
macro_rules! instruction {
    ($call:expr) => {
        // SAFETY: lanes of this kind exist only where the processor was found to have the
        // instruction: see the head of the module.
        unsafe { $call }
    };
}

/// The doors of one kind of lanes: what is behind them is compiled for a processor with the
/// features.
macro_rules! doors {
    ($lanes:ident, $features:literal) => {
        #[inline(always)]
        fn count_leaves<S: Side>(castling: &Castling, boards: &Boards<Self>) -> u64 {
            #[target_feature(enable = $features)]
            fn inside<S: Side>(castling: &Castling, boards: &Boards<$lanes>) -> u64 {
                lanes::count_leaves::<$lanes, S>(castling, boards)
            }
            instruction!(inside::<S>(castling, boards))
        }

        #[inline(always)]
        fn count_two_plies<S: Side>(
            castling: &Castling,
            boards: &Boards<Self>,
            list: &mut List,
        ) -> u64 {
            #[target_feature(enable = $features)]
            fn inside<S: Side>(
                castling: &Castling,
                boards: &Boards<$lanes>,
                list: &mut List,
            ) -> u64 {
                lanes::count_two_plies::<$lanes, S>(castling, boards, list)
            }
            instruction!(inside::<S>(castling, boards, list))
        }

        #[inline(always)]
        fn expand<S: Side>(
            castling: &Castling,
            boards: &Boards<Self>,
            depth: u8,
            list: &mut List,
        ) -> u64 {
            #[target_feature(enable = $features)]
            fn inside<S: Side>(
                castling: &Castling,
                boards: &Boards<$lanes>,
                depth: u8,
                list: &mut List,
            ) -> u64 {
                lanes::expand::<$lanes, S>(castling, boards, depth, list)
            }
            instruction!(inside::<S>(castling, boards, depth, list))
        }
    };
}

use {doors, instruction};

/// Returns [`lanes::perft`] with eight boards at a time, if the CPU has AVX-512.
pub(crate) fn by_avx512() -> Option<fn(&Position, u8) -> u64> {
    cpu::has_avx512().then_some(lanes::perft::<eight::Eight>)
}

/// Returns [`lanes::perft`] with four boards at a time, if the CPU has AVX2.
pub(crate) fn by_avx2() -> Option<fn(&Position, u8) -> u64> {
    cpu::has_avx2().then_some(lanes::perft::<four::Four>)
}
