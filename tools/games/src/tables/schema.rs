//! A table's schema.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};

use super::TableError;
use crate::columns::{ColumnOptions, GameColumns, Rows};

/// Returns the schema for columns.
pub(super) fn new(
    rows: Rows,
    options: &ColumnOptions,
    columns: &GameColumns,
) -> Result<SchemaRef, TableError> {
    let mut fields = match rows {
        Rows::Game => game_fields(columns),
        Rows::Move => move_fields(columns),
    };
    let tags = options.tags.iter();
    fields.extend(tags.map(|name| text(&String::from_utf8_lossy(name), true)));
    let mut names = HashSet::new();
    for field in &fields {
        if !names.insert(field.name().to_lowercase()) {
            return Err(TableError::Column { name: field.name().to_owned() });
        }
    }
    Ok(Arc::new(Schema::new(fields)))
}

fn game_fields(columns: &GameColumns) -> Vec<Field> {
    let mut fields = vec![
        Field::new("game_id", DataType::Int64, false),
        Field::new("text_offset", DataType::Int64, false),
        Field::new("text_len", DataType::Int64, false),
        text("start_fen", true),
        Field::new("outcome", DataType::Int8, true),
        Field::new("moves", DataType::List(move_element()), false),
    ];
    let lists = selected(columns, ["clocks", "elapsed_times", "evals", "mates", "depths"]);
    fields.extend(lists.map(|name| Field::new(name, DataType::List(value_element()), false)));
    fields.push(text("error", true));
    fields
}

fn move_fields(columns: &GameColumns) -> Vec<Field> {
    let mut fields = vec![
        Field::new("game_id", DataType::Int64, false),
        Field::new("ply", DataType::Int32, false),
        text("fen", false),
        text("san", false),
        text("uci", false),
    ];
    let values = selected(columns, ["clock", "elapsed_time", "eval", "mate", "depth"]);
    fields.extend(values.map(|name| Field::new(name, DataType::Int32, true)));
    fields
}

/// Returns the names of the comment columns that are selected.
fn selected(
    columns: &GameColumns,
    names: [&'static str; 5],
) -> impl Iterator<Item = &'static str> + use<> {
    let has_clocks = columns.clocks.is_some();
    let has_times = columns.elapsed_times.is_some();
    let has_evals = columns.evals.is_some();
    let is_selected = [has_clocks, has_times, has_evals, has_evals, has_evals];
    names.into_iter().zip(is_selected).filter_map(|(name, is_selected)| is_selected.then_some(name))
}

/// Returns a move list's element. The Parquet specification requires the name.
pub(super) fn move_element() -> FieldRef {
    Arc::new(Field::new("element", DataType::UInt16, false))
}

/// Returns the element for a list with values that may be missing.
pub(super) fn value_element() -> FieldRef {
    Arc::new(Field::new("element", DataType::Int32, true))
}

fn text(name: &str, is_nullable: bool) -> Field {
    Field::new(name, DataType::Utf8, is_nullable)
}
