//! Steps, leaps and rays, all pieces of a set at once.
//!
//! A step is a shift and a mask: the squares it can land on. A ray is a step of a *fill*:
//! the sliders flow over empty squares, one, two, then four at a time (Kogge and Stone's
//! way of adding), and the last step lands on what stops them.

use tabiya_core::Direction;

use crate::lanes::tally::{Number, full_add, half_add};
use crate::lanes::vector::{Lanes, each};

/// A step of its own: files to the right and ranks up.
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

    /// What the step adds to the index of a square.
    #[inline(always)]
    pub(crate) const fn places(self) -> i8 {
        8 * self.ranks + self.files
    }

    /// The squares on which a step can land that has not left the board to the side.
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

    /// The way back.
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

/// Every square of a set moved by a step; those that leave the board vanish.
#[inline(always)]
pub(crate) fn step<V: Lanes>(set: V, step: impl Into<Step>) -> V {
    let step = step.into();
    let places = step.places().unsigned_abs().into();
    let moved = if step.places() < 0 { set.down(places) } else { set.up(places) };
    moved & V::splat(step.lands())
}

/// The sixteen ways to go, by axes: the four lines of sliders, then those of leaps, each as
/// the step that goes up in the numbering of squares.
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

/// The axes of sliders: files, diagonals, ranks and antidiagonals, so that odd ones are for
/// bishops.
pub(crate) const SLIDES: core::ops::Range<usize> = 0..4;

/// The axes of knights.
pub(crate) const LEAPS: core::ops::Range<usize> = 4..8;

/// A way to go, known by its axis and its sense: the axis as a value, so that code for all of
/// them is a short loop; the sense as a type, so that shifts go one way.
pub(crate) trait Way: Copy {
    type Back: Way;

    /// What stands before those that go down, in a list of four axes.
    const OFFSET: usize;

    /// 0 to 3 for slides, 4 to 7 for leaps.
    fn axis(self) -> usize;

    fn back(self) -> Self::Back;

    /// Every bit of a set moved by as many steps: 1, 2 or 4.
    fn moved<V: Lanes>(self, set: V, steps: u64) -> V;

    /// The squares on which a step can land.
    fn lands(self) -> u64;

    /// 0 to 7 among slides or among leaps.
    #[inline(always)]
    fn index(self) -> usize {
        self.axis() % 4 + Self::OFFSET
    }

    /// Every square of a set moved by a step; those that leave the board vanish.
    #[inline(always)]
    fn step<V: Lanes>(self, set: V) -> V {
        self.moved(set, 1) & V::splat(self.lands())
    }
}

/// The way up along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Up(pub(crate) usize);

/// The way down along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Down(pub(crate) usize);

/// What the steps are, by axis: bits they go, and squares they land on, up and down.
static PLACES: [u64; 8] = each_axis(false, false);
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

/// Does something for both ways along each of four axes. The body is written out eight times,
/// so that axes are constants in it; a loop over them keeps the boards in memory.
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

/// A value for each way along some four axes, by their index: first the four that go up.
macro_rules! each_way {
    ($axes:expr, $way:ident => $body:expr) => {{
        let mut values = [Default::default(); 8];
        $crate::lanes::rays::for_each_way!($axes, $way => values[$way.index()] = $body);
        values
    }};
}

pub(crate) use {each_way, for_each_way};

/// The squares that sliders pass, for each way: those that are empty, those that are and whose
/// predecessor is, and those whose three predecessors are too.
pub(crate) struct Lines<V>([[V; 3]; 8]);

impl<V: Lanes> Lines<V> {
    #[inline(always)]
    pub(crate) fn new(empty: V) -> Self {
        Self(each_way!(SLIDES, way => {
            let one = empty & V::splat(way.lands());
            let two = one & way.moved(one, 1);
            let four = two & way.moved(two, 2);
            [one, two, four]
        }))
    }

    /// What sliders reach in a direction, up to and with the first piece.
    #[inline(always)]
    pub(crate) fn ray(&self, way: impl Way, sliders: V) -> V {
        let [one, two, four] = self.0[way.index()];
        let mut reached = sliders;
        reached |= one & way.moved(reached, 1);
        reached |= two & way.moved(reached, 2);
        reached |= four & way.moved(reached, 4);
        way.step(reached)
    }

    /// On each square, how many squares of a set one passes in a direction, up to and with the
    /// first piece: 0 to 7.
    #[inline(always)]
    pub(crate) fn count_ahead<W: Way>(&self, way: W, set: V) -> Number<V, 3> {
        each(self.count_from(way, set), |digit| way.back().step(digit))
    }

    /// The same, the square itself counted too: 0 to 7 where the set holds what pieces reach,
    /// since their own square is not among those.
    ///
    /// The numbers flow back as rays do: those of one square, of two, of four.
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

/// On each square, over how many squares of a set one can go on in a direction without a
/// break, beginning with the next: 0 to 7.
#[inline(always)]
pub(crate) fn run_length<V: Lanes>(set: V, way: impl Way) -> Number<V, 3> {
    let back = way.back();
    let next = back.step(set);
    let next_two = next & back.moved(next, 1);
    let next_four = next_two & back.moved(next_two, 2);
    let choose = |condition: V, yes: V, no: V| condition & yes | !condition & no;
    // Up to three of them, then after the first four again.
    let ones = choose(next_two, back.moved(next, 2), next);
    [
        choose(next_four, back.moved(ones, 4), ones),
        choose(next_four, back.moved(next_two, 4), next_two),
        next_four,
    ]
}
