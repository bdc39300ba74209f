//! The table for positions and moves.

use std::cell::LazyCell;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use tabiya::pgn::{RawGame, Termination};
use tabiya::{PackedPosition, Position};

use super::counts::{Continuation, Counts, PositionCounts, Ratings};
use crate::findings::GameContents;
use crate::index::{IndexError, StoredGame, StoredLine};
use crate::line::Line;
use crate::ply::Ply;
use crate::search::Requirements;

/// The maximum number of plies that count in each game, except for [`Scope::One`].
pub const MAX_PLIES: usize = 1000;

/// The options for an [`OpeningTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpeningOptions {
    /// The number of plies that count in each game: 30 unless changed, at most [`MAX_PLIES`] except
    /// for [`Scope::One`].
    pub plies: usize,
    /// The positions that count.
    pub scope: Scope,
    /// The maximum number of position-move pairs in a table. Each needs about 130 bytes.
    pub max_entries: usize,
}

impl Default for OpeningOptions {
    /// All positions in the first 30 plies, at most 20 million entries.
    fn default() -> Self {
        Self { plies: 30, scope: Scope::All, max_entries: 20_000_000 }
    }
}

/// The positions that a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// All positions.
    All,
    /// One position, which needs little memory.
    One(Position),
    /// About one in `count` positions. The tables with all indices below `count` contain each
    /// position exactly once, so you can count exactly in less memory, with several passes over the
    /// games.
    Part {
        /// The part's index.
        index: u32,
        /// The number of parts; 0 stands for 1.
        count: u32,
    },
}

/// The error for a table with more than [`max_entries`](OpeningOptions::max_entries).
#[doc(alias = "TableFull")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableFullError {
    /// The limit.
    pub max_entries: usize,
}

impl fmt::Display for TableFullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = self.max_entries;
        write!(f, "too many positions; expected at most {max} pairs of a position and a move")
    }
}

impl Error for TableFullError {}

/// A position without clocks, packed, and the continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    position: [u8; 24],
    continuation: u16,
}

impl Key {
    fn new(position: [u8; 24], continuation: Continuation) -> Self {
        Self { position, continuation: continuation.to_bits() }
    }
}

/// The counts for positions and moves.
///
/// A game counts once per position: at its first occurrence, with the move from there.
/// [`merge`](Self::merge) adds the counts of another table. The sums do not depend on the order of
/// games and tables, so game batches can be counted in parallel. Games with an invalid start
/// position do not count, others up to their first illegal move.
#[derive(Clone, Debug)]
pub struct OpeningTable {
    options: OpeningOptions,
    /// The requirements for the position in [`Scope::One`].
    requirements: Option<Requirements>,
    entries: HashMap<Key, Counts>,
    /// The current game's positions since its last irreversible move.
    seen: Vec<[u8; 24]>,
}

impl OpeningTable {
    /// Creates an empty table.
    #[must_use]
    pub fn new(options: OpeningOptions) -> Self {
        let requirements = match &options.scope {
            Scope::One(position) => Some(Requirements::of_position(position)),
            _ => None,
        };
        Self { options, requirements, entries: HashMap::new(), seen: Vec::new() }
    }

    /// Returns the number of position-move pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if the table has no counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a game. The result comes from the tag pair `Result`, else from the termination marker.
    pub fn add(&mut self, game: &RawGame<'_>) {
        if let Ok(mut line) = game.main_line() {
            self.add_line(&mut line, || (game.result(), Ratings::of_game(game)));
        }
    }

    /// Adds a game whose contents were read, like [`add`](Self::add).
    pub fn add_contents(&mut self, game: &RawGame<'_>, contents: &GameContents) {
        if let Some(mut line) = contents.line() {
            self.add_line(&mut line, || (game.result(), Ratings::of_game(game)));
        }
    }

    /// Adds a game from an index.
    ///
    /// # Errors
    ///
    /// Returns an error if the index has illegal moves.
    pub fn add_stored(
        &mut self,
        game: &StoredGame<'_>,
        result: Termination,
        ratings: Ratings,
    ) -> Result<(), IndexError> {
        let Some(mut line) = StoredLine::new(game) else { return Ok(()) };
        self.add_line(&mut line, || (result, ratings));
        line.check()
    }

    /// Adds counts for a position and its continuation, such as those that
    /// [`position`](Self::position) returned before.
    pub fn add_counts(&mut self, position: &Position, next: Continuation, counts: Counts) {
        let key = Key::new(packed(position), next);
        *self.entries.entry(key).or_default() += counts;
    }

