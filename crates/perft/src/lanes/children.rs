//! Making moves in SIMD lanes: the children of a batch of parent boards.
//!
//! A move is two bytes: the to square, and the parent's lane with the move's direction. A fill
//! from the to square in the opposite direction finds the from square. The children of a batch
//! of moves are built in registers and never stored.

use tabiya_core::{Direction, Side};
use tabiya_movelist::MoveList;

use crate::lanes::boards::{Boards, index};
use crate::lanes::castling::{Castling, Wing};
use crate::lanes::moves::Moves;
use crate::lanes::rays::{AXES, step};
use crate::lanes::vector::{Lanes, each};

/// The legal moves of eight boards, plus the 64 bytes that each append writes.
const CAPACITY: usize = 8 * MoveList::CAPACITY + 64;

/// A list of moves of several parents.
pub(crate) struct List {
    to: [u8; CAPACITY],
    /// The parent's lane in the low three bits, the direction index (0 to 15) in the four above.
    how: [u8; CAPACITY],
    len: usize,
}

impl List {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { to: [0; CAPACITY], how: [0; CAPACITY], len: 0 }
    }

    /// Replaces the contents with the moves of all parents, ordered by direction.
    ///
    /// A mask of the nonempty sets is computed first. The loop over its bits has no branch but
    /// its end, and so fewer branch mispredictions.
    #[inline(always)]
    fn fill<V: Lanes>(&mut self, moves: &[V; 16]) {
        self.len = 0;
        let sets = each(*moves, V::store);
        for half in [0, 8] {
            let mut filled = 0;
            for way in 0..8 {
                filled |= moves[half + way].lanes_with_any() << (8 * way);
            }
            while filled != 0 {
                let how = 8 * half + filled.trailing_zeros() as usize;
                filled &= filled - 1;
                self.append::<V>(how, sets.as_flattened()[how]);
            }
        }
    }

    #[inline(always)]
    fn append<V: Lanes>(&mut self, how: usize, set: u64) {
        let room =
            self.to[self.len..].first_chunk_mut().zip(self.how[self.len..].first_chunk_mut());
        let (to, ways) = room.expect("there is room for a set behind all moves");
        *ways = [how as u8; 64];
        self.len += V::write_squares(set, to);
    }

    /// Returns the start index of each batch.
    #[inline(always)]
    fn starts<V: Lanes>(&self) -> impl Iterator<Item = usize> {
        (0..self.len).step_by(V::WIDTH)
    }

    /// Loads the batch that begins at `start`: a move per lane, or the remaining moves.
    #[inline(always)]
    fn batch<V: Lanes>(&self, start: usize) -> Batch<V> {
        let how = V::widen(eight_bytes(&self.how, start));
        let filled = V::first(self.len - start);
        Batch {
            to: V::splat(1).turned(V::widen(eight_bytes(&self.to, start))) & filled,
            parent: how & V::splat(7),
            way: how.down(3),
            filled,
        }
    }
}

/// Reads eight bytes from an index on, in little-endian order.
#[inline(always)]
fn eight_bytes(bytes: &[u8; CAPACITY], start: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[start..start + 8]);
    u64::from_le_bytes(word)
}

/// A batch of moves, one per lane.
struct Batch<V> {
    /// The to square, as a bitboard.
    to: V,
    /// The parent's lane.
    parent: V,
    /// The direction index: 0 to 7 for slider directions, 8 to 15 for knight steps.
    way: V,
    /// A lane mask: all ones in the lanes that hold a move.
    filled: V,
}

/// The steps back from the to square, by direction index.
///
/// Slider directions come first, then knight steps; of each, four upwards and four downwards.
struct Ways {
    /// The rotation count of the step.
    places: [u64; 16],
    /// The squares that the step can land on.
    lands: [u64; 16],
    /// The same for slider directions; empty for knight steps, which do not repeat.
    slides: [u64; 16],
}

const WAYS_BACK: Ways = {
    let mut ways = Ways { places: [0; 16], lands: [0; 16], slides: [0; 16] };
    let mut index = 0;
    while index < 16 {
        let step = AXES[index / 8 * 4 + index % 4];
        let back = if index % 8 < 4 { step.back() } else { step };
        ways.places[index] = back.places() as u64 & 63;
        ways.lands[index] = back.lands();
        ways.slides[index] = if index < 8 { back.lands() } else { 0 };
        index += 1;
    }
    ways
};

impl<V: Lanes> Batch<V> {
    /// Returns the from squares: the first piece in the opposite direction, or one knight step
    /// away. The fill is Kogge-Stone with rotations, since the directions differ per lane.
    #[inline(always)]
    fn origins(&self, occupied: V) -> V {
        let one = V::look_up(&WAYS_BACK.places, self.way);
        let (two, four) = (one + one, one + one + one + one);
        let mut open = V::look_up(&WAYS_BACK.slides, self.way) & !occupied;
        let mut behind = self.to;
        behind |= open & behind.turned(one);
        open &= open.turned(one);
        behind |= open & behind.turned(two);
        open &= open.turned(two);
        behind |= open & behind.turned(four);
        behind.turned(one) & V::look_up(&WAYS_BACK.lands, self.way) & occupied
    }

    /// Permutes the parents so that each lane holds the parent of its move.
    #[inline(always)]
    fn parents(&self, parents: &Boards<V>) -> Boards<V> {
        let pick = |plane: V| plane.pick(self.parent) & self.filled;
        Boards {
            ones: pick(parents.ones),
            twos: pick(parents.twos),
            fours: pick(parents.fours),
            us: pick(parents.us),
            castling: pick(parents.castling),
            passed: pick(parents.passed),
        }
    }

