//! A line of a divide output: a root move with its count, a total, or other text.

use alloc::string::String;
use core::iter;

use tabiya::Position;
use tabiya::san::{self, SanError};

/// The words that may precede a root move.
const MOVE_LABELS: [&str; 7] = ["move", "moves", "root", "rootmove", "perft", "divide", "#"];

/// The words that may separate a root move and its count.
const COUNT_LABELS: [&str; 9] =
    ["nodes", "node", "leaves", "leafs", "moves", "count", "perft", "total", "n"];

/// The words after which a total may follow.
const TOTAL_LABELS: [&str; 7] = ["nodes", "leaves", "leafs", "leaf", "total", "n", "count"];

/// The words that may stand between the label of a total and the number.
const TOTAL_WORDS: [&str; 11] = [
    "nodes", "leaves", "leafs", "leaf", "moves", "count", "searched", "visited", "counted", "is",
    "number",
];

/// A line of a divide output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A root move with its count.
    Row {
        /// The move: in lower case if it consists of two squares, otherwise SAN as it was written.
        mv: String,
        /// The leaf count of the move.
        count: u128,
    },
    /// The total of all counts.
    Total(u128),
    /// Any other text.
    Other,
}

impl Line {
    /// Parses a line.
    pub fn parse(line: &str) -> Self {
        let line = match strip_prefix_ignoring_case(line.trim_start(), "info string ") {
            Some(rest) => rest,
            // The search information of UCI has nodes, too.
            None if strip_prefix_ignoring_case(line.trim_start(), "info ").is_some() => {
                return Self::Other;
            }
            None => line,
        };
        match parse_row(line) {
            Some((mv, count)) => Self::Row { mv, count },
            None => parse_total(line).map_or(Self::Other, Self::Total),
        }
    }
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let start = text.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// Yields the tokens of a line, without punctuation between them.
fn tokens(line: &str) -> impl Iterator<Item = &str> + Clone {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ':' | '|' | ';');
    let tokens = line.split(is_separator).flat_map(split_equation).flat_map(split_commas);
    let is_bracket = |c: char| matches!(c, '[' | ']' | '{' | '}' | '"' | '\'' | '`' | ',');
    tokens
        .map(move |token| token.trim_matches(is_bracket))
        .filter(|token| !matches!(*token, "" | "-" | "=" | "->" | "=>" | "--" | "*"))
}

/// Splits `e2e4=20` and `nodes=20` at the sign, but not the promotion `e8=Q`.
fn split_equation(token: &str) -> impl Iterator<Item = &str> + Clone {
    let parts = match token.rsplit_once('=') {
        Some((name, value)) if value.is_empty() || parse_number(value).is_some() => [name, value],
        _ => [token, ""],
    };
    parts.into_iter()
}

/// Splits `e2e4,20` at the comma, but not the number `4,865,609`.
fn split_commas(token: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = Some(token);
    iter::from_fn(move || {
        let text = rest?;
        let parts = text.split_once(',').filter(|_| parse_number(text).is_none());
        rest = parts.map(|(_, after)| after);
        Some(parts.map_or(text, |(before, _)| before))
    })
}

/// Parses the count of a root move: `e2e4: 20`, `e2e4 20`, `1. e7e8Q - 20`, `move e2e4 nodes 20` and
/// the like.
fn parse_row(line: &str) -> Option<(String, u128)> {
    let mut tokens = tokens(line).peekable();
    let is_label = |token: &&str| {
        MOVE_LABELS.iter().any(|label| token.eq_ignore_ascii_case(label)) || is_ordinal(token)
    };
    // At most a label and an ordinal, as in `move 1 : e2e4 : 20`.
    for _ in 0..2 {
        if tokens.peek().is_some_and(&is_label) {
            tokens.next();
        }
    }
    let mv = normalize_move(tokens.next()?)?;
    // A second notation of the move may follow.
    if tokens.peek().is_some_and(|token| normalize_move(token.trim_matches(['(', ')'])).is_some()) {
        tokens.next();
    }
    let is_count_label =
        |token: &&str| COUNT_LABELS.iter().any(|label| token.eq_ignore_ascii_case(label));
    if tokens.peek().is_some_and(is_count_label) {
        tokens.next();
    }
    let count = parse_number(tokens.next()?)?;
    Some((mv, count))
}

/// Tests whether a token numbers a move: `1`, `1.`, `3)`, `(3)` or `3/20`.
fn is_ordinal(token: &str) -> bool {
    let number = token.trim_matches(['.', '(', ')', '#']);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number.split('/').all(is_number)
}

