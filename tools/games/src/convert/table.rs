//! Games as comma-separated values.

use std::cell::LazyCell;
use std::collections::HashSet;

use csv::{Writer, WriterBuilder};
use tabiya::pgn::{Tag, Termination};

use super::moves::{self, GameValues};
use super::record::Record;
use super::uci_lines::{MoveLine, castling};
use super::{ConvertOptions, Format, OptionsError};
use crate::columns::Rows;
use crate::eco::OpeningField;

/// The table's columns.
#[derive(Clone, Debug)]
pub(super) struct Table {
    names: Vec<String>,
    columns: Vec<Column>,
    /// The names before them in move rows.
    move_names: &'static [&'static str],
}

/// A column in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Tag,
    Result,
    Fen,
    Moves,
    Plies,
    Error,
    Opening(OpeningField),
}

impl Column {
    fn new(name: &str) -> Result<Self, OptionsError> {
        Ok(match name {
            "@result" => Self::Result,
            "@fen" => Self::Fen,
            "@moves" => Self::Moves,
            "@plies" => Self::Plies,
            "@error" => Self::Error,
            _ if is_tag_name(name) => Self::Tag,
            _ => match OpeningField::from_name(name.as_bytes()) {
                Some(field) => Self::Opening(field),
                None => return Err(OptionsError::Column { name: name.to_owned() }),
            },
        })
    }
}

/// Tests whether a text can be a tag name, as readers accept it.
fn is_tag_name(name: &str) -> bool {
    let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+".contains(&byte);
    !name.is_empty() && name.bytes().all(is_name_byte)
}

impl Table {
    pub(super) fn new(options: &ConvertOptions) -> Result<Self, OptionsError> {
        let columns = options.columns.iter().map(|name| Column::new(name));
        let columns = columns.collect::<Result<_, _>>()?;
        let move_names: &[&str] = if options.rows == Rows::Move { &moves::NAMES } else { &[] };
        let mut names = HashSet::new();
        for name in move_names.iter().copied().chain(options.columns.iter().map(String::as_str)) {
            let is_object = options.rows == Rows::Move || options.format == Format::JsonLines;
            if !names.insert(name.to_ascii_lowercase()) && is_object {
                return Err(OptionsError::DuplicateColumn { name: name.to_owned() });
            }
        }
        Ok(Self { columns, names: options.columns.clone(), move_names })
    }

    /// Tests whether a column needs the moves.
    pub(super) fn reads_moves(&self) -> bool {
        self.columns.iter().any(|&column| column != Column::Tag)
    }

    /// Returns the line with the names.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let names = self.names.iter().map(String::as_str);
        write_row(&mut bytes, self.move_names.iter().copied().chain(names));
        bytes
    }

    /// Appends a game's row.
    pub(super) fn write(&self, bytes: &mut Vec<u8>, record: &Record<'_>) {
        write_row(bytes, self.values(record));
    }

    /// Returns the values that each move's row has.
    pub(super) fn game_values(&self, record: &Record<'_>) -> GameValues<'_> {
        let names = self.names.iter().map(String::as_str);
        GameValues(names.zip(self.values(record)).collect())
    }

    /// Returns the values that are no tags.
    pub(super) fn values_beside_tags(&self, record: &Record<'_>) -> GameValues<'_> {
        if !self.reads_moves() {
            return GameValues::default();
        }
        let mut values = self.game_values(record);
        values.0.retain(|(name, _)| name.starts_with('@'));
        values
    }

    fn values(&self, record: &Record<'_>) -> Vec<String> {
        let mut tags: Vec<Option<Tag<'_>>> = vec![None; self.names.len()];
        for tag in record.game.tags() {
            for (found, name) in tags.iter_mut().zip(&self.names) {
                if found.is_none() && tag.name() == name.as_bytes() {
                    *found = Some(tag);
                }
            }
        }
        let opening = LazyCell::new(|| record.contents.opening());
        let values = self.columns.iter().zip(&tags).map(|(column, tag)| match column {
            Column::Tag => tag.map(|tag| tag.value().to_string()).unwrap_or_default(),
            Column::Opening(field) => field.value(*opening).unwrap_or_default().to_owned(),
            column => column.value(record),
        });
        values.collect()
    }
}

impl Column {
    /// Returns a column's value that neither a tag nor the opening determines.
    fn value(self, record: &Record<'_>) -> String {
        match self {
            Self::Tag | Self::Opening(_) => String::new(),
            Self::Result => Termination::as_str(record.result).to_owned(),
            Self::Fen => record.contents.start.map(|start| start.to_string()).unwrap_or_default(),
            Self::Moves => {
                let castling = record.contents.start.as_ref().map(castling).unwrap_or_default();
                MoveLine { moves: record.moves(), castling }.to_string()
            }
            Self::Plies => record.contents.plies().to_string(),
            Self::Error => {
                let error = record.error.as_ref();
                error.map(|error| error.message.clone()).unwrap_or_default()
            }
        }
    }
}

fn write_row<T: AsRef<[u8]>>(bytes: &mut Vec<u8>, values: impl IntoIterator<Item = T>) {
    let mut writer: Writer<_> = WriterBuilder::new().buffer_capacity(256).from_writer(bytes);
    // Writing to memory cannot fail.
    let _ = writer.write_record(values);
    let _ = writer.flush();
}
