//! Set-wise steps and rays: Kogge-Stone fills.
//!
//! A step is a shift and a mask of the squares it can land on, which prevents wraps. A ray is an
//! occluded fill and one step more. The fill goes over empty squares by one, two and four steps
//! (the parallel prefix of Kogge and Stone). The last step lands on the first blocker.

use tabiya_core::Direction;

use crate::lanes::tally::{Number, full_add, half_add};
use crate::lanes::vector::{Lanes, each};

/// A step by some files to the east and some ranks to the north.
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

    /// Returns the difference of the square indices.
    #[inline(always)]
    pub(crate) const fn places(self) -> i8 {
        8 * self.ranks + self.files
    }

    /// Returns the squares that the step can land on without wrapping around the board's edge.
    #[inline(always)]
    pub(crate) const fn lands(self) -> u64 {
        let mut lands = !0;
        let mut file = 0;
        while file < 8 {
            if file - self.files < 0 || file - self.files > 7 {
                lands &= !(A_FILE << file);
            }
            file += 1;
        }
        lands
    }

    /// Returns the opposite step.
    #[inline(always)]
    pub(crate) const fn back(self) -> Self {
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

/// Shifts every square of a set by a step; squares that leave the board vanish.
#[inline(always)]
pub(crate) fn step<V: Lanes>(set: V, step: impl Into<Step>) -> V {
    let step = step.into();
    let places = step.places().unsigned_abs().into();
    let moved = if step.places() < 0 { set.down(places) } else { set.up(places) };
    moved & V::splat(step.lands())
}

/// The axes of the sixteen directions: four of sliders, then four of knights.
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

/// The axes of sliders: files, diagonals, ranks and antidiagonals. The odd ones are diagonal.
pub(crate) const SLIDES: core::ops::Range<usize> = 0..4;

/// The axes of knights.
pub(crate) const LEAPS: core::ops::Range<usize> = 4..8;

/// A direction: an axis, and up or down along it.
///
/// The axis is a value, so that one macro expands code for all axes. Up or down is a type, so
/// that the kind of shift is known at compile time.
pub(crate) trait Way: Copy {
    /// The opposite direction's type.
    type Back: Way;

    /// The index of the first direction of this type among eight: 0 upwards, 4 downwards.
    const OFFSET: usize;

    /// Returns the axis: 0 to 3 for sliders, 4 to 7 for knights.
    fn axis(self) -> usize;

    /// Returns the opposite direction.
    fn back(self) -> Self::Back;

    /// Shifts a set by 1, 2 or 4 steps, without a mask against wraps.
    fn moved<V: Lanes>(self, set: V, steps: u64) -> V;

    /// Returns the squares that a step can land on.
    fn lands(self) -> u64;

    /// Returns the index among the eight directions of sliders or of knights.
    #[inline(always)]
    fn index(self) -> usize {
        self.axis() % 4 + Self::OFFSET
    }

    /// Shifts every square of a set by a step; squares that leave the board vanish.
    #[inline(always)]
    fn step<V: Lanes>(self, set: V) -> V {
        self.moved(set, 1) & V::splat(self.lands())
    }
}

/// The upward direction along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Up(pub(crate) usize);

/// The downward direction along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Down(pub(crate) usize);

/// The shift counts of the upward steps, by axis.
static PLACES: [u64; 8] = each_axis(false, false);
/// The squares that the steps of each axis can land on, upwards and downwards.
static LANDS_UP: [u64; 8] = each_axis(true, false);
static LANDS_DOWN: [u64; 8] = each_axis(true, true);

const fn each_axis(lands: bool, back: bool) -> [u64; 8] {
    let mut values = [0; 8];
    let mut axis = 0;
    while axis < 8 {
        let step = if back { AXES[axis].back() } else { AXES[axis] };
        values[axis] = if lands { step.lands() } else { step.places() as u64 };
        axis += 1;
    }
    values
}

impl Way for Up {
    type Back = Down;
    const OFFSET: usize = 0;

    #[inline(always)]
    fn axis(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn back(self) -> Down {
        Down(self.0)
    }

    #[inline(always)]
    fn moved<V: Lanes>(self, set: V, steps: u64) -> V {
        set.up(steps * PLACES[self.0])
    }

    #[inline(always)]
    fn lands(self) -> u64 {
        LANDS_UP[self.0]
    }
}

impl Way for Down {
    type Back = Up;
    const OFFSET: usize = 4;

    #[inline(always)]
    fn axis(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn back(self) -> Up {
        Up(self.0)
    }

    #[inline(always)]
    fn moved<V: Lanes>(self, set: V, steps: u64) -> V {
        set.down(steps * PLACES[self.0])
    }

    #[inline(always)]
    fn lands(self) -> u64 {
        LANDS_DOWN[self.0]
    }
}

/// Unrolls a body for both directions of each of four axes.
///
/// Expanded eight times, with constant axes. A loop would index arrays of registers by a
/// variable, which keeps them in memory.
macro_rules! for_each_way {
    ($axes:expr, $way:ident => $body:expr) => {
        $crate::lanes::rays::for_each_way!(@axis $axes.start, $way => $body);
        $crate::lanes::rays::for_each_way!(@axis $axes.start + 1, $way => $body);
        $crate::lanes::rays::for_each_way!(@axis $axes.start + 2, $way => $body);
        $crate::lanes::rays::for_each_way!(@axis $axes.start + 3, $way => $body);
    };
    (@axis $axis:expr, $way:ident => $body:expr) => {
        let $way = $crate::lanes::rays::Up($axis);
        $body;
        let $way = $crate::lanes::rays::Down($axis);
        $body;
    };
}

/// Collects a value for each direction of four axes in an array: the upward directions first.
macro_rules! each_way {
    ($axes:expr, $way:ident => $body:expr) => {{
        let mut values = [Default::default(); 8];
        $crate::lanes::rays::for_each_way!($axes, $way => values[$way.index()] = $body);
        values
    }};
}

pub(crate) use {each_way, for_each_way};

/// The propagators of the Kogge-Stone fills, for each direction.
///
/// They are the empty squares, those whose predecessor is empty too, and those whose three
/// predecessors are.
pub(crate) struct Lines<V>([[V; 3]; 8]);

impl<V: Lanes> Lines<V> {
    /// Computes the propagators from the empty squares.
    #[inline(always)]
    pub(crate) fn new(empty: V) -> Self {
        Self(each_way!(SLIDES, way => {
            let one = empty & V::splat(way.lands());
            let two = one & way.moved(one, 1);
            let four = two & way.moved(two, 2);
            [one, two, four]
        }))
    }

    /// Returns the squares that sliders attack in a direction, the first blocker included.
    #[inline(always)]
    pub(crate) fn ray(&self, way: impl Way, sliders: V) -> V {
        let [one, two, four] = self.0[way.index()];
        let mut reached = sliders;
        reached |= one & way.moved(reached, 1);
        reached |= two & way.moved(reached, 2);
        reached |= four & way.moved(reached, 4);
        way.step(reached)
    }

    /// Counts, for each square, the squares of a set on its ray in a direction, the first blocker
    /// included: 0 to 7.
    #[inline(always)]
    pub(crate) fn count_ahead<W: Way>(&self, way: W, set: V) -> Number<V, 3> {
        each(self.count_from(way, set), |digit| way.back().step(digit))
    }

    /// Counts like [`count_ahead`](Self::count_ahead), the square itself included. Counts stay
    /// below 8 if the set holds to squares of pieces, since a piece's own square is not among them.
    ///
    /// A Kogge-Stone fill of bit-sliced numbers in the opposite direction: sums over one square,
    /// then two, then four.
    #[inline(always)]
    pub(crate) fn count_from<W: Way>(&self, way: W, set: V) -> Number<V, 3> {
        let back = way.back();
        let [one, two, four] = self.0[back.index()];
        let (ones, twos) = half_add(set, one & back.moved(set, 1));
        let (ones_2, twos_2) = (two & back.moved(ones, 2), two & back.moved(twos, 2));
        let (ones, carry) = half_add(ones, ones_2);
        let (twos, fours) = full_add(twos, twos_2, carry);
        let (ones_4, twos_4) = (four & back.moved(ones, 4), four & back.moved(twos, 4));
        let fours_4 = four & back.moved(fours, 4);
        let (ones, carry) = half_add(ones, ones_4);
        let (twos, carry) = full_add(twos, twos_4, carry);
        [ones, twos, fours ^ fours_4 ^ carry]
    }
}

/// Returns, for each square, the length of the unbroken run of squares of a set in a direction:
/// 0 to 7. The run begins with the next square.
#[inline(always)]
pub(crate) fn run_length<V: Lanes>(set: V, way: impl Way) -> Number<V, 3> {
    let back = way.back();
    let next = back.step(set);
    let next_two = next & back.moved(next, 1);
    let next_four = next_two & back.moved(next_two, 2);
    let choose = |condition: V, yes: V, no: V| condition & yes | !condition & no;
    // Runs of up to three squares, then the rest of longer runs after their first four squares.
    let ones = choose(next_two, back.moved(next, 2), next);
    [
        choose(next_four, back.moved(ones, 4), ones),
        choose(next_four, back.moved(next_two, 4), next_two),
        next_four,
    ]
}