/// Returns a move in the form of a row, or `None` if the text is not a move.
fn normalize_move(text: &str) -> Option<String> {
    squares_move(text).or_else(|| {
        // The position is irrelevant: only the form of the text is tested.
        match san::parse(&Position::START, text) {
            Err(SanError::Malformed(_) | SanError::NullMove) => None,
            _ => Some(text.into()),
        }
    })
}

/// Returns a move of two squares in lower case: `e7e8q` for `e7-e8=Q`, `E7E8Q` or `e7xe8(q)+`.
fn squares_move(text: &str) -> Option<String> {
    if !text.is_ascii() || text.len() > 12 {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let lower = lower.trim_end_matches(['+', '#', '!', '?']);
    let lower = lower.strip_suffix("e.p.").or(lower.strip_suffix("ep")).unwrap_or(lower);
    let is_sign = |c: char| matches!(c, '-' | 'x' | '=' | '/' | '(' | ')');
    let plain: String = lower.chars().filter(|&c| !is_sign(c)).collect();
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let is_move = match plain.as_bytes() {
        [squares @ .., b'q' | b'r' | b'b' | b'n'] if squares.len() == 4 => {
            is_square(&squares[..2]) && is_square(&squares[2..])
        }
        squares => squares.len() == 4 && is_square(&squares[..2]) && is_square(&squares[2..]),
    };
    is_move.then_some(plain)
}

/// Parses the total of an output: `Nodes searched: 20`, `Total: 20`, `perft(5)=20`, `20 nodes` or a
/// number alone.
fn parse_total(line: &str) -> Option<u128> {
    let lower = line.to_ascii_lowercase();
    let mut rest = tokens(&lower);
    let is_one_of = |token: &str, words: &[&str]| words.contains(&token);
    let first = rest.next()?;
    let number = parse_number(first);
    let second = rest.clone().next();
    match (number, second) {
        (Some(number), None) => return Some(number),
        (Some(number), Some(label)) if is_one_of(label, &["nodes", "leaves", "leafs"]) => {
            // `20 nodes per second` is not a total.
            let next = rest.clone().nth(1).unwrap_or_default();
            return (!matches!(next, "per" | "/" | "a")).then_some(number);
        }
        _ => {}
    }
    if first == "perft" || first.starts_with("perft(") {
        return parse_perft_total(first, rest.clone());
    }
    // The label may follow other words, as in `Test complete: 20 nodes visited`.
    let mut rest = tokens(&lower).skip_while(|token| !is_one_of(token, &TOTAL_LABELS));
    if let Some(label) = rest.next() {
        let number = rest.find(|token| !is_one_of(token, &TOTAL_WORDS)).and_then(parse_number);
        return number.or_else(|| parse_number_before(&lower, label));
    }
    None
}

/// Parses the total after `perft(5)`, `perft( 5)` or `perft 5`.
fn parse_perft_total<'a>(first: &str, rest: impl Iterator<Item = &'a str>) -> Option<u128> {
    // The depth is part of the first token, or the second token.
    let depth_tokens = usize::from(!first.ends_with(')'));
    let mut rest = rest.skip(depth_tokens).filter(|token| *token != "(" && *token != ")");
    rest.find(|token| !TOTAL_WORDS.contains(token)).and_then(parse_number)
}

/// Returns the number before the last label of a total, as in `complete: 20 nodes visited`.
fn parse_number_before(line: &str, label: &str) -> Option<u128> {
    let mut previous = None;
    for token in tokens(line) {
        if token == label {
            return previous.and_then(parse_number);
        }
        previous = Some(token);
    }
    None
}

/// The characters between groups of three digits, in the CLDR and in programming languages.
const GROUP_SEPARATORS: [char; 8] = [',', '_', '\'', '’', ' ', '\u{a0}', '\u{2009}', '\u{202f}'];

