//! Move rows.

use std::mem;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch};
use arrow_schema::SchemaRef;
use tabiya::uci::CastlingNotation;
use tabiya::{PackedPosition, Position};

use super::TableError;
use super::values::selected_values;
use crate::columns::GameColumns;
use crate::ply::Ply;

/// The number of text bytes at which a batch ends: every move repeats its game's tags.
const MAX_TEXT_BYTES: usize = 1 << 28;

/// A group's games, and the rows for their moves that are not written yet.
pub(super) struct MoveTable<'a> {
    pub(super) schema: &'a SchemaRef,
    pub(super) games: &'a GameColumns,
    /// The first game's number.
    pub(super) first: u64,
}

/// Move rows.
#[derive(Default)]
struct MoveRows {
    game_ids: Vec<i64>,
    plies: Vec<i32>,
    fens: StringBuilder,
    sans: StringBuilder,
    ucis: StringBuilder,
    tags: Vec<StringBuilder>,
    /// Each move's index in the columns.
    indices: Vec<usize>,
    text_bytes: usize,
}

impl MoveTable<'_> {
    /// Passes the rows in batches to a function.
    pub(super) fn write(
        &self,
        mut write: impl FnMut(RecordBatch) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let games = self.games;
        let mut rows = self.new_rows();
        for game in 0..games.len() {
            let start = games.starts.get(game).map(PackedPosition::from_bytes);
            let Some(Ok(mut position)) = start.map(|start| start.unpack()) else { continue };
            let castling = CastlingNotation::for_chess960(!position.is_standard_castling());
            for (ply, index) in games.plies(game).enumerate() {
                let Some(mv) = Ply::from_bits(games.moves[index]) else { break };
                let Some(after) = mv.after(&position) else { break };
                rows.push_move(&position, mv, castling);
                rows.game_ids.push((self.first + game as u64) as i64);
                rows.plies.push(i32::try_from(ply).unwrap_or(i32::MAX));
                rows.indices.push(index);
                rows.push_tags(games, game);
                position = after;
                if rows.text_bytes >= MAX_TEXT_BYTES {
                    let full = mem::replace(&mut rows, self.new_rows());
                    write(self.batch(full)?)?;
                }
            }
        }
        if rows.plies.is_empty() { Ok(()) } else { write(self.batch(rows)?) }
    }

    fn new_rows(&self) -> MoveRows {
        let tags = self.games.tags.iter().map(|_| StringBuilder::new());
        MoveRows { tags: tags.collect(), ..MoveRows::default() }
    }

    fn batch(&self, mut rows: MoveRows) -> Result<RecordBatch, TableError> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(Int64Array::from(rows.game_ids)),
            Arc::new(Int32Array::from(rows.plies)),
            Arc::new(rows.fens.finish()),
            Arc::new(rows.sans.finish()),
            Arc::new(rows.ucis.finish()),
        ];
        columns.extend(selected_values(self.games, &rows.indices));
        columns.extend(rows.tags.iter_mut().map(|tag| Arc::new(tag.finish()) as ArrayRef));
        Ok(RecordBatch::try_new(SchemaRef::clone(self.schema), columns)?)
    }
}

impl MoveRows {
    fn push_move(&mut self, position: &Position, mv: Ply, castling: CastlingNotation) {
        let fen = position.to_string();
        self.text_bytes += fen.len();
        self.fens.append_value(fen);
        self.sans.append_value(mv.san(position).to_string());
        self.ucis.append_value(mv.uci(castling).to_string());
    }

    fn push_tags(&mut self, games: &GameColumns, game: usize) {
        for (builder, tag) in self.tags.iter_mut().zip(&games.tags) {
            let value = tag.get(game);
            self.text_bytes += value.map_or(0, str::len);
            builder.append_option(value);
        }
    }
}
