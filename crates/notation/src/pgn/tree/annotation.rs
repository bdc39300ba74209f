//! Comments and glyphs in a tree.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::pgn::comment::Comment;
use crate::pgn::syntax::is_white_space;
use crate::pgn::tag::write_text;

/// A comment or a glyph in a [`GameTree`](super::GameTree).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Annotation {
    /// A comment.
    Comment(CommentText),
    /// A numeric annotation glyph: 1 for `!` or `$1`.
    Nag(u32),
}

/// An annotation's place in a game's text.
///
/// ```text
/// 1. e4 { AfterMove } ( { BeforeMove } 1. d4 { AfterMove } 1... d5 ) { AfterVariation } 1... e5
/// ```
///
/// The last two places exist only at a variation's first move. A comment before the game's first
/// move is `AfterMove` at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Place {
    /// Before a variation's first move, after its parenthesis.
    BeforeMove,
    /// After the move.
    AfterMove,
    /// After the parenthesis that ends the variation which begins with the move.
    AfterVariation,
}

/// A comment's text as a [`GameTree`](super::GameTree) keeps it: words with one space between them.
///
/// `}` is replaced by `)`, because no comment can contain it. Any other white space or line breaks
/// become one space.
///
/// ```
/// use tabiya::pgn::{Command, CommentText};
///
/// let text = CommentText::new(" a {b}\n[%clk 0:01:00] ").expect("not blank");
/// assert_eq!(text.as_str(), "a {b) [%clk 0:01:00]");
/// assert_eq!(text.as_comment().commands().next(), Some(Command::Clock { centiseconds: 6_000 }));
/// assert_eq!(CommentText::new(" \n"), None);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommentText(
    /// The text in braces.
    Box<str>,
);

impl CommentText {
    /// Creates a comment's text; `None` if it is blank.
    ///
    /// Bytes that are not UTF-8 are read as Windows-1252.
    #[must_use]
    pub fn new(text: impl AsRef<[u8]>) -> Option<Self> {
        let text = text.as_ref();
        let mut normal = String::with_capacity(text.len() + 2);
        let words = text.split(|&byte| is_white_space(byte)).filter(|word| !word.is_empty());
        for (index, word) in words.enumerate() {
            normal.push(if index == 0 { '{' } else { ' ' });
            for (index, part) in word.split(|&byte| byte == b'}').enumerate() {
                if index > 0 {
                    normal.push(')');
                }
                // Writing to a string does not fail.
                let _ = write_text(&mut normal, part);
            }
        }
        if normal.is_empty() {
            return None;
        }
        normal.push('}');
        Some(Self(normal.into_boxed_str()))
    }

    /// Returns the text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0[1..self.0.len() - 1]
    }

    /// Returns the text as a [`Comment`], whose commands can be read.
    #[inline]
    #[must_use]
    pub const fn as_comment(&self) -> Comment<'_> {
        Comment::new(self.0.as_bytes())
    }
}

impl fmt::Debug for CommentText {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for CommentText {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
