//! Rays, lines and the attacks of sliders by walking: one step at a time until the edge.

use std::array::from_fn;
use std::iter::successors;

use super::{bit, file_of, rank_of};

/// A step as (files to the right, ranks up).
type Step = (isize, isize);

/// The eight directions, clockwise from north.
const STEPS: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const NORTH: Step = STEPS[0];
const NORTH_EAST: Step = STEPS[1];
const EAST: Step = STEPS[2];
const SOUTH_EAST: Step = STEPS[3];
const SOUTH: Step = STEPS[4];
const SOUTH_WEST: Step = STEPS[5];
const WEST: Step = STEPS[6];
const NORTH_WEST: Step = STEPS[7];

/// The two pieces whose moves make up all sliding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// Slides along its rank and its file.
    Rook,
    /// Slides along its two diagonals.
    Bishop,
}

impl Slider {
    /// The directions it slides in.
    pub const fn steps(self) -> [Step; 4] {
        match self {
            Self::Rook => [NORTH, EAST, SOUTH, WEST],
            Self::Bishop => [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST],
        }
    }

    /// What it attacks from `square`: every ray up to and with the first occupied square.
    pub fn attacks(self, square: usize, occupied: u64) -> u64 {
        self.steps().iter().fold(0, |attacks, &step| attacks | slide(square, step, occupied))
    }

    /// The squares whose occupation can shorten its attacks: the rays without their last
    /// square, behind which nothing is left to hide.
    pub fn relevant(self, square: usize) -> u64 {
        let inner = |step| {
            let beyond = |from: &usize| next(*from, step).is_some();
            ray(square, step).filter(beyond).fold(0, |set, on| set | bit(on))
        };
        self.steps().into_iter().fold(0, |set, step| set | inner(step))
    }
}

/// The rays of each square to the edge, without the square: `[direction][square]`,
/// clockwise from north.
pub fn rays() -> [[u64; 64]; 8] {
    STEPS.map(|step| from_fn(|square| slide(square, step, 0)))
}

/// The lines through each square, with the square: `[rank, file, diagonal, antidiagonal]`.
///
/// The diagonal runs in the direction of a1–h8, the antidiagonal in that of a8–h1.
pub fn lines() -> [[u64; 64]; 4] {
    let pairs = [(WEST, EAST), (SOUTH, NORTH), (SOUTH_WEST, NORTH_EAST), (NORTH_WEST, SOUTH_EAST)];
    pairs.map(|(one, other)| {
        from_fn(|square| slide(square, one, 0) | bit(square) | slide(square, other, 0))
    })
}

/// The squares strictly between two of a line: `[square][square]`, empty where no line joins
/// them.
pub fn between() -> [[u64; 64]; 64] {
    let mut between = [[0; 64]; 64];
    for (from, row) in between.iter_mut().enumerate() {
        for step in STEPS {
            let mut passed = 0;
            for to in ray(from, step) {
                row[to] = passed;
                passed |= bit(to);
            }
        }
    }
    between
}

/// Returns the squares that a slider attacks from each square of an empty board.
pub fn slider_rays(slider: Slider) -> [u64; 64] {
    from_fn(|square| slider.attacks(square, 0))
}

/// Returns the squares from which a slider attacks a neighbor of each square on an empty board.
pub fn slider_rays_king_zone(slider: Slider) -> [u64; 64] {
    let neighbours = |square| STEPS.into_iter().filter_map(move |step| next(square, step));
    from_fn(|square| neighbours(square).fold(0, |set, near| set | slider.attacks(near, 0)))
}

/// The squares from `square` onwards, up to and with the first occupied one.
fn slide(square: usize, step: Step, occupied: u64) -> u64 {
    let mut set = 0;
    for on in ray(square, step) {
        set |= bit(on);
        if occupied & bit(on) != 0 {
            break;
        }
    }
    set
}

/// The squares after `square` in one direction, nearest first.
fn ray(square: usize, step: Step) -> impl Iterator<Item = usize> {
    successors(next(square, step), move |&on| next(on, step))
}

/// The square one step away; none beyond the edge.
fn next(square: usize, (files, ranks): Step) -> Option<usize> {
    let file = file_of(square).checked_add_signed(files).filter(|&file| file < 8)?;
    let rank = rank_of(square).checked_add_signed(ranks).filter(|&rank| rank < 8)?;
    Some(8 * rank + file)
}
