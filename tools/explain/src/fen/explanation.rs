//! The explanation for a rejected FEN.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::{FenError, FenOptions, epd};

use super::facts::ErrorFacts;
use super::locate::error_indices;
use super::text::{MarkedExcerpt, text_at};

/// The explanation for a rejected FEN: where its error is, which rule it breaks, and how to fix it.
///
/// ```
/// use tabiya::FenOptions;
/// use tabiya_explain::fen::explain_error;
///
/// let fen = b"r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1";
/// let options = FenOptions::new();
/// let error = options.read(fen).unwrap_err();
/// let explanation = explain_error(fen, &error, options);
/// assert_eq!(explanation.field, "castling");
/// assert_eq!((explanation.at.as_slice(), explanation.found.as_str()), (&[25][..], "K"));
/// assert_eq!(explanation.excerpt.carets.trim_start(), "^");
/// assert_eq!(
///     explanation.rule,
///     "a castling right needs king and rook on the back rank, the rook on the side of the right",
/// );
/// assert_eq!(explanation.suggestion.as_deref(), Some("r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FenExplanation {
    /// The invalid field, or `empty FEN`, `trailing text` or `impossible check`.
    pub field: String,
    /// The error's message.
    pub message: String,
    /// The indices of the bytes that cause the error, in ascending order. If something is missing
    /// at the end, the index is the text's length. Never empty.
    pub at: Vec<usize>,
    /// The characters at these indices, truncated.
    pub found: String,
    /// The part of the FEN around the error, with carets.
    pub excerpt: MarkedExcerpt,
    /// The rule that the FEN breaks.
    pub rule: &'static str,
    /// Advice on how to fix the error.
    pub advice: Option<String>,
    /// A valid FEN with the text's operations, if the fix is unambiguous: see
    /// [`FenOptions::suggest`].
    pub suggestion: Option<String>,
}

/// Explains the error in a FEN or EPD that `options` reject. Fields are the same as in
/// [`epd::fields`].
///
/// ```
/// use tabiya::FenOptions;
/// use tabiya_explain::fen::explain_error;
///
/// let fen = b"4k3/8/8/8/8/8/8/4K3";
/// let error = FenOptions::new().read(fen).unwrap_err();
/// let explanation = explain_error(fen, &error, FenOptions::new());
/// assert_eq!(explanation.at, [fen.len()]);
/// assert_eq!(explanation.advice.as_deref(), Some("add the side to move: w or b"));
/// ```
pub fn explain_error(fen: &[u8], error: &FenError, options: FenOptions) -> FenExplanation {
    let facts = ErrorFacts::of(error);
    let at = error_indices(fen, error.field(), facts.place);
    FenExplanation {
        field: facts.category(error),
        message: error.to_string(),
        found: text_at(fen, &at),
        excerpt: MarkedExcerpt::new(fen, &at),
        at,
        rule: facts.rule,
        advice: facts.advice,
        suggestion: suggestion(fen, options),
    }
}

/// Returns a corrected line with its operations, if the fix is unambiguous.
fn suggestion(fen: &[u8], options: FenOptions) -> Option<String> {
    let mut fields = epd::fields(fen);
    let texts: Vec<_> = fields.by_ref().map(|range| &fen[range]).collect();
    let mut line = options.suggest(texts.join(&b' '))?.to_string();
    let operations = fen[fields.offset()..].trim_ascii();
    if !operations.is_empty() {
        line.push(' ');
        line.push_str(&String::from_utf8_lossy(operations));
    }
    Some(line)
}

/// Returns a FEN error's category in reports: the field, unless the error belongs to none.
///
/// ```
/// use tabiya::FenError;
/// use tabiya_explain::fen::category;
///
/// assert_eq!(category(&FenError::KingsAdjacent), "placement");
/// assert_eq!(category(&FenError::Empty), "empty FEN");
/// ```
pub fn category(error: &FenError) -> String {
    ErrorFacts::of(error).category(error)
}
