//! Sets of moves written at once, by AVX-512.
//!
//! The squares of a set are gathered from the 64 there are by one instruction
//! (`vpcompressb`, of the extension VBMI2), widened to the size of a move, joined with what
//! the moves share, and stored: a dozen instructions for a queen's 27 moves or a pawn's one.
//! A list of legal moves takes 29 ns by it instead of 46.
//!
//! This is the only unsafe code of the crate. A build for such a processor uses it in every
//! [`MoveList`]; in others a [`WideList`] stands for having asked the processor.

use core::arch::x86_64::{
    __m512i, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_maskz_compress_epi8,
    _mm512_or_si512, _mm512_set_epi64, _mm512_set1_epi16, _mm512_slli_epi16, _mm512_storeu_si512,
    _mm512_sub_epi16,
};
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Square};

use crate::list::Buffer;
use crate::{MoveList, MoveSink, PawnStep};

/// How many moves one store writes, as many as a register holds; not all of them mean
/// something.
const STORED: usize = 32;

/// A list that takes sets at once, on a processor that can. For the crates of Tabiya alone.
#[derive(Debug)]
pub struct WideList<'a>(&'a mut MoveList);

impl<'a> WideList<'a> {
    /// The list, if this processor has what it takes: AVX-512 with BW and VBMI2.
    #[cfg(feature = "std")]
    #[inline]
    pub fn detect(list: &'a mut MoveList) -> Option<Self> {
        let has_all = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi2");
        has_all.then_some(Self(list))
    }
}

/// In a build for such processors alone, every list takes sets at once.
#[cfg(all(
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi2"
))]
impl MoveSink for MoveList {
    #[inline]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        WideList(self).push(mv)
    }

    #[inline]
    fn piece_moves(&mut self, kind: PieceType, from: Square, to: Bitboard) -> ControlFlow<()> {
        WideList(self).piece_moves(kind, from, to)
    }

    #[inline]
    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        WideList(self).pawn_moves(step, targets)
    }
}

impl MoveSink for WideList<'_> {
    #[inline(always)]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        self.0.buffer().push(mv);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece_moves(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        // SAFETY: a `WideList` is only made where the processor has the features.
        unsafe { piece_moves(self.0.buffer(), from, targets) };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        // SAFETY: as above.
        unsafe { pawn_moves(self.0.buffer(), step, targets) };
        ControlFlow::Continue(())
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn piece_moves(list: &mut Buffer, from: Square, targets: Bitboard) {
    let shared = Move::new(from, Square::A1).to_bits();
    let to = _mm512_slli_epi16(squares(targets), 6);
    let moves = _mm512_or_si512(to, _mm512_set1_epi16(shared as i16));
    append(list, moves, targets, |to| Move::new(from, to));
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn pawn_moves(list: &mut Buffer, step: PawnStep, targets: Bitboard) {
    let shared = Move::new(Square::A1, Square::A1).to_bits();
    let to = squares(targets);
    let from = _mm512_sub_epi16(to, _mm512_set1_epi16(step.index_step().into()));
    let squares = _mm512_or_si512(_mm512_slli_epi16(to, 6), from);
    let moves = _mm512_or_si512(squares, _mm512_set1_epi16(shared as i16));
    append(list, moves, targets, |to| Move::new(step.origin(to), to));
}

/// The first 32 squares of a set, in order, 16 bits each; then zeros.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squares(set: Bitboard) -> __m512i {
    let all = _mm512_set_epi64(
        0x3f3e_3d3c_3b3a_3938,
        0x3736_3534_3332_3130,
        0x2f2e_2d2c_2b2a_2928,
        0x2726_2524_2322_2120,
        0x1f1e_1d1c_1b1a_1918,
        0x1716_1514_1312_1110,
        0x0f0e_0d0c_0b0a_0908,
        0x0706_0504_0302_0100,
    );
    let gathered = _mm512_maskz_compress_epi8(set.0, all);
    _mm512_cvtepu8_epi16(_mm512_castsi512_si256(gathered))
}

/// Appends as many of the moves as there are targets: one by one where a whole register does
/// not fit or does not hold them all.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn append(list: &mut Buffer, moves: __m512i, targets: Bitboard, one: impl Fn(Square) -> Move) {
    let (len, added) = (list.len(), targets.len());
    if list.remaining_capacity() < STORED || added > STORED {
        return append_one_by_one(list, targets, one);
    }
    // SAFETY: the buffer has room for 32 moves of two bytes behind its length, and that is
    // what is written. The first `added` of them are moves, for each was joined from the
    // bits of one, so that none is zero, and `Move` is transparent over its bits; the length
    // goes no further.
    unsafe {
        _mm512_storeu_si512(list.as_mut_ptr().add(len).cast(), moves);
        list.set_len(len + added);
    }
}

#[cold]
#[inline(never)]
fn append_one_by_one(list: &mut Buffer, targets: Bitboard, one: impl Fn(Square) -> Move) {
    targets.into_iter().for_each(|to| list.push(one(to)));
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use tabiya_core::{Direction, Rank};

    use super::{Bitboard, MoveList, MoveSink, PawnStep, PieceType, Square, WideList};

    /// The same calls fill both kinds of list alike, however full they are before.
    #[inline]
    #[track_caller]
    fn check(piece: (Square, Bitboard), pawns: (PawnStep, Bitboard)) {
        for before in [0, 200, 230, 239, 240] {
            let mut plain = MoveList::new();
            plain.extend((0..before).map(|_| super::Move::new(Square::A1, Square::B1)));
            let mut list = plain.clone();
            let Some(mut wide) = WideList::detect(&mut list) else { return };
            let _ = wide.piece_moves(PieceType::Queen, piece.0, piece.1);
            let _ = wide.pawn_moves(pawns.0, pawns.1);
            plain.extend(piece.1.into_iter().map(|to| super::Move::new(piece.0, to)));
            plain.extend(pawns.1.into_iter().map(|to| super::Move::new(pawns.0.origin(to), to)));
            assert_eq!(list, plain, "{piece:?} and {pawns:?} after {before}");
        }
    }

    #[inline]
    #[test]
    fn sets_are_written_as_their_moves_one_by_one() {
        let north = PawnStep::single(Direction::North);
        let far = PawnStep::double(Direction::South);
        let crossing = Bitboard::from(Rank::Fourth) | Square::E8.into();
        for square in Square::ALL {
            check((square, square.bitboard()), (north, Bitboard::EMPTY));
            check((square, crossing), (far, Bitboard::from(Rank::Fifth)));
            check(
                (Square::H8, Bitboard::EMPTY),
                (north, square.bitboard() & !Bitboard::from(Rank::First)),
            );
        }
        check((Square::A1, Bitboard(u32::MAX.into())), (north, Bitboard::EMPTY));
    }

    /// No piece goes so far; still, nothing may be lost.
    #[inline]
    #[test]
    fn more_targets_than_a_register_holds_are_written_too() {
        for targets in [Bitboard(u64::MAX >> 31), Bitboard::FULL] {
            let (mut plain, mut list) = (MoveList::new(), MoveList::new());
            let Some(mut wide) = WideList::detect(&mut list) else { return };
            let _ = wide.piece_moves(PieceType::Queen, Square::C3, targets);
            plain.extend(targets.into_iter().map(|to| super::Move::new(Square::C3, to)));
            assert_eq!(list, plain);
        }
    }
}
