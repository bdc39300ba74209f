//! Run-time dispatch to code compiled for more CPU features than the build requires.
//!
//! Calls as small as a lookup are not worth a test for CPU features; move lists and counts are.
//! With AVX-512 and AVX2, a count fills all rays at once, and so does the danger to the king in a
//! list. With AVX-512, a list stores a slider's moves on both its lines by one instruction.
//!
//! The move order in a list is the same on every CPU, so that a search visits the same nodes.

use core::borrow::Borrow;
use core::convert::Infallible;
use core::ops::ControlFlow;

#[cfg(target_arch = "x86_64")]
use tabiya_core::cpu;
use tabiya_core::{Side, by_side};
use tabiya_movelist::{MoveCounter, MoveList, MoveListWriter, MoveSink, append_to_list};

use crate::board::GenericBoard;
use crate::generate::filter::{AllMoves, FilterChoice};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::generate::simd::Sse2;
#[cfg(target_arch = "x86_64")]
use crate::generate::simd::{Avx2, Avx512};
use crate::generate::{ByLine, Generator, LegalitySets, MoveFilter, Scalar};
use crate::key::BoardKey;
use crate::state::State;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the legal moves as a list, in unspecified order.
    ///
    /// Uses AVX-512 or AVX2 where the CPU has it. The list is returned by value; if your search
    /// reuses lists, fill one with [`legal_moves_into`](Self::legal_moves_into) instead.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// assert_eq!(Board::default().legal_moves().len(), 20);
    /// ```
    #[doc(alias = "enumerate_moves")]
    #[doc(alias = "new_legal")]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        append_to_list(&mut list, &mut |list| {
            by_side!(self.side_to_move(), S => list_moves::<S>(&self.state, AllMoves, list));
        });
        list
    }

    /// Appends the legal moves to a list.
    ///
    /// You can pass any sink that never breaks. Lists, stack frames and vectors all get the moves
    /// in the same order as from [`legal_moves`](Self::legal_moves), equally fast. That order is
    /// unspecified.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty [`MoveList`] holds all legal moves in any position. A
    /// `Frame` does if its `remaining()` is at least [`MoveList::CAPACITY`].
    ///
    /// ```
    /// use tabiya::{Board, MoveList};
    ///
    /// let mut lists = [const { MoveList::new() }; 64]; // one for each ply
    /// Board::default().legal_moves_into(&mut lists[0]);
    /// assert_eq!(lists[0].len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(AllMoves, list);
    }

    /// Counts the legal moves; builds none.
    ///
    /// Uses AVX-512 or AVX2 where the CPU has it.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// // The largest number of legal moves in a reachable position.
    /// let board = Board::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")?;
    /// assert_eq!(board.legal_move_count(), 218);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "bulk counting")]
    #[doc(alias = "bulk_counting")]
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        self.count_selected_moves(AllMoves)
    }

    /// Passes the moves that a filter selects to a sink.
    #[inline]
    pub(crate) fn pass_moves<T: MoveSink + ?Sized>(
        &self,
        filter: impl FilterChoice,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        by_side!(self.side_to_move(), S => pass_moves::<S, T>(&self.state, filter, sink))
    }

    #[inline]
    pub(crate) fn count_selected_moves(&self, filter: impl FilterChoice) -> usize {
        by_side!(self.side_to_move(), S => count_moves::<S>(&self.state, filter))
    }
}

impl<S: Side, K: BoardKey> Generator<'_, S, K> {
    /// Appends the legal moves that a filter selects to a list, in no particular order.
    ///
    /// Uses AVX-512 or AVX2 where the CPU has it.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, MoveList, PieceType, White};
    ///
    /// let board = Board::default();
    /// let knights = MoveFilter::ALL.from_squares(board.pieces(PieceType::Knight));
    /// let mut list = MoveList::new();
    /// board.generator_as::<White>().moves_into(&knights, &mut list);
    /// assert_eq!(list.len(), 4);
    /// ```
    #[inline]
    pub fn moves_into<T: MoveSink<Break = Infallible> + ?Sized>(
        &self,
        filter: &MoveFilter,
        list: &mut T,
    ) {
        let ControlFlow::Continue(()) = self.pass_moves(filter, list);
    }

    /// Counts the legal moves that a filter selects; builds none.
    ///
    /// Uses AVX-512 or AVX2 where the CPU has it.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, White};
    ///
    /// let generator = Board::default();
    /// assert_eq!(generator.generator_as::<White>().count_moves(&MoveFilter::CAPTURES), 0);
    /// ```
    #[inline]
    pub fn count_moves(&self, filter: &MoveFilter) -> usize {
        self.count_selected_moves(filter)
    }

    /// Passes the moves that a filter selects to a sink.
    #[inline]
    pub(crate) fn pass_moves<T: MoveSink + ?Sized>(
        &self,
        filter: impl FilterChoice,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        pass_moves(&self.sets, filter, sink)
    }

    #[inline]
    pub(crate) fn count_selected_moves(&self, filter: impl FilterChoice) -> usize {
        count_moves(&self.sets, filter)
    }
}

