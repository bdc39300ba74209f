//! The reply of a generator to a query: counts by move, in any usual layout.

use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of root moves of a valid reply, more than any position has.
const MAX_MOVES: usize = 1000;

/// The lines of a reply, parsed as they arrive.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The leaf counts by root move, in the generator's notation.
    pub moves: BTreeMap<String, u128>,
    /// The root moves that occur more than once in the reply.
    pub duplicates: BTreeSet<String>,
    /// The total leaf count, if the reply has one.
    pub total: Option<u128>,
    /// The first lines that contain neither a count nor a total, for an error message.
    pub other_lines: Vec<String>,
}

impl Reply {
    /// Parses a line of the reply and adds its count, total or text.
    pub fn add_line(&mut self, line: &str) {
        if let Some((mv, count)) = parse_move(line) {
            if self.moves.len() < MAX_MOVES && self.moves.insert(mv.clone(), count).is_some() {
                self.duplicates.insert(mv);
            }
        } else if let Some(total) = parse_total(line) {
            self.total.get_or_insert(total);
        } else if !line.is_empty() && self.other_lines.len() < 3 {
            self.other_lines.push(line.chars().take(60).collect());
        }
    }

    /// Returns the reason why the reply is invalid, if it is. `has_moves` tells whether the
    /// position has legal moves.
    pub fn error(&self, has_moves: bool) -> Option<String> {
        match self.total {
            _ if self.moves.len() >= MAX_MOVES => Some(format!("more than {MAX_MOVES} root moves")),
            None if self.moves.is_empty() && has_moves => Some(match &self.other_lines[..] {
                [] => "no counts; expected lines like `e2e4: 20`".to_owned(),
                other => {
                    let quoted = other.iter().map(|line| format!("\"{line}\""));
                    let quoted = quoted.collect::<Vec<_>>().join(", ");
                    format!("found {quoted}; expected lines like `e2e4: 20`")
                }
            }),
            Some(total) if self.moves.is_empty() && total > 0 => {
                Some(format!("found only a total of {total}; expected lines like `e2e4: 20`"))
            }
            _ => None,
        }
    }
}

/// Parses the count of a root move: `e2e4: 20`, `e2e4 20`, `1. e7e8Q - 20` and the like.
fn parse_move(line: &str) -> Option<(String, u128)> {
    let is_separator = |character: char| character.is_whitespace() || character == ':';
    let mut tokens = line.split(is_separator).filter(|token| !matches!(*token, "" | "-" | "="));
    let mut first = tokens.next()?;
    if first.trim_end_matches(['.', ')']).bytes().all(|byte| byte.is_ascii_digit()) {
        first = tokens.next()?;
    }
    let mv = first.replace(['-', '='], "").to_ascii_lowercase();
    is_move(mv.as_bytes()).then_some(())?;
    let count = tokens.next()?.parse().ok()?;
    Some((mv, count))
}

fn is_move(text: &[u8]) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match text {
        [squares @ .., b'q' | b'r' | b'b' | b'n'] if squares.len() == 4 => is_move(squares),
        _ => text.len() == 4 && is_square(&text[..2]) && is_square(&text[2..]),
    }
}

/// Parses the total of a reply: `Nodes searched: 20`, `Total: 20` or a number alone.
fn parse_total(line: &str) -> Option<u128> {
    let lower = line.to_ascii_lowercase();
    let is_separator =
        |character: char| character.is_whitespace() || matches!(character, ':' | '=');
    let tokens: Vec<_> = lower.split(is_separator).filter(|token| !token.is_empty()).collect();
    let is_statistic =
        |token: &&str| ["second", "/s", "nps", "info"].iter().any(|name| token.contains(name));
    if tokens.iter().any(is_statistic) {
        return None;
    }
    match tokens[..] {
        [number] | ["total", number] => number.parse().ok(),
        _ => {
            let label = tokens.iter().position(|token| ["nodes", "leaves"].contains(token))?;
            tokens[label..].iter().find_map(|token| token.parse().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{parse_move, parse_total};

    #[test]
    fn parse_move_accepts_usual_layouts() {
        let valid =
            ["e7e8q: 20", "e7e8q 20", "e7e8Q - 20", "1. e7e8q: 20", "e7-e8=q: 20", "3) e7e8q = 20"];
        for line in valid {
            assert_eq!(parse_move(line), Some(("e7e8q".to_owned(), 20)), "{line}");
        }
        for line in ["", "e2e4", "e2e9: 20", "e2e4k: 20", "nodes: 20", "20", "e2e4: many", "-1"] {
            assert_eq!(parse_move(line), None, "{line}");
        }
    }

    #[test]
    fn parse_total_ignores_statistics() {
        for line in ["Nodes searched: 20", "nodes 20", "Total: 20", "20", "total nodes = 20"] {
            assert_eq!(parse_total(line), Some(20), "{line}");
        }
        for line in [
            "",
            "Nodes/second: 20",
            "Nodes a second: 20",
            "info nodes 20",
            "readyok",
            "nps 20",
            "total",
            "Total time: 20",
        ] {
            assert_eq!(parse_total(line), None, "{line}");
        }
    }
}
