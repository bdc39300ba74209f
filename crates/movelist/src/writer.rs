//! [`MoveListWriter`], which appends moves in groups, and [`MoveGroup`].
//!
//! How often a loop over a target set runs is hard to predict. A writer therefore stores groups of a fixed size: all moves of a group are written, and the length of the list
//! grows by those that count. The next group overwrites the others.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Square};

use crate::move_list::{MoveBuffer, SPARE_SLOTS};
use crate::sink::promotions;
use crate::{MoveList, MoveSink, PawnStep};

/// The first `len` moves of an array; the others are arbitrary.
///
/// Only crates of Tabiya use it.
#[derive(Clone, Copy, Debug)]
pub struct MoveGroup<const N: usize> {
    /// The moves.
    pub moves: [Move; N],
    /// The number of moves that count, at most `N`.
    pub len: u8,
}

/// A [`MoveList`] under construction, as a [`MoveSink`].
///
/// The length is written back when the value is dropped. Until then it stays in a register: updating the
/// length of the list after each set would be a store that the next set has to load. Only crates of
/// Tabiya use it.
///
/// Invariant: `len` is at most the capacity of a list, and the first `len` slots are initialized.
#[derive(Debug)]
pub struct MoveListWriter<'a> {
    list: &'a mut MoveBuffer,
    len: usize,
}

impl<'a> MoveListWriter<'a> {
    /// Creates a sink that appends to a list.
    #[inline(always)]
    pub fn new(list: &'a mut MoveList) -> Self {
        let list = list.buffer();
        debug_assert!(list.len() <= MoveList::CAPACITY);
        Self { len: list.len(), list }
    }

    /// Appends the moves of a group, whose array is written as a whole.
    ///
    /// Fails to compile if the array has more moves than a list has spare slots.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows, or if the length of the group exceeds its moves.
    #[inline(always)]
    pub fn append<const N: usize>(&mut self, group: MoveGroup<N>) {
        const { assert!(N <= SPARE_SLOTS, "the group exceeds the spare slots") };
        // SAFETY: by the invariant, at least the spare slots follow the first `len` slots.
        unsafe { self.list.as_mut_ptr().add(self.len).cast::<[Move; N]>().write(group.moves) };
        let group_len = usize::from(group.len);
        let len = self.len + group_len;
        let fits = len <= MoveList::CAPACITY && group_len <= N;
        assert!(fits, "CapacityError: insufficient capacity");
        self.len = len;
    }

    /// Appends the moves to a set of targets in order, four at a time.
    ///
    /// Sets of up to four targets all take the same branches.
    #[inline(always)]
    fn append_targets(&mut self, mut targets: Bitboard, to_move: impl Fn(Square) -> Move) {
        loop {
            let len = targets.len().min(4) as u8;
            let mut moves = [to_move(Square::A1); 4];
            for mv in &mut moves {
                *mv = to_move(Square::from_low_bits(targets.0.trailing_zeros() as u8));
                targets.0 &= targets.0.wrapping_sub(1);
            }
            self.append(MoveGroup { moves, len });
            if targets.is_empty() {
                break;
            }
        }
    }
}

impl Drop for MoveListWriter<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the first `len` slots exist and are initialized, by the invariant.
        unsafe { self.list.set_len(self.len) };
    }
}

