//! [`MoveListWriter`], which appends moves in groups, and [`MoveGroup`].
//!
//! How often a loop over a target set runs is hard to predict. A writer therefore stores fixed-size
//! groups: it writes all moves in a group, and the list's length grows by those that count. The
//! next group overwrites the others.

use core::mem::MaybeUninit;

use arrayvec::ArrayVec;
use tabiya_core::{Bitboard, Move, Square};

use crate::MoveList;
use crate::full_buffer::{fail_full_buffer, full_buffer_message};
use crate::move_list::{SLOTS, SPARE_SLOTS};

/// The first `len` moves in an array; the others are arbitrary.
///
/// Only Tabiya's crates use it.
#[derive(Clone, Copy, Debug)]
pub struct MoveGroup<const N: usize> {
    /// The moves.
    pub moves: [Move; N],
    /// The number of moves that count, at most `N`.
    pub len: u8,
}

/// A function that writes moves.
pub type WriteMoves<'a> = dyn FnMut(&mut MoveListWriter<'_>) + 'a;

/// A list's memory: slots for [`MoveList::CAPACITY`] moves, and the spare ones.
type Slots = [MaybeUninit<Move>; SLOTS];

/// A move list under construction, as a [`MoveSink`](crate::MoveSink).
///
/// It writes to the memory of any buffer with enough slots, so all buffers get the same moves in
/// the same order. Only Tabiya's crates use it.
///
/// Invariant: `len` is at most a list's capacity, and the first `len` slots are initialized.
#[derive(Debug)]
pub struct MoveListWriter<'a> {
    slots: &'a mut Slots,
    len: usize,
    /// The variable that receives the length when the writer is dropped.
    written: &'a mut usize,
}

impl MoveListWriter<'_> {
    /// Lets a function write behind the first `len` slots, and returns the new length.
    ///
    /// # Safety
    ///
    /// `len` is at most a list's capacity, and the first `len` slots are initialized.
    #[inline(always)]
    unsafe fn write(slots: &mut Slots, len: usize, write: &mut WriteMoves<'_>) -> usize {
        debug_assert!(len <= MoveList::CAPACITY);
        let mut written = len;
        write(&mut MoveListWriter { slots, len, written: &mut written });
        written
    }

    /// Returns a writer that continues where this one is; dropping it updates this writer's length.
    ///
    /// A local writer's length stays in a register: an update in memory after each set would be a
    /// store that the next set has to load.
    #[inline(always)]
    pub fn reborrow(&mut self) -> MoveListWriter<'_> {
        MoveListWriter { slots: self.slots, len: self.len, written: &mut self.len }
    }

    /// Appends a group's moves by writing its whole array.
    ///
    /// Fails to compile if the array has more moves than a list has spare slots.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows, or if the group's length exceeds its moves.
    #[inline(always)]
    pub fn append<const N: usize>(&mut self, group: MoveGroup<N>) {
        const { assert!(N <= SPARE_SLOTS, "the group exceeds the spare slots") };
        // SAFETY: by the invariant, at least the spare slots follow the first `len` slots.
        unsafe { self.slots.as_mut_ptr().add(self.len).cast::<[Move; N]>().write(group.moves) };
        let group_len = usize::from(group.len);
        let len = self.len + group_len;
        let fits = len <= MoveList::CAPACITY && group_len <= N;
        // A call to `fail_full_buffer` would take registers from each caller of this hot function.
        assert!(fits, full_buffer_message!());
        self.len = len;
    }

    /// Appends moves one at a time.
    #[inline(always)]
    pub(crate) fn append_each(&mut self, moves: impl Iterator<Item = Move>) {
        // A copy, so that `self` stays in registers.
        let mut len = self.len;
        let copy = MoveListWriter { slots: self.slots, len, written: &mut len };
        self.len = append_each(copy, moves);
    }

    /// Appends the moves to a set of targets in order, four at a time.
    ///
    /// Sets of up to four targets all take the same branches.
    #[inline(always)]
    pub(crate) fn append_targets(
        &mut self,
        mut targets: Bitboard,
        to_move: impl Fn(Square) -> Move,
    ) {
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
        *self.written = self.len;
    }
}

/// Appends moves and returns the list's new length.
///
/// Inlined, the loop would be copied into every pawn step in every generator.
#[inline(never)]
fn append_each(mut list: MoveListWriter<'_>, moves: impl Iterator<Item = Move>) -> usize {
    for mv in moves {
        list.append(MoveGroup { moves: [mv], len: 1 });
    }
    list.len
}

/// Lets a function append to a list.
#[inline(always)]
pub fn append_to_list(list: &mut MoveList, write: &mut WriteMoves<'_>) {
    let buffer = list.buffer();
    let len = buffer.len();
    // SAFETY: a vector of this capacity has as many slots, and no slot becomes uninitialized.
    let slots = unsafe { &mut *buffer.as_mut_ptr().cast::<Slots>() };
    // SAFETY: the moves' slots are initialized. The writer initializes the others.
    unsafe {
        let len = MoveListWriter::write(slots, len, write);
        buffer.set_len(len);
    }
}

/// Lets a function append to a vector: to its slots if a whole list fits, otherwise through a list.
///
/// # Panics
///
/// Panics if the moves do not fit.
#[inline(always)]
pub fn append_to_array<const N: usize>(moves: &mut ArrayVec<Move, N>, write: &mut WriteMoves<'_>) {
    let len = moves.len();
    if N - len < SLOTS {
        return append_by_list(moves, write);
    }
    // SAFETY: the slots exist, because at least as many remain.
    let slots = unsafe { &mut *moves.as_mut_ptr().add(len).cast::<Slots>() };
    // SAFETY: the slots before the writer's are initialized, and the writer initializes its own.
    unsafe { moves.set_len(len + MoveListWriter::write(slots, 0, write)) };
}

/// Lets a function append to a vector through a list.
#[inline(never)]
fn append_by_list<const N: usize>(moves: &mut ArrayVec<Move, N>, write: &mut WriteMoves<'_>) {
    let mut list = MoveList::new();
    append_to_list(&mut list, write);
    if moves.try_extend_from_slice(&list).is_err() {
        fail_full_buffer();
    }
}

/// Lets a function append to a vector, which grows so that a whole list fits.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn append_to_vec(moves: &mut alloc::vec::Vec<Move>, write: &mut WriteMoves<'_>) {
    moves.reserve(SLOTS);
    let len = moves.len();
    let slots = moves.spare_capacity_mut().first_chunk_mut().expect("the reserved slots");
    // SAFETY: the slots before the writer's are initialized, and the writer initializes its own.
    unsafe {
        let written = MoveListWriter::write(slots, 0, write);
        moves.set_len(len + written);
    }
}
