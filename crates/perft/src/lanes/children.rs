//! Making moves in SIMD lanes, which yields the child boards for a batch of parents.
//!
//! A move is two bytes: the to square, and the parent's lane with the move's direction. A fill from
//! the to square in the opposite direction finds the from square. Child boards are built in
//! registers, a batch at a time, and never stored.

use tabiya_core::{Direction, Side};
use tabiya_movelist::MoveList;

use crate::lanes::boards::{Boards, direction_index};
use crate::lanes::castling::{Castling, Wing};
use crate::lanes::moves::Moves;
use crate::lanes::rays::{AXES, shift_by_step};
use crate::lanes::vector::{Lanes, map_array};

/// The capacity of a [`MoveBatchList`]: the legal moves on eight boards, plus the 64 bytes that
/// each append writes.
const MOVE_LIST_CAPACITY: usize = 8 * MoveList::CAPACITY + 64;

/// A move list for several parents, read in batches with one move per lane.
pub(crate) struct MoveBatchList {
    to_squares: [u8; MOVE_LIST_CAPACITY],
    /// The parent's lane in the low three bits, the direction index (0 to 15) in the four above.
    lane_and_direction: [u8; MOVE_LIST_CAPACITY],
    len: usize,
}

impl MoveBatchList {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self {
            to_squares: [0; MOVE_LIST_CAPACITY],
            lane_and_direction: [0; MOVE_LIST_CAPACITY],
            len: 0,
        }
    }

    /// Replaces the contents of the list with the moves from all parents, ordered by direction.
    ///
    /// A mask with the nonempty sets is computed first, so that the loop over its bits has no
    /// branch but its end. This causes fewer branch mispredictions.
    #[inline(always)]
    fn set_moves<V: Lanes>(&mut self, by_direction: &[V; 16]) {
        self.len = 0;
        let sets = map_array(*by_direction, V::store);
        for half in [0, 8] {
            let mut nonempty = 0;
            for direction in 0..8 {
                nonempty |= by_direction[half + direction].nonzero_mask() << (8 * direction);
            }
            while nonempty != 0 {
                let lane_and_direction = 8 * half + nonempty.trailing_zeros() as usize;
                nonempty &= nonempty - 1;
                self.append_moves::<V>(lane_and_direction, sets.as_flattened()[lane_and_direction]);
            }
        }
    }

    #[inline(always)]
    fn append_moves<V: Lanes>(&mut self, lane_and_direction: usize, set: u64) {
        let slots = self.to_squares[self.len..]
            .first_chunk_mut()
            .zip(self.lane_and_direction[self.len..].first_chunk_mut());
        let (to_slots, lane_and_direction_slots) =
            slots.expect("64 slots are free after all moves");
        *lane_and_direction_slots = [lane_and_direction as u8; 64];
        self.len += V::write_squares(set, to_slots);
    }

    /// Yields the index at which each batch begins.
    #[inline(always)]
    fn batch_starts<V: Lanes>(&self) -> impl Iterator<Item = usize> {
        (0..self.len).step_by(V::WIDTH)
    }

    /// Loads the move batch that begins at index `start`: a move per lane, or the remaining moves.
    #[inline(always)]
    fn load_batch<V: Lanes>(&self, start: usize) -> Batch<V> {
        let lane_and_direction =
            V::zero_extend_bytes(read_eight_bytes(&self.lane_and_direction, start));
        let used_lanes = V::first_lanes(self.len - start);
        Batch {
            to_squares: V::splat(1)
                .rotate_left(V::zero_extend_bytes(read_eight_bytes(&self.to_squares, start)))
                & used_lanes,
            parent_lanes: lane_and_direction & V::splat(7),
            direction_indices: lane_and_direction.shr(3),
            used_lanes,
        }
    }
}

/// Reads eight bytes from an index on, in little-endian order.
#[inline(always)]
fn read_eight_bytes(bytes: &[u8; MOVE_LIST_CAPACITY], start: usize) -> u64 {
    let mut array = [0; 8];
    array.copy_from_slice(&bytes[start..start + 8]);
    u64::from_le_bytes(array)
}

/// A move batch, one move per lane.
struct Batch<V> {
    /// The to square of each move, as a bitboard.
    to_squares: V,
    /// The parent board's lane, for each move.
    parent_lanes: V,
    /// The direction index of each move: 0 to 7 for slider directions, 8 to 15 for knight steps.
    direction_indices: V,
    /// A lane mask: all ones in the lanes that hold a move.
    used_lanes: V,
}

