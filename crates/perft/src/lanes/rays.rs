//! Set-wise steps and slider attacks by Kogge-Stone fills.
//!
//! A step is a shift, and a mask that drops squares wrapped around a board edge. A ray is an
//! occluded fill and one more step. The fill goes over empty squares by one, two and four steps
//! (the parallel prefix by Kogge and Stone), and the last step lands on the first blocker.

use tabiya_core::Direction;

use crate::lanes::bitslice::{BitSliced, full_add, half_add};
use crate::lanes::vector::{Lanes, map_array};

/// A step on the board: how many files to the east and how many ranks to the north.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    files: i8,
    ranks: i8,
}

const A_FILE: u64 = 0x0101_0101_0101_0101;

impl Step {
    #[inline(always)]
    pub(crate) const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// Returns the difference that the step makes to the square index.
    #[inline(always)]
    pub(crate) const fn index_step(self) -> i8 {
        8 * self.ranks + self.files
    }

    /// Returns the squares where the step can end: on the others it has wrapped around an edge.
    #[inline(always)]
    pub(crate) const fn wrap_mask(self) -> u64 {
        let mut mask = !0;
        let mut file = 0;
        while file < 8 {
            if file - self.files < 0 || file - self.files > 7 {
                mask &= !(A_FILE << file);
            }
            file += 1;
        }
        mask
    }

    /// Returns the step in the opposite direction.
    #[inline(always)]
    pub(crate) const fn opposite(self) -> Self {
        Self { files: -self.files, ranks: -self.ranks }
    }
}

impl From<Direction> for Step {
    #[inline(always)]
    fn from(direction: Direction) -> Self {
        let (files, ranks) = direction.step();
        Self::new(files, ranks)
    }
}

/// Moves every square in a set by a step; squares off the board are dropped.
#[inline(always)]
pub(crate) fn shift_by_step<V: Lanes>(set: V, step: impl Into<Step>) -> V {
    let step = step.into();
    let count = step.index_step().unsigned_abs().into();
    let shifted = if step.index_step() < 0 { set.shr(count) } else { set.shl(count) };
    shifted & V::splat(step.wrap_mask())
}

/// The axes for the sixteen directions: four for sliders, then four for knights.
///
/// Each is given as its upward step, which increases the square index.
pub(crate) const AXES: [Step; 8] = [
    Step::new(0, 1),
    Step::new(1, 1),
    Step::new(1, 0),
    Step::new(-1, 1),
    Step::new(1, 2),
    Step::new(2, 1),
    Step::new(-1, 2),
    Step::new(-2, 1),
];

/// The slider axes: files, diagonals, ranks and antidiagonals. The odd ones are diagonal.
pub(crate) const SLIDER_AXES: core::ops::Range<usize> = 0..4;

/// The knight axes.
pub(crate) const KNIGHT_AXES: core::ops::Range<usize> = 4..8;

/// A slider or knight direction: an axis from [`AXES`], and up or down along it.
///
/// The axis is a value, so that one macro expands code for all axes. Up or down is a type, so
/// that the kind of shift is known at compile time.
pub(crate) trait RayDirection: Copy {
    /// The type of the opposite direction.
    type Opposite: RayDirection;

    /// The index at which this type's directions begin among eight: 0 upwards, 4 downwards.
    const FIRST_DIRECTION_INDEX: usize;

    /// Returns the axis index: 0 to 3 for sliders, 4 to 7 for knights.
    fn axis(self) -> usize;

    /// Returns the opposite direction.
    fn opposite(self) -> Self::Opposite;

    /// Shifts a set of squares by 1, 2 or 4 steps, without a mask against wraps.
    fn shift<V: Lanes>(self, set: V, steps: u64) -> V;

    /// Returns the squares where a step in this direction can end without a wrap around an edge.
    fn wrap_mask(self) -> u64;

    /// Returns the direction's index among the eight directions for sliders or for knights.
    #[inline(always)]
    fn index(self) -> usize {
        self.axis() % 4 + Self::FIRST_DIRECTION_INDEX
    }

    /// Moves every square in a set by a step in this direction; squares off the board are dropped.
    #[inline(always)]
    fn step<V: Lanes>(self, set: V) -> V {
        self.shift(set, 1) & V::splat(self.wrap_mask())
    }
}

/// The upward direction along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Up(pub(crate) usize);

/// The downward direction along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Down(pub(crate) usize);

/// The shift counts for upward steps, by axis. The downward step has the same count.
static SHIFT_COUNTS: [u64; 8] = axis_table(false, false);
/// The wrap masks for the steps, by axis.
static WRAP_MASKS_UP: [u64; 8] = axis_table(true, false);
static WRAP_MASKS_DOWN: [u64; 8] = axis_table(true, true);

/// Returns the wrap mask or the index step for each axis, upwards or downwards.
const fn axis_table(is_wrap_mask: bool, is_downward: bool) -> [u64; 8] {
    let mut values = [0; 8];
    let mut axis = 0;
    while axis < 8 {
        let step = if is_downward { AXES[axis].opposite() } else { AXES[axis] };
        values[axis] = if is_wrap_mask { step.wrap_mask() } else { step.index_step() as u64 };
        axis += 1;
    }
    values
}

impl RayDirection for Up {
    type Opposite = Down;
    const FIRST_DIRECTION_INDEX: usize = 0;

    #[inline(always)]
    fn axis(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn opposite(self) -> Down {
        Down(self.0)
    }

    #[inline(always)]
    fn shift<V: Lanes>(self, set: V, steps: u64) -> V {
        set.shl(steps * SHIFT_COUNTS[self.0])
    }

    #[inline(always)]
    fn wrap_mask(self) -> u64 {
        WRAP_MASKS_UP[self.0]
    }
}

impl RayDirection for Down {
    type Opposite = Up;
    const FIRST_DIRECTION_INDEX: usize = 4;

