//! Game rows.

use std::iter;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, Int8Array, Int64Array, ListArray, RecordBatch, StringArray, UInt16Array,
};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{FieldRef, SchemaRef};
use tabiya::pgn::Termination;
use tabiya::{PackedPosition, Position};

use super::TableError;
use super::schema::{move_element, value_element};
use super::values::selected_values;
use crate::columns::{GameColumns, TextColumn};

/// Returns the rows for games whose first one has a number.
pub(super) fn batch(
    schema: SchemaRef,
    games: &GameColumns,
    first: u64,
) -> Result<RecordBatch, TableError> {
    let integers = |values: &[u64]| Int64Array::from_iter_values(values.iter().map(|&n| n as i64));
    let ids = (first..).take(games.len()).map(|id| id as i64);
    let moves = UInt16Array::from(games.moves.clone());
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from_iter_values(ids)),
        Arc::new(integers(&games.text_offsets)),
        Arc::new(integers(&games.text_lens)),
        Arc::new(start_fens(games)),
        Arc::new(games.results.iter().map(|&result| outcome(result)).collect::<Int8Array>()),
        list(games, move_element(), Arc::new(moves))?,
    ];
    let indices: Vec<_> = (0..games.moves.len()).collect();
    for values in selected_values(games, &indices) {
        columns.push(list(games, value_element(), values)?);
    }
    columns.push(Arc::new(errors(games)));
    for tag in &games.tags {
        columns.push(Arc::new(tag_values(tag, games.len())));
    }
    Ok(RecordBatch::try_new(schema, columns)?)
}

fn start_fens(games: &GameColumns) -> StringArray {
    // Most games have this position, so that its text is made once.
    let start = PackedPosition::from(&Position::START).to_bytes();
    let fen = Position::START.to_string();
    let fens = (0..games.len()).map(|game| {
        let bytes = games.starts.get(game)?;
        if bytes == start {
            return Some(fen.clone());
        }
        Some(PackedPosition::from_bytes(bytes).unpack().ok()?.to_string())
    });
    fens.collect()
}

const fn outcome(result: Termination) -> Option<i8> {
    match result {
        Termination::WhiteWins => Some(1),
        Termination::Draw => Some(0),
        Termination::BlackWins => Some(-1),
        Termination::BothLose | Termination::Unfinished => None,
    }
}

fn errors(games: &GameColumns) -> StringArray {
    let mut errors = games.errors.iter().peekable();
    let messages = (0..games.len()).map(|game| {
        // Null moves precede the error that ends the moves.
        let last = iter::from_fn(|| errors.next_if(|error| error.game == game)).last()?;
        Some(last.message.as_str())
    });
    messages.collect()
}

fn tag_values(tag: &TextColumn, games: usize) -> StringArray {
    (0..games).map(|game| tag.get(game)).collect()
}

/// Returns a value per move as a list per game.
fn list(games: &GameColumns, element: FieldRef, values: ArrayRef) -> Result<ArrayRef, TableError> {
    // A group is smaller than 31 bits, and its columns' offsets begin at 0 and increase.
    let offsets = games.move_offsets.iter().map(|&offset| offset as i32);
    let offsets = OffsetBuffer::new(offsets.collect::<ScalarBuffer<i32>>());
    Ok(Arc::new(ListArray::try_new(element, offsets, values, None)?))
}
