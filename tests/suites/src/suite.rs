//! Perft suites: files whose lines are `FEN ;D1 n ;D2 n …`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use tabiya::{FenError, FenOptions, Position};

use crate::data;

/// One line in a suite: a position and its expected perft counts.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position's FEN, as the file has it.
    pub fen: String,
    /// `true` for a position in `composed.fen`, which strict FEN options reject.
    pub is_composed: bool,
    /// Pairs that contain a depth and its leaf count; never empty.
    pub counts: Vec<(u8, u64)>,
    /// The file.
    pub file: Arc<Path>,
    /// The file's line, from 1.
    pub line: usize,
}

impl Row {
    /// Parses the position. Impossible checks are accepted if the row is composed.
    ///
    /// # Errors
    ///
    /// Returns the FEN's error.
    pub fn position(&self) -> Result<Position, FenError> {
        FenOptions::new().allow_impossible_checks(self.is_composed).read(self.fen.as_bytes())
    }
}

/// Returns the paths to all suites in `tests/data/perft`, sorted.
///
/// # Errors
///
/// Returns an error if the folder cannot be listed.
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
/// Returns an error if the file cannot be read, is empty, or has a malformed line. The error names the
/// file and the line.
pub fn load(path: &Path) -> Result<Vec<Row>> {
    let composed: HashSet<String> = composed_fens()?.into_iter().collect();
    let text = read_text(path)?;
    let file = Arc::from(path);
    let mut rows = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let line = index + 1;
        let (fen, counts) =
            parse_row(text).with_context(|| format!("{}:{line}", path.display()))?;
        let is_composed = composed.contains(fen);
        rows.push(Row { fen: fen.to_owned(), is_composed, counts, file: Arc::clone(&file), line });
    }
    ensure!(!rows.is_empty(), "{}: no positions; expected lines of `FEN ;D1 n …`", path.display());
    Ok(rows)
}

/// Reads the positions from all suites, ordered like the files.
///
/// # Errors
///
/// Returns an error if a suite cannot be read. The error names the file and the line.
pub fn all_positions() -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    for path in all_suites()? {
        for row in load(&path)? {
            let location = || format!("{}:{}: {}", path.display(), row.line, row.fen);
            positions.push(row.position().with_context(location)?);
        }
    }
    Ok(positions)
}

/// Reads the FENs in `composed.fen`: suite positions with impossible checks.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn composed_fens() -> Result<Vec<String>> {
    let text = read_text(&data("composed.fen"))?;
    let is_fen = |line: &&str| !line.is_empty() && !line.starts_with('#');
    Ok(text.lines().filter(is_fen).map(str::to_owned).collect())
}

/// Reads a text file.
///
/// # Errors
///
/// Returns an error, which names the file, if it cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Parses a line into its FEN and its counts.
fn parse_row(line: &str) -> Result<(&str, Vec<(u8, u64)>)> {
    let (fen, counts) = line.split_once(';').context("expected `FEN ;D1 n …`, found no `;`")?;
    let fen = fen.trim();
    ensure!(!fen.is_empty(), "expected a FEN before the first `;`");
    let counts: Vec<_> = counts.split(';').map(parse_count).collect::<Result<_>>()?;
    let is_ascending = counts.is_sorted_by(|(before, _), (after, _)| before < after);
    ensure!(is_ascending, "expected ascending depths");
    Ok((fen, counts))
}

/// Parses a count such as `D4 197281`.
fn parse_count(text: &str) -> Result<(u8, u64)> {
    let count = || {
        let mut tokens = text.strip_prefix('D')?.split_ascii_whitespace();
        let count = (tokens.next()?.parse().ok()?, tokens.next()?.parse().ok()?);
        tokens.next().is_none().then_some(count)
    };
    count().with_context(|| format!("expected a count like `D4 197281`, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::parse_row;

    #[test]
    fn parse_row_returns_fen_and_counts() {
        let (fen, counts) = parse_row("8/8 w - - 0 1 ;D1 8 ;D32 1").expect("well formed");
        assert_eq!(fen, "8/8 w - - 0 1");
        assert_eq!(counts, [(1, 8), (32, 1)]);
    }

    #[test]
    fn parse_row_malformed_is_error() {
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
            assert!(parse_row(line).is_err(), "`{line}` was accepted");
        }
    }
}
