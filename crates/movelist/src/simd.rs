//! Move sets stored by AVX-512, several moves per instruction.
//!
//! `vpcompressb` (of the extension VBMI2) gathers the squares of a set. They are widened to the
//! 16 bits of a move, combined with the bits that all moves of the set share, and stored by one
//! instruction. The code has no loop: up to 32 moves take the same instructions.
//!
//! In builds whose target features include AVX-512, every [`MoveList`] is filled by this code.
//! In other builds, code compiled for AVX-512 and reached by run-time dispatch fills a list
//! through [`SimdMoveList`].
//!
//! This is the only module of the crate with unsafe code.

use core::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_castsi512_si256, _mm512_cvtepu8_epi16,
    _mm512_maskz_compress_epi8, _mm512_or_si512, _mm512_set_epi64, _mm512_set1_epi8,
    _mm512_set1_epi16, _mm512_slli_epi16, _mm512_storeu_si512, _mm512_sub_epi16,
};
use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Square};

use crate::move_list::MoveBuffer;
use crate::sink::{pawn_moves, piece_moves, promotions};
use crate::{MoveList, MoveSink, PawnStep};

/// The number of moves in a register; each store writes all of them.
const MOVES_PER_REGISTER: usize = 32;

/// A [`MoveList`] that is filled by AVX-512 until this value is dropped, as a [`MoveSink`].
///
/// A value exists only on CPUs with AVX-512 F, BW and VBMI2: other code than that compiled for
/// them cannot create one without `unsafe`. Only crates of Tabiya use it.
///
/// ```compile_fail,E0133
/// use tabiya_movelist::{MoveList, SimdMoveList};
///
/// let mut list = MoveList::new();
/// let _ = SimdMoveList::new(&mut list);
/// ```
#[derive(Debug)]
pub struct SimdMoveList<'a>(ListAppender<'a>);

impl<'a> SimdMoveList<'a> {
    /// Creates a sink that appends to a list.
    ///
    /// # Safety
    ///
    /// The CPU has the target features that the function is compiled for. Code compiled for
    /// them calls it without `unsafe`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2")]
    #[inline]
    pub fn new(list: &'a mut MoveList) -> Self {
        // SAFETY: this function is compiled for the three features.
        unsafe { Self::new_unchecked(list) }
    }

    /// Creates a sink that appends to a list, in code that is compiled for fewer CPU features.
    ///
    /// # Safety
    ///
    /// The CPU has AVX-512 F, BW and VBMI2.
    #[inline(always)]
    unsafe fn new_unchecked(list: &'a mut MoveList) -> Self {
        Self(ListAppender::new(list.buffer()))
    }
}

impl MoveSink for SimdMoveList<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.0.push(mv);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_piece_moves(
        &mut self,
        _: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        // SAFETY: a `SimdMoveList` exists only on CPUs with the features: see `new_unchecked`.
        unsafe { append_piece_moves(&mut self.0, from, targets) };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        // SAFETY: a `SimdMoveList` exists only on CPUs with the features: see `new_unchecked`.
        unsafe { append_pawn_moves(&mut self.0, step, targets) };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0.len = append_promotions_scalar(self.0.reborrow(), step, targets);
        ControlFlow::Continue(())
    }
}

/// [`MoveSink`] for [`MoveList`] in builds whose target features include AVX-512.
#[cfg(all(
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi2"
))]
mod compile_time {
    use super::{
        Bitboard, ControlFlow, Infallible, Move, MoveList, MoveSink, PawnStep, PieceType,
        SimdMoveList, Square,
    };

    /// Creates the AVX-512 sink that appends to a list.
    #[inline(always)]
    fn simd_list(list: &mut MoveList) -> SimdMoveList<'_> {
        // SAFETY: by the `cfg` of this module, the whole build requires a CPU with the features.
        unsafe { SimdMoveList::new_unchecked(list) }
    }

    impl MoveSink for MoveList {
        type Break = Infallible;

        #[inline]
        fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
            self.push(mv);
            ControlFlow::Continue(())
        }

        #[inline]
        fn push_piece_moves(
            &mut self,
            piece_type: PieceType,
            from: Square,
            targets: Bitboard,
        ) -> ControlFlow<Infallible> {
            simd_list(self).push_piece_moves(piece_type, from, targets)
        }

        #[inline]
        fn push_pawn_moves(
            &mut self,
            step: PawnStep,
            targets: Bitboard,
        ) -> ControlFlow<Infallible> {
            simd_list(self).push_pawn_moves(step, targets)
        }

        #[inline]
        fn push_promotions(
            &mut self,
            step: PawnStep,
            targets: Bitboard,
        ) -> ControlFlow<Infallible> {
            simd_list(self).push_promotions(step, targets)
        }
    }
}