    #[inline(always)]
    fn axis(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn opposite(self) -> Up {
        Up(self.0)
    }

    #[inline(always)]
    fn shift<V: Lanes>(self, set: V, steps: u64) -> V {
        set.shr(steps * SHIFT_COUNTS[self.0])
    }

    #[inline(always)]
    fn wrap_mask(self) -> u64 {
        WRAP_MASKS_DOWN[self.0]
    }
}

/// Unrolls a body for both directions along each of four axes.
///
/// The body is expanded eight times, with constant axes. A loop would index register arrays by a
/// variable, which keeps them in memory.
macro_rules! for_each_direction {
    ($axes:expr, $direction:ident => $body:expr) => {
        $crate::lanes::rays::for_each_direction!(@axis $axes.start, $direction => $body);
        $crate::lanes::rays::for_each_direction!(@axis $axes.start + 1, $direction => $body);
        $crate::lanes::rays::for_each_direction!(@axis $axes.start + 2, $direction => $body);
        $crate::lanes::rays::for_each_direction!(@axis $axes.start + 3, $direction => $body);
    };
    (@axis $axis:expr, $direction:ident => $body:expr) => {
        let $direction = $crate::lanes::rays::Up($axis);
        $body;
        let $direction = $crate::lanes::rays::Down($axis);
        $body;
    };
}

/// Collects a value for each direction along four axes in an array: the upward directions first.
macro_rules! map_directions {
    ($axes:expr, $direction:ident => $body:expr) => {{
        let mut values = [Default::default(); 8];
        $crate::lanes::rays::for_each_direction!(
            $axes, $direction => values[$direction.index()] = $body
        );
        values
    }};
}

pub(crate) use {for_each_direction, map_directions};

/// The propagators for the Kogge-Stone fills, by direction.
///
/// They are the empty squares, those whose predecessor is empty too, and those whose three
/// predecessors are.
pub(crate) struct Propagators<V>([[V; 3]; 8]);

impl<V: Lanes> Propagators<V> {
    /// Computes the propagators from the empty squares.
    #[inline(always)]
    pub(crate) fn new(empty: V) -> Self {
        Self(map_directions!(SLIDER_AXES, direction => {
            let one = empty & V::splat(direction.wrap_mask());
            let two = one & direction.shift(one, 1);
            let four = two & direction.shift(two, 2);
            [one, two, four]
        }))
    }

    /// Returns the squares that sliders attack in a direction, the first blocker included.
    #[inline(always)]
    pub(crate) fn slider_attacks(&self, direction: impl RayDirection, sliders: V) -> V {
        let [one, two, four] = self.0[direction.index()];
        let mut filled = sliders;
        filled |= one & direction.shift(filled, 1);
        filled |= two & direction.shift(filled, 2);
        filled |= four & direction.shift(filled, 4);
        direction.step(filled)
    }

    /// Counts, for each square, how many squares on its ray in a direction are in a set, the first
    /// blocker included: 0 to 7.
    #[inline(always)]
    pub(crate) fn count_on_ray<D: RayDirection>(&self, direction: D, set: V) -> BitSliced<V, 3> {
        map_array(self.count_on_ray_inclusive(direction, set), |digit| {
            direction.opposite().step(digit)
        })
    }

    /// Counts, for each square, how many squares of a set are the square itself or on its ray in a
    /// direction. Counts stay below 8 for a set of to squares in this direction, because the first
    /// square on a line is never one.
    ///
    /// This is a Kogge-Stone fill with bit-sliced numbers in the opposite direction: sums over one
    /// square, then two, then four.
    #[inline(always)]
    pub(crate) fn count_on_ray_inclusive<D: RayDirection>(
        &self,
        direction: D,
        set: V,
    ) -> BitSliced<V, 3> {
        let opposite = direction.opposite();
        let [one, two, four] = self.0[opposite.index()];
        let (ones, twos) = half_add(set, one & opposite.shift(set, 1));
        let ones_2 = two & opposite.shift(ones, 2);
        let twos_2 = two & opposite.shift(twos, 2);
        let (ones, carry) = half_add(ones, ones_2);
        let (twos, fours) = full_add(twos, twos_2, carry);
        let ones_4 = four & opposite.shift(ones, 4);
        let twos_4 = four & opposite.shift(twos, 4);
        let fours_4 = four & opposite.shift(fours, 4);
        let (ones, carry) = half_add(ones, ones_4);
        let (twos, carry) = full_add(twos, twos_4, carry);
        [ones, twos, fours ^ fours_4 ^ carry]
    }
}

/// Returns, for each square, the length of the unbroken run in a direction over squares of a set: 0
/// to 7. The run begins with the next square.
#[inline(always)]
pub(crate) fn run_length<V: Lanes>(set: V, direction: impl RayDirection) -> BitSliced<V, 3> {
    let opposite = direction.opposite();
    let next = opposite.step(set);
    let next_two = next & opposite.shift(next, 1);
    let next_four = next_two & opposite.shift(next_two, 2);
    let select = |condition: V, yes: V, no: V| condition & yes | !condition & no;
    // Runs of up to three squares, then the rest of longer runs after their first four squares.
    let ones = select(next_two, opposite.shift(next, 2), next);
    [
        select(next_four, opposite.shift(ones, 4), ones),
        select(next_four, opposite.shift(next_two, 4), next_two),
        next_four,
    ]
}