/// Parses a number, optionally with a separator between groups of three digits.
///
/// ```
/// use tabiya_explain::divide::parse_number;
///
/// assert_eq!(parse_number("4865609"), Some(4_865_609));
/// assert_eq!(parse_number("4,865,609"), parse_number("4\u{202f}865\u{202f}609"));
/// assert_eq!(parse_number("4,86"), None);
/// ```
pub fn parse_number(text: &str) -> Option<u128> {
    /// The longest number of 128 bits has 39 digits, between which 12 separators take 3 bytes each.
    const MAX_LEN: usize = 39 + 12 * 3;
    if text.len() > MAX_LEN {
        return None;
    }
    let mut groups = text.split(GROUP_SEPARATORS);
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().filter(|group| !group.is_empty() && is_digits(group))?;
    let mut digits = String::from(first);
    for group in groups {
        if group.len() != 3 || !is_digits(group) || first.len() > 3 {
            return None;
        }
        digits.push_str(group);
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::Line;

    #[track_caller]
    fn check_row(line: &str, mv: &str, count: u128) {
        assert_eq!(Line::parse(line), Line::Row { mv: mv.into(), count }, "{line}");
    }

    #[test]
    fn parse_row_accepts_usual_layouts() {
        for line in [
            "e7e8q: 20",
            "e7e8q 20",
            "e7e8Q - 20",
            "E7E8Q\t20",
            "1. e7e8q: 20",
            "e7-e8=q: 20",
            "e7-e8=Q+: 20",
            "e7e8(q): 20",
            "3) e7e8q = 20",
            "3/20 e7e8q = 20",
            "[3] e7e8q 20",
            "e7e8q=20",
            "move e7e8q nodes 20",
            "move 1 : e7e8q : 20",
            "    move: e7e8q  nodes: 20",
            "e7e8q | 20 | 0.1 s",
            "\"e7e8q\": 20,",
            "e7e8q: 20 nodes (12.5%)",
            "e7e8q (e8=Q) 20",
            "info string e7e8q: 20",
            "Info String e7e8q 20",
            "2. e7e8q moves =         20 ( 0.000 sec)",
            "  e7e8q  ->  20",
            "e7e8q,20",
            "1,e7e8q,20,0.1",
            "\"e7e8q\",\"20\"",
            "e7-e8=Q,20",
            "e7e8q;20",
        ] {
            check_row(line, "e7e8q", 20);
        }
        for line in ["g1f3: 4,865,609", "g1f3,4,865,609", "g1f3\t4'865'609", "g1f3: 4_865_609"] {
            check_row(line, "g1f3", 4_865_609);
        }
        check_row("g1f3: 340282366920938463463374607431768211455", "g1f3", u128::MAX);
    }

    #[test]
    fn parse_row_keeps_san() {
        for mv in ["Nf3", "bxc4", "Bxc4+", "Nb1a3", "Pa2a3", "O-O", "0-0-0", "exd8=Q#", "♘f3"] {
            check_row(&format!("{mv}: 20"), mv, 20);
            check_row(&format!("12. {mv} 20"), mv, 20);
        }
        check_row("Nf3 (g1f3): 20", "Nf3", 20);
    }

    #[test]
    fn parse_total_accepts_usual_layouts() {
        for line in [
            "Nodes searched: 4865609",
            "nodes 4865609",
            "Nodes: 4,865,609",
            "nodes=4,865,609",
            "Total,4865609",
            "total,4,865,609",
            "Total: 4865609",
            "4865609",
            "total nodes = 4865609",
            "Total leafs: 4865609",
            "n = 4,865,609",
            "total moves=4865609  time=0.27",
            "perft(5)=4865609",
            "perft( 5)=      4865609 ( 0.120 sec)",
            "perft 5: 4865609",
            "Perft 5 4865609 nodes 12 ms",
            "4865609 nodes in 0.2 s",
            "Test Complete : 4865609 nodes visited",
            "Nodes: 4865609 Time: 12 ms NPS: 405467",
            "info string Nodes searched: 4865609",
        ] {
            assert_eq!(Line::parse(line), Line::Total(4_865_609), "{line}");
        }
    }

    #[test]
    fn parse_other_lines_is_neither_row_nor_total() {
        for line in [
            "",
            "e2e4",
            "e2e9: 20",
            "e2e4k: 20",
            "e2e4: many",
            "e2e4: -1",
            "-1",
            "+--+",
            "Nodes/second: 20",
            "Nodes a second: 20",
            "1571331 nodes per second",
            "info nodes 20",
            "info currmove e2e4 currmovenumber 1",
            "info depth 1 nodes 20 pv e2e4 e7e5",
            "readyok",
            "nps 20",
            "total",
            "Total time: 20",
            "Time: 20",
            "Moves: 20",
            "perft 5",
            "perft(5)",
            "perft 5 took 3 s",
            "Depth: 5",
            "bestmove e2e4 ponder e7e5",
            "position startpos moves e2e4 e7e5",
            "8 ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜",
            "  a b c d e f g h",
            "340282366920938463463374607431768211456",
            "e2e4: 340282366920938463463374607431768211456",
            "1,23",
            "1234,567",
            "move,nodes",
            "e2e4,many",
        ] {
            assert_eq!(Line::parse(line), Line::Other, "{line}");
        }
    }
}