    /// Returns the boards after the moves of `S`.
    #[inline(always)]
    fn children<S: Side>(&self, parents: &Boards<V>) -> Boards<V> {
        let parents = self.parents(parents);
        let from = self.origins(parents.occupied());
        parents.after::<S>(from, self.to)
    }
}

impl<V: Lanes> Boards<V> {
    /// Returns the boards after `S`, the side to move, moves a piece from one square to another,
    /// capturing any piece there. The next side to move is the opponent.
    #[inline(always)]
    fn after<S: Side>(self, from: V, to: V) -> Self {
        let both = from | to;
        let king = from & self.twos & self.fours;
        let carried = |plane: V| plane & !both | to.where_any(plane & from);
        let home = V::splat(S::FIRST_RANK.0).where_any(king);
        Self {
            ones: carried(self.ones),
            twos: carried(self.twos),
            fours: carried(self.fours),
            us: self.occupied() & !(self.us | to),
            castling: self.castling & !(both | home),
            passed: V::splat(0),
        }
    }

    /// Replaces the pawns on `to` by pieces of another kind.
    #[inline(always)]
    fn promoted(self, to: V, kind: Promotion) -> Self {
        let spelled = |plane: V, digit: bool| if digit { plane | to } else { plane & !to };
        Self {
            ones: spelled(self.ones, kind.ones),
            twos: spelled(self.twos, kind.twos),
            fours: spelled(self.fours, kind.fours),
            ..self
        }
    }

    /// Returns the boards after `S`, the side to move, castles to a wing, in the lanes where
    /// `lanes` is not empty. The other lanes are empty boards.
    #[inline(always)]
    fn castled<S: Side>(self, wing: Wing, lanes: V) -> Self {
        let king = self.twos & self.fours & self.us;
        let left = !(king | V::splat(wing.rook));
        let (king_to, rook_to) = (V::splat(wing.king_to), V::splat(wing.rook_to));
        let them = self.occupied() & !self.us;
        Self {
            ones: (self.ones & left).where_any(lanes),
            twos: (self.twos & left | king_to).where_any(lanes),
            fours: (self.fours & left | king_to | rook_to).where_any(lanes),
            us: them.where_any(lanes),
            castling: (self.castling & !V::splat(S::FIRST_RANK.0)).where_any(lanes),
            passed: V::splat(0),
        }
    }

    /// Clears the boards in the lanes where `condition` is empty.
    #[inline(always)]
    fn only_where(self, condition: V) -> Self {
        Self {
            ones: self.ones.where_any(condition),
            twos: self.twos.where_any(condition),
            fours: self.fours.where_any(condition),
            us: self.us.where_any(condition),
            castling: self.castling.where_any(condition),
            passed: self.passed.where_any(condition),
        }
    }
}

/// The kind that a pawn promotes to, in bits of the bitplanes of [`Boards`].
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

/// Makes all moves and sums `behind`, a function of a batch of children, over the batches.
#[inline(always)]
pub(crate) fn sum_over<V: Lanes, S: Side>(
    castling: &Castling,
    parents: &Boards<V>,
    moves: &Moves<V>,
    list: &mut List,
    mut behind: impl FnMut(&Boards<V>) -> u64,
) -> u64 {
    let mut sum: u64 = 0;
    list.fill(&moves.ways);
    for start in list.starts::<V>() {
        let batch = list.batch::<V>(start);
        sum = sum.wrapping_add(behind(&batch.children::<S>(parents)));
    }
    let [promotions_ahead, promotions_west, promotions_east] = moves.promotions;
    if (promotions_ahead | promotions_west | promotions_east).any() {
        let ways = [S::UP, S::UP_WEST, S::UP_EAST].into_iter().zip(moves.promotions);
        list.fill(&by_ways(ways));
        for start in list.starts::<V>() {
            let batch = list.batch::<V>(start);
            let children = batch.children::<S>(parents);
            for kind in PROMOTIONS {
                let promoted = children.promoted(batch.to, kind);
                sum = sum.wrapping_add(behind(&promoted));
            }
        }
    }
    if moves.contested.any() {
        list.fill(&by_ways([(S::UP, moves.contested)]));
        for start in list.starts::<V>() {
            let batch = list.batch::<V>(start);
            let passed = step(batch.to, S::Them::UP);
            sum = sum.wrapping_add(behind(&Boards { passed, ..batch.children::<S>(parents) }));
        }
    }
    for (wing, lanes) in castling.wings(S::COLOR).into_iter().zip(moves.castles) {
        if lanes.any() {
            sum = sum.wrapping_add(behind(&parents.castled::<S>(wing, lanes)));
        }
    }
    if moves.en_passant.any() {
        sum = sum.wrapping_add(en_passant::<V, S>(parents, moves.en_passant, behind));
    }
    sum
}

/// Returns an array of moves with those of the given directions; the other sets are empty.
#[inline(always)]
fn by_ways<V: Lanes>(moves: impl IntoIterator<Item = (Direction, V)>) -> [V; 16] {
    let mut ways = [V::splat(0); 16];
    for (direction, targets) in moves {
        ways[index(direction)] = targets;
    }
    ways
}

/// Makes the en passant captures of the pawns `capturers`, and sums like [`sum_over`].
#[inline(always)]
fn en_passant<V: Lanes, S: Side>(
    parents: &Boards<V>,
    capturers: V,
    mut behind: impl FnMut(&Boards<V>) -> u64,
) -> u64 {
    let victim = step(parents.passed, S::Them::UP);
    let mut sum: u64 = 0;
    for side in [Direction::West, Direction::East] {
        let from = step(victim, side) & capturers;
        if from.any() {
            let without = Boards { ones: parents.ones & !victim, ..*parents };
            let children = without.after::<S>(from, parents.passed).only_where(from);
            sum = sum.wrapping_add(behind(&children));
        }
    }
    sum
}