/// The steps from a move's to square back to its from square, by direction index.
///
/// Slider directions come first, then knight steps; in each group, four go upwards and four
/// downwards.
struct BackwardSteps {
    /// The bit rotation to the left that makes the step, modulo 64.
    rotations: [u64; 16],
    /// The squares where the step can end: on the others it has wrapped around an edge.
    wrap_masks: [u64; 16],
    /// The wrap masks for slider directions; empty for knight steps, which do not repeat.
    slider_wrap_masks: [u64; 16],
}

const BACKWARD_STEPS: BackwardSteps = {
    let mut steps =
        BackwardSteps { rotations: [0; 16], wrap_masks: [0; 16], slider_wrap_masks: [0; 16] };
    let mut index = 0;
    while index < 16 {
        let step = AXES[index / 8 * 4 + index % 4];
        let backward = if index % 8 < 4 { step.opposite() } else { step };
        steps.rotations[index] = backward.index_step() as u64 & 63;
        steps.wrap_masks[index] = backward.wrap_mask();
        steps.slider_wrap_masks[index] = if index < 8 { backward.wrap_mask() } else { 0 };
        index += 1;
    }
    steps
};

impl<V: Lanes> Batch<V> {
    /// Returns the from square of each move: the first piece in the opposite direction, or one
    /// knight step away. The fill is Kogge-Stone with rotations, since the directions differ per
    /// lane.
    #[inline(always)]
    fn origins(&self, occupied: V) -> V {
        let one = V::lookup16(&BACKWARD_STEPS.rotations, self.direction_indices);
        let two = one + one;
        let four = one + one + one + one;
        let mut propagator =
            V::lookup16(&BACKWARD_STEPS.slider_wrap_masks, self.direction_indices) & !occupied;
        let mut filled = self.to_squares;
        filled |= propagator & filled.rotate_left(one);
        propagator &= propagator.rotate_left(one);
        filled |= propagator & filled.rotate_left(two);
        propagator &= propagator.rotate_left(two);
        filled |= propagator & filled.rotate_left(four);
        filled.rotate_left(one)
            & V::lookup16(&BACKWARD_STEPS.wrap_masks, self.direction_indices)
            & occupied
    }

    /// Permutes the parent boards so that each lane holds the parent of its move.
    #[inline(always)]
    fn parents(&self, parents: &Boards<V>) -> Boards<V> {
        let permuted = |plane: V| plane.permute(self.parent_lanes) & self.used_lanes;
        Boards {
            ones: permuted(parents.ones),
            twos: permuted(parents.twos),
            fours: permuted(parents.fours),
            us: permuted(parents.us),
            castling_rooks: permuted(parents.castling_rooks),
            ep_squares: permuted(parents.ep_squares),
        }
    }

    /// Returns the child boards: each parent after a move by `S`.
    #[inline(always)]
    fn children<S: Side>(&self, parents: &Boards<V>) -> Boards<V> {
        let parents = self.parents(parents);
        let from = self.origins(parents.occupied());
        parents.after_move::<S>(from, self.to_squares)
    }
}

impl<V: Lanes> Boards<V> {
    /// Returns the boards after `S`, the side to move, moves a piece from one square to another,
    /// capturing any piece there. The next side to move is the opponent.
    #[inline(always)]
    fn after_move<S: Side>(self, from: V, to: V) -> Self {
        let both = from | to;
        let king = from & self.twos & self.fours;
        let moved = |plane: V| plane & !both | to.keep_where_nonzero(plane & from);
        let lost_rights = V::splat(S::FIRST_RANK.0).keep_where_nonzero(king);
        Self {
            ones: moved(self.ones),
            twos: moved(self.twos),
            fours: moved(self.fours),
            us: self.occupied() & !(self.us | to),
            castling_rooks: self.castling_rooks & !(both | lost_rights),
            ep_squares: V::splat(0),
        }
    }

    /// Replaces the pawns on the squares `to` by the promotion piece.
    #[inline(always)]
    fn with_promotion(self, to: V, promotion: Promotion) -> Self {
        let with_bit = |plane: V, bit: bool| if bit { plane | to } else { plane & !to };
        Self {
            ones: with_bit(self.ones, promotion.ones),
            twos: with_bit(self.twos, promotion.twos),
            fours: with_bit(self.fours, promotion.fours),
            ..self
        }
    }

    /// Returns the boards after `S`, the side to move, castles to a wing, in the lanes where
    /// `lanes` is not empty. The other lanes are empty boards.
    #[inline(always)]
    fn after_castling<S: Side>(self, wing: Wing, lanes: V) -> Self {
        let king = self.twos & self.fours & self.us;
        let others = !(king | V::splat(wing.rook));
        let king_to = V::splat(wing.king_to);
        let rook_to = V::splat(wing.rook_to);
        let them = self.occupied() & !self.us;
        Self {
            ones: (self.ones & others).keep_where_nonzero(lanes),
            twos: (self.twos & others | king_to).keep_where_nonzero(lanes),
            fours: (self.fours & others | king_to | rook_to).keep_where_nonzero(lanes),
            us: them.keep_where_nonzero(lanes),
            castling_rooks: (self.castling_rooks & !V::splat(S::FIRST_RANK.0))
                .keep_where_nonzero(lanes),
            ep_squares: V::splat(0),
        }
    }