/// A list under construction, whose length is written back when the value is dropped.
///
/// Until then the length stays in a register. Updating the length of the list after each set would be a
/// store that the next set has to load.
///
/// Invariant: the first `len` slots of the list are initialized.
#[derive(Debug)]
struct ListAppender<'a> {
    list: &'a mut MoveBuffer,
    len: usize,
}

impl<'a> ListAppender<'a> {
    #[inline(always)]
    fn new(list: &'a mut MoveBuffer) -> Self {
        Self { len: list.len(), list }
    }

    /// Returns a copy to pass to a function that is not inlined, so that `self` stays in registers.
    #[inline(always)]
    fn reborrow(&mut self) -> ListAppender<'_> {
        ListAppender { list: self.list, len: self.len }
    }

    #[inline(always)]
    fn push(&mut self, mv: Move) {
        assert!(self.len < MoveList::CAPACITY, "CapacityError: insufficient capacity");
        // SAFETY: slot `len` is within the capacity, by the assertion.
        unsafe { self.list.as_mut_ptr().add(self.len).write(mv) };
        self.len += 1;
    }

    /// Appends the moves of an iterator one at a time and returns the new length of the list.
    #[inline(always)]
    fn extend(mut self, moves: impl Iterator<Item = Move>) -> usize {
        moves.for_each(|mv| self.push(mv));
        self.len
    }
}

impl Drop for ListAppender<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the first `len` slots are initialized, by the invariant. They exist: `push` and
        // the callers of `append_register` check the capacity before `len` is raised.
        unsafe { self.list.set_len(self.len) };
    }
}

/// The bits of [`MoveKind::Normal`](tabiya_core::MoveKind::Normal) in a [`Move`], shifted right by six.
///
/// They share a byte with the target square. Shifting that byte left by six moves both fields to their
/// place in a [`Move`].
const NORMAL_KIND_BITS: u8 = 1 << 6;
const _: () =
    assert!(Move::new(Square::A1, Square::A1).to_bits() == (NORMAL_KIND_BITS as u16) << 6);

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn append_piece_moves(list: &mut ListAppender<'_>, from: Square, targets: Bitboard) {
    if needs_scalar_path(list, targets) {
        list.len = append_piece_moves_scalar(list.reborrow(), from, targets);
        return;
    }
    let to_and_kind = _mm512_slli_epi16(square_lanes_with_kind(targets), 6);
    let moves = _mm512_or_si512(to_and_kind, _mm512_set1_epi16(from as i16));
    // SAFETY: `needs_scalar_path` returned false. The lanes of targets are `Move::new(from, to)`.
    unsafe { append_register(list, moves, targets.len()) };
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn append_pawn_moves(list: &mut ListAppender<'_>, step: PawnStep, targets: Bitboard) {
    if needs_scalar_path(list, targets) {
        list.len = append_pawn_moves_scalar(list.reborrow(), step, targets);
        return;
    }
    let squares = square_lanes_with_kind(targets);
    let from = _mm512_sub_epi16(squares, _mm512_set1_epi16(step.index_step().into()));
    // The mask clears the kind, and the bits that origins beyond the board would set.
    let from = _mm512_and_si512(from, _mm512_set1_epi16(63));
    let moves = _mm512_or_si512(from, _mm512_slli_epi16(squares, 6));
    // SAFETY: `needs_scalar_path` returned false. The lanes of targets are
    // `Move::new(step.origin(to), to)`, as the mask leaves the six bits of a square.
    unsafe { append_register(list, moves, targets.len()) };
}

/// Returns the first 32 squares of a set in order, 16 bits each and combined with
/// [`NORMAL_KIND_BITS`], followed by zeros.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn square_lanes_with_kind(set: Bitboard) -> __m512i {
    let squares = _mm512_set_epi64(
        0x3f3e_3d3c_3b3a_3938,
        0x3736_3534_3332_3130,
        0x2f2e_2d2c_2b2a_2928,
        0x2726_2524_2322_2120,
        0x1f1e_1d1c_1b1a_1918,
        0x1716_1514_1312_1110,
        0x0f0e_0d0c_0b0a_0908,
        0x0706_0504_0302_0100,
    );
    let all = _mm512_or_si512(squares, _mm512_set1_epi8(NORMAL_KIND_BITS.cast_signed()));
    let compressed = _mm512_maskz_compress_epi8(set.0, all);
    _mm512_cvtepu8_epi16(_mm512_castsi512_si256(compressed))
}

