//! The doors to code compiled for more of the processor than the build asks for.
//!
//! A call as small as a look-up must not ask what the processor has. These are coarse enough:
//!
//! - *Counting.* With AVX-512, all pieces are looked at at once: a fifth to a third less time. Else a
//!   popcount is one instruction where the processor has it and fifteen where the build may not
//!   assume so: bulk perft of Kiwipete to five plies takes 0.15 s instead of 0.20 s.
//! - *Listing.* With AVX-512, sets of moves are written at once: a quarter to a third less time.
//!   (With popcount and BMI alone, lists gain nothing.)

use tabiya_movelist::{MoveCounter, MoveList};

#[cfg(target_arch = "x86_64")]
use super::directions::AllAtOnce;
#[cfg(target_arch = "x86_64")]
use super::processor::has_avx512;
#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
use super::processor::has_popcnt;
use crate::Position;
use crate::generate::{OneByOne, Pieces, all_legal_moves, list_legal_moves};

/// How many legal moves a position has.
#[inline]
pub(crate) fn legal_move_count(position: &Position) -> usize {
    #[cfg(target_arch = "x86_64")]
    if has_avx512() {
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
        fn by_avx512(position: &Position) -> usize {
            count(AllAtOnce::new(), position)
        }
        // SAFETY: the processor was just found to have all features that the function is
        // compiled for, and that is all it asks.
        return unsafe { by_avx512(position) };
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    if has_popcnt() {
        #[inline]
        #[target_feature(enable = "popcnt,bmi1")]
        fn by_popcnt(position: &Position) -> usize {
            count(OneByOne, position)
        }
        // SAFETY: the processor was just found to have both features that the function is
        // compiled for, and that is all it asks.
        return unsafe { by_popcnt(position) };
    }
    count_by_call(OneByOne, position)
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
    if has_avx512() {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2")]
        fn by_avx512(position: &Position, list: &mut MoveList) {
            let mut list = tabiya_movelist::WideList::new(list);
            let _ = all_legal_moves(OneByOne, position, &mut list);
        }
        // SAFETY: the processor was just found to have all features that the function is
        // compiled for, and that is all it asks.
        return unsafe { by_avx512(position, list) };
    }
    list_legal_moves(position, list);
}

#[cfg(test)]
mod tests {
    use super::{OneByOne, all_legal_moves, count, legal_move_count, legal_moves_into};
    use crate::Position;
    use tabiya_movelist::MoveList;

    /// Through the doors and past them.
    #[test]
    fn every_dialect_names_the_same() {
        for (fen, moves) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
            ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
            ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", 6),
        ] {
            let position = Position::from_fen(fen).expect(fen);
            assert_eq!(legal_move_count(&position), moves, "{fen}");
            assert_eq!(count(OneByOne, &position), moves, "{fen}");
            let (mut through, mut past) = (MoveList::new(), MoveList::new());
            legal_moves_into(&position, &mut through);
            let _ = all_legal_moves(OneByOne, &position, &mut past);
            assert_eq!(through, past, "{fen}");
            assert_eq!(through.len(), moves, "{fen}");
        }
    }
}
