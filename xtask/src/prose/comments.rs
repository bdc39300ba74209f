//! The comments in a Rust source: line comments, alone or after code without quotes.

use regex_lite::Regex;

use super::text::{Role, Text};

/// A regular expression for a comment: its indentation or the code before it, its marker, and its text.
/// A backslash belongs to a string over several lines.
const COMMENT: &str = r#"^((?:[^"'/\\]|/[^/])*?)(//[/!]?)([^/].*)?$"#;

/// Returns the comments in a source in order; comments below each other are one text.
pub fn texts(source: &str) -> Vec<Text> {
    let comment = Regex::new(COMMENT).expect("a valid regular expression");
    let mut texts: Vec<Text> = Vec::new();
    let mut above = None;
    for (index, line) in source.lines().enumerate().filter(|(_, line)| line.contains("//")) {
        let Some(found) = comment.captures(line) else { continue };
        let text = found.get(3).map_or("", |text| text.as_str());
        let text = text.strip_prefix(' ').unwrap_or(text).trim_end();
        let is_alone = found[1].trim().is_empty();
        let place = (found[1].len(), found[2].to_owned());
        match texts.last_mut() {
            Some(last) if is_alone && above == Some((index, place.clone())) => {
                last.markdown.push('\n');
                last.markdown.push_str(text);
            }
            _ => {
                let role = if place.1 == "//" { Role::Comment } else { Role::Doc };
                texts.push(Text { role, markdown: text.to_owned(), first_line: index + 1 });
            }
        }
        above = Some((index + 1, place));
    }
    texts
}
