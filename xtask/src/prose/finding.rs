//! A finding of the check, and the kinds of findings.

use std::fmt;

/// The rule that a finding violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The rule that no doc comment opens with a question word.
    Opening,
    /// The rule against words and phrases of the committed list.
    Word,
    /// The rule on the number of words in a sentence.
    Sentence,
    /// The rule that each link and anchor has a target.
    Link,
    /// The rule against timings, speed ratios and percentages in rustdoc and in the code map.
    Timing,
    /// The rule on the number of lines of a page.
    Length,
    /// The rule on the number of columns of a line of markdown.
    Column,
}

impl Kind {
    /// All kinds of findings, in the order of a summary's columns.
    pub const ALL: [Self; 7] = [
        Self::Opening,
        Self::Word,
        Self::Sentence,
        Self::Link,
        Self::Timing,
        Self::Length,
        Self::Column,
    ];

    /// Returns the heading of the kind of finding in a summary.
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
    /// The violated rule.
    pub kind: Kind,
    /// The line number of the violation in the file, from 1.
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
