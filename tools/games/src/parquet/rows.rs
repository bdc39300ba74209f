//! The values of a row group, column by column in the order of the schema.

use std::io::Write;
use std::ops::Range;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError as LibraryError;
use parquet::file::writer::SerializedRowGroupWriter;
use tabiya::pgn::Termination;
use tabiya::{PackedPosition, Position};

use super::ParquetError;
use crate::columns::{GameColumns, NullableColumn, TextColumn};

/// The values of an optional column, and their definition levels.
type Optional<T> = (Vec<T>, Vec<i16>);

/// Writes the columns of games whose first one has a number.
pub(super) fn write<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    games: &GameColumns,
    first: u64,
) -> Result<(), ParquetError> {
    let integers = |values: &[u64]| values.iter().map(|&value| value as i64).collect::<Vec<_>>();
    let ids: Vec<i64> = (first..).take(games.len()).map(|id| id as i64).collect();
    write_column::<_, Int64Type>(group, &ids, None, None)?;
    write_column::<_, Int64Type>(group, &integers(&games.text_offsets), None, None)?;
    write_column::<_, Int64Type>(group, &integers(&games.text_lens), None, None)?;
    write_texts(group, start_fens(games))?;
    let results = games.results.iter().map(|&result| result_value(result));
    let (values, levels) = optional(results);
    write_column::<_, Int32Type>(group, &values, Some(&levels), None)?;
    write_moves(group, games)?;
    for times in [&games.clocks, &games.elapsed_times].into_iter().flatten() {
        write_list(group, games, times, |time| time.try_into().unwrap_or(i32::MAX))?;
    }
    if let Some(evals) = &games.evals {
        write_list(group, games, &evals.centipawns, |value| value)?;
        write_list(group, games, &evals.mates, |value| value)?;
    }
    write_texts(group, errors(games))?;
    for tag in &games.tags {
        write_texts(group, tag_values(tag, games.len()))?;
    }
    Ok(())
}

/// Writes the next column of the group.
fn write_column<W: Write + Send, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definition_levels: Option<&[i16]>,
    repetition_levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let column = group.next_column()?;
    let mut column =
        column.ok_or_else(|| LibraryError::General("more columns than fields".to_owned()))?;
    column.typed::<T>().write_batch(values, definition_levels, repetition_levels)?;
    Ok(column.close()?)
}

fn write_texts<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    (values, levels): Optional<ByteArray>,
) -> Result<(), ParquetError> {
    write_column::<_, ByteArrayType>(group, &values, Some(&levels), None)
}

fn optional<T>(rows: impl Iterator<Item = Option<T>>) -> Optional<T> {
    let mut values = Vec::new();
    let mut levels = Vec::new();
    for row in rows {
        levels.push(i16::from(row.is_some()));
        values.extend(row);
    }
    (values, levels)
}

fn start_fens(games: &GameColumns) -> Optional<ByteArray> {
    // Most games have this position, so that its text is made once.
    let start = Position::START.pack().to_bytes();
    let fen = ByteArray::from(Position::START.to_string().as_str());
    optional((0..games.len()).map(|game| {
        let bytes = games.starts.get(game)?;
        if bytes == start {
            return Some(fen.clone());
        }
        let position = PackedPosition::from_bytes(bytes).unpack().ok()?;
        Some(ByteArray::from(position.to_string().as_str()))
    }))
}

const fn result_value(result: Termination) -> Option<i32> {
    match result {
        Termination::WhiteWins => Some(1),
        Termination::Draw => Some(0),
        Termination::BlackWins => Some(-1),
        Termination::BothLose | Termination::Unfinished => None,
    }
}

fn errors(games: &GameColumns) -> Optional<ByteArray> {
    let mut errors = games.errors.iter().peekable();
    optional((0..games.len()).map(|game| {
        let error = errors.next_if(|error| error.game == game)?;
        Some(ByteArray::from(error.message.as_str()))
    }))
}

fn tag_values(tag: &TextColumn, games: usize) -> Optional<ByteArray> {
    optional((0..games).map(|game| tag.get(game).map(ByteArray::from)))
}

fn write_moves<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    games: &GameColumns,
) -> Result<(), ParquetError> {
    let moves: Vec<i32> = games.moves.iter().map(|&mv| mv.into()).collect();
    let mut definition_levels = Vec::new();
    let mut repetition_levels = Vec::new();
    for plies in plies(games) {
        push_repetition_levels(&mut repetition_levels, plies.len());
        // An empty list has one level and no value.
        definition_levels.push(i16::from(!plies.is_empty()));
        definition_levels.resize(repetition_levels.len(), 1);
    }
    write_column::<_, Int32Type>(group, &moves, Some(&definition_levels), Some(&repetition_levels))
}

/// Writes a list of optional values per game.
fn write_list<W: Write + Send, T: Copy>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    games: &GameColumns,
    column: &NullableColumn<T>,
    convert: impl Fn(T) -> i32,
) -> Result<(), ParquetError> {
    let mut values = Vec::new();
    let mut definition_levels = Vec::new();
    let mut repetition_levels = Vec::new();
    for plies in plies(games) {
        push_repetition_levels(&mut repetition_levels, plies.len());
        if plies.is_empty() {
            definition_levels.push(0);
        }
        for ply in plies {
            let value = column.get(ply);
            definition_levels.push(1 + i16::from(value.is_some()));
            values.extend(value.map(&convert));
        }
    }
    write_column::<_, Int32Type>(group, &values, Some(&definition_levels), Some(&repetition_levels))
}

/// Appends the levels of a list: 0 begins a row.
fn push_repetition_levels(levels: &mut Vec<i16>, len: usize) {
    levels.push(0);
    levels.resize(levels.len() + len.saturating_sub(1), 1);
}

/// The plies of each game of a row group, in order.
fn plies(games: &GameColumns) -> impl Iterator<Item = Range<usize>> {
    (0..games.len()).map(|game| games.plies(game))
}
