//! Exports that list the edits to the rules, and one edit's example.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;
use tabiya::{Color, EnPassantStyle, Position};
use tabiya_explain::diagnosis::{Edit, Example};

use crate::json::write_json;
use crate::state::{with_text, write_text};

/// An edit with its texts. Its example is computed on request only, since that counts leaves.
#[derive(Serialize)]
pub struct EditDescription {
    code: String,
    color: Option<&'static str>,
    group: &'static str,
    clause: String,
    rule: &'static str,
    reports: Vec<BugReport>,
}

/// A public bug report.
#[derive(Serialize)]
struct BugReport {
    cause: &'static str,
    source: &'static str,
}

impl From<Edit> for EditDescription {
    fn from(edit: Edit) -> Self {
        let color = edit.color().map(|color| match color {
            Color::White => "white",
            Color::Black => "black",
        });
        Self {
            code: edit.code(),
            color,
            group: edit.group(),
            clause: edit.clause(),
            rule: edit.rule(),
            reports: edit.reports().map(|(cause, source)| BugReport { cause, source }).collect(),
        }
    }
}

/// A small position on which an edit changes a count.
#[derive(Serialize)]
struct EditExample {
    fen: String,
    depth: u8,
    right: u64,
    wrong: u64,
}

impl From<Example> for EditExample {
    fn from(example: Example) -> Self {
        let fen = complete_fen(&example.position);
        Self { fen, depth: example.depth, right: example.right, wrong: example.wrong }
    }
}

/// Returns the FEN with the en passant square, also if no legal move captures there: edits may add one.
pub fn complete_fen(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// Writes all edits as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_edits() -> i32 {
    let edits: Vec<EditDescription> = Edit::all().map(EditDescription::from).collect();
    write_json(&edits)
}

/// Writes an edit's example as JSON; the edit's code is the input. Returns the length, or the
/// negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn write_edit_example(len: usize) -> i32 {
    with_text(len, |code| match Edit::from_code(code) {
        Some(edit) => write_json(&edit.example().map(EditExample::from)),
        None => -write_text(format_args!(
            "edit {code}: unknown; expected a code such as \"no-en-passant\""
        )),
    })
}
