//! Move rows, in CSV and as JSON lines.

use std::io::{self, Write};
use std::ops::Range;

use csv::{Writer, WriterBuilder};
use serde::{Serialize, Serializer};
use tabiya::pgn::{CommentValues, Eval};

use super::options::Format;
use super::record::Record;
use super::uci_lines::castling;

/// The names of the move columns.
pub(super) const NAMES: [&str; 10] =
    ["game_id", "ply", "fen", "san", "uci", "clock", "elapsed_time", "eval", "mate", "depth"];

/// A move in a game.
#[derive(Serialize)]
struct MoveRow<'a> {
    ply: usize,
    fen: &'a str,
    san: &'a str,
    uci: &'a str,
    clock: Option<u32>,
    elapsed_time: Option<u32>,
    eval: Option<i32>,
    mate: Option<i32>,
    depth: Option<u32>,
}

/// A game's rows, which are completed when they are written: its number precedes each row, and its
/// other values, which may be long, follow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameRows {
    /// The game's number in the batch.
    game: u64,
    /// The range of the rows in the bytes: lines, in JSON with their braces.
    rows: Range<usize>,
    /// The range of the other values.
    others: Range<usize>,
}

/// The columns that describe the whole game, by name. Every row repeats them after those for the
/// move.
#[derive(Default)]
pub(super) struct GameValues<'a>(pub(super) Vec<(&'a str, String)>);

/// Appends a row per move, and returns their place. `game` is the game's number in the batch.
pub(super) fn write(
    bytes: &mut Vec<u8>,
    game: u64,
    record: &Record<'_>,
    format: Format,
    others: &GameValues<'_>,
) -> Option<GameRows> {
    let contents = record.contents;
    let start = contents.start?;
    let castling = castling(&start);
    let rows_start = bytes.len();
    for step in record.steps() {
        let values = contents.values.get(step.ply + 1).copied().unwrap_or_default();
        let [eval, mate] = eval_fields(&values);
        let fen = step.position.to_string();
        let san = step.mv.san(&step.position).to_string();
        let uci = step.mv.uci(castling).to_string();
        let row = MoveRow {
            ply: step.ply,
            fen: &fen,
            san: &san,
            uci: &uci,
            clock: values.clock(),
            elapsed_time: values.time_spent(),
            eval,
            mate,
            depth: values.depth(),
        };
        // Writing to memory cannot fail.
        if format == Format::Csv {
            let _ = csv_writer(bytes).serialize(row);
        } else {
            let _ = serde_json::to_writer(&mut *bytes, &row);
            bytes.push(b'\n');
        }
    }
    let rows = rows_start..bytes.len();
    if rows.is_empty() {
        return None;
    }
    if format != Format::Csv {
        let _ = serde_json::to_writer(&mut *bytes, others);
    } else if !others.0.is_empty() {
        let _ = csv_writer(bytes).write_record(others.0.iter().map(|(_, value)| value));
    }
    let others = rows.end..bytes.len();
    Some(GameRows { game, rows, others })
}

/// Returns a writer that appends one record.
fn csv_writer(bytes: &mut Vec<u8>) -> Writer<&mut Vec<u8>> {
    WriterBuilder::new().has_headers(false).buffer_capacity(256).from_writer(bytes)
}

impl Serialize for GameValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl GameRows {
    /// Writes the rows with the game's number, to which `first_game` is added, and the other
    /// values.
    pub(super) fn write_to(
        &self,
        bytes: &[u8],
        first_game: u64,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let game = self.game.saturating_add(first_game);
        let others = bytes.get(self.others.clone()).unwrap_or_default();
        let others = others.strip_suffix(b"\n").unwrap_or(others);
        let rows = bytes.get(self.rows.clone()).unwrap_or_default();
        for row in rows.split(|&byte| byte == b'\n').filter(|row| !row.is_empty()) {
            if let [b'{', row @ .., b'}'] = row {
                write!(out, "{{\"game_id\":{game},")?;
                out.write_all(row)?;
                if let [b'{', others @ .., b'}'] = others
                    && !others.is_empty()
                {
                    out.write_all(b",")?;
                    out.write_all(others)?;
                }
                out.write_all(b"}\n")?;
            } else {
                write!(out, "{game},")?;
                out.write_all(row)?;
                if !others.is_empty() {
                    out.write_all(b",")?;
                    out.write_all(others)?;
                }
                out.write_all(b"\n")?;
            }
        }
        Ok(())
    }
}

/// Returns hundredths of a pawn and moves to mate.
fn eval_fields(values: &CommentValues) -> [Option<i32>; 2] {
    match values.eval() {
        Some(Eval::Centipawns(value)) => [Some(value), None],
        Some(Eval::Mate(moves)) => [None, Some(moves)],
        _ => [None, None],
    }
}
