//! The schema of the file.

use std::collections::HashSet;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::schema::types::{Type, TypePtr};

use super::ParquetError;
use crate::columns::{ColumnOptions, GameColumns};

/// Returns the schema of columns.
pub(super) fn new(options: &ColumnOptions, columns: &GameColumns) -> Result<TypePtr, ParquetError> {
    let mut fields = vec![
        value("game_id", PhysicalType::INT64, None, Repetition::REQUIRED)?,
        value("text_offset", PhysicalType::INT64, None, Repetition::REQUIRED)?,
        value("text_len", PhysicalType::INT64, None, Repetition::REQUIRED)?,
        text("start_fen")?,
        value("result", PhysicalType::INT32, Some(integer(8, true)), Repetition::OPTIONAL)?,
        list("moves", Some(integer(16, false)), Repetition::REQUIRED)?,
    ];
    let has_evals = columns.evals.is_some();
    for (name, is_selected) in [
        ("clocks", columns.clocks.is_some()),
        ("elapsed_times", columns.elapsed_times.is_some()),
        ("evals", has_evals),
        ("mates", has_evals),
    ] {
        if is_selected {
            fields.push(list(name, None, Repetition::OPTIONAL)?);
        }
    }
    fields.push(text("error")?);
    for name in &options.tags {
        fields.push(text(&String::from_utf8_lossy(name))?);
    }
    let mut names = HashSet::new();
    for field in &fields {
        if !names.insert(field.name()) {
            return Err(ParquetError::Column { name: field.name().to_owned() });
        }
    }
    Ok(Type::group_type_builder("games").with_fields(fields).build()?.into())
}

fn integer(bit_width: i8, is_signed: bool) -> LogicalType {
    LogicalType::integer(bit_width, is_signed)
}

fn value(
    name: &str,
    physical: PhysicalType,
    logical: Option<LogicalType>,
    repetition: Repetition,
) -> Result<TypePtr, ParquetError> {
    let builder = Type::primitive_type_builder(name, physical);
    Ok(builder.with_logical_type(logical).with_repetition(repetition).build()?.into())
}

fn text(name: &str) -> Result<TypePtr, ParquetError> {
    value(name, PhysicalType::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL)
}

/// Returns the type of a list of integers, in the form that the specification requires.
fn list(
    name: &str,
    logical: Option<LogicalType>,
    repetition: Repetition,
) -> Result<TypePtr, ParquetError> {
    let element = value("element", PhysicalType::INT32, logical, repetition)?;
    let elements = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![element])
        .build()?;
    let list = Type::group_type_builder(name)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(elements)])
        .build()?;
    Ok(list.into())
}
