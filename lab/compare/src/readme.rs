//! Updates to the speed table in `README.md`: a complete run in a default build writes it.

use std::fs;

use anyhow::{Context, Result};

use super::benchmarks::{cell, wrap};
use super::conditions::Conditions;
use super::levels::Level;
use super::measure::RowResult;
use super::report::format_ratio;

/// The page.
const PAGE: &str = "README.md";

/// The lines before and after the table.
const START: &str = "<!-- `cargo xtask bench-compare` writes the following lines. -->\n";
const END: &str = "<!-- End of the generated lines. -->\n";

/// The rows in the table's order, each with its task. A row without results is left out.
const ROWS: [(&str, &str); 6] = [
    ("stream_list", "list the legal moves of a position never seen before"),
    ("stream_count", "count its legal moves"),
    ("stream_step", "search step: list, make each with key, find checkers"),
    ("bulk_perft", "bulk perft, six positions"),
    ("game_replay", "replay games: test each move, make it with key"),
    ("engine_nodes", "alpha-beta search with a transposition table"),
];

/// Writes the table; the rest of the page is unchanged.
///
/// # Errors
///
/// Returns an error if the page has no place for the table, or if it cannot be read or written.
pub(super) fn write(rows: &[RowResult], conditions: &Conditions) -> Result<()> {
    let page = crate::repository::root().join(PAGE);
    let old = fs::read_to_string(&page).with_context(|| format!("{}", page.display()))?;
    let new = replaced(&old, &table(rows, conditions))?;
    fs::write(&page, new).with_context(|| format!("{}", page.display()))
}

/// Returns the page with other lines between its markers.
fn replaced(page: &str, lines: &str) -> Result<String> {
    let parts =
        page.split_once(START).and_then(|(before, rest)| Some((before, rest.split_once(END)?)));
    let (before, (_, after)) = parts
        .with_context(|| format!("README.md: no generated lines; expected {START}and {END}"))?;
    Ok(format!("{before}{START}{lines}{END}{after}"))
}

/// Returns the conditions and the table.
fn table(rows: &[RowResult], conditions: &Conditions) -> String {
    let environment = format!("{}, `cargo build --release`:", conditions.environment());
    let mut text = wrap(&environment) + "\n\n";
    text +=
        "| task | tabiya, portable | ratio, portable | avx2 | avx512 |\n|---|---:|---|---:|---:|\n";
    for (name, task) in ROWS {
        let row_at = |level| rows.iter().find(|row| row.overall.name == name && row.level == level);
        // A row without levels has one result.
        let Some(row) = row_at(Some(Level::Portable)).or_else(|| row_at(None)) else { continue };
        let time = format!("{} {}", cell(row.overall.entries[0]), row.unit.long_symbol());
        let best = row.fastest_other().map_or("–".to_owned(), |(library, ratio)| {
            format!("{} ({})", format_ratio(ratio), library.name())
        });
        let ratio_at = |level| {
            let fastest = row_at(Some(level)).and_then(RowResult::fastest_other);
            fastest.map_or("–".to_owned(), |(_, ratio)| format_ratio(ratio))
        };
        let avx2 = ratio_at(Level::Avx2);
        let avx512 = ratio_at(Level::Avx512);
        text += &format!("| {task} | {time} | {best} | {avx2} | {avx512} |\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::benchmarks::MAX_COLUMNS;
    use super::super::report::tests::row;
    use super::*;

    fn conditions() -> Conditions {
        Conditions {
            target: "default",
            machine: "A machine".to_owned(),
            compiler: "a compiler".to_owned(),
            date: "2026-01-02".to_owned(),
            rounds: 7,
        }
    }

    fn row_at(name: &str, level: Level, ratio: f64) -> RowResult {
        RowResult { level: Some(level), ..row(name, ratio) }
    }

    #[test]
    fn page_has_markers_and_keeps_other_lines() {
        let old = fs::read_to_string(crate::repository::root().join(PAGE)).expect("the page");
        assert_eq!((old.matches(START).count(), old.matches(END).count()), (1, 1));
        let new = replaced(&old, "one\n\ntwo\n").expect("markers");
        let (before, rest) = new.split_once(START).expect("the first marker");
        let (lines, after) = rest.split_once(END).expect("the last marker");
        assert_eq!(lines, "one\n\ntwo\n");
        assert!(old.starts_with(&format!("{before}{START}")), "{before}");
        assert!(old.ends_with(&format!("{END}{after}")), "{after}");
        assert_eq!(replaced(&new, "one\n\ntwo\n").expect("markers"), new);
    }

    #[test]
    fn page_without_markers_is_an_error() {
        for page in ["", START, END, &format!("{END}{START}")] {
            assert!(replaced(page, "one\n").is_err(), "{page}");
        }
    }

    #[test]
    fn table_has_a_column_per_level() {
        let rows = [
            row_at("game_replay", Level::Portable, 3.0),
            row_at("stream_list", Level::Portable, 1.5),
            row_at("stream_list", Level::Avx2, 2.0),
            row_at("stream_list", Level::Avx512, 4.0),
            row("engine_nodes", 1.25),
            row("fen_parse", 2.0),
        ];
        let text = table(&rows, &conditions());
        assert!(
            text.starts_with("A machine, a compiler, 2026-01-02, `cargo build --release`:\n\n")
        );
        assert!(text.lines().all(|line| line.chars().count() <= MAX_COLUMNS), "{text}");
        let [list, replay, engine] = text.lines().skip(4).collect::<Vec<_>>()[..] else {
            panic!("expected three rows: {text}");
        };
        assert!(list.ends_with(" | 41.0 ns/move | 1.50 (cozy-chess) | 2.00 | 4.00 |"), "{list}");
        assert!(replay.ends_with(" | 41.0 ns/move | 3.00 (cozy-chess) | – | – |"), "{replay}");
        assert!(engine.ends_with(" | 41.0 ns/move | 1.25 (cozy-chess) | – | – |"), "{engine}");
    }
}
