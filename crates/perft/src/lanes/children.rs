//! The boards after moves, built side by side from bytes.
//!
//! A move to be made is two bytes: the square it leads to, and which way of going it is in
//! which of the parents. Where it comes from is found again by going backwards to the first
//! piece. Eight children are built in registers from their parents, and never stored.

use tabiya_core::{Direction, Side};
use tabiya_movelist::MoveList;

use crate::lanes::boards::{Boards, index};
use crate::lanes::castling::{Castling, Wing};
use crate::lanes::moves::Moves;
use crate::lanes::rays::{AXES, step};
use crate::lanes::vector::{Lanes, each};

/// Room for the moves of eight boards, and for one whole set.
const CAPACITY: usize = 8 * MoveList::CAPACITY + 64;

/// Moves of several parents.
pub(crate) struct List {
    to: [u8; CAPACITY],
    /// The parent's lane in the low three bits, the way of going in the four above.
    how: [u8; CAPACITY],
    len: usize,
}

impl List {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { to: [0; CAPACITY], how: [0; CAPACITY], len: 0 }
    }

    /// The moves of all parents, by the way they go; what the list held is gone.
    ///
    /// Which sets are not empty is found out for all of them first, so that the loop over
    /// them has no condition but its end.
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

    /// Where batches begin.
    #[inline(always)]
    fn starts<V: Lanes>(&self) -> impl Iterator<Item = usize> {
        (0..self.len).step_by(V::WIDTH)
    }

    /// As many moves as there are lanes, or as are left.
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

/// Eight bytes from a place on, the first one lowest.
#[inline(always)]
fn eight_bytes(bytes: &[u8; CAPACITY], start: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[start..start + 8]);
    u64::from_le_bytes(word)
}

/// As many moves as there are lanes.
struct Batch<V> {
    /// The square a move leads to, as a set.
    to: V,
    parent: V,
    way: V,
    /// Everywhere in the lanes that hold a move.
    filled: V,
}

/// What a way of going back is, looked up by its number: slides, then leaps, four up and four down.
struct Ways {
    /// How far the bits turn.
    places: [u64; 16],
    /// Where one can land.
    lands: [u64; 16],
    /// The same, but nowhere for leaps: one goes no further than one leap.
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
    /// Where the pieces come from: the first behind them, or one leap behind.
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

    /// The boards after the moves, which `S` made.
    #[inline(always)]
    fn children<S: Side>(&self, parents: &Boards<V>) -> Boards<V> {
        let parents = self.parents(parents);
        let from = self.origins(parents.occupied());
        parents.after::<S>(from, self.to)
    }
}

impl<V: Lanes> Boards<V> {
    /// The boards after `S`, who is to move, carries a piece to a square; captured is what
    /// stood there.
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

    /// The pawns that have just been carried to `to` become another kind.
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

    /// The boards after `S`, who is to move, has castled to one wing, where there is
    /// something in `lanes`; no boards elsewhere.
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

    /// No boards in the lanes where `condition` is empty.
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

/// What a pawn becomes, spelled as in [`Boards`].
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

/// Makes every move and adds up what is counted behind it.
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

/// Moves in some directions, and no others.
#[inline(always)]
fn by_ways<V: Lanes>(moves: impl IntoIterator<Item = (Direction, V)>) -> [V; 16] {
    let mut ways = [V::splat(0); 16];
    for (direction, targets) in moves {
        ways[index(direction)] = targets;
    }
    ways
}

/// The same for captures en passant.
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
