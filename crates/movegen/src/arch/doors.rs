//! The doors to code compiled for more of the processor than the build asks for.
//!
//! A call as small as a look-up must not ask what the processor has. These are coarse enough:
//!
//! - *Counting.* With AVX-512, all pieces are looked at at once: a fifth to a third less time. Else a
//!   popcount is one instruction where the processor has it and fifteen where the build may not
//!   assume so: bulk perft of Kiwipete to five plies takes 0.15 s instead of 0.20 s.
//! - *Listing.* With AVX-512, sets of moves are written at once: a quarter to a third less time.
//!   (With popcount and BMI alone, lists gain nothing.)

#[cfg(target_arch = "x86_64")]
use tabiya_core::cpu;
use tabiya_movelist::{MoveCounter, MoveList};

#[cfg(target_arch = "x86_64")]
use super::directions::AllAtOnce;
use crate::Position;
use crate::generate::{OneByOne, Pieces, all_legal_moves, list_legal_moves};

/// How many legal moves a position has.
#[inline]
pub(crate) fn legal_move_count(position: &Position) -> usize {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx512() {
        // SAFETY: the CPU was just found to have the level that includes all its features.
        return unsafe { count_avx512(position) };
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    if cpu::has_avx2() {
        // SAFETY: the CPU was just found to have the level that includes all its features.
        return unsafe { count_avx2(position) };
    }
    count_by_call(OneByOne, position)
}

/// Counts the legal moves of a position, all pieces of a player at once.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn count_avx512(position: &Position) -> usize {
    count(AllAtOnce::new(), position)
}

/// Counts the legal moves of a position by scalar instructions that come with AVX2.
#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
#[inline]
#[target_feature(enable = "popcnt,bmi1")]
fn count_avx2(position: &Position) -> usize {
    count(OneByOne, position)
}

/// As the caller is compiled. Generic, and so compiled by the programs that count, alone.
#[inline(always)]
fn count(pieces: impl Pieces<MoveCounter>, position: &Position) -> usize {
    let mut counter = MoveCounter::new();
    // A counter never has enough.
    let _ = all_legal_moves(pieces, position, &mut counter);
    counter.count()
}

/// A call, so that a door is all that its callers compile in place.
#[inline(never)]
fn count_by_call(pieces: impl Pieces<MoveCounter>, position: &Position) -> usize {
    count(pieces, position)
}

/// Appends the legal moves of a position to a list.
#[inline]
pub(crate) fn legal_moves_into(position: &Position, list: &mut MoveList) {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx512() {
        // SAFETY: the CPU was just found to have the level that includes all its features.
        return unsafe { list_avx512(position, list) };
    }
    list_legal_moves(position, list);
}

/// Appends the legal moves of a position to a list, a set of targets at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2")]
fn list_avx512(position: &Position, list: &mut MoveList) {
    let mut list = tabiya_movelist::WideList::new(list);
    let _ = all_legal_moves(OneByOne, position, &mut list);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with their numbers of legal moves.
    const POSITIONS: [(&str, usize); 5] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
        ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", 6),
        ("r3k2r/1P6/8/8/4n3/8/8/R3K2R w KQkq - 0 1", 32),
    ];

    /// Checks a way to count and a way to list, each at one level of the CPU.
    fn check(count: impl Fn(&Position) -> usize, list: impl Fn(&Position, &mut MoveList)) {
        for (fen, moves) in POSITIONS {
            let position = Position::from_fen(fen).expect(fen);
            assert_eq!(count(&position), moves, "{fen}");
            let (mut listed, mut expected) = (MoveList::new(), MoveList::new());
            list(&position, &mut listed);
            let _ = all_legal_moves(OneByOne, &position, &mut expected);
            assert_eq!(listed, expected, "{fen}");
            assert_eq!(listed.len(), moves, "{fen}");
        }
    }

    #[test]
    fn dispatched_code_counts_and_lists_legal_moves() {
        check(legal_move_count, legal_moves_into);
    }

    #[test]
    fn portable_code_counts_and_lists_legal_moves() {
        check(|position| count_by_call(OneByOne, position), list_legal_moves);
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    fn avx2_code_counts_legal_moves() {
        if cpu::is_testable(cpu::CpuLevel::Avx2) {
            // SAFETY: the CPU was just found to have the level.
            check(|position| unsafe { count_avx2(position) }, list_legal_moves);
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn avx512_code_counts_and_lists_legal_moves() {
        if cpu::is_testable(cpu::CpuLevel::Avx512) {
            check(
                // SAFETY: the CPU was just found to have the level.
                |position| unsafe { count_avx512(position) },
                // SAFETY: as above.
                |position, list| unsafe { list_avx512(position, list) },
            );
        }
    }
}
