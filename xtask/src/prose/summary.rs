//! The counts of findings by folder and kind.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::finding::Kind;

/// The counts of findings, displayed as a table.
#[derive(Debug, Default)]
pub struct Summary {
    counts: BTreeMap<String, BTreeMap<Kind, usize>>,
}

impl Summary {
    /// Counts a finding in a file.
    pub fn add(&mut self, path: &Path, kind: Kind) {
        *self.counts.entry(folder(path)).or_default().entry(kind).or_default() += 1;
    }

    /// Returns the number of all findings.
    pub fn total(&self) -> usize {
        self.counts.values().flat_map(BTreeMap::values).sum()
    }
}

/// Returns the folder by which the summary counts a file: the top folder, or the crate's below
/// `crates`.
fn folder(path: &Path) -> String {
    let len = if path.starts_with("crates") || path.starts_with("tools") { 2 } else { 1 };
    let parents: Vec<_> = path.parent().into_iter().flatten().take(len).collect();
    let names: Vec<_> = parents.into_iter().map(|name| name.to_string_lossy()).collect();
    if names.is_empty() { ".".to_owned() } else { names.join("/") }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>10}")).collect();
            writeln!(f, "{name:<18}{cells}")
        };
        let headings = Kind::ALL.map(Kind::name).into_iter().chain(["total"]);
        row("", headings.map(str::to_owned).collect())?;
        let mut totals = BTreeMap::<Kind, usize>::new();
        for (folder, counts) in &self.counts {
            counts.iter().for_each(|(&kind, count)| *totals.entry(kind).or_default() += count);
            row(folder, count_cells(counts))?;
        }
        row("total", count_cells(&totals))
    }
}

/// Formats the counts of all kinds of findings, and their sum.
fn count_cells(counts: &BTreeMap<Kind, usize>) -> Vec<String> {
    let counts = Kind::ALL.map(|kind| counts.get(&kind).copied().unwrap_or(0));
    let sum = counts.iter().sum();
    counts.into_iter().chain([sum]).map(|count| count.to_string()).collect()
}
