//! Games as Parquet files, one row per game. Feature `parquet`.
//!
//! | column | type | content |
//! |---|---|---|
//! | `game_id` | `int64` | the number of games before it |
//! | `text_offset`, `text_len` | `int64` | the place of the game in the text |
//! | `start_fen` | string, optional | the start position; missing if it is invalid |
//! | `result` | `int8`, optional | 1 if White won, 0 for a draw, -1 if Black won |
//! | `moves` | list of `uint16` | [`Move::to_bits`](tabiya::Move::to_bits) |
//! | `clocks`, if selected | list of optional `int32` | hundredths of a second left after each move |
//! | `elapsed_times`, if selected | list of optional `int32` | hundredths of a second for each move |
//! | `evals`, if selected | list of optional `int32` | hundredths of a pawn, positive for White |
//! | `mates`, if selected | list of optional `int32` | moves to mate, positive for White |
//! | `error` | string, optional | the error that ends the moves |
//! | each tag that is selected | string, optional | the value; the column has the name of the tag |
//!
//! Lists of a game have one element per move. A file consists of row groups of up to 65,536 games, which
//! depend on the games only: it is the same for any number of threads. With the feature `zstd`, pages are
//! compressed with Zstandard.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya_games::columns::ColumnOptions;
//! use tabiya_games::parquet::ParquetWriter;
//! use tabiya_games::{ReadOptions, read_stream};
//!
//! let text = "[White \"A\"]\n\n1. e4 {[%eval 0.25]} e5 1-0\n\n1. d4 Nf3 *\n";
//! let options = ColumnOptions::new().tags(["White", "Black"]).evals(true);
//! let mut file = Vec::new();
//! let mut writer = ParquetWriter::new(&options)?;
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
mod rows;
mod schema;

use std::io::Write;

use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

pub use error::ParquetError;

use crate::columns::{ColumnOptions, GameColumns};

/// The greatest number of games in a row group.
const MAX_GAMES: usize = 1 << 16;

/// The number of moves at which a row group ends.
const MAX_MOVES: usize = 1 << 23;

/// A writer of a Parquet file, which appends it to an output piece by piece.
///
/// The memory is that of the columns of one row group: up to 65,536 games, and up to 8,388,608 moves
/// before the last game. It comes on top of the memory of reading.
pub struct ParquetWriter {
    /// The writer. Its output holds the bytes that were not passed on yet.
    writer: SerializedFileWriter<Vec<u8>>,
    /// The columns of the next row group.
    pending: GameColumns,
    empty: GameColumns,
    games: u64,
}

impl std::fmt::Debug for ParquetWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetWriter").field("games", &self.games).finish_non_exhaustive()
    }
}

impl ParquetWriter {
    /// Creates the writer of a file with the columns of the options.
    ///
    /// # Errors
    ///
    /// Returns a [`ParquetError`] if a tag has the name of another column, or is selected twice.
    pub fn new(options: &ColumnOptions) -> Result<Self, ParquetError> {
        let empty = GameColumns::new(options);
        let schema = schema::new(options, &empty)?;
        let properties = WriterProperties::builder().set_compression(compression()).build();
        let writer = SerializedFileWriter::new(Vec::new(), schema, properties.into())?;
        Ok(Self { writer, pending: empty.clone(), empty, games: 0 })
    }

    /// Appends the games of a batch, which has the same options.
    ///
    /// # Errors
    ///
    /// Returns a [`ParquetError`] if `out` cannot be written.
    ///
    /// # Panics
    ///
    /// Panics if the options differ.
    pub fn write(
        &mut self,
        columns: &GameColumns,
        out: &mut impl Write,
    ) -> Result<(), ParquetError> {
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
    /// Returns a [`ParquetError`] if `out` cannot be written.
    pub fn finish(mut self, out: &mut impl Write) -> Result<u64, ParquetError> {
        if !self.pending.is_empty() {
            self.write_group(out)?;
        }
        let rest = self.writer.into_inner()?;
        out.write_all(&rest).map_err(ParquetError::Io)?;
        Ok(self.games)
    }

    fn is_full(&self) -> bool {
        self.pending.len() >= MAX_GAMES || self.pending.moves.len() >= MAX_MOVES
    }

    /// Returns the end of the games from an index on that belong to the row group.
    fn group_end(&self, columns: &GameColumns, start: usize) -> usize {
        let games = columns.len().min(start + MAX_GAMES - self.pending.len());
        let moves = columns.move_offsets[start] + (MAX_MOVES - self.pending.moves.len()) as i64;
        let ends = &columns.move_offsets[start + 1..=games];
        games.min(start + 1 + ends.partition_point(|&end| end < moves))
    }

    fn write_group(&mut self, out: &mut impl Write) -> Result<(), ParquetError> {
        let games = std::mem::replace(&mut self.pending, self.empty.clone());
        let mut group = self.writer.next_row_group()?;
        rows::write(&mut group, &games, self.games)?;
        group.close()?;
        self.games += games.len() as u64;
        self.writer.flush().map_err(ParquetError::Io)?;
        out.write_all(self.writer.inner()).map_err(ParquetError::Io)?;
        self.writer.inner_mut().clear();
        Ok(())
    }
}

#[cfg(feature = "zstd")]
fn compression() -> parquet::basic::Compression {
    parquet::basic::Compression::ZSTD(parquet::basic::ZstdLevel::default())
}

#[cfg(not(feature = "zstd"))]
const fn compression() -> parquet::basic::Compression {
    parquet::basic::Compression::UNCOMPRESSED
}
