//! Tests for landing pages: their figures are those on the benchmark page, and their install lines
//! work today.

use std::fs;
use std::path::{Path, PathBuf};

/// The rows on the benchmark page from which the README takes its table, in the same order.
const SPEED_ROWS: [&str; 6] =
    ["stream_list", "stream_count", "stream_step", "bulk_perft", "game_replay", "engine_nodes"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns a table row's cells.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn readme_speed_table_agrees_with_benchmark_page() {
    let readme = read("README.md");
    let (_, table) = readme.split_once("`cargo xtask bench-compare` writes").expect("the marker");
    let (table, _) = table.split_once("<!-- End of the generated lines").expect("the marker");
    let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), SPEED_ROWS.len());
    let benchmarks = read("docs/reference/benchmarks.md");
    let row_at = |name: &str, level: &str| {
        let start = format!("| `{name} {level}` |");
        let row = benchmarks.lines().find(|line| line.starts_with(&start));
        cells(row.unwrap_or_else(|| panic!("no row {name} {level}")))
    };
    for (row, name) in rows.into_iter().zip(SPEED_ROWS) {
        let [_, speed, ratio, avx2, avx512] = cells(row)[..] else { panic!("{row}") };
        let portable = row_at(name, "portable");
        let [.., library, to_fastest] = portable[..] else { panic!("{portable:?}") };
        assert_eq!(speed.split(' ').next(), Some(portable[2]), "{row}");
        assert_eq!(ratio, format!("{to_fastest} ({library})"), "{row}");
        for (level, ratio) in [("avx2", avx2), ("avx512", avx512)] {
            assert_eq!(row_at(name, level).last(), Some(&ratio), "{row}");
        }
    }
}

/// Returns the pages below a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_built = matches!(name, "target" | "node_modules") || name.starts_with('.');
        if path.is_dir() && !is_built {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn install_lines_name_what_works_before_release() {
    assert!(read("CHANGELOG.md").contains("\n## Unreleased: 0.1.0\n"), "change the install lines");
    let unpublished = [
        "pip install tabiya",
        "pip install \"tabiya",
        "npm install tabiya",
        "cargo add tabiya",
        "cargo install tabiya",
        "--git https://github.com/tabiya-chess",
        "git = \"https://github.com/tabiya-chess",
    ];
    let mut found = vec![root().join("README.md")];
    ["crates", "tools", "bindings", "docs", "site"]
        .iter()
        .for_each(|folder| pages(&root().join(folder), &mut found));
    assert!(found.len() > 60, "{} pages", found.len());
    for path in found {
        let page = fs::read_to_string(&path).expect("UTF-8");
        for line in unpublished {
            assert!(!page.contains(line), "{}: {line}", path.display());
        }
    }
}
