//! Run-time dispatch to code compiled for more CPU features than the build requires.
//!
//! Calls as small as a lookup are not worth a test for CPU features; move lists and counts are.
//! With AVX-512, a list stores the moves of a whole set at once, and a count fills all rays at
//! once. With AVX2-class features, a count uses the popcount instruction.

use tabiya_core::Side;
#[cfg(target_arch = "x86_64")]
use tabiya_core::cpu;
#[cfg(target_arch = "x86_64")]
use tabiya_movelist::SimdMoveList;
use tabiya_movelist::{MoveCounter, MoveList};

use crate::board::GenericBoard;
use crate::by_side::by_side;
#[cfg(target_arch = "x86_64")]
use crate::generate::kogge_stone::Avx512;
use crate::generate::{Generator, MoveFilter, PieceGenerator, Scalar};
use crate::key::BoardKey;
use crate::state::State;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the legal moves as a list, in no particular order.
    ///
    /// Uses AVX-512 where the CPU has it. The list is returned by value; a search that reuses lists
    /// fills one with [`legal_moves_into`](Self::legal_moves_into).
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// assert_eq!(Board::default().legal_moves().len(), 20);
    /// ```
    #[doc(alias = "enumerate_moves")]
    #[doc(alias = "new_legal")]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Appends the legal moves to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya_movegen::{Board, MoveList};
    ///
    /// let mut lists = [const { MoveList::new() }; 64]; // one for each ply
    /// Board::default().legal_moves_into(&mut lists[0]);
    /// assert_eq!(lists[0].len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        by_side!(self.side_to_move(), S => list_all_moves::<S>(&self.state, list));
    }

    /// Counts the legal moves; builds none.
    ///
    /// Uses AVX-512 where the CPU has it, otherwise its popcount instruction.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// // The largest number of legal moves in a reachable position.
    /// let board = Board::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")?;
    /// assert_eq!(board.legal_move_count(), 218);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[doc(alias = "bulk counting")]
    #[doc(alias = "bulk_counting")]
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        by_side!(self.side_to_move(), S => count_all_moves::<S>(&self.state))
    }
}

impl<S: Side> Generator<'_, S> {
    /// Appends the legal moves that a filter selects to a list, in no particular order.
    ///
    /// Uses AVX-512 where the CPU has it.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya_core::{PieceType, White};
    /// use tabiya_movegen::{Board, MoveFilter, MoveList};
    ///
    /// let board = Board::default();
    /// let knights = MoveFilter::ALL.from_squares(board.pieces(PieceType::Knight));
    /// let mut list = MoveList::new();
    /// board.generator_as::<White>().moves_into(&knights, &mut list);
    /// assert_eq!(list.len(), 4);
    /// ```
    #[inline]
    pub fn moves_into(&self, filter: &MoveFilter, list: &mut MoveList) {
        list_moves(self, filter, list);
    }

    /// Counts the legal moves that a filter selects; builds none.
    ///
    /// Uses AVX-512 where the CPU has it, otherwise its popcount instruction.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, MoveFilter};
    ///
    /// let generator = Board::default();
    /// assert_eq!(generator.generator_as::<White>().count_moves(&MoveFilter::CAPTURES), 0);
    /// ```
    #[inline]
    pub fn count_moves(&self, filter: &MoveFilter) -> usize {
        count_moves(self, filter)
    }
}

