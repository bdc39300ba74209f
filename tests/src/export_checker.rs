//! A checker for PGN's export format, which shares no code with the writer.
//!
//! It has its own reader, and generates moves with the mailbox generator in `tabiya-oracle`. Each
//! [`Rule`] has a test with a text that violates it.

mod movetext;
mod rule;
mod san;
#[cfg(test)]
mod tests;

use tabiya_oracle::mailbox::Board;

use rule::require;
pub use rule::{Rule, VariationForm, Violation};

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Checks a game in the export format.
///
/// # Errors
///
/// Returns the first violation.
pub fn check_export(text: &str, form: VariationForm) -> Result<(), Violation> {
    let Some((tags, movetext)) = text.split_once("\n\n") else {
        return Err(Violation::new(Rule::EmptyLine, "no empty line after the tag pairs"));
    };
    let Some(movetext) = movetext.strip_suffix("\n\n") else {
        return Err(Violation::new(Rule::EmptyLine, "no empty line at the end"));
    };
    let tags = check_tags(tags)?;
    let value = |name| tags.iter().find(|(other, _)| *other == name).map(|(_, value)| value);
    let start = start_board(value("FEN").map(String::as_str))?;
    let is_set_up = value("SetUp").is_some_and(|value| value == "1");
    require(is_set_up || value("FEN").is_none(), Rule::SetUp, "FEN without SetUp")?;
    movetext::check(movetext, start, &tags[6].1, form)
}

/// Returns the start position. The last four fields in a FEN may be missing.
fn start_board(fen: Option<&str>) -> Result<Board, Violation> {
    let fen = fen.unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let missing = ["w", "-", "-", "0", "1"];
    let count = fen.split_whitespace().count();
    let rest = missing.get(count.max(2) - 1..).unwrap_or_default().join(" ");
    Board::from_fen(&format!("{fen} {rest}")).map_err(|error| Violation::new(Rule::SetUp, error))
}

/// Checks the tag pairs, and returns their names and values.
fn check_tags(text: &str) -> Result<Vec<(&str, String)>, Violation> {
    let tags: Vec<(&str, String)> = text.split('\n').map(read_tag).collect::<Result<_, _>>()?;
    let names: Vec<&str> = tags.iter().map(|(name, _)| *name).collect();
    let (roster, others) = names.split_at(names.len().min(ROSTER.len()));
    require(roster == ROSTER, Rule::Roster, roster.join(" "))?;
    let has_values = tags[..ROSTER.len()].iter().all(|(_, value)| !value.is_empty());
    require(has_values, Rule::Roster, "an empty value")?;
    let is_sorted = others.windows(2).all(|pair| pair[0].as_bytes() < pair[1].as_bytes());
    require(is_sorted, Rule::TagOrder, others.join(" "))?;
    let is_doubled = others.iter().any(|name| ROSTER.contains(name));
    require(!is_doubled, Rule::TagOrder, others.join(" "))?;
    Ok(tags)
}

/// Reads a line with a tag pair.
fn read_tag(line: &str) -> Result<(&str, String), Violation> {
    let violation = || Violation::new(Rule::TagSyntax, line);
    let inner = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
    let (name, escaped) = inner.and_then(|inner| inner.split_once(" \"")).ok_or_else(violation)?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_name) {
        return Err(violation());
    }
    let mut value = String::new();
    let mut characters = escaped.chars();
    while let Some(character) = characters.next() {
        value.push(match character {
            '\\' => {
                characters.next().filter(|next| "\"\\".contains(*next)).ok_or_else(violation)?
            }
            '"' => return Err(violation()),
            _ if character.is_ascii_control() => return Err(violation()),
            _ => character,
        });
    }
    Ok((name, value))
}
