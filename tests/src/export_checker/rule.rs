//! The rules and their violations.

use std::fmt;

/// A rule in the export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A line `[Name "value"]` for each tag pair, with escapes for `"` and `\`, without control characters.
    TagSyntax,
    /// The roster's seven tag pairs first, in their order, with values.
    Roster,
    /// The other tag pairs, ordered by name.
    TagOrder,
    /// `SetUp "1"` beside a `FEN`, which is valid.
    SetUp,
    /// An empty line after the tag pairs and one at the end, and no other.
    EmptyLine,
    /// One space or line break between tokens.
    Spacing,
    /// Fewer than 80 characters in a line with several tokens.
    LineLength,
    /// As many tokens in a line as fit.
    LineFill,
    /// A number before each White move, and before a Black move only after other text.
    MoveNumber,
    /// Legal moves in SAN, or `--`.
    Move,
    /// Glyphs as `$n`.
    Glyph,
    /// Comments in braces, with text, without `}` in the text.
    Comment,
    /// Variations in parentheses.
    Variation,
    /// One termination marker, at the end, equal to `Result`.
    Termination,
}

/// A rule violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The text that violates the rule.
    pub text: String,
}

impl Violation {
    pub(super) fn new(rule: Rule, text: impl fmt::Display) -> Self {
        Self { rule, text: text.to_string() }
    }
}

/// Returns a violation unless a condition holds.
pub(super) fn require(
    condition: bool,
    rule: Rule,
    text: impl fmt::Display,
) -> Result<(), Violation> {
    if condition { Ok(()) } else { Err(Violation::new(rule, text)) }
}

/// The variation form that a writer writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationForm {
    /// A variation replaces a move and has a move.
    WithMoves,
    /// A variation may be empty or precede all moves, as in the source.
    Any,
}
