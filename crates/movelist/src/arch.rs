//! Sets of moves written at once, by AVX-512.
//!
//! The squares of a set are gathered from the 64 there are by one instruction
//! (`vpcompressb`, of the extension VBMI2), widened to the size of a move, joined with what
//! the moves share, and stored: a dozen instructions for a queen's 27 moves or a pawn's one.
//! A list of legal moves takes a quarter to a third less time by it.
//!
//! This is the only unsafe code of the crate. A build for such a processor uses it in every
//! [`MoveList`]; in others, code that is compiled for one makes a [`WideList`].

use core::arch::x86_64::{
    __m512i, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_maskz_compress_epi8,
    _mm512_or_si512, _mm512_set_epi64, _mm512_set1_epi16, _mm512_slli_epi16, _mm512_storeu_si512,
    _mm512_sub_epi16,
};
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Square};

use crate::list::Buffer;
use crate::{MoveList, MoveSink, PawnStep};

/// How many moves one store writes, as many as a register holds; not all of them mean
/// something.
const STORED: usize = 32;

/// A list that takes sets at once, on a processor that can. For the crates of Tabiya alone.
///
/// It keeps the length until it is dropped: in a register, where the list's own would be
/// stored and loaded at each set.
#[derive(Debug)]
pub struct WideList<'a> {
    list: &'a mut Buffer,
    /// How many moves there are, the list's own among them, which are the first.
    len: usize,
}

impl<'a> WideList<'a> {
    /// The list, on a processor that has AVX-512 with BW and VBMI2; popcount, BMI1 and BMI2 are
    /// there too.
    ///
    /// # Safety
    ///
    /// The processor has these features. Code that is compiled for them calls it as any other.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2")]
    #[inline]
    pub fn new(list: &'a mut MoveList) -> Self {
        Self::of(list)
    }

    /// The same. The caller knows the processor.
    #[inline(always)]
    fn of(list: &'a mut MoveList) -> Self {
        let list = list.buffer();
        Self { len: list.len(), list }
    }
}

impl Drop for WideList<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the first `len` places hold moves: those that the list had, and behind them
        // whatever was written when `len` was raised. There are as many places, because it is
        // raised only where there were.
        unsafe { self.list.set_len(self.len) };
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
        WideList::of(self).push(mv)
    }

    #[inline]
    fn piece_moves(&mut self, kind: PieceType, from: Square, to: Bitboard) -> ControlFlow<()> {
        WideList::of(self).piece_moves(kind, from, to)
    }

    #[inline]
    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        WideList::of(self).pawn_moves(step, targets)
    }

    #[inline]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        WideList::of(self).promotions(step, targets)
    }
}