    /// Clears the boards in the lanes where `condition` is empty.
    #[inline(always)]
    fn keep_where_nonzero(self, condition: V) -> Self {
        Self {
            ones: self.ones.keep_where_nonzero(condition),
            twos: self.twos.keep_where_nonzero(condition),
            fours: self.fours.keep_where_nonzero(condition),
            us: self.us.keep_where_nonzero(condition),
            castling_rooks: self.castling_rooks.keep_where_nonzero(condition),
            ep_squares: self.ep_squares.keep_where_nonzero(condition),
        }
    }
}

/// The piece type that a pawn promotes to, as bits in the bitplanes of [`Boards`].
#[derive(Clone, Copy)]
struct Promotion {
    ones: bool,
    twos: bool,
    fours: bool,
}

const PROMOTIONS: [Promotion; 4] = [
    Promotion { ones: false, twos: true, fours: false }, // knight
    Promotion { ones: true, twos: true, fours: false },  // bishop
    Promotion { ones: false, twos: false, fours: true }, // rook
    Promotion { ones: true, twos: false, fours: true },  // queen
];

/// Makes all moves from a parent batch, and sums `count` over the child batches.
#[inline(always)]
pub(crate) fn sum_over_children<V: Lanes, S: Side>(
    castling: &Castling,
    parents: &Boards<V>,
    moves: &Moves<V>,
    list: &mut MoveBatchList,
    mut count: impl FnMut(&Boards<V>) -> u64,
) -> u64 {
    let mut sum: u64 = 0;
    list.set_moves(&moves.by_direction);
    for start in list.batch_starts::<V>() {
        let batch = list.load_batch::<V>(start);
        sum = sum.wrapping_add(count(&batch.children::<S>(parents)));
    }
    let [pushes, captures_west, captures_east] = moves.promotions;
    if (pushes | captures_west | captures_east).any() {
        let promotions = [S::UP, S::UP_WEST, S::UP_EAST].into_iter().zip(moves.promotions);
        list.set_moves(&targets_by_direction(promotions));
        for start in list.batch_starts::<V>() {
            let batch = list.load_batch::<V>(start);
            let children = batch.children::<S>(parents);
            for promotion in PROMOTIONS {
                let promoted = children.with_promotion(batch.to_squares, promotion);
                sum = sum.wrapping_add(count(&promoted));
            }
        }
    }
    if moves.ep_double_pushes.any() {
        list.set_moves(&targets_by_direction([(S::UP, moves.ep_double_pushes)]));
        for start in list.batch_starts::<V>() {
            let batch = list.load_batch::<V>(start);
            let ep_squares = shift_by_step(batch.to_squares, S::Them::UP);
            sum = sum.wrapping_add(count(&Boards { ep_squares, ..batch.children::<S>(parents) }));
        }
    }
    for (wing, lanes) in castling.wings(S::COLOR).into_iter().zip(moves.castling_lanes) {
        if lanes.any() {
            sum = sum.wrapping_add(count(&parents.after_castling::<S>(wing, lanes)));
        }
    }
    if moves.ep_capturers.any() {
        sum = sum.wrapping_add(sum_over_ep_captures::<V, S>(parents, moves.ep_capturers, count));
    }
    sum
}

/// Collects to squares by direction in an array; the sets for the other directions are empty.
#[inline(always)]
fn targets_by_direction<V: Lanes>(moves: impl IntoIterator<Item = (Direction, V)>) -> [V; 16] {
    let mut by_direction = [V::splat(0); 16];
    for (direction, targets) in moves {
        by_direction[direction_index(direction)] = targets;
    }
    by_direction
}

/// Makes the en passant captures by the pawns `capturers`, and sums `count` over the child boards.
#[inline(always)]
fn sum_over_ep_captures<V: Lanes, S: Side>(
    parents: &Boards<V>,
    capturers: V,
    mut count: impl FnMut(&Boards<V>) -> u64,
) -> u64 {
    let captured = shift_by_step(parents.ep_squares, S::Them::UP);
    let mut sum: u64 = 0;
    for side in [Direction::West, Direction::East] {
        let from = shift_by_step(captured, side) & capturers;
        if from.any() {
            let without = Boards { ones: parents.ones & !captured, ..*parents };
            let children =
                without.after_move::<S>(from, parents.ep_squares).keep_where_nonzero(from);
            sum = sum.wrapping_add(count(&children));
        }
    }
    sum
}
