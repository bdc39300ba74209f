//! Text with the file's line numbers: a page of markdown, or a comment without its markers; and findings.

use std::fmt;

/// The kind of a text, on which the rules depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The kind for a doc comment.
    Doc,
    /// The kind for an ordinary comment.
    Comment,
    /// The kind for a page in markdown.
    Page,
}

/// A text in markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The kind of text.
    pub role: Role,
    /// The markdown of the text, with lines separated by newlines.
    pub markdown: String,
    /// The line in the file where the text begins, from 1.
    pub first_line: usize,
}

impl Text {
    /// Returns the text for a markdown file.
    pub fn page(markdown: &str) -> Self {
        Self { role: Role::Page, markdown: markdown.to_owned(), first_line: 1 }
    }

    /// Returns the line in the file at a byte offset in the markdown.
    pub fn line(&self, offset: usize) -> usize {
        self.first_line + self.markdown[..offset].matches('\n').count()
    }
}

/// A rule violation in one file; displayed without the path, which the caller knows.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The line number of the violation in the file, from 1.
    pub line: usize,
    /// The violation, as `problem; expected x`.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}
