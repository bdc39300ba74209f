//! Reading perft suites: lines of `FEN ;D1 n ;D2 n …`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use tabiya::{FenError, FenOptions, Position};

use crate::data;

/// One line of a suite: a position and what is known of its tree.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position, as the file writes it.
    pub fen: String,
    /// Whether the position is one of `composed.fen`, and strict reading refuses it.
    pub composed: bool,
    /// Depths and how many leaves there are at each; never empty.
    pub counts: Vec<(u8, u64)>,
    /// The file.
    pub file: Arc<Path>,
    /// The line in the file, from 1.
    pub line: usize,
}

impl Row {
    /// The position, read strictly or, if the row is composed, with the one rule waived.
    ///
    /// # Errors
    ///
    /// The reader's, if it refuses the FEN.
    pub fn position(&self) -> Result<Position, FenError> {
        FenOptions::new().allow_impossible_checks(self.composed).read(self.fen.as_bytes())
    }
}

/// The suites that come with the tests, in the order of their names.
///
/// # Errors
///
/// If the folder cannot be listed.
pub fn all_suites() -> Result<Vec<PathBuf>> {
    let folder = data("perft");
    let files = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    };
    let mut suites = files().with_context(|| format!("cannot list {}", folder.display()))?;
    suites.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    suites.sort();
    Ok(suites)
}

/// Reads a suite.
///
/// # Errors
///
/// If the file cannot be read, is empty, or has a line of another shape; the error names
/// the file and the line.
pub fn load(path: &Path) -> Result<Vec<Row>> {
    let composed: HashSet<String> = composed_fens()?.into_iter().collect();
    let text = read(path)?;
    let file = Arc::from(path);
    let mut rows = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let line = index + 1;
        let (fen, counts) =
            read_line(text).with_context(|| format!("{}:{line}", path.display()))?;
        let composed = composed.contains(fen);
        rows.push(Row { fen: fen.to_owned(), composed, counts, file: Arc::clone(&file), line });
    }
    ensure!(!rows.is_empty(), "{} holds no position", path.display());
    Ok(rows)
}

/// The positions of all suites, in the order of the files.
///
/// # Errors
///
/// If a suite cannot be read; the error names the file and the line.
pub fn all_positions() -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    for path in all_suites()? {
        for row in load(&path)? {
            let place = || format!("{}:{}: {}", path.display(), row.line, row.fen);
            positions.push(row.position().with_context(place)?);
        }
    }
    Ok(positions)
}

/// The FENs of `composed.fen`: rows of the suites whose checkers could not have arisen.
///
/// # Errors
///
/// If the file cannot be read.
pub fn composed_fens() -> Result<Vec<String>> {
    let text = read(&data("composed.fen"))?;
    let is_fen = |line: &&str| !line.is_empty() && !line.starts_with('#');
    Ok(text.lines().filter(is_fen).map(str::to_owned).collect())
}

/// Reads a whole text file.
///
/// # Errors
///
/// If it cannot be read or is no UTF-8; the error names the file.
pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Takes a line apart into its FEN and its counts.
fn read_line(line: &str) -> Result<(&str, Vec<(u8, u64)>)> {
    let (fen, counts) = line.split_once(';').context("expected `FEN ;D1 n …`, found no `;`")?;
    let fen = fen.trim();
    ensure!(!fen.is_empty(), "expected a FEN before the first `;`");
    let counts: Vec<_> = counts.split(';').map(read_count).collect::<Result<_>>()?;
    let ascending = counts.is_sorted_by(|(before, _), (after, _)| before < after);
    ensure!(ascending, "the depths do not ascend");
    Ok((fen, counts))
}

/// Reads `D4 197281`.
fn read_count(text: &str) -> Result<(u8, u64)> {
    let count = || {
        let mut words = text.strip_prefix('D')?.split_ascii_whitespace();
        let count = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        words.next().is_none().then_some(count)
    };
    count().with_context(|| format!("expected a count like `D4 197281`, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::read_line;

    #[test]
    fn a_line_is_taken_apart() {
        let (fen, counts) = read_line("8/8 w - - 0 1 ;D1 8 ;D32 1").expect("well formed");
        assert_eq!(fen, "8/8 w - - 0 1");
        assert_eq!(counts, [(1, 8), (32, 1)]);
    }

    #[test]
    fn malformed_lines_are_refused() {
        let lines = [
            "",
            "8/8 w - - 0 1",
            ";D1 8",
            "8/8 w - - 0 1 ;",
            "8/8 w - - 0 1 ;D1",
            "8/8 w - - 0 1 ;D1 8 9",
            "8/8 w - - 0 1 ;1 8",
            "8/8 w - - 0 1 ;D1 -8",
            "8/8 w - - 0 1 ;D256 8",
            "8/8 w - - 0 1 ;D1 8 ;;D2 9",
            "8/8 w - - 0 1 ;D2 9 ;D1 8",
            "8/8 w - - 0 1 ;D1 8 ;D1 8",
            "8/8 w - - 0 1 ;D1 99999999999999999999",
        ];
        for line in lines {
            assert!(read_line(line).is_err(), "`{line}` was read");
        }
    }
}
