//! Games in other formats: training data, text lines, JSON, CSV. Feature `convert`.
//!
//! A [`Converter`] is the fold that converts the games in a batch into bytes. The file is
//! [`Converter::header`], then the bytes of all batches in order. These are the same for any number
//! of threads.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya_games::convert::{ConvertOptions, Converter, Format, Summary};
//! use tabiya_games::{ReadOptions, read_stream};
//!
//! let text = "[White \"A\"]\n\n1. e4 e5 {[%eval 0.25]} 2. Nf3 1-0\n\n1. d4 Nf3 *\n";
//! let converter = Converter::new(ConvertOptions::new(Format::JsonLines))?;
//! let (mut out, mut summary) = (converter.header(), Summary::default());
//! read_stream(text.as_bytes(), &ReadOptions::default(), &converter, |batch| {
//!     out.extend(batch.value.bytes);
//!     summary += batch.value.summary;
//!     ControlFlow::Continue(())
//! })?;
//! let line = r#"{"tags":{"White":"A"},"result":"1-0","uci":["e2e4","e7e5","g1f3"],"#;
//! assert!(out.starts_with(line.as_bytes()));
//! assert_eq!((summary.games_written, summary.games_skipped), (1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Scores
//!
//! `[%eval]` after a move evaluates the position after it, for White. An
//! [`EngineComment`](tabiya::pgn::EngineComment) such as `{+0.31/20 1.3s}` has the score from the
//! search that led to the move, so it evaluates the position before it, which `[%eval]` precedes. A
//! game's positions are those before its moves: the one after the last move has no record.
//! [`score`] limits evaluations to 16 bits.
//!
//! # Null moves
//!
//! A null move is a move: `0000` in UCI, `--` in SAN, and the position after it belongs to the
//! game. Formats with scores are training data, which hold legal moves only: a game with a null
//! move has no record there. [`Summary`] counts it.
//!
//! # Rows of moves
//!
//! With [`Rows::Move`], CSV and JSON lines are a table with a row per move, whose columns are those
//! in `tables` (a feature). Batches are read independently, so a game's number is known only when
//! the batches are in order: [`Converted::write_to`] writes it.
//!
//! # Memory
//!
//! A batch's bytes come on top of the memory for reading. A move has at least three bytes of text,
//! and a position at most 32 bytes, or about 100 in the text formats. A move row has about 150.

mod annotations;
mod json;
mod moves;
mod options;
mod positions;
mod record;
mod score;
mod selection;
mod summary;
mod table;
mod to_pgn;
mod uci_lines;

use std::io::{self, Write};

use moves::GameRows;
use tabiya::binpack::Chains;
use tabiya::pgn::{RawGame, Termination};

pub use options::{ConvertOptions, ErrorPolicy, Format, MoveNotation, OptionsError};
use record::Record;
pub use score::{MATE_SCORE, MAX_SCORE, score};
pub use summary::Summary;
use table::Table;
pub use to_pgn::{ViriPgnError, ViriPgnErrorKind, viriformat_to_pgn};

use crate::GameFold;
use crate::columns::{ColumnError, Rows};
use crate::data::DataFormat;
use crate::findings::{ContentOptions, GameContents};

/// The conversion from games into a [`Format`]. It is the [`GameFold`] that computes the bytes.
#[derive(Clone, Debug)]
pub struct Converter {
    options: ConvertOptions,
    table: Table,
}

/// The bytes for consecutive games, and their counts.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Converted {
    /// The bytes for the games that are written. Move rows are not complete: use
    /// [`write_to`](Self::write_to). Binpack has chains: use [`chains`](Self::chains).
    pub bytes: Vec<u8>,
    /// The number of games and positions.
    pub summary: Summary,
    /// The first game error. Its offset is relative to the batch's start.
    pub first_error: Option<ColumnError>,
    /// `true` if the error ends the conversion, which [`ErrorPolicy::Stop`] demands. The bytes are
    /// those for the games before it.
    pub is_failed: bool,
    game_rows: Vec<GameRows>,
    /// The indices in the bytes at which chains of binpack begin.
    chain_starts: Vec<usize>,
}

impl Converted {
    /// Writes the bytes, with the game numbers that move rows need.
    ///
    /// `first_game` is the sum of [`Summary::games`] over the batches before.
    ///
    /// # Errors
    ///
    /// Returns the error from `out`.
    pub fn write_to(&self, first_game: u64, out: &mut impl Write) -> io::Result<()> {
        if self.game_rows.is_empty() {
            return out.write_all(&self.bytes);
        }
        self.game_rows.iter().try_for_each(|rows| rows.write_to(&self.bytes, first_game, out))
    }
}

