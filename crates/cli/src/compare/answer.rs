//! What a generator answers: moves with counts, in whatever layout it likes.

use std::collections::BTreeMap;

/// More first moves than any position has; what sends more is not answering.
const TOO_MANY: usize = 1000;

/// The lines of an answer so far.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Counts by move, as the generator writes moves.
    pub moves: BTreeMap<String, u128>,
    /// Moves that it named twice.
    pub repeated: Vec<String>,
    /// The sum, if it said one.
    pub total: Option<u128>,
    /// The last lines that were neither, for a message.
    pub other: Vec<String>,
}

impl Answer {
    /// Takes a line in.
    pub fn take(&mut self, line: &str) {
        if let Some((mv, count)) = read_move(line) {
            if self.moves.len() < TOO_MANY && self.moves.insert(mv.clone(), count).is_some() {
                self.repeated.push(mv);
            }
        } else if let Some(total) = read_total(line) {
            self.total.get_or_insert(total);
        } else if !line.is_empty() && self.other.len() < 3 {
            self.other.push(line.chars().take(60).collect());
        }
    }

    /// What is wrong with it as a whole, where there are moves to name or are none.
    pub fn fault(&self, has_moves: bool) -> Option<String> {
        match self.total {
            _ if self.moves.len() >= TOO_MANY => Some(format!("more than {TOO_MANY} root moves")),
            None if self.moves.is_empty() && has_moves => Some(match &self.other[..] {
                [] => "no counts; expected lines like `e2e4: 20`".to_owned(),
                other => {
                    let seen = other.iter().map(|line| format!("\"{line}\"")).collect::<Vec<_>>();
                    format!("found {}; expected lines like `e2e4: 20`", seen.join(", "))
                }
            }),
            Some(total) if self.moves.is_empty() && total > 0 => {
                Some(format!("found only a total of {total}; expected lines like `e2e4: 20`"))
            }
            _ => None,
        }
    }
}

/// Reads `e2e4: 20`, `e2e4 20`, `1. e7e8Q - 20` and the like.
fn read_move(line: &str) -> Option<(String, u128)> {
    let separators = |letter: char| letter.is_whitespace() || letter == ':';
    let mut words = line.split(separators).filter(|word| !matches!(*word, "" | "-" | "="));
    let mut first = words.next()?;
    if first.trim_end_matches(['.', ')']).bytes().all(|byte| byte.is_ascii_digit()) {
        first = words.next()?;
    }
    let mv = first.replace(['-', '='], "").to_ascii_lowercase();
    is_move(mv.as_bytes()).then_some(())?;
    let count = words.next()?.parse().ok()?;
    Some((mv, count))
}

fn is_move(text: &[u8]) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match text {
        [squares @ .., b'q' | b'r' | b'b' | b'n'] if squares.len() == 4 => is_move(squares),
        _ => text.len() == 4 && is_square(&text[..2]) && is_square(&text[2..]),
    }
}

/// Reads `Nodes searched: 20`, `Total: 20` or a number that stands alone.
fn read_total(line: &str) -> Option<u128> {
    let lower = line.to_ascii_lowercase();
    let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, ':' | '=');
    let words: Vec<_> = lower.split(is_separator).filter(|word| !word.is_empty()).collect();
    let is_other = |word: &&str| ["second", "/s", "nps", "info"].iter().any(|no| word.contains(no));
    if words.iter().any(is_other) {
        return None;
    }
    match words[..] {
        [number] | ["total", number] => number.parse().ok(),
        _ => {
            let place = words.iter().position(|word| ["nodes", "leaves"].contains(word))?;
            words[place..].iter().find_map(|word| word.parse().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read_move, read_total};

    #[test]
    fn moves_are_read_in_every_layout() {
        let good =
            ["e7e8q: 20", "e7e8q 20", "e7e8Q - 20", "1. e7e8q: 20", "e7-e8=q: 20", "3) e7e8q = 20"];
        for line in good {
            assert_eq!(read_move(line), Some(("e7e8q".to_owned(), 20)), "{line}");
        }
        for line in ["", "e2e4", "e2e9: 20", "e2e4k: 20", "nodes: 20", "20", "e2e4: many", "-1"] {
            assert_eq!(read_move(line), None, "{line}");
        }
    }

    #[test]
    fn totals_are_read() {
        for line in ["Nodes searched: 20", "nodes 20", "Total: 20", "20", "total nodes = 20"] {
            assert_eq!(read_total(line), Some(20), "{line}");
        }
        for line in [
            "",
            "Nodes a second: 20",
            "info nodes 20",
            "readyok",
            "nps 20",
            "total",
            "Total time: 20",
        ] {
            assert_eq!(read_total(line), None, "{line}");
        }
    }
}
