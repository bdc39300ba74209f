//! A finding of the check, and the kinds of findings.

use std::fmt;

/// The rule that a finding violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A doc comment opens with a question word.
    Opening,
    /// A word or phrase of the committed list.
    Word,
    /// A sentence with too many words.
    Sentence,
    /// A link or anchor without a target.
    Link,
    /// A timing, speed ratio or percentage in rustdoc or in the code map.
    Timing,
    /// A page with too many lines.
    Length,
    /// A line of markdown with too many columns.
    Column,
}

impl Kind {
    /// All kinds, in the order of a summary's columns.
    pub const ALL: [Self; 7] = [
        Self::Opening,
        Self::Word,
        Self::Sentence,
        Self::Link,
        Self::Timing,
        Self::Length,
        Self::Column,
    ];

    /// Returns the heading of the kind in a summary.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Word => "word",
            Self::Sentence => "sentence",
            Self::Link => "link",
            Self::Timing => "timing",
            Self::Length => "length",
            Self::Column => "column",
        }
    }
}

/// A violation of a rule in one file; displayed without the path, which the caller knows.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub kind: Kind,
    /// The line of the file, from 1.
    pub line: usize,
    /// The violation, as `problem; expected x`.
    pub message: String,
    /// The text around the violation, in which an entry of the allow list finds its phrase.
    pub context: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}