/// Tests whether a set needs the scalar path: one register does not hold its moves, or does not fit
/// into the list.
#[inline(always)]
fn needs_scalar_path(list: &ListAppender<'_>, targets: Bitboard) -> bool {
    (MoveList::CAPACITY - list.len < MOVES_PER_REGISTER) | (targets.len() > MOVES_PER_REGISTER)
}

/// Appends the first `count` moves of a register.
///
/// # Safety
///
/// The list has capacity for [`MOVES_PER_REGISTER`] more moves, and `count` is at most
/// [`MOVES_PER_REGISTER`]. The first `count` lanes of `moves` are bits of a [`Move`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
unsafe fn append_register(list: &mut ListAppender<'_>, moves: __m512i, count: usize) {
    // SAFETY: by the contract, the 64 bytes are slots of the list. `Move` is transparent over a
    // `NonZeroU16`, so that its bits are the move.
    unsafe { _mm512_storeu_si512(list.list.as_mut_ptr().add(list.len).cast(), moves) };
    list.len += count;
}

// The scalar fallbacks are compiled once each: inlined, they would be copied into every call of
// every generator.

/// Appends the moves of a piece without SIMD and returns the new length of the list.
#[cold]
#[inline(never)]
fn append_piece_moves_scalar(list: ListAppender<'_>, from: Square, targets: Bitboard) -> usize {
    list.extend(piece_moves(from, targets))
}

/// Appends the moves of pawns without SIMD and returns the new length of the list.
#[cold]
#[inline(never)]
fn append_pawn_moves_scalar(list: ListAppender<'_>, step: PawnStep, targets: Bitboard) -> usize {
    list.extend(pawn_moves(step, targets))
}

