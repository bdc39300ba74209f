//! Options for conversions.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;

use tabiya::pgn::ROSTER;

use crate::columns::Rows;

/// A format that games are converted into.
///
/// | format | record | reads |
/// |---|---|---|
/// | [`Binpack`](Self::Binpack) | chain of positions | the result, moves, evaluations |
/// | [`Viriformat`](Self::Viriformat) | run of moves | the result, moves, evaluations |
/// | [`Bulletformat`](Self::Bulletformat), [`ScoredFen`](Self::ScoredFen) | position | the result, moves, evaluations |
/// | [`Packed`](Self::Packed), [`Fen`](Self::Fen) | position | moves |
/// | [`Uci`](Self::Uci) | game | moves |
/// | [`JsonLines`](Self::JsonLines) | game or move | everything; for moves, those in the main line |
/// | [`Csv`](Self::Csv) | game or move | tag pairs; moves only for the columns that need them |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Chains in [`tabiya::binpack`], for training.
    ///
    /// Positions without a score, and those that the options leave out, are marked, so that a chain goes on. At its ends
    /// they are cut off. Games of Chess960 have no record.
    Binpack,
    /// Games in [`tabiya::viriformat`], for training. The en passant square is set only if a capture is legal.
    ///
    /// A game's consecutive moves whose positions all have a score form one record. A position
    /// without a score ends it, and the next position with a score begins another.
    Viriformat,
    /// The 32-byte positions in [`tabiya::bulletformat`], for training.
    Bulletformat,
    /// Text lines that bullet's tools read: `FEN | score | result`, both for White.
    ScoredFen,
    /// The 28-byte positions that [`PackedPosition`](tabiya::PackedPosition) has.
    Packed,
    /// A FEN per line.
    Fen,
    /// A line with UCI moves per game. If the game has another start position, `fen FEN moves`
    /// precedes.
    Uci,
    /// A JSON object per line and game, or per line and move.
    ///
    /// | game's key | value |
    /// |---|---|
    /// | `tags`, `fen`, `result` | the tag pairs; the start position unless it is the usual one; the result |
    /// | `uci`, `san` | the moves by [`MoveNotation`] |
    /// | `clocks`, `evals`, `start_eval` | a value or `null` per move; the evaluation before the first |
    /// | `comments` | `ply` and `text`; a main line comment with clocks and evaluations only has none |
    /// | `glyphs` | `ply` and `nag`, or `sign` for a glyph without a number |
    /// | `variations` | `ply`, moves, and comments, glyphs, variations and the error inside it |
    /// | `error` | the error that ends the moves |
    ///
    /// `ply` is the number of moves before it: a comment with ply 1 follows the first move, and a
    /// variation with ply 0 replaces it. Keys without a value are absent.
    JsonLines,
    /// Comma-separated values: a line with names, then one per game or move.
    Csv,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 9] = [
        Self::Binpack,
        Self::Viriformat,
        Self::Bulletformat,
        Self::ScoredFen,
        Self::Packed,
        Self::Fen,
        Self::Uci,
        Self::JsonLines,
        Self::Csv,
    ];

    /// Returns the name: `binpack`, `viriformat`, `bulletformat`, `scored-fen`, `packed`, `fen`, `uci`, `jsonl` or
    /// `csv`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Binpack => "binpack",
            Self::Viriformat => "viriformat",
            Self::Bulletformat => "bulletformat",
            Self::ScoredFen => "scored-fen",
            Self::Packed => "packed",
            Self::Fen => "fen",
            Self::Uci => "uci",
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
        }
    }

    /// Tests whether a record in the format is a position.
    #[must_use]
    pub const fn is_per_position(self) -> bool {
        matches!(
            self,
            Self::Binpack | Self::Bulletformat | Self::ScoredFen | Self::Packed | Self::Fen
        )
    }

    /// Tests whether a game without start position has a record.
    pub(super) const fn is_per_game(self) -> bool {
        matches!(self, Self::JsonLines | Self::Csv)
    }

    /// Tests whether the records have scores and a result, which every game then needs. Such formats are
    /// training data, where games with null moves have no record.
    #[must_use]
    pub const fn has_scores(self) -> bool {
        matches!(self, Self::Binpack | Self::Viriformat | Self::Bulletformat | Self::ScoredFen)
    }
}

/// The treatment of games with an invalid start position, or with a move that is not legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorPolicy {
    /// The game is not written.
    #[default]
    Skip,
    /// The part before the error is written.
    Keep,
    /// The conversion ends before the game.
    Stop,
}

/// The move notation in [`Format::JsonLines`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveNotation {
    /// UCI moves.
    #[default]
    Uci,
    /// Moves in standard algebraic notation.
    San,
    /// Both.
    Both,
}