impl MoveSink for WideList<'_> {
    #[inline(always)]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        assert!(self.len < MoveList::CAPACITY, "CapacityError: the list is full");
        // SAFETY: there is room behind the first `len` moves.
        unsafe { self.list.as_mut_ptr().add(self.len).write(mv) };
        self.len += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece_moves(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        // SAFETY: a `WideList` is only made where the processor has the features.
        unsafe { piece_moves(self, from, targets) };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        // SAFETY: as above.
        unsafe { pawn_moves(self, step, targets) };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        self.len = promotions_one_by_one(self.list, self.len, step, targets);
        ControlFlow::Continue(())
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn piece_moves(list: &mut WideList<'_>, from: Square, targets: Bitboard) {
    let shared = Move::new(from, Square::A1).to_bits();
    let to = _mm512_slli_epi16(squares(targets), 6);
    let moves = _mm512_or_si512(to, _mm512_set1_epi16(shared as i16));
    append(list, moves, targets, |list, len| piece_moves_one_by_one(list, len, from, targets));
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn pawn_moves(list: &mut WideList<'_>, step: PawnStep, targets: Bitboard) {
    let shared = Move::new(Square::A1, Square::A1).to_bits();
    let to = squares(targets);
    let from = _mm512_sub_epi16(to, _mm512_set1_epi16(step.index_step().into()));
    let squares = _mm512_or_si512(_mm512_slli_epi16(to, 6), from);
    let moves = _mm512_or_si512(squares, _mm512_set1_epi16(shared as i16));
    append(list, moves, targets, |list, len| pawn_moves_one_by_one(list, len, step, targets));
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
fn append(
    list: &mut WideList<'_>,
    moves: __m512i,
    targets: Bitboard,
    one_by_one: impl FnOnce(&mut Buffer, usize) -> usize,
) {
    let added = targets.len();
    if MoveList::CAPACITY - list.len < STORED || added > STORED {
        list.len = one_by_one(list.list, list.len);
        return;
    }
    // SAFETY: the buffer has room for 32 moves of two bytes behind the first `len`, and that is
    // what is written. The first `added` of them are moves, for each was joined from the
    // bits of one, so that none is zero, and `Move` is transparent over its bits; the length
    // goes no further.
    unsafe { _mm512_storeu_si512(list.list.as_mut_ptr().add(list.len).cast(), moves) };
    list.len += added;
}

// The slow ways are no part of the generators that name them: each is compiled here, once.

/// Appends the moves of a piece; answers the new length.
#[cold]
#[inline(never)]
fn piece_moves_one_by_one(list: &mut Buffer, len: usize, from: Square, targets: Bitboard) -> usize {
    for_each_target(list, len, targets, |list, to| list.push(Move::new(from, to)))
}

/// Appends the moves of pawns; answers the new length.
#[cold]
#[inline(never)]
fn pawn_moves_one_by_one(
    list: &mut Buffer,
    len: usize,
    step: PawnStep,
    targets: Bitboard,
) -> usize {
    for_each_target(list, len, targets, |list, to| list.push(Move::new(step.origin(to), to)))
}

/// Appends four promotions for each target; answers the new length.
#[inline(never)]
fn promotions_one_by_one(
    list: &mut Buffer,
    len: usize,
    step: PawnStep,
    targets: Bitboard,
) -> usize {
    for_each_target(list, len, targets, |list, to| {
        let from = step.origin(to);
        MoveKind::PROMOTIONS.iter().try_for_each(|&kind| list.push(Move::with_kind(from, to, kind)))
    })
}

/// Appends what each target stands for; answers the new length.
#[inline(always)]
fn for_each_target(
    list: &mut Buffer,
    len: usize,
    targets: Bitboard,
    append: impl Fn(&mut WideList<'_>, Square) -> ControlFlow<()>,
) -> usize {
    let mut list = WideList { list, len };
    for to in targets {
        let _ = append(&mut list, to); // never has enough
    }
    list.len
}

#[cfg(test)]
mod tests {
    extern crate std;

    use tabiya_core::{Direction, Rank};

    use super::{Bitboard, MoveList, MoveSink, PawnStep, PieceType, Square, WideList};

    /// The list, if this processor has what it takes.
    fn detect(list: &mut MoveList) -> Option<WideList<'_>> {
        let has_all = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi2");
        has_all.then(|| WideList::of(list))
    }

    /// The same calls fill both kinds of list alike, however full they are before.
    #[track_caller]
    fn check(piece: (Square, Bitboard), pawns: (PawnStep, Bitboard)) {
        for before in [0, 200, 230, 239, 240] {
            let mut plain = MoveList::new();
            plain.extend((0..before).map(|_| super::Move::new(Square::A1, Square::B1)));
            let mut list = plain.clone();
            let Some(mut wide) = detect(&mut list) else { return };
            let _ = wide.piece_moves(PieceType::Queen, piece.0, piece.1);
            let _ = wide.pawn_moves(pawns.0, pawns.1);
            drop(wide);
            plain.extend(piece.1.into_iter().map(|to| super::Move::new(piece.0, to)));
            plain.extend(pawns.1.into_iter().map(|to| super::Move::new(pawns.0.origin(to), to)));
            assert_eq!(list, plain, "{piece:?} and {pawns:?} after {before}");
        }
    }

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
    #[test]
    fn more_targets_than_a_register_holds_are_written_too() {
        for targets in [Bitboard(u64::MAX >> 31), Bitboard::FULL] {
            let (mut plain, mut list) = (MoveList::new(), MoveList::new());
            let Some(mut wide) = detect(&mut list) else { return };
            let _ = wide.piece_moves(PieceType::Queen, Square::C3, targets);
            drop(wide);
            plain.extend(targets.into_iter().map(|to| super::Move::new(Square::C3, to)));
            assert_eq!(list, plain);
        }
    }
}
