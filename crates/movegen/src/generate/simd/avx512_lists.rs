//! Move lists with AVX-512: a set's moves by one compression, without a loop.
//!
//! `vpcompressb` (from the extension VBMI2) gathers the selected ones among some squares. They are
//! widened to a move's 16 bits and combined with the bits that all moves in the set share.
//!
//! A slider's two lines have 16 squares, in the same order as in [`ByLine`]. `vpshufbitqmb` (from
//! the extension BITALG) gathers those that are in a set as 16 bits: the occupied squares index the
//! attacks along the lines, and the targets select from them.
//!
//! [`ByLine`]: crate::generate::ByLine

use core::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_bitshuffle_epi64_mask, _mm_cvtepu8_epi16, _mm_loadu_si128,
    _mm_maskz_compress_epi8, _mm_or_si128, _mm_set1_epi16, _mm_set1_epi64x, _mm_slli_epi16,
    _mm_sub_epi16, _mm256_cvtepu8_epi16, _mm256_or_si256, _mm256_set1_epi16, _mm256_slli_epi16,
    _mm512_castsi512_si128, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
};
use core::convert::Infallible;
use core::mem;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, Side, Square};
use tabiya_movelist::{MoveCounter, MoveGroup, MoveListWriter, PawnStep};
use tabiya_tables::{Line, expand, knight_attacks};

use super::Avx512;
use crate::generate::PieceGenerator;
use crate::side_context::SideContext;

// In the functions below, SAFETY: `Avx512::new`, the only constructor, requires their features.
impl<S: Side> PieceGenerator<S, MoveListWriter<'_>> for Avx512 {
    #[inline(always)]
    fn generate_pawn_moves(
        self,
        step: PawnStep,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        // SAFETY: see above.
        list.append(unsafe { pawn_moves(step, targets) });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn generate_piece_moves(
        self,
        context: &SideContext<S>,
        movers: Bitboard,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        let sets = LineSets { occupied: context.occupied, targets };
        for from in context.knights & movers {
            // SAFETY: see above.
            list.append(unsafe { leaper_moves(from, knight_attacks(from) & targets) });
        }
        for from in context.diagonal_sliders & movers {
            let lines = [Line::Diagonal, Line::Antidiagonal];
            // SAFETY: see above.
            list.append(unsafe { slider_moves(from, lines, expand::diagonal_squares(from), sets) });
        }
        for from in context.orthogonal_sliders & movers {
            let lines = [Line::Rank, Line::File];
            // SAFETY: see above.
            list.append(unsafe {
                slider_moves(from, lines, expand::orthogonal_squares(from), sets)
            });
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn generate_king_steps(
        self,
        king: Square,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        // SAFETY: see above.
        list.append(unsafe { leaper_moves(king, targets) });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, context: &SideContext<S>, may_castle: bool) -> Bitboard {
        PieceGenerator::<S, MoveCounter>::danger(self, context, may_castle)
    }
}

/// The target's lowest bit in a [`Move`].
const TARGET_SHIFT: i32 = 6;

/// The bits of [`MoveKind::Normal`](tabiya_core::MoveKind::Normal) in a [`Move`].
const NORMAL_KIND_BITS: i16 = 1 << 12;
const _: () = assert!(Move::new(Square::A1, Square::A1).to_bits() == NORMAL_KIND_BITS as u16);

/// The occupied squares and the sliders' targets.
#[derive(Clone, Copy)]
struct LineSets {
    occupied: Bitboard,
    targets: Bitboard,
}

/// Returns a slider's moves along two lines, whose squares are given in order.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn slider_moves(
    from: Square,
    lines: [Line; 2],
    squares: &[u8; 16],
    sets: LineSets,
) -> MoveGroup<16> {
    // SAFETY: the 16 bytes are the array's.
    let squares = unsafe { _mm_loadu_si128(squares.as_ptr().cast()) };
    let occupied = gather(sets.occupied, squares);
    // Compilers would pack an array of the two halves into a register, which takes longer.
    let first = expand::line_attacks(lines[0], from, occupied as u8);
    let second = expand::line_attacks(lines[1], from, (occupied >> 8) as u8);
    let attacks = u16::from(first) | u16::from(second) << 8;
    let selected = attacks & gather(sets.targets, squares);
    let to = _mm256_cvtepu8_epi16(_mm_maskz_compress_epi8(selected, squares));
    let shared = _mm256_set1_epi16(from as i16 | NORMAL_KIND_BITS);
    let moves = _mm256_or_si256(_mm256_slli_epi16::<TARGET_SHIFT>(to), shared);
    // SAFETY: `Move` is transparent over a `NonZeroU16`, and each lane has one of the kind's bits.
    let moves = unsafe { mem::transmute::<__m256i, [Move; 16]>(moves) };
    MoveGroup { moves, len: selected.count_ones() as u8 }
}

/// Returns the squares that are in a set, as a bit for each.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn gather(set: Bitboard, squares: __m128i) -> u16 {
    _mm_bitshuffle_epi64_mask(_mm_set1_epi64x(set.0.cast_signed()), squares)
}

/// Returns a knight's or a king's moves, given its targets.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn leaper_moves(from: Square, targets: Bitboard) -> MoveGroup<8> {
    let shared = _mm_set1_epi16(from as i16 | NORMAL_KIND_BITS);
    let moves = _mm_or_si128(_mm_slli_epi16::<TARGET_SHIFT>(square_lanes(targets)), shared);
    group(moves, targets)
}

/// Returns the pawn moves by a step to up to eight targets.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn pawn_moves(step: PawnStep, targets: Bitboard) -> MoveGroup<8> {
    let to = square_lanes(targets);
    // The mask clears the bits that origins beyond the board would set.
    let from = _mm_and_si128(
        _mm_sub_epi16(to, _mm_set1_epi16(step.index_step().into())),
        _mm_set1_epi16(63),
    );
    let to_and_kind =
        _mm_or_si128(_mm_slli_epi16::<TARGET_SHIFT>(to), _mm_set1_epi16(NORMAL_KIND_BITS));
    group(_mm_or_si128(from, to_and_kind), targets)
}

/// Returns the first eight squares in a set in order, 16 bits each, followed by zeros.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn square_lanes(set: Bitboard) -> __m128i {
    // SAFETY: `Square` is a byte, and the array has 64 of them.
    let squares = unsafe { _mm512_loadu_si512(Square::ALL.as_ptr().cast()) };
    let compressed = _mm512_maskz_compress_epi8(set.0, squares);
    _mm_cvtepu8_epi16(_mm512_castsi512_si128(compressed))
}

/// Returns the moves in a register's lanes, each of which has one of the kind's bits.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn group(lanes: __m128i, targets: Bitboard) -> MoveGroup<8> {
    // SAFETY: `Move` is transparent over a `NonZeroU16`, and no lane is zero.
    let moves = unsafe { mem::transmute::<__m128i, [Move; 8]>(lanes) };
    MoveGroup { moves, len: targets.len() as u8 }
}