/// A position, or its generator's sets.
///
/// A position's sets are computed in the function that uses them, so that they stay in registers.
pub(crate) trait MoveSource<'a, S: Side>: Copy {
    type Sets: Borrow<LegalitySets<'a, S>>;

    fn sets(self) -> Self::Sets;
}

impl<'a, S: Side> MoveSource<'a, S> for &'a State {
    type Sets = LegalitySets<'a, S>;

    #[inline(always)]
    fn sets(self) -> LegalitySets<'a, S> {
        LegalitySets::new(self)
    }
}

impl<'a, S: Side> MoveSource<'a, S> for &LegalitySets<'a, S> {
    type Sets = Self;

    #[inline(always)]
    fn sets(self) -> Self {
        self
    }
}

/// Passes the moves that a filter selects to a sink: by [`list_moves`] if it stores moves, otherwise as sets.
#[inline]
fn pass_moves<'a, S: Side, T: MoveSink + ?Sized>(
    source: impl MoveSource<'a, S>,
    filter: impl FilterChoice,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    if sink.append_with(&mut |list| list_moves(source, filter, list)) {
        return ControlFlow::Continue(());
    }
    source.sets().borrow().generate_with(Scalar, filter.filter(), sink)
}

/// Declares a function that selects code by this CPU's features, and a module with that code for
/// each level: `avx512`, `avx2` and `portable`.
///
/// Each level compiles the same body with its own piece generator. A closure or an inner function would not be
/// compiled for the level's features, so the body is repeated by this macro.
macro_rules! by_cpu_level {
    (
        $(#[$attribute:meta])*
        fn $name:ident($($parameter:ident: $type:ty),*) $(-> $result:ty)?, mod $levels:ident
        |$piece_generator:ident| $body:block
        avx512: $avx512:expr,
        avx2: $avx2:expr,
        portable: $portable:expr,
    ) => {
        $(#[$attribute])*
        #[inline]
        pub(crate) fn $name<'a, S: Side>($($parameter: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            if cpu::has_avx512() {
                // SAFETY: `has_avx512` returned true, so the CPU has every feature that the
                // function enables.
                return unsafe { $levels::avx512($($parameter),*) };
            }
            #[cfg(target_arch = "x86_64")]
            if cpu::has_avx2() {
                // SAFETY: `has_avx2` returned true, so the CPU has every feature that the function
                // enables.
                return unsafe { $levels::avx2($($parameter),*) };
            }
            $levels::portable($($parameter),*)
        }

        mod $levels {
            use super::*;

            #[cfg(target_arch = "x86_64")]
            #[target_feature(
                enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
            )]
            pub(super) fn avx512<'a, S: Side>($($parameter: $type),*) $(-> $result)? {
                let $piece_generator = $avx512;
                $body
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
            pub(super) fn avx2<'a, S: Side>($($parameter: $type),*) $(-> $result)? {
                let $piece_generator = $avx2;
                $body
            }

            #[inline(never)]
            pub(super) fn portable<'a, S: Side>($($parameter: $type),*) $(-> $result)? {
                let $piece_generator = $portable;
                $body
            }
        }
    };
}

by_cpu_level! {
    /// Appends the moves that a filter selects to a list.
    fn list_moves(
        source: impl MoveSource<'a, S>,
        filter: impl FilterChoice,
        list: &mut MoveListWriter<'_>
    ), mod lists
    |piece_generator| {
        let mut list = list.reborrow();
        let sets = source.sets();
        // A list never breaks.
        let _ = sets.borrow().generate_with(piece_generator, filter.filter(), &mut list);
    }
    avx512: Avx512::new(),
    avx2: ByLine(Avx2::new()),
    portable: ByLine(Scalar),
}

