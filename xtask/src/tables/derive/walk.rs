//! Rays, lines and slider attacks, by single steps to the board's edge.

use std::array::from_fn;
use std::iter::successors;

use super::{bit, file_of, rank_of};

/// A step as (file difference, rank difference).
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

/// A rook or a bishop; a queen is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// A piece that slides along ranks and files.
    Rook,
    /// A piece that slides along diagonals.
    Bishop,
}

impl Slider {
    /// Returns the slider's directions.
    pub const fn steps(self) -> [Step; 4] {
        match self {
            Self::Rook => [NORTH, EAST, SOUTH, WEST],
            Self::Bishop => [NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST],
        }
    }

    /// Returns the attacks from a square: each ray up to the first occupied square, inclusive.
    pub fn attacks(self, square: usize, occupied: u64) -> u64 {
        self.steps().iter().fold(0, |attacks, &step| attacks | slide(square, step, occupied))
    }

    /// Returns the squares whose occupancy can shorten the slider's attacks: each ray without its
    /// last square.
    pub fn relevant_occupancy(self, square: usize) -> u64 {
        let inner = |step| {
            let has_next = |from: &usize| next_square(*from, step).is_some();
            ray(square, step).filter(has_next).fold(0, |set, square| set | bit(square))
        };
        self.steps().into_iter().fold(0, |set, step| set | inner(step))
    }
}

/// Returns the rays from each square to the edge, without the square: `[direction][square]`,
/// clockwise from north.
pub fn rays() -> [[u64; 64]; 8] {
    STEPS.map(|step| from_fn(|square| slide(square, step, 0)))
}

/// Returns the lines through each square, with the square: `[rank, file, diagonal, antidiagonal]`.
///
/// Diagonals are parallel to a1–h8, antidiagonals to a8–h1.
pub fn lines() -> [[u64; 64]; 4] {
    let pairs = [(WEST, EAST), (SOUTH, NORTH), (SOUTH_WEST, NORTH_EAST), (NORTH_WEST, SOUTH_EAST)];
    pairs.map(|(step, opposite)| {
        from_fn(|square| slide(square, step, 0) | bit(square) | slide(square, opposite, 0))
    })
}

/// Returns the squares strictly between two squares: `[square][square]`, empty if no line contains
/// both.
pub fn between() -> [[u64; 64]; 64] {
    let mut between = [[0; 64]; 64];
    for (from, row) in between.iter_mut().enumerate() {
        for step in STEPS {
            let mut nearer = 0;
            for to in ray(from, step) {
                row[to] = nearer;
                nearer |= bit(to);
            }
        }
    }
    between
}

/// Returns the squares that a slider attacks from each square on an empty board.
pub fn slider_rays(slider: Slider) -> [u64; 64] {
    from_fn(|square| slider.attacks(square, 0))
}

/// Returns the squares from which a slider attacks a neighbor of each square on an empty board.
pub fn slider_rays_king_zone(slider: Slider) -> [u64; 64] {
    let neighbors = |square| STEPS.into_iter().filter_map(move |step| next_square(square, step));
    from_fn(|square| neighbors(square).fold(0, |set, neighbor| set | slider.attacks(neighbor, 0)))
}

/// Returns the squares on a ray up to the first occupied square, inclusive.
fn slide(square: usize, step: Step, occupied: u64) -> u64 {
    let mut set = 0;
    for target in ray(square, step) {
        set |= bit(target);
        if occupied & bit(target) != 0 {
            break;
        }
    }
    set
}

/// Returns the squares after `square` in one direction, nearest first.
fn ray(square: usize, step: Step) -> impl Iterator<Item = usize> {
    successors(next_square(square, step), move |&square| next_square(square, step))
}

/// Returns the square one step away; `None` beyond the edge.
fn next_square(square: usize, (files, ranks): Step) -> Option<usize> {
    let file = file_of(square).checked_add_signed(files).filter(|&file| file < 8)?;
    let rank = rank_of(square).checked_add_signed(ranks).filter(|&rank| rank < 8)?;
    Some(8 * rank + file)
}
