//! The comments of a Rust source.
//!
//! `proc_macro2` turns a doc comment into a token whose span covers the comment. It drops ordinary
//! comments, so these lie between the spans of tokens, where nothing else but white space can be.

use std::ops::Range;

use anyhow::{Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};

use super::text::{Role, Text};

/// A comment in Rust source code: one line after a marker, or a block.
struct Comment<'a> {
    role: Role,
    /// The source text of the comment with its marker.
    source: &'a str,
    line: usize,
    column: usize,
    /// `true` if only white space precedes the comment on its line.
    is_first: bool,
}

/// Returns the comments of a source in order; line comments below each other are one text.
///
/// # Errors
/// If the source does not consist of Rust tokens.
pub fn texts(source: &str) -> Result<Vec<Text>> {
    let mut texts: Vec<Text> = Vec::new();
    let mut last = None;
    for comment in comments(source)? {
        let marker = (comment.role, comment.marker(), comment.column);
        let text = comment.markdown();
        match texts.last_mut() {
            Some(above) if comment.is_first && last == Some((comment.line - 1, marker)) => {
                above.markdown.push('\n');
                above.markdown.push_str(&text);
            }
            _ => texts.push(Text { role: comment.role, markdown: text, first_line: comment.line }),
        }
        last = (!comment.is_block()).then_some((comment.line, marker));
    }
    Ok(texts)
}

fn comments(source: &str) -> Result<Vec<Comment<'_>>> {
    let tokens: TokenStream = source.parse().map_err(|error| anyhow!("not Rust: {error}"))?;
    let mut spans = Vec::new();
    collect(source, tokens, &mut spans);
    spans.push(source.len()..source.len());
    let mut found = Vec::new();
    let mut end = 0;
    for span in spans {
        let mut rest = end;
        while let Some(range) = comment_between(source, rest..span.start) {
            rest = range.end;
            found.push((Role::Comment, range));
        }
        end = span.end;
        if source[span.clone()].starts_with('/') && span.len() > 1 {
            found.push((Role::Doc, span));
        }
    }
    let comment = |(role, range): (Role, Range<usize>)| {
        let above = &source[..range.start];
        let before = &above[above.rfind('\n').map_or(0, |newline| newline + 1)..];
        Comment {
            role,
            source: &source[range],
            line: above.matches('\n').count() + 1,
            column: before.len(),
            is_first: before.trim().is_empty(),
        }
    };
    Ok(found.into_iter().map(comment).collect())
}

/// Collects the spans of all tokens in order, a doc comment as one span.
fn collect(source: &str, tokens: TokenStream, spans: &mut Vec<Range<usize>>) {
    for token in tokens {
        match token {
            // The attribute that a doc comment stands for; its `#` has the same span.
            TokenTree::Group(group) if source[group.span().byte_range()].starts_with('/') => {}
            TokenTree::Group(group) => {
                spans.push(group.span_open().byte_range());
                collect(source, group.stream(), spans);
                spans.push(group.span_close().byte_range());
            }
            token => {
                let span = token.span().byte_range();
                // An inner doc comment has two such tokens, `#` and `!`.
                if spans.last() != Some(&span) {
                    spans.push(span);
                }
            }
        }
    }
}

/// Returns the first comment in a range between two tokens.
fn comment_between(source: &str, range: Range<usize>) -> Option<Range<usize>> {
    let start = range.start + source[range.clone()].find('/')?;
    let rest = &source[start..range.end];
    let len = match rest.starts_with("/*") {
        true => block_len(rest),
        false => rest.find('\n').unwrap_or(rest.len()),
    };
    Some(start..start + len)
}

/// Returns the length of the block comment at the start of `text`; such comments nest.
fn block_len(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

impl<'a> Comment<'a> {
    fn is_block(&self) -> bool {
        self.source.starts_with("/*")
    }

    /// Returns the characters that begin the comment.
    fn marker(&self) -> &'a str {
        let text = self.source.trim_start_matches(['/', '*']);
        let text = if self.role == Role::Doc { text.trim_start_matches('!') } else { text };
        &self.source[..self.source.len() - text.len()]
    }

    /// Returns the text of the comment without its markers and the space after each.
    fn markdown(&self) -> String {
        let text = &self.source[self.marker().len()..];
        let line = |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
        if !self.is_block() {
            return line(text);
        }
        let text = text.strip_suffix("*/").unwrap_or(text);
        let starred = |text: &str| line(text.trim_start().trim_start_matches('*'));
        text.lines().map(starred).collect::<Vec<_>>().join("\n")
    }
}
