//! The opening for a line of moves.

use tabiya::Position;
use tabiya::pgn::RawGame;

use super::opening::Opening;
use super::table::{can_reach, opening_at};
use crate::findings::GameContents;
use crate::index::{IndexError, StoredGame, StoredLine};
use crate::line::Line;
use crate::ply::Ply;

/// Returns a game's opening, which the last named position in its main line determines.
///
/// The main line ends before a null move or an error. The result is `None` if no position has a name, or if the
/// start position is invalid.
#[must_use]
pub fn opening_of(game: &RawGame<'_>) -> Option<&'static Opening> {
    line_opening(&mut game.main_line().ok()?)
}

/// Returns the opening for a game in an index, like [`opening_of`].
///
/// # Errors
///
/// Returns an error if the index has illegal moves.
pub fn opening_of_stored(game: &StoredGame<'_>) -> Result<Option<&'static Opening>, IndexError> {
    let Some(mut line) = StoredLine::new(game) else { return Ok(None) };
    let opening = line_opening(&mut line);
    line.check()?;
    Ok(opening)
}

impl GameContents {
    /// Returns the game's opening, like [`opening_of`].
    #[must_use]
    pub fn opening(&self) -> Option<&'static Opening> {
        line_opening(&mut self.line()?)
    }
}

fn line_opening(line: &mut impl Line) -> Option<&'static Opening> {
    let mut finder = OpeningFinder::new();
    while finder.add(line.position()) && line.make_next().and_then(Ply::to_move).is_some() {}
    finder.opening()
}

/// The opening of a game whose moves you make yourself. [`opening_of`] reads them from PGN.
///
/// ```
/// use tabiya::{Position, variation};
/// use tabiya_games::eco::OpeningFinder;
///
/// let mut finder = OpeningFinder::new();
/// let mut position = Position::START;
/// for mv in variation::read(&position, "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 h6") {
///     position.make_move(mv?);
///     if !finder.add(&position) {
///         break;
///     }
/// }
/// let opening = finder.opening().expect("named positions");
/// assert_eq!(opening.to_string(), "D37 Queen's Gambit Declined: Three Knights Variation");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpeningFinder {
    opening: Option<&'static Opening>,
}

impl OpeningFinder {
    /// Creates a finder without positions.
    #[must_use]
    pub const fn new() -> Self {
        Self { opening: None }
    }

    /// Adds the game's next position. Returns `false` once no later position can have a name, so
    /// you need not add more.
    pub fn add(&mut self, position: &Position) -> bool {
        let is_open = can_reach(position);
        if is_open {
            self.opening = opening_at(position).or(self.opening);
        }
        is_open
    }

    /// Returns the opening that the last named position determines.
    #[must_use]
    pub const fn opening(&self) -> Option<&'static Opening> {
        self.opening
    }
}
