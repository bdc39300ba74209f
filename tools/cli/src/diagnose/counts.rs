//! The count reader, for the command line and for files with a position per line.

use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use tabiya::{FenOptions, Position};
use tabiya_explain::diagnosis::{Category, MAX_DEPTH, Observation, Reported};
use tabiya_explain::divide::Divide;
use tabiya_program::number::parse_number;
use tabiya_program::{lines, message, position};

/// A reported count without its position.
pub struct Count {
    depth: u8,
    /// The category for the counted leaves, or `None` for all.
    category: Option<Category>,
    number: u64,
}

impl Count {
    /// Returns the count as an observation at a position.
    pub fn observation(&self, position: &Position) -> Observation {
        let reported = match self.category {
            Some(category) => Reported::Category(category, self.number),
            None => Reported::Total(self.number),
        };
        Observation { position: *position, depth: self.depth, reported }
    }
}

/// Reads counts from words: `DEPTH NUMBER` or `DEPTH CATEGORY NUMBER`, where more categories at the
/// same depth may follow. Also returns a last depth without a number.
///
/// # Errors
///
/// Returns an error that quotes the first unusable word.
pub fn read_words<'a>(
    words: impl Iterator<Item = &'a str>,
) -> anyhow::Result<(Vec<Count>, Option<u8>)> {
    let mut words = words.peekable();
    let mut counts = Vec::new();
    let mut last_depth = None;
    while let Some(word) = words.next() {
        let category = Category::from_name(word);
        if category.is_none() {
            last_depth = Some(parse_depth(word)?);
            match words.peek() {
                None => return Ok((counts, last_depth)),
                Some(next) if Category::from_name(next).is_some() => continue,
                Some(_) => {}
            }
        }
        let depth = last_depth
            .with_context(|| format!("{word}: no depth; expected DEPTH {word} NUMBER"))?;
        let number = words.next();
        let number =
            number.with_context(|| format!("{word}: no number; expected {word} NUMBER"))?;
        let number = parse_number(number).map_err(|error| anyhow!("{number:?}: {error}"))?;
        counts.push(Count { depth, category, number });
    }
    Ok((counts, None))
}

/// Parses a depth, such as `4` or `D4`.
fn parse_depth(word: &str) -> anyhow::Result<u8> {
    let digits = word.strip_prefix(['D', 'd']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    ensure!(is_number, "{word:?}: no depth and no category; expected e.g. `4 197281`");
    let depth = digits.parse().ok();
    depth.with_context(|| format!("depth {digits}: out of range; expected 1 to {MAX_DEPTH}"))
}

/// Reads a file that has positions with counts, one per line: `FEN ;D1 20 ;D2 400 captures 0`.
///
/// # Errors
///
/// Returns an error with the line number if a line is unusable.
pub fn read_file(path: &Path, options: FenOptions) -> anyhow::Result<Vec<Observation>> {
    let mut observations = Vec::new();
    lines::for_each::<anyhow::Error>(path, |number, line| {
        let location = format!("{}:{number}", path.display());
        let read = || -> anyhow::Result<Vec<Observation>> {
            let line = std::str::from_utf8(line?).context("not UTF-8")?;
            read_line(line, options, &location)
        };
        observations.extend(read().with_context(|| location.clone())?);
        Ok(())
    })?;
    ensure!(!observations.is_empty(), "{}: empty; expected a position per line", path.display());
    Ok(observations)
}

fn read_line(line: &str, options: FenOptions, location: &str) -> anyhow::Result<Vec<Observation>> {
    let start = counts_start(line);
    let warn = |warning| message::print_line(&format!("warning: {location}: {warning}"));
    let position = position::read(&line[..start], options, warn)?;
    let words = line[start..].split([';', ' ', '\t']).filter(|word| !word.is_empty());
    let (counts, rest) = read_words(words)?;
    if let Some(depth) = rest {
        bail!("depth {depth}: no number; expected e.g. `;D{depth} 197281`");
    }
    ensure!(!counts.is_empty(), "no count; expected e.g. `;D4 197281`");
    Ok(counts.iter().map(|count| count.observation(&position)).collect())
}

/// Returns the index at which the counts in a line start: a semicolon, or a word such as `D4`.
fn counts_start(line: &str) -> usize {
    let is_depth = |index: usize| {
        let rest = line[index..].trim_start_matches([' ', '\t']);
        let digits = rest.strip_prefix('D').unwrap_or_default();
        digits.starts_with(|digit: char| digit.is_ascii_digit())
    };
    let is_start = |&(index, c): &(usize, char)| match c {
        ' ' | '\t' => is_depth(index),
        _ => c == ';',
    };
    line.char_indices().find(is_start).map_or(line.len(), |(index, _)| index)
}

/// Reads the count for each root move from a generator's output.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or has lines with moves that cannot be read as a whole.
pub fn read_divide(path: &Path) -> anyhow::Result<Divide> {
    let file = || path.display().to_string();
    let mut divide = Divide::default();
    let mut reader = lines::open(path)?;
    let mut buffer = Vec::new();
    let mut number = 0;
    while let Some(line) = lines::next(&mut reader, &mut buffer).with_context(file)? {
        number += 1;
        let line = line.with_context(|| format!("{}:{number}", path.display()))?;
        divide.add_line(&String::from_utf8_lossy(line));
    }
    divide.check(true).with_context(file)?;
    let sum = divide.sum();
    if let Some(total) = divide.total().filter(|&total| total != sum) {
        let file = file();
        message::print_line(&format!("warning: {file}: total {total}; the moves add up to {sum}"));
    }
    Ok(divide)
}

/// Returns the counts in a divide output, each root move once.
///
/// # Errors
///
/// Returns an error if a count has more than 64 bits, or a move occurs more than once.
pub fn reported_divide(position: &Position, divide: &Divide) -> anyhow::Result<Reported> {
    let reported = Reported::from_divide(position, divide)
        .context("count too large; expected at most 64 bits")?;
    let repeated = reported.repeated_move();
    ensure!(
        repeated.is_none(),
        "{} occurs more than once; expected each root move once",
        repeated.unwrap_or_default()
    );
    Ok(reported)
}