    /// Adds the counts from another table with the same plies and scope.
    ///
    /// # Errors
    ///
    /// Returns an error if the table then exceeds its limit.
    pub fn merge(&mut self, mut other: Self) -> Result<(), TableFullError> {
        if other.len() > self.len() {
            std::mem::swap(&mut self.entries, &mut other.entries);
        }
        for (key, counts) in other.entries {
            *self.entries.entry(key).or_default() += counts;
        }
        let max_entries = self.options.max_entries;
        if self.len() > max_entries { Err(TableFullError { max_entries }) } else { Ok(()) }
    }

    /// Returns the counts for a position: zeros if no game has it.
    #[must_use]
    pub fn position(&self, position: &Position) -> PositionCounts {
        let mut found = PositionCounts::default();
        let packed = packed(position);
        let moves = position.legal_moves();
        let moves = moves.iter().map(|&mv| Continuation::Move(mv));
        for next in moves.chain([Continuation::NullMove, Continuation::End]) {
            if let Some(&counts) = self.entries.get(&Key::new(packed, next)) {
                found.add(next, counts);
            }
        }
        found.sort();
        found
    }

    /// Returns all positions with at least some number of games, the most frequent one first.
    /// Positions with equally many games are ordered by their packed bytes.
    #[must_use]
    pub fn into_positions(self, min_games: u64) -> Vec<(Position, PositionCounts)> {
        let mut entries: Vec<_> = self.entries.into_iter().collect();
        entries.sort_unstable_by_key(|(key, _)| (key.position, key.continuation));
        let mut positions = Vec::new();
        for group in entries.chunk_by(|(one, _), (other, _)| one.position == other.position) {
            let games: u64 = group.iter().map(|(_, counts)| counts.games()).sum();
            let packed = PackedPosition::from_position_bytes(group[0].0.position);
            let Ok(position) = packed.unpack() else { continue };
            if games >= min_games {
                let mut counts = PositionCounts::default();
                for (key, move_counts) in group {
                    counts.add(Continuation::from_bits(key.continuation), *move_counts);
                }
                counts.sort();
                positions.push((position, counts));
            }
        }
        // Stable, so that the byte order stays.
        positions.sort_by_key(|(_, counts)| u64::MAX - counts.total.games());
        positions
    }

    /// Adds a game. Its result and ratings are computed if one of its positions counts.
    fn add_line(
        &mut self,
        line: &mut impl Line,
        description: impl FnOnce() -> (Termination, Ratings),
    ) {
        let description = LazyCell::new(description);
        let is_one = matches!(self.options.scope, Scope::One(_));
        let max_plies = if is_one { usize::MAX } else { MAX_PLIES };
        self.seen.clear();
        for ply in 0..self.options.plies.min(max_plies) {
            let position = *line.position();
            let is_irreversible = ply == 0 || position.halfmove_clock() == 0;
            if is_irreversible && !self.can_reach(&position) {
                return;
            }
            let next = line.make_next().map_or(Continuation::End, |ply| match ply {
                Ply::Move(mv) => Continuation::Move(mv),
                Ply::Null => Continuation::NullMove,
            });
            if let Some(position_bytes) = self.key_if_counted(&position, is_irreversible) {
                let (result, ratings) = *description;
                let rating = ratings.of(position.side_to_move());
                let key = Key::new(position_bytes, next);
                *self.entries.entry(key).or_default() += Counts::of_game(result, rating);
                if is_one {
                    return;
                }
            }
            if next == Continuation::End {
                return;
            }
        }
    }

    /// Returns the bytes for a position that counts and is new in its game.
    fn key_if_counted(&mut self, position: &Position, is_irreversible: bool) -> Option<[u8; 24]> {
        let bytes = match &self.options.scope {
            Scope::One(target) => target.same_position(position).then(|| packed(position))?,
            Scope::All => packed(position),
            Scope::Part { index, count } => {
                let bytes = packed(position);
                (crc32fast::hash(&bytes) % (*count).max(1) == *index).then_some(bytes)?
            }
        };
        if is_irreversible {
            self.seen.clear();
        }
        if self.seen.contains(&bytes) {
            return None;
        }
        self.seen.push(bytes);
        Some(bytes)
    }

    fn can_reach(&self, position: &Position) -> bool {
        self.requirements.as_ref().is_none_or(|requirements| requirements.are_met(position))
    }
}

/// Returns a position's bytes, equal for positions that are the same by the repetition rule.
fn packed(position: &Position) -> [u8; 24] {
    *PackedPosition::from(&position.normalized()).position_bytes()
}
