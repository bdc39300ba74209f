//! Steps, leaps and rays, all pieces of a set at once.
//!
//! A step is a shift and a mask: the squares it can land on. A ray is a step of a *fill*:
//! the sliders flow over empty squares, one, two, then four at a time (Kogge and Stone's
//! way of adding), and the last step lands on what stops them.

use tabiya_core::Direction;

use super::Lanes;
use super::tally::Number;

/// A value for each direction, clockwise from north; the body is written out eight times, so
/// that the direction is a constant in each.
macro_rules! each_direction {
    ($direction:ident => $body:expr) => {
        [
            { let $direction = tabiya_core::Direction::North; $body },
            { let $direction = tabiya_core::Direction::NorthEast; $body },
            { let $direction = tabiya_core::Direction::East; $body },
            { let $direction = tabiya_core::Direction::SouthEast; $body },
            { let $direction = tabiya_core::Direction::South; $body },
            { let $direction = tabiya_core::Direction::SouthWest; $body },
            { let $direction = tabiya_core::Direction::West; $body },
            { let $direction = tabiya_core::Direction::NorthWest; $body },
        ]
    };
}

/// A value for each of [`LEAPS`], written out as [`each_direction`] is.
macro_rules! each_leap {
    ($leap:ident => $body:expr) => {
        [
            { let $leap = $crate::lanes::LEAPS[0]; $body },
            { let $leap = $crate::lanes::LEAPS[1]; $body },
            { let $leap = $crate::lanes::LEAPS[2]; $body },
            { let $leap = $crate::lanes::LEAPS[3]; $body },
            { let $leap = $crate::lanes::LEAPS[4]; $body },
            { let $leap = $crate::lanes::LEAPS[5]; $body },
            { let $leap = $crate::lanes::LEAPS[6]; $body },
            { let $leap = $crate::lanes::LEAPS[7]; $body },
        ]
    };
}

pub(crate) use {each_direction, each_leap};

/// A way to go: files to the right and ranks up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    files: i8,
    ranks: i8,
}

/// The ways a knight goes, clockwise.
pub(crate) const LEAPS: [Step; 8] = [
    Step { files: 1, ranks: 2 },
    Step { files: 2, ranks: 1 },
    Step { files: 2, ranks: -1 },
    Step { files: 1, ranks: -2 },
    Step { files: -1, ranks: -2 },
    Step { files: -2, ranks: -1 },
    Step { files: -2, ranks: 1 },
    Step { files: -1, ranks: 2 },
];

const A_FILE: u64 = 0x0101_0101_0101_0101;

impl Step {
    #[inline(always)]
    pub(crate) const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// A king's step.
    #[inline(always)]
    pub(crate) const fn along(direction: Direction) -> Self {
        let (files, ranks) = direction.step();
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
        Self::along(direction)
    }
}

/// Every square of a set moved by a step; those that leave the board vanish.
#[inline(always)]
pub(crate) fn step<V: Lanes>(set: V, step: impl Into<Step>) -> V {
    let step = step.into();
    moved(set, step.places() as i32) & V::splat(step.lands())
}

/// Every bit moved by as many places, up or down.
#[inline(always)]
fn moved<V: Lanes>(set: V, places: i32) -> V {
    if places < 0 { set.down(places.unsigned_abs()) } else { set.up(places.unsigned_abs()) }
}

/// The squares that sliders pass, for each direction: those that are empty, those that are
/// and whose one, and whose three predecessors are too.
pub(crate) struct Lines<V>([[V; 3]; 8]);

impl<V: Lanes> Lines<V> {
    #[inline(always)]
    pub(crate) fn new(empty: V) -> Self {
        Self(each_direction!(direction => {
            let places = i32::from(direction.index_step());
            let one = empty & V::splat(Step::along(direction).lands());
            let two = one & moved(one, places);
            let four = two & moved(two, 2 * places);
            [one, two, four]
        }))
    }

    /// What sliders reach in a direction, up to and with the first piece.
    #[inline(always)]
    pub(crate) fn ray(&self, direction: Direction, sliders: V) -> V {
        let places = i32::from(direction.index_step());
        let [one, two, four] = self.0[direction as usize];
        let mut reached = sliders;
        reached |= one & moved(reached, places);
        reached |= two & moved(reached, 2 * places);
        reached |= four & moved(reached, 4 * places);
        step(reached, direction)
    }
}

/// On each square, over how many squares of a set one can go on in a direction without a
/// break, beginning with the next: 0 to 7.
#[inline(always)]
pub(crate) fn run_length<V: Lanes>(set: V, direction: Direction) -> Number<V, 3> {
    let back = -i32::from(direction.index_step());
    let next = step(set, direction.opposite());
    let next_two = next & moved(next, back);
    let next_four = next_two & moved(next_two, 2 * back);
    let choose = |condition: V, yes: V, no: V| condition & yes | !condition & no;
    // Up to three of them, then after the first four again.
    let ones = choose(next_two, moved(next, 2 * back), next);
    [
        choose(next_four, moved(ones, 4 * back), ones),
        choose(next_four, moved(next_two, 4 * back), next_two),
        next_four,
    ]
}
