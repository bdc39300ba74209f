//! Counts from a task, which must be equal for all libraries.

use std::fmt;
use std::ops::AddAssign;

/// The checksum's factor: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A task's counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of games.
    pub games: u64,
    /// The number of moves or values.
    pub plies: u64,
    /// The number of games with an illegal move.
    pub errors: u64,
    /// The sum over each game's checksum, which does not depend on the order.
    pub checksum: u64,
}

impl Counts {
    /// Adds a value to the checksum.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.checksum = self.checksum.wrapping_add(mix(value));
    }

    /// Adds a roster tag pair's number and length.
    #[inline]
    pub fn add_tag(&mut self, index: usize, value: &[u8]) {
        self.add(((value.len() as u64) << 3) | index as u64);
    }

    /// Adds the occupied squares and White's squares in a game's last position.
    #[inline]
    pub fn add_position(&mut self, occupied: u64, white: u64) {
        self.add(occupied.rotate_left(7) ^ mix(white));
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.errors += other.errors;
        self.checksum = self.checksum.wrapping_add(other.checksum);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, plies, errors, checksum } = self;
        write!(f, "{games} games, {plies} plies, {errors} errors, checksum {checksum:016x}")
    }
}

/// Returns a value whose bits all depend on the argument's bits.
#[inline]
fn mix(value: u64) -> u64 {
    let product = value.wrapping_mul(FACTOR);
    product ^ (product >> 29)
}

/// Returns a tag pair's number in the roster.
#[inline]
pub fn roster_index(name: &[u8]) -> Option<usize> {
    match name {
        b"Event" => Some(0),
        b"Site" => Some(1),
        b"Date" => Some(2),
        b"Round" => Some(3),
        b"White" => Some(4),
        b"Black" => Some(5),
        b"Result" => Some(6),
        _ => None,
    }
}
