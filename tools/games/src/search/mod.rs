//! Search for positions: by position, by a board pattern, or by material.
//!
//! [`PositionSearch`] finds the first position in a game that matches, in its text or in the moves
//! from an [index](crate::index). It stops a replay early if the target cannot be reached anymore.
//!
//! ```
//! use tabiya::pgn::RawGame;
//! use tabiya_games::search::{PositionSearch, Target};
//!
//! let target = Target::Pattern("*/*/*/*/????P*/*/*/*".parse()?);
//! let search = PositionSearch::new(target);
//! assert_eq!(search.find(&RawGame::new("1. d4 e5 2. e4 *")), Some(3));
//! assert_eq!(search.find(&RawGame::new("1. d4 e5 2. e3 *")), None);
//! # Ok::<(), tabiya_games::search::PatternError>(())
//! ```

mod error;
mod material;
mod pattern;
mod reach;

use std::ops::RangeInclusive;

use tabiya::Position;
use tabiya::pgn::RawGame;

pub use error::{MaterialError, PatternError};
pub use material::Material;
pub use pattern::Pattern;
pub(crate) use reach::Requirements;

use crate::findings::GameContents;
use crate::index::{IndexError, StoredGame, StoredLine};
use crate::line::Line;

/// The positions that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// The same position by the repetition rule: board, side to move, castling rights, and the en passant
    /// square if a capture is legal.
    Position(Position),
    /// A board that matches a pattern, with any side to move.
    Pattern(Pattern),
    /// Both sides' material.
    Material(Material),
}

impl Target {
    /// Tests whether the search finds a position.
    #[must_use]
    pub fn matches(&self, position: &Position) -> bool {
        match self {
            Self::Position(target) => target.same_position(position),
            Self::Pattern(pattern) => pattern.matches(position),
            Self::Material(material) => material.matches(position),
        }
    }
}

/// A search for a position in main lines.
#[derive(Clone, Debug)]
pub struct PositionSearch {
    target: Target,
    plies: RangeInclusive<usize>,
    /// The conditions, at least one of which must be met, or the target cannot be reached.
    requirements: Vec<Requirements>,
}

impl PositionSearch {
    /// Creates a search at any ply.
    #[must_use]
    pub fn new(target: Target) -> Self {
        let requirements = match &target {
            Target::Position(position) => vec![Requirements::of_position(position)],
            Target::Pattern(pattern) => vec![Requirements::of_pattern(pattern)],
            Target::Material(material) => Requirements::of_material(material).into(),
        };
        Self { target, plies: 0..=usize::MAX, requirements }
    }

    /// Restricts the search to positions after these numbers of plies.
    #[must_use]
    pub const fn with_plies(mut self, plies: RangeInclusive<usize>) -> Self {
        self.plies = plies;
        self
    }

    /// Returns the ply at the first position that matches: 0 is the start position.
    ///
    /// A game is searched up to its first illegal move. One with an invalid start position has no positions.
    #[must_use]
    pub fn find(&self, game: &RawGame<'_>) -> Option<usize> {
        self.find_in_line(&mut game.main_line().ok()?)
    }

    /// Returns the ply at the first position that matches in a game that was read, like
    /// [`find`](Self::find).
    #[must_use]
    pub fn find_in_contents(&self, contents: &GameContents) -> Option<usize> {
        self.find_in_line(&mut contents.line()?)
    }

    /// Returns the ply at the first position that matches, like [`find`](Self::find).
    ///
    /// # Errors
    ///
    /// Returns an error if the index has illegal moves.
    pub fn find_stored(&self, game: &StoredGame<'_>) -> Result<Option<usize>, IndexError> {
        let Some(mut line) = StoredLine::new(game) else { return Ok(None) };
        let ply = self.find_in_line(&mut line);
        line.check()?;
        Ok(ply)
    }

    fn find_in_line(&self, line: &mut impl Line) -> Option<usize> {
        for ply in 0..=*self.plies.end() {
            let position = line.position();
            // Only moves that reset the clock are irreversible.
            if (ply == 0 || position.halfmove_clock() == 0) && !self.can_reach(position) {
                return None;
            }
            if ply >= *self.plies.start() && self.target.matches(position) {
                return Some(ply);
            }
            line.make_next()?;
        }
        None
    }

    fn can_reach(&self, position: &Position) -> bool {
        self.requirements.iter().any(|requirements| requirements.are_met(position))
    }
}
