//! Games as JSON lines.

use std::collections::HashSet;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use tabiya::Position;
use tabiya::pgn::{CommentValues, Eval, RawGame, TagValue};
use tabiya::uci::CastlingNotation;

use super::MoveNotation;
use super::annotations::{Annotations, LineNotation};
use super::moves::GameValues;
use super::record::Record;
use super::uci_lines::castling;
use crate::ply::Ply;

/// Appends a game's object and a line break.
pub(super) fn write(
    bytes: &mut Vec<u8>,
    record: &Record<'_>,
    notation: MoveNotation,
    others: &GameValues<'_>,
) {
    let contents = record.contents;
    let start = contents.start.unwrap_or(Position::START);
    let moves = record.moves();
    let values = contents.values.get(1..).unwrap_or_default();
    let [has_uci, has_san] = match notation {
        MoveNotation::Uci => [true, false],
        MoveNotation::San => [false, true],
        MoveNotation::Both => [true, true],
    };
    let object = Object {
        tags: Tags(record.game),
        others,
        fen: contents.start.filter(|start| *start != Position::START).map(|fen| fen.to_string()),
        result: record.result.as_str(),
        uci: has_uci.then_some(UciMoves { moves, castling: castling(&start) }),
        san: has_san.then_some(SanMoves { moves, start }),
        clocks: values.iter().any(|values| values.clock().is_some()).then_some(Clocks(values)),
        start_eval: contents.values.first().and_then(EvalObject::of),
        evals: values.iter().any(|values| values.eval().is_some()).then_some(Evals(values)),
        annotations: Annotations::read(
            record.game,
            LineNotation { moves: notation, castling: castling(&start) },
        ),
        error: record.error.as_ref().map(|error| ErrorObject {
            kind: error.kind.as_str(),
            ply: error.ply,
            message: &error.message,
        }),
    };
    // Writing to memory cannot fail, and all keys are text.
    let _ = serde_json::to_writer(&mut *bytes, &object);
    bytes.push(b'\n');
}

#[derive(Serialize)]
struct Object<'a> {
    tags: Tags<'a>,
    #[serde(flatten)]
    others: &'a GameValues<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<UciMoves<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<SanMoves<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Clocks<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_eval: Option<EvalObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evals: Option<Evals<'a>>,
    #[serde(flatten)]
    annotations: Annotations,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorObject<'a>>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    kind: &'static str,
    ply: usize,
    message: &'a str,
}

/// A game's tag pairs, the first one with each name.
struct Tags<'a>(&'a RawGame<'a>);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut names = HashSet::new();
        for tag in self.0.tags().filter(|tag| names.insert(tag.name())) {
            // Names consist of ASCII letters, digits and signs.
            let name = str::from_utf8(tag.name()).unwrap_or_default();
            map.serialize_entry(name, &Text(&tag.value()))?;
        }
        map.end()
    }
}

struct Text<'a>(&'a TagValue<'a>);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

struct UciMoves<'a> {
    moves: &'a [Ply],
    castling: CastlingNotation,
}

impl Serialize for UciMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.moves.len()))?;
        for &mv in self.moves {
            list.serialize_element(&format_args!("{}", mv.uci(self.castling)))?;
        }
        list.end()
    }
}

struct SanMoves<'a> {
    moves: &'a [Ply],
    start: Position,
}

impl Serialize for SanMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.moves.len()))?;
        let mut position = self.start;
        for &mv in self.moves {
            list.serialize_element(&format_args!("{}", mv.san(&position)))?;
            position = mv.after(&position).unwrap_or(position);
        }
        list.end()
    }
}

/// The times left after each move, in hundredths of a second.
struct Clocks<'a>(&'a [CommentValues]);

impl Serialize for Clocks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(CommentValues::clock))
    }
}

/// The evaluations after each move.
struct Evals<'a>(&'a [CommentValues]);

impl Serialize for Evals<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(EvalObject::of))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum EvalObject {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves to mate.
    Mate(i32),
}

impl EvalObject {
    fn of(values: &CommentValues) -> Option<Self> {
        match values.eval()? {
            Eval::Mate(moves) => Some(Self::Mate(moves)),
            Eval::Centipawns(value) => Some(Self::Cp(value)),
            _ => None,
        }
    }
}