/// Appends the promotions of pawns without SIMD and returns the new length of the list.
#[inline(never)]
fn append_promotions_scalar(list: ListAppender<'_>, step: PawnStep, targets: Bitboard) -> usize {
    list.extend(promotions(step, targets))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use tabiya_core::{Direction, MoveKind, Rank};

    use super::*;

    /// Returns the AVX-512 sink of a list, or `None` if the CPU lacks AVX-512.
    ///
    /// Panics instead of returning `None` if the environment variable `TABIYA_REQUIRE_SIMD` is
    /// `avx512`, so that the tests cannot pass without having run.
    fn simd_list_if_supported(list: &mut MoveList) -> Option<SimdMoveList<'_>> {
        let is_detected = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi2")
            && std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2");
        let is_required = std::env::var("TABIYA_REQUIRE_SIMD").is_ok_and(|level| level == "avx512");
        assert!(is_detected || !is_required, "this CPU lacks AVX-512, which the tests require");
        // SAFETY: the features were just detected.
        is_detected.then(|| unsafe { SimdMoveList::new(list) })
    }

    fn list_of_len(len: usize) -> MoveList {
        core::iter::repeat_n(Move::new(Square::A1, Square::B1), len).collect()
    }

    fn pawn_steps() -> impl Iterator<Item = PawnStep> {
        Direction::ALL.into_iter().flat_map(|d| [PawnStep::single(d), PawnStep::double(d)])
    }

    /// Yields target sets of every size up to a register, at both ends of the board and scattered.
    fn target_sets() -> impl Iterator<Item = Bitboard> {
        let lowest = (0..=32).map(|len| (1_u64 << len) - 1);
        lowest.flat_map(|set| {
            let scattered = set.wrapping_mul(0x9e37_79b9_7f4a_7c15) & 0x5a5a_a5a5_5a5a_a5a5;
            [set, set.reverse_bits(), scattered].map(Bitboard)
        })
    }

    #[test]
    fn pawn_moves_of_any_step_and_target_equal_scalar_moves() {
        for step in pawn_steps() {
            let single_targets = Square::ALL.into_iter().map(Square::bitboard);
            for targets in single_targets.chain(target_sets()) {
                let mut list = MoveList::new();
                let Some(mut simd) = simd_list_if_supported(&mut list) else { return };
                simd.push_pawn_moves(step, targets);
                drop(simd);
                assert_eq!(list, pawn_moves(step, targets).collect(), "{step:?} {targets:?}");
            }
        }
    }

    #[test]
    fn piece_moves_of_any_origin_and_set_equal_scalar_moves() {
        for from in Square::ALL {
            for targets in target_sets() {
                let mut list = MoveList::new();
                let Some(mut simd) = simd_list_if_supported(&mut list) else { return };
                simd.push_piece_moves(PieceType::Queen, from, targets);
                drop(simd);
                assert_eq!(list, piece_moves(from, targets).collect(), "{from:?} {targets:?}");
            }
        }
    }

    #[test]
    fn sets_pushed_to_list_of_any_length_follow_its_moves() {
        let (step, targets) = (PawnStep::single(Direction::South), Rank::Sixth.into());
        for len in 0..=MoveList::CAPACITY - 50 {
            let mut list = list_of_len(len);
            let Some(mut simd) = simd_list_if_supported(&mut list) else { return };
            simd.push_pawn_moves(step, targets);
            simd.push_piece_moves(PieceType::Rook, Square::H3, Rank::Third.into());
            simd.push_promotions(step, Rank::First.into());
            simd.push_en_passant(Square::E4, Square::D3);
            simd.push_castling(Square::E8, Square::H8);
            drop(simd);
            let mut expected = list_of_len(len);
            expected.extend(pawn_moves(step, targets));
            expected.extend(piece_moves(Square::H3, Rank::Third.into()));
            expected.extend(promotions(step, Rank::First.into()));
            expected.push(Move::with_kind(Square::E4, Square::D3, MoveKind::EnPassant));
            expected.push(Move::with_kind(Square::E8, Square::H8, MoveKind::Castling));
            assert_eq!(list, expected, "after {len} moves");
        }
    }

    #[test]
    fn sets_larger_than_a_register_are_pushed_whole() {
        let step = PawnStep::double(Direction::NorthWest);
        for targets in [Bitboard(u64::MAX >> 31), Bitboard(u64::MAX << 31), Bitboard::FULL] {
            let mut list = MoveList::new();
            let Some(mut simd) = simd_list_if_supported(&mut list) else { return };
            simd.push_piece_moves(PieceType::Queen, Square::C3, targets);
            simd.push_pawn_moves(step, targets);
            drop(simd);
            let expected = piece_moves(Square::C3, targets).chain(pawn_moves(step, targets));
            assert_eq!(list, expected.collect());
        }
    }

    /// Checks that a push to a list with one free slot panics, and that the list keeps its moves.
    #[track_caller]
    fn assert_overflow_panics(push: fn(&mut SimdMoveList<'_>)) {
        let mut list = list_of_len(MoveList::CAPACITY - 1);
        let Some(mut simd) = simd_list_if_supported(&mut list) else { return };
        let push = core::panic::AssertUnwindSafe(|| push(&mut simd));
        assert!(std::panic::catch_unwind(push).is_err());
        drop(simd);
        assert_eq!(list[..MoveList::CAPACITY - 1], *list_of_len(MoveList::CAPACITY - 1));
    }

    #[test]
    fn push_beyond_capacity_panics_and_keeps_the_moves() {
        assert_overflow_panics(|simd| {
            simd.push_piece_moves(PieceType::King, Square::E1, Rank::Second.into());
        });
        assert_overflow_panics(|simd| {
            simd.push_pawn_moves(PawnStep::single(Direction::North), Rank::Third.into());
        });
        assert_overflow_panics(|simd| {
            simd.push_promotions(PawnStep::single(Direction::North), Square::A8.into());
        });
        assert_overflow_panics(|simd| {
            simd.push_castling(Square::E1, Square::H1);
            simd.push_castling(Square::E1, Square::A1);
        });
    }
}