by_cpu_level! {
    /// Counts the moves that a filter selects.
    fn count_moves(source: impl MoveSource<'a, S>, filter: impl FilterChoice) -> usize, mod counts
    |piece_generator| {
        let mut counter = MoveCounter::new();
        let sets = source.sets();
        // A counter never breaks.
        let _ = sets.borrow().generate_with(piece_generator, filter.filter(), &mut counter);
        counter.count()
    }
    avx512: Avx512::new(),
    avx2: Avx2::new(),
    portable: PORTABLE_COUNTER,
}

/// The piece generator that counts without AVX2.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const PORTABLE_COUNTER: Sse2 = Sse2;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
const PORTABLE_COUNTER: Scalar = Scalar;

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use tabiya_core::{Black, Move, White};

    use tabiya_movelist::{MoveStack, ScoredMoveList, sink_fn};

    use super::*;
    use crate::{AnyGenerator, MoveFilter, NoKey, Position};

    /// Compares the dispatched path and the portable one with moves that are passed one at a time.
    ///
    /// Lists are equal in order; a sink that receives single moves gets them in another order.
    fn assert_paths_agree<S: Side>(fen: &str, filter: &MoveFilter) {
        let position = Position::from_fen(fen).expect(fen);
        let state = &position.state;
        let generator = position.generator_as::<S>();
        let mut lists = [const { MoveList::new() }; 4];
        lists[0].append_with(&mut |list| list_moves::<S>(state, filter, list));
        lists[1].append_with(&mut |list| list_moves(&generator.sets, filter, list));
        lists[2].append_with(&mut |list| lists::portable::<S>(state, filter, list));
        lists[3].append_with(&mut |list| lists::portable(&generator.sets, filter, list));
        let mut expected = Vec::new();
        let mut push = sink_fn(|mv| {
            expected.push(mv);
            ControlFlow::<Infallible>::Continue(())
        });
        let _ = generator.generate_filtered(filter, &mut push);
        assert!(lists[1..].iter().all(|list| *list == lists[0]), "{fen}, {filter:?}: {lists:?}");
        expected.sort_unstable();
        lists[0].sort_unstable();
        assert_eq!(*lists[0], expected, "{fen}, {filter:?}");
        assert_eq!(count_moves::<S>(state, filter), expected.len(), "{fen}, {filter:?}");
        assert_eq!(counts::portable(&generator.sets, filter), expected.len(), "{fen}, {filter:?}");
    }

    /// Compares a buffer's moves with a list, behind a move that it had before.
    fn assert_buffer_gets<T: MoveSink<Break = Infallible> + AsRef<[Move]>>(
        mut buffer: T,
        append: &dyn Fn(&mut T),
        expected: &[Move],
    ) {
        let _ = buffer.push_move(expected[0]);
        append(&mut buffer);
        assert_eq!(buffer.as_ref()[0], expected[0]);
        assert_eq!(&buffer.as_ref()[1..], expected);
    }

    #[test]
    fn every_buffer_gets_moves_in_list_order() {
        let filters =
            [MoveFilter::ALL, MoveFilter::CAPTURES, MoveFilter::NOISY, MoveFilter::QUIETS];
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
        ] {
            let board = Position::from_fen(fen).expect(fen);
            let generator = board.generator();
            for filter in &filters {
                let mut list = MoveList::new();
                board.generator().moves_into(filter, &mut list);
                if list.is_empty() {
                    continue;
                }
                let mut same = MoveList::new();
                let _ = generator.generate_filtered(filter, &mut same);
                assert_eq!(same, list);
                assert_buffer_gets(
                    Vec::new(),
                    &|moves| board.generator().moves_into(filter, moves),
                    &list,
                );
                assert_buffer_gets(Vec::new(), &|moves| generator.moves_into(filter, moves), &list);
                assert_buffer_gets(
                    MoveList::new(),
                    &|moves| {
                        let _ = board.generator().generate_filtered(filter, moves);
                    },
                    &list,
                );
                let mut scored = ScoredMoveList::new();
                board.generator().moves_into(filter, &mut scored);
                assert!(scored.iter().map(|entry| entry.mv).eq(list.iter().copied()));
                // A stack in which a list fits, and one in which none does.
                check_stack::<1024>(&generator, filter, &list);
                check_stack::<256>(&generator, filter, &list);
            }
        }
    }

    /// Compares the moves in a stack's two frames with a list.
    fn check_stack<const N: usize>(
        generator: &AnyGenerator<'_, NoKey>,
        filter: &MoveFilter,
        list: &[Move],
    ) {
        let mut stack = MoveStack::<N>::new();
        let mut frame = stack.frame();
        generator.moves_into(filter, &mut frame);
        let mut next = frame.next_ply();
        generator.moves_into(filter, &mut next);
        assert_eq!(*next, *list);
        assert_eq!(*frame, *list);
        assert!(core::iter::from_fn(|| frame.next_move()).eq(list.iter().copied()));
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
                assert_paths_agree::<White>(fen, &filter);
            }
            for fen in [
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            ] {
                assert_paths_agree::<Black>(fen, &filter);
            }
        }
    }
}