impl MoveSink for MoveListWriter<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.append(MoveGroup { moves: [mv], len: 1 });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_piece_moves(
        &mut self,
        _: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.append_targets(targets, |to| Move::new(from, to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.append_targets(targets, |to| Move::new(step.origin(to), to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        // A copy, so that `self` stays in registers.
        let copy = MoveListWriter { list: self.list, len: self.len };
        self.len = append_promotions(copy, step, targets);
        ControlFlow::Continue(())
    }
}

/// Appends promotions and returns the new length of the list.
///
/// Inlined, the loop would be copied into every pawn step of every generator.
#[inline(never)]
fn append_promotions(mut list: MoveListWriter<'_>, step: PawnStep, targets: Bitboard) -> usize {
    for mv in promotions(step, targets) {
        list.append(MoveGroup { moves: [mv], len: 1 });
    }
    list.len
}

/// Each set of moves is appended by a [`MoveListWriter`].
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
        MoveListWriter::new(self).push_piece_moves(piece_type, from, targets)
    }

    #[inline]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        MoveListWriter::new(self).push_pawn_moves(step, targets)
    }

    #[inline]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        MoveListWriter::new(self).push_promotions(step, targets)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use tabiya_core::{Direction, MoveKind, Rank};

    use super::*;
    use crate::sink::{pawn_moves, piece_moves};

    fn list_of_len(len: usize) -> MoveList {
        core::iter::repeat_n(Move::new(Square::A1, Square::B1), len).collect()
    }

    fn pawn_steps() -> impl Iterator<Item = PawnStep> {
        Direction::ALL.into_iter().flat_map(|d| [PawnStep::single(d), PawnStep::double(d)])
    }

    /// The distance of the sets and lengths that are tested: Miri would take minutes for all.
    const STEP: usize = if cfg!(miri) { 23 } else { 1 };

    /// Yields target sets of every size up to 32, at both ends of the board and scattered.
    fn target_sets() -> impl Iterator<Item = Bitboard> {
        let lowest = (0..=32).map(|len| (1_u64 << len) - 1);
        let sets = lowest.flat_map(|set| {
            let scattered = set.wrapping_mul(0x9e37_79b9_7f4a_7c15) & 0x5a5a_a5a5_5a5a_a5a5;
            [set, set.reverse_bits(), scattered].map(Bitboard)
        });
        sets.step_by(STEP)
    }

    /// Returns the moves that a function writes.
    fn written(write: impl FnOnce(&mut MoveListWriter<'_>)) -> MoveList {
        let mut list = MoveList::new();
        write(&mut MoveListWriter::new(&mut list));
        list
    }

    #[test]
    fn moves_of_any_set_equal_those_of_its_squares() {
        for targets in target_sets().chain([Bitboard::FULL]) {
            for step in pawn_steps() {
                let list = written(|writer| {
                    writer.push_pawn_moves(step, targets);
                });
                assert_eq!(list, pawn_moves(step, targets).collect(), "{step:?} {targets:?}");
            }
            for from in Square::ALL {
                let list = written(|writer| {
                    writer.push_piece_moves(PieceType::Queen, from, targets);
                });
                assert_eq!(list, piece_moves(from, targets).collect(), "{from:?} {targets:?}");
            }
        }
    }

    #[test]
    fn sets_pushed_to_list_of_any_length_follow_its_moves() {
        let step = PawnStep::single(Direction::South);
        let targets = Rank::Sixth.into();
        for len in (0..=MoveList::CAPACITY - 50).step_by(STEP) {
            let mut list = list_of_len(len);
            let mut writer = MoveListWriter::new(&mut list);
            writer.push_pawn_moves(step, targets);
            writer.push_piece_moves(PieceType::Rook, Square::H3, Rank::Third.into());
            writer.push_promotions(step, Rank::First.into());
            writer.push_en_passant(Square::E4, Square::D3);
            writer.push_castling(Square::E8, Square::H8);
            drop(writer);
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
    fn only_counted_moves_of_a_group_are_kept() {
        let moves = [Move::new(Square::A1, Square::A2), Move::new(Square::A1, Square::A3)];
        for len in 0..=2 {
            let list = written(|writer| {
                writer.append(MoveGroup { moves, len });
                writer.append(MoveGroup { moves, len: 1 });
            });
            let expected = moves[..len.into()].iter().chain(&moves[..1]).copied();
            assert_eq!(list, expected.collect());
        }
    }

    /// Checks that writing to a list with one free slot panics, and that the list keeps its moves.
    #[track_caller]
    fn assert_panics_and_keeps_moves(write: fn(&mut MoveListWriter<'_>)) {
        let before = list_of_len(MoveList::CAPACITY - 1);
        let mut list = before.clone();
        let mut writer = MoveListWriter::new(&mut list);
        let write = core::panic::AssertUnwindSafe(|| write(&mut writer));
        assert!(std::panic::catch_unwind(write).is_err());
        drop(writer);
        assert!(list.len() <= MoveList::CAPACITY);
        assert_eq!(list[..before.len()], *before);
    }

    #[test]
    fn write_beyond_capacity_panics_and_keeps_the_moves() {
        assert_panics_and_keeps_moves(|writer| {
            writer.push_piece_moves(PieceType::King, Square::E1, Rank::Second.into());
        });
        assert_panics_and_keeps_moves(|writer| {
            writer.push_pawn_moves(PawnStep::single(Direction::North), Rank::Third.into());
        });
        assert_panics_and_keeps_moves(|writer| {
            writer.push_promotions(PawnStep::single(Direction::North), Square::A8.into());
        });
        assert_panics_and_keeps_moves(|writer| {
            writer.push_castling(Square::E1, Square::H1);
            writer.push_castling(Square::E1, Square::A1);
        });
        // The list as a sink, whose writer is dropped while the panic unwinds.
        let before = list_of_len(MoveList::CAPACITY - 1);
        let mut list = before.clone();
        let push = core::panic::AssertUnwindSafe(|| {
            list.push_piece_moves(PieceType::King, Square::E1, Rank::Second.into());
        });
        assert!(std::panic::catch_unwind(push).is_err());
        assert!((before.len()..=MoveList::CAPACITY).contains(&list.len()));
        assert_eq!(list[..before.len()], *before);
        // A group that claims more moves than it has.
        assert_panics_and_keeps_moves(|writer| {
            writer.append(MoveGroup { moves: [Move::new(Square::A1, Square::A2)], len: 2 });
        });
    }
}
