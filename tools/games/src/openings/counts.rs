//! Counts for games, results and ratings.

use std::ops::AddAssign;

use tabiya::pgn::{RawGame, TagValue, Termination};
use tabiya::{Color, Move};

/// The highest number that is a rating.
const MAX_RATING: u16 = 9999;

/// The players' ratings, if known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    /// White's rating.
    pub white: Option<u16>,
    /// Black's rating.
    pub black: Option<u16>,
}

impl Ratings {
    /// Returns the ratings in a game's tag pairs `WhiteElo` and `BlackElo`.
    #[must_use]
    pub fn of_game(game: &RawGame<'_>) -> Self {
        Self::of_tags(|name| game.tag(name).map(|tag| tag.value()))
    }

    /// Returns the ratings from the values for `WhiteElo` and `BlackElo`. Numbers from 1 to 9999
    /// are ratings.
    #[must_use]
    pub fn of_tags<'a>(mut value: impl FnMut(&str) -> Option<TagValue<'a>>) -> Self {
        let mut rating = |name| value(name).and_then(parse_rating);
        Self { white: rating("WhiteElo"), black: rating("BlackElo") }
    }

    /// Returns a player's rating.
    pub(super) const fn of(&self, color: Color) -> Option<u16> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

fn parse_rating(value: TagValue<'_>) -> Option<u16> {
    let number = value.into_iter().try_fold(0_u16, |number, byte| {
        let digit = char::from(byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(digit as u16)
    })?;
    (1..=MAX_RATING).contains(&number).then_some(number)
}

/// The counts for games with a position, or with a move from it. Sums saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// The number of games that White won.
    pub white_wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games that Black won.
    pub black_wins: u64,
    /// The number of games without a result, or with a double forfeit.
    pub unfinished: u64,
    /// The sum of the known ratings that the players to move have.
    pub rating_sum: u64,
    /// The number of these ratings.
    pub rated: u64,
}

impl Counts {
    /// Returns the counts for one game.
    pub(super) fn of_game(result: Termination, rating: Option<u16>) -> Self {
        let is = |other| u64::from(result == other);
        Self {
            white_wins: is(Termination::WhiteWins),
            draws: is(Termination::Draw),
            black_wins: is(Termination::BlackWins),
            // A double forfeit has no score either.
            unfinished: is(Termination::Unfinished) + is(Termination::BothLose),
            rating_sum: rating.unwrap_or(0).into(),
            rated: rating.is_some().into(),
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.white_wins
            .saturating_add(self.draws)
            .saturating_add(self.black_wins)
            .saturating_add(self.unfinished)
    }

    /// Returns White's score from 0 to 1: wins and half the draws, divided by the games with a
    /// result.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.games() - self.unfinished;
        let points = self.white_wins as f64 + self.draws as f64 / 2.0;
        (games > 0).then(|| points / games as f64)
    }

    /// Returns the average rating of the players to move.
    #[must_use]
    pub fn average_rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rating_sum as f64 / self.rated as f64)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.white_wins = self.white_wins.saturating_add(other.white_wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.black_wins = self.black_wins.saturating_add(other.black_wins);
        self.unfinished = self.unfinished.saturating_add(other.unfinished);
        self.rating_sum = self.rating_sum.saturating_add(other.rating_sum);
        self.rated = self.rated.saturating_add(other.rated);
    }
}

/// The counts for a position and for the moves from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionCounts {
    /// The counts for all games with the position.
    pub total: Counts,
    /// The counts for the moves, the most frequent one first; equal ones are ordered by their bits.
    pub moves: Vec<(Move, Counts)>,
    /// The counts for the games that go on with a null move.
    pub null_moves: Counts,
    /// The counts for the games that end in the position.
    pub ends: Counts,
}

/// The continuation of a game from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Continuation {
    /// A move.
    Move(Move),
    /// A null move.
    NullMove,
    /// The game's end, or an error.
    End,
}

impl Continuation {
    const END_BITS: u16 = 0;
    /// Bits that no move has.
    const NULL_MOVE_BITS: u16 = 1;

    /// Returns a move's 16 bits, or others that no move has.
    #[must_use]
    pub fn to_bits(self) -> u16 {
        match self {
            Self::Move(mv) => mv.to_bits(),
            Self::NullMove => Self::NULL_MOVE_BITS,
            Self::End => Self::END_BITS,
        }
    }

    /// Returns the continuation for [bits](Self::to_bits). Bits that belong to none are the end.
    #[must_use]
    pub fn from_bits(bits: u16) -> Self {
        match Move::from_bits(bits) {
            Some(mv) => Self::Move(mv),
            None if bits == Self::NULL_MOVE_BITS => Self::NullMove,
            None => Self::End,
        }
    }
}

impl PositionCounts {
    /// Adds the counts for a continuation.
    pub(super) fn add(&mut self, continuation: Continuation, counts: Counts) {
        self.total += counts;
        match continuation {
            Continuation::Move(mv) => self.moves.push((mv, counts)),
            Continuation::NullMove => self.null_moves += counts,
            Continuation::End => self.ends += counts,
        }
    }

    /// Sorts the moves.
    pub(super) fn sort(&mut self) {
        self.moves.sort_by_key(|(mv, counts)| (u64::MAX - counts.games(), mv.to_bits()));
    }
}
