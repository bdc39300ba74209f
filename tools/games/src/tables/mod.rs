//! Tables with games or moves as Parquet and Arrow files. Feature `parquet`.
//!
//! Both formats have one schema. A table with [`Rows::Game`] has these columns:
//!
//! | column | type | content |
//! |---|---|---|
//! | `game_id` | `int64` | the number of games before it |
//! | `text_offset`, `text_len` | `int64` | the game's place in the text |
//! | `start_fen` | string, optional | the start position; missing if it is invalid |
//! | `outcome` | `int8`, optional | 1 if White won, 0 for a draw, -1 if Black won |
//! | `moves` | list of `uint16` | [`Move::to_bits`](tabiya::Move::to_bits) |
//! | `clocks`, if selected | list of optional `int32` | hundredths of a second left after each move |
//! | `elapsed_times`, if selected | list of optional `int32` | hundredths of a second for each move |
//! | `evals`, if selected | list of optional `int32` | hundredths of a pawn, positive for White |
//! | `mates`, if selected | list of optional `int32` | moves to mate, positive for White |
//! | `depths`, if selected | list of optional `int32` | search depth in plies |
//! | `error` | string, optional | the error that ends the moves, else the last null move |
//! | each tag that is selected | string, optional | the value; the column has the tag's name |
//!
//! A game's lists have one element per move, which is 0 for a null move. A table with
//! [`Rows::Move`] has these:
//!
//! | column | type | content |
//! |---|---|---|
//! | `game_id` | `int64` | the number of games before its game, as above |
//! | `ply` | `int32` | the number of moves before it |
//! | `fen` | string | the position before the move |
//! | `san`, `uci` | string | the move |
//! | `clock`, `elapsed_time`, if selected | `int32`, optional | as above |
//! | `eval`, `mate`, `depth`, if selected | `int32`, optional | as above |
//! | each tag that is selected | string, optional | the game's value |
//!
//! A game with an error has rows for the moves before it. A null move is 0, `--` or `0000`.
//!
//! No two columns differ in the case of letters only, because SQL engines confuse such columns. The
//! tag `Result` is therefore beside `outcome`.
//!
//! A file consists of groups: up to 65,536 games each, or 262,144 moves and the rest of a game.
//! They depend on the games only: the file is the same for any number of threads. With the feature
//! `zstd`, Parquet pages are compressed with Zstandard.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya_games::columns::{ColumnOptions, Rows};
//! use tabiya_games::tables::{TableFormat, TableWriter};
//! use tabiya_games::{ReadOptions, read_stream};
//!
//! let text = "[White \"A\"]\n\n1. e4 {[%eval 0.25]} e5 1-0\n\n1. d4 Nf3 *\n";
//! let options = ColumnOptions::new().tags(["White", "Black"]).evals(true);
//! let mut file = Vec::new();
//! let mut writer = TableWriter::new(TableFormat::Parquet, Rows::Game, &options)?;
//! let mut result = Ok(());
//! read_stream(text.as_bytes(), &ReadOptions::default(), &options, |batch| {
//!     result = writer.write(&batch.into_columns(), &mut file);
//!     if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! })?;
//! result?;
//! assert_eq!(writer.finish(&mut file)?, 2);
//! assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod file;
mod format;
mod games;
mod moves;
mod schema;
mod values;

use std::io::Write;

use arrow_schema::SchemaRef;
pub use error::TableError;
use file::FileWriter;
pub use format::TableFormat;
use moves::MoveTable;

use crate::columns::{ColumnOptions, GameColumns, Rows};

/// The greatest number of games in a group.
const MAX_GAMES: usize = 1 << 16;

/// The number of bytes in a tag column at which a group ends. Text offsets have 32 bits.
const MAX_TAG_BYTES: usize = 1 << 28;

/// A table writer, which appends the table to an output piece by piece.
///
/// The memory holds the columns for one group, and their text for a move table. It comes on top of
/// the memory for reading.
pub struct TableWriter {
    file: FileWriter,
    schema: SchemaRef,
    rows: Rows,
    /// The next group's columns.
    pending: GameColumns,
    empty: GameColumns,
    games: u64,
}

impl std::fmt::Debug for TableWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableWriter").field("games", &self.games).finish_non_exhaustive()
    }
}

impl TableWriter {
    /// Creates the writer for a file with the columns in the options.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if a tag has another column's name, but for the case of letters.
    pub fn new(
        format: TableFormat,
        rows: Rows,
        options: &ColumnOptions,
    ) -> Result<Self, TableError> {
        let empty = GameColumns::new(options);
        let schema = schema::new(rows, options, &empty)?;
        let file = FileWriter::new(format, &schema)?;
        let pending = empty.clone();
        Ok(Self { file, schema, rows, pending, empty, games: 0 })
    }

    /// Appends the games in a batch, which has the same options.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if `out` cannot be written.
    ///
    /// # Panics
    ///
    /// Panics if the options differ.
    pub fn write(&mut self, columns: &GameColumns, out: &mut impl Write) -> Result<(), TableError> {
        let mut start = 0;
        while start < columns.len() {
            let end = self.group_end(columns, start);
            self.pending.extend_from(columns, start..end);
            start = end;
            if self.is_full() {
                self.write_group(out)?;
            }
        }
        Ok(())
    }

    /// Writes the rest and the end of the file. Returns the number of games.
    ///
    /// # Errors
    ///
    /// Returns a [`TableError`] if `out` cannot be written.
    pub fn finish(mut self, out: &mut impl Write) -> Result<u64, TableError> {
        if !self.pending.is_empty() {
            self.write_group(out)?;
        }
        let rest = self.file.finish()?;
        out.write_all(&rest).map_err(TableError::Io)?;
        Ok(self.games)
    }

    /// Returns the number of moves at which a group ends.
    const fn max_moves(&self) -> usize {
        match self.rows {
            Rows::Game => 1 << 23,
            Rows::Move => 1 << 18,
        }
    }

    fn is_full(&self) -> bool {
        self.pending.len() >= MAX_GAMES
            || self.pending.moves.len() >= self.max_moves()
            || self.pending.tags.iter().any(|tag| tag.bytes.len() >= MAX_TAG_BYTES)
    }

    /// Returns the end of the games from an index on that belong to the group.
    fn group_end(&self, columns: &GameColumns, start: usize) -> usize {
        let games = columns.len().min(start + MAX_GAMES - self.pending.len());
        let limit = self.max_moves() - self.pending.moves.len();
        let moves = columns.move_offsets[start] + limit as i64;
        let ends = &columns.move_offsets[start + 1..=games];
        let mut end = games.min(start + 1 + ends.partition_point(|&end| end < moves));
        for (tag, pending) in columns.tags.iter().zip(&self.pending.tags) {
            let limit = MAX_TAG_BYTES - pending.bytes.len();
            let bytes = tag.offsets[start] + limit as i64;
            let ends = &tag.offsets[start + 1..=games];
            end = end.min(start + 1 + ends.partition_point(|&end| end < bytes));
        }
        end
    }

    fn write_group(&mut self, out: &mut impl Write) -> Result<(), TableError> {
        let games = std::mem::replace(&mut self.pending, self.empty.clone());
        match self.rows {
            Rows::Game => {
                let schema = SchemaRef::clone(&self.schema);
                let batch = games::batch(schema, &games, self.games)?;
                self.file.write(&batch, out)?;
            }
            Rows::Move => {
                let table = MoveTable { schema: &self.schema, games: &games, first: self.games };
                table.write(|batch| self.file.write(&batch, out))?;
            }
        }
        self.games += games.len() as u64;
        Ok(())
    }
}
