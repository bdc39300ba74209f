//! Exports that read and write bitboards as text.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;
use tabiya::{Bitboard, Square};
use tabiya_explain::bitboards::{Language, Layout, TextForm, format_bitboard, parse_bitboard};

use crate::json::{write_error, write_json};
use crate::state::{with_text, write_text};

/// The forms other than literals, which follow the languages.
const OTHER_FORMS: [TextForm; 4] =
    [TextForm::Decimal, TextForm::Binary, TextForm::Squares, TextForm::Board];

/// Returns the layout with an index.
fn layout(index: usize) -> Layout {
    Layout::ALL[index % Layout::COUNT]
}

/// A text's error with its message.
#[derive(Serialize)]
struct ErrorReport<'a> {
    message: String,
    at: usize,
    found: &'a str,
    expected: &'a str,
}

/// Parses the bitboard in the input, as JSON. Returns the length, or the negative length of the error's JSON.
#[unsafe(no_mangle)]
extern "C" fn parse_bitboard_text(len: usize, layout_index: usize) -> i32 {
    match with_text(len, |text| parse_bitboard(text, layout(layout_index))) {
        Ok(parsed) => write_json(&parsed),
        Err(error) => write_error(&ErrorReport {
            message: error.to_string(),
            at: error.at,
            found: &error.found,
            expected: error.expected,
        }),
    }
}

/// Formats a bitboard. `form` is the index of a language, or one behind them. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_bitboard(set: u64, form: usize, layout_index: usize) -> i32 {
    let literal = Language::ALL.get(form).map(|&language| TextForm::Literal(language));
    let form = literal.unwrap_or_else(|| {
        let index = form.saturating_sub(Language::ALL.len());
        OTHER_FORMS[index % OTHER_FORMS.len()]
    });
    write_text(format_bitboard(Bitboard(set), form, layout(layout_index)))
}

/// A layout with each square's bit.
#[derive(Serialize)]
struct LayoutReport {
    name: &'static str,
    description: &'static str,
    indices: Vec<usize>,
}

/// Writes the layouts as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_layouts() -> i32 {
    let report = |layout: Layout| LayoutReport {
        name: layout.name(),
        description: layout.description(),
        indices: Square::ALL.into_iter().map(|square| layout.index(square)).collect(),
    };
    write_json(&Layout::ALL.map(report))
}