impl Converted {
    /// Returns the bytes, for the [`DataWriter`](crate::data::DataWriter) that makes blocks of the chains of binpack.
    #[must_use]
    pub fn chains(self) -> Chains {
        Chains { bytes: self.bytes, starts: self.chain_starts }
    }
}

impl Converter {
    /// Creates the conversion.
    ///
    /// # Errors
    ///
    /// Returns an [`OptionsError`] if an option has no effect on the format, or an invalid value.
    pub fn new(options: ConvertOptions) -> Result<Self, OptionsError> {
        options.check()?;
        let table = Table::new(&options)?;
        Ok(Self { options, table })
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &ConvertOptions {
        &self.options
    }

    /// Returns the bytes at a file's start: for [`Format::Csv`] the line with the names, else none.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        match self.options.format {
            Format::Csv => self.table.header(),
            _ => Vec::new(),
        }
    }

    /// Tests whether the format needs the games' moves.
    fn reads_moves(&self) -> bool {
        self.options.format != Format::Csv || self.has_move_rows() || self.table.reads_moves()
    }

    fn has_move_rows(&self) -> bool {
        self.options.rows == Rows::Move
    }

    /// Returns the options with which [`add_contents`](Self::add_contents) needs the contents to be
    /// read.
    #[must_use]
    pub fn content_options(&self) -> ContentOptions {
        let has_values = self.options.format == Format::JsonLines
            || self.options.format.has_scores()
            || self.has_move_rows();
        ContentOptions { has_values, ..ContentOptions::default() }
    }

    /// Adds a game whose contents were read with [`content_options`](Self::content_options). With
    /// others, comment values are missing.
    pub fn add_contents(
        &self,
        converted: &mut Converted,
        game: &RawGame<'_>,
        contents: &GameContents,
    ) {
        if converted.is_failed {
            return;
        }
        let number = converted.summary.games;
        converted.summary.games += 1;
        let record = Record::new(game, usize::try_from(number).unwrap_or(usize::MAX), contents);
        if self.reads_moves() && !self.admits(converted, &record) {
            return;
        }
        let len = converted.bytes.len();
        let Converted { bytes, summary, game_rows, chain_starts, .. } = converted;
        match self.options.format {
            format if self.has_move_rows() => {
                let others = self.table.game_values(&record);
                game_rows.extend(moves::write(bytes, number, &record, format, &others));
                summary.positions_written += contents.plies() as u64;
            }
            Format::Binpack | Format::Viriformat => {
                let is_binpack = self.options.format == Format::Binpack;
                let format = if is_binpack { DataFormat::Binpack } else { DataFormat::Viriformat };
                let chains = positions::encode(format, summary, &record, &self.options);
                chain_starts.extend(chains.starts.into_iter().map(|start| len + start));
                bytes.extend(chains.bytes);
            }
            Format::JsonLines => {
                let others = self.table.values_beside_tags(&record);
                json::write(bytes, &record, self.options.moves, &others);
            }
            Format::Csv => self.table.write(bytes, &record),
            Format::Uci => uci_lines::write(bytes, contents),
            _ => positions::write(bytes, summary, &record, &self.options),
        }
        if converted.bytes.len() > len {
            converted.summary.games_written += 1;
        } else {
            converted.summary.games_without_records += 1;
        }
    }

    /// Tests whether the options admit a game, and counts it by reason if not.
    fn admits(&self, converted: &mut Converted, record: &Record<'_>) -> bool {
        let summary = &mut converted.summary;
        if let Some(error) = &record.error {
            summary.games_with_errors += 1;
            converted.first_error.get_or_insert_with(|| error.clone());
            let is_per_game = self.options.format.is_per_game() && !self.has_move_rows();
            let is_readable = record.contents.start.is_some() || is_per_game;
            if self.options.errors != ErrorPolicy::Keep || !is_readable {
                summary.games_skipped += 1;
                converted.is_failed = self.options.errors == ErrorPolicy::Stop;
                return false;
            }
        }
        if !self.options.format.has_scores() {
            return true;
        }
        if record.has_null_move() {
            summary.games_with_null_moves += 1;
            return false;
        }
        let start = record.contents.start;
        if self.options.format == Format::Binpack
            && start.is_some_and(|start| !start.is_standard_castling())
        {
            summary.games_of_chess960 += 1;
            return false;
        }
        let is_scored = matches!(
            record.result,
            Termination::WhiteWins | Termination::Draw | Termination::BlackWins
        );
        summary.games_without_result += u64::from(!is_scored);
        is_scored
    }
}

impl GameFold for Converter {
    type Output = Converted;

    fn start(&self) -> Converted {
        Converted::default()
    }

    fn add(&self, converted: &mut Converted, game: RawGame<'_>) {
        let contents = if self.reads_moves() {
            GameContents::read_with(&game, self.content_options())
        } else {
            GameContents::default()
        };
        self.add_contents(converted, &game, &contents);
    }
}