/// Appends the legal moves of a position to a list.
#[inline]
fn list_all_moves<S: Side>(state: &State, list: &mut MoveList) {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx512() {
        // SAFETY: `has_avx512` returned true, so the CPU has every feature of the function.
        return unsafe { list_all_moves_avx512::<S>(state, list) };
    }
    list_all_moves_scalar::<S>(state, list);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2")]
fn list_all_moves_avx512<S: Side>(state: &State, list: &mut MoveList) {
    let mut list = SimdMoveList::new(list);
    let _ = Generator::<S>::new(state).generate_with(Scalar, &MoveFilter::ALL, &mut list);
}

#[inline(never)]
fn list_all_moves_scalar<S: Side>(state: &State, list: &mut MoveList) {
    let _ = Generator::<S>::new(state).generate_with(Scalar, &MoveFilter::ALL, list);
}

/// Counts the legal moves of a position.
#[inline]
fn count_all_moves<S: Side>(state: &State) -> usize {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx512() {
        // SAFETY: `has_avx512` returned true, so the CPU has every feature of the function.
        return unsafe { count_all_moves_avx512::<S>(state) };
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    if cpu::has_avx2() {
        // SAFETY: `has_avx2` returned true, so the CPU has every feature of the function.
        return unsafe { count_all_moves_popcnt::<S>(state) };
    }
    count_all_moves_scalar::<S>(state)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn count_all_moves_avx512<S: Side>(state: &State) -> usize {
    count_moves_with(Avx512::new(), &Generator::<S>::new(state), &MoveFilter::ALL)
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn count_all_moves_popcnt<S: Side>(state: &State) -> usize {
    count_moves_with(Scalar, &Generator::<S>::new(state), &MoveFilter::ALL)
}

#[inline(never)]
fn count_all_moves_scalar<S: Side>(state: &State) -> usize {
    count_moves_with(Scalar, &Generator::<S>::new(state), &MoveFilter::ALL)
}

/// Appends the moves that a filter selects to a list.
#[inline]
fn list_moves<S: Side>(generator: &Generator<'_, S>, filter: &MoveFilter, list: &mut MoveList) {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx512() {
        // SAFETY: `has_avx512` returned true, so the CPU has every feature of the function.
        return unsafe { list_moves_avx512(generator, filter, list) };
    }
    list_moves_scalar(generator, filter, list);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2")]
fn list_moves_avx512<S: Side>(
    generator: &Generator<'_, S>,
    filter: &MoveFilter,
    list: &mut MoveList,
) {
    let mut list = SimdMoveList::new(list);
    // A list never breaks.
    let _ = generator.generate_with(Scalar, filter, &mut list);
}

#[inline(never)]
fn list_moves_scalar<S: Side>(
    generator: &Generator<'_, S>,
    filter: &MoveFilter,
    list: &mut MoveList,
) {
    // A list never breaks.
    let _ = generator.generate_with(Scalar, filter, list);
}

/// Counts the moves that a filter selects.
#[inline]
fn count_moves<S: Side>(generator: &Generator<'_, S>, filter: &MoveFilter) -> usize {
    #[cfg(target_arch = "x86_64")]
    if cpu::has_avx512() {
        // SAFETY: `has_avx512` returned true, so the CPU has every feature of the function.
        return unsafe { count_moves_avx512(generator, filter) };
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    if cpu::has_avx2() {
        // SAFETY: `has_avx2` returned true, so the CPU has every feature of the function.
        return unsafe { count_moves_popcnt(generator, filter) };
    }
    count_moves_scalar(generator, filter)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn count_moves_avx512<S: Side>(generator: &Generator<'_, S>, filter: &MoveFilter) -> usize {
    count_moves_with(Avx512::new(), generator, filter)
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn count_moves_popcnt<S: Side>(generator: &Generator<'_, S>, filter: &MoveFilter) -> usize {
    count_moves_with(Scalar, generator, filter)
}

#[inline(never)]
fn count_moves_scalar<S: Side>(generator: &Generator<'_, S>, filter: &MoveFilter) -> usize {
    count_moves_with(Scalar, generator, filter)
}

/// Counts with a piece generator, compiled for the CPU features of the caller.
#[inline(always)]
fn count_moves_with<S: Side>(
    piece_generator: impl PieceGenerator<S, MoveCounter>,
    generator: &Generator<'_, S>,
    filter: &MoveFilter,
) -> usize {
    let mut counter = MoveCounter::new();
    // A counter never breaks.
    let _ = generator.generate_with(piece_generator, filter, &mut counter);
    counter.count()
}

#[cfg(test)]
mod tests {
    use tabiya_core::{Black, White};

    use super::*;
    use crate::{MoveFilter, Position};

    fn assert_dispatched_path_equals_scalar<S: Side>(fen: &str, filter: &MoveFilter) {
        let position = Position::from_fen(fen).expect(fen);
        let generator = position.generator_as::<S>();
        let (mut dispatched, mut scalar) = (MoveList::new(), MoveList::new());
        list_moves(&generator, filter, &mut dispatched);
        list_moves_scalar(&generator, filter, &mut scalar);
        assert_eq!(dispatched, scalar, "{fen}, {filter:?}");
        assert_eq!(count_moves(&generator, filter), scalar.len(), "{fen}, {filter:?}");
        assert_eq!(count_moves_scalar(&generator, filter), scalar.len(), "{fen}, {filter:?}");
        if *filter == MoveFilter::ALL {
            assert_eq!(count_all_moves_scalar::<S>(&position.state), scalar.len(), "{fen}");
        }
    }

    #[test]
    fn dispatch_paths_agree() {
        for filter in [MoveFilter::ALL, MoveFilter::CAPTURES, MoveFilter::QUIETS, MoveFilter::NOISY]
        {
            for fen in [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
            ] {
                assert_dispatched_path_equals_scalar::<White>(fen, &filter);
            }
            for fen in [
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            ] {
                assert_dispatched_path_equals_scalar::<Black>(fen, &filter);
            }
        }
    }
}
