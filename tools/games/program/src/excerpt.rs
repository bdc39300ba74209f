//! A line of text with carets below an error.

use std::ops::Range;

use tabiya_explain::fen::columns;

/// The number of bytes that are shown in the line before and after the error's start.
const CONTEXT: usize = 50;

/// The greatest number of carets.
const MAX_CARETS: usize = 20;

/// The part of a line around an error, as printable text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The shown part of the line.
    pub line: String,
    /// Spaces, then carets below the error.
    pub carets: String,
}

impl Excerpt {
    /// Returns the line of text that contains the range's start, with carets below the range.
    pub fn new(text: &[u8], range: &Range<usize>) -> Self {
        let start = range.start.min(text.len());
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let line_start = text[..start].iter().rposition(is_break).map_or(0, |index| index + 1);
        let line_end =
            text[start..].iter().position(is_break).map_or(text.len(), |len| start + len);
        let shown = char_start(text, start.saturating_sub(CONTEXT).max(line_start), line_start)
            ..char_start(text, (start + CONTEXT).min(line_end), line_start);
        let column = |text: &[u8]| columns(text).map(|(column, _)| column).collect::<String>();
        let before = column(&text[shown.start..start]);
        let after = column(&text[start..shown.end]);
        let [left, right] = [shown.start > line_start, shown.end < line_end]
            .map(|is_cut| if is_cut { "…" } else { "" });
        let marked = text[start..range.end.clamp(start, shown.end)].trim_ascii_end();
        let count = columns(marked).count().clamp(1, MAX_CARETS);
        let indent = left.chars().count() + before.chars().count();
        Self {
            line: format!("{left}{before}{after}{right}"),
            carets: format!("{}{}", " ".repeat(indent), "^".repeat(count)),
        }
    }
}

/// Returns the start of the UTF-8 character that contains a byte, if there is one.
fn char_start(text: &[u8], index: usize, min: usize) -> usize {
    let is_inside = |index: usize| text.get(index).is_some_and(|byte| byte & 0xC0 == 0x80);
    (0..4)
        .filter_map(|back| index.checked_sub(back))
        .take_while(|&index| index >= min)
        .find(|&index| !is_inside(index))
        .unwrap_or(index)
}