/// The options for a [`Converter`](super::Converter).
///
/// ```
/// use tabiya_games::convert::{ConvertOptions, Converter, ErrorPolicy, Format};
///
/// let mut options = ConvertOptions::new(Format::Csv);
/// options.errors = ErrorPolicy::Keep;
/// options.columns = vec!["White".to_owned(), "Elo, of White".to_owned()];
/// let error = Converter::new(options).unwrap_err();
/// assert_eq!(error.to_string(), "column \"Elo, of White\": not the name of a tag");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// The format.
    pub format: Format,
    /// The treatment of errors.
    pub errors: ErrorPolicy,
    /// The score for positions without one. By default, they are not written.
    pub default_score: Option<i16>,
    /// The number of plies at each game's start whose positions are not written.
    pub skip_plies: u32,
    /// `true` if positions in check, and those before a capture or promotion, are not written.
    #[doc(alias = "is_quiet_only")]
    pub quiet_only: bool,
    /// The number of positions in a game of which one is written, the first one.
    #[doc(alias = "every")]
    pub interval: NonZeroU32,
    /// The fraction of positions that are written, from 0 to 1.
    ///
    /// The choice depends on the seed, the game's text and the ply only.
    pub sample: Option<f64>,
    /// The sample's seed.
    pub seed: u64,
    /// The move notation in [`Format::JsonLines`].
    pub moves: MoveNotation,
    /// The rows in [`Format::Csv`] and [`Format::JsonLines`].
    pub rows: Rows,
    /// The columns: all those in [`Format::Csv`], and in rows per move those that follow the move's
    /// own. A column has a tag's name, or a name with `@` for another value. The default is the
    /// roster. A game's object in [`Format::JsonLines`] has all tags, so that only names with `@`
    /// add a key.
    ///
    /// | name | value |
    /// |---|---|
    /// | `@result` | the termination marker, else the tag `Result`, else `*` |
    /// | `@fen` | the start position |
    /// | `@moves` | the moves in UCI notation |
    /// | `@plies` | the number of moves |
    /// | `@error` | the error that ends the moves |
    /// | `@eco`, `@opening` | the opening's code and name by position; feature `eco` |
    pub columns: Vec<String>,
}

impl ConvertOptions {
    /// Creates a format's options.
    #[must_use]
    pub fn new(format: Format) -> Self {
        Self {
            format,
            errors: ErrorPolicy::Skip,
            default_score: None,
            skip_plies: 0,
            quiet_only: false,
            interval: NonZeroU32::MIN,
            sample: None,
            seed: 0,
            moves: MoveNotation::Uci,
            rows: Rows::Game,
            columns: ROSTER.map(str::to_owned).into(),
        }
    }

    /// Checks that the format has a use for each option.
    pub(super) fn check(&self) -> Result<(), OptionsError> {
        let unused = |option, is_set| {
            if is_set { Err(OptionsError::Unused { option, format: self.format }) } else { Ok(()) }
        };
        let is_per_position = self.format.is_per_position();
        let is_of_moves = is_per_position || self.format == Format::Viriformat;
        unused("default score", self.default_score.is_some() && !self.format.has_scores())?;
        unused("plies to skip", self.skip_plies > 0 && !is_of_moves)?;
        unused("quiet positions", self.quiet_only && !is_per_position)?;
        unused("every", self.interval > NonZeroU32::MIN && !is_per_position)?;
        unused("sample", self.sample.is_some() && !is_per_position)?;
        unused("rows of moves", self.rows == Rows::Move && !self.format.is_per_game())?;
        match self.sample {
            Some(sample) if !(0.0..=1.0).contains(&sample) => Err(OptionsError::Sample { sample }),
            _ => Ok(()),
        }
    }
}

/// The error for options that contradict each other or the format.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptionsError {
    /// The error for an option without effect on the format.
    Unused {
        /// The option in words.
        option: &'static str,
        /// The format.
        format: Format,
    },
    /// The error for a sample that is not a fraction.
    Sample {
        /// The sample.
        sample: f64,
    },
    /// The error for a move column that has another one's name, but for the case of letters.
    DuplicateColumn {
        /// The name.
        name: String,
    },
    /// The error for a name that belongs neither to a tag nor to one of the other columns.
    Column {
        /// The name.
        name: String,
    },
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unused { option, format } => {
                write!(f, "{option}: no effect on the format {}", format.as_str())
            }
            Self::Sample { sample } => {
                write!(f, "sample {sample}: out of range; expected 0 to 1")
            }
            Self::DuplicateColumn { name } => write!(
                f,
                "column {name:?}: defined twice; expected names that differ in more than case"
            ),
            Self::Column { name } if name.starts_with('@') => {
                let openings = if cfg!(feature = "eco") { ", @eco, @opening" } else { "" };
                write!(
                    f,
                    "column {name:?}: unknown; expected @result, @fen, @moves, @plies{openings} or @error"
                )
            }
            Self::Column { name } => write!(f, "column {name:?}: not the name of a tag"),
        }
    }
}

impl Error for OptionsError {}
