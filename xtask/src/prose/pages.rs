//! The rules for the size of a page of markdown: its lines and its columns.

use std::collections::BTreeMap;
use std::path::Path;

use pulldown_cmark::{Event, Parser, Tag};

use super::blocks::options;
use super::finding::{Finding, Kind};

/// The maximum number of columns of a line, outside tables, code and the targets of links.
const MAX_COLUMNS: usize = 110;

/// The maximum number of lines of a page, by the path of the page or of a folder with all pages
/// below it.
const MAX_LINES: [(&str, usize); 13] = [
    ("README.md", 110),
    ("ARCHITECTURE.md", 150),
    ("CONTRIBUTING.md", 90),
    ("docs/style.md", 120),
    ("docs/tutorial.md", 220),
    ("docs/benchmarking.md", 90),
    ("docs/cli.md", 240),
    ("docs/engine-tour.md", 240),
    ("docs/reference/benchmarks.md", 180),
    ("docs/how-to/", 90),
    ("docs/explain/", 130),
    ("docs/migration/", 220),
    ("docs/reference/", 150),
];

/// The maximum number of lines of a decision record, `docs/decisions/NNNN-title.md`.
const MAX_RECORD_LINES: usize = 45;

/// The maximum number of lines of the landing page of a crate.
const MAX_CRATE_LINES: usize = 30;

/// Returns the violations of the size rules by a page.
pub fn inspect(path: &Path, page: &str) -> Vec<Finding> {
    let mut findings = long_lines(page);
    let lines = page.lines().count();
    if let Some(max) = max_lines(path).filter(|&max| lines > max) {
        let message = format!("{lines} lines; expected at most {max}");
        let context = path.display().to_string();
        findings.push(Finding { kind: Kind::Length, line: max + 1, message, context });
    }
    findings
}

fn max_lines(path: &Path) -> Option<usize> {
    let is_for = |listed: &str| match listed.ends_with('/') {
        true => path.starts_with(listed),
        false => path == Path::new(listed),
    };
    if let Some(&(_, max)) = MAX_LINES.iter().find(|(listed, _)| is_for(listed)) {
        return Some(max);
    }
    let name = path.file_name()?.to_str()?;
    if path.starts_with("docs/decisions") && name.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(MAX_RECORD_LINES);
    }
    let is_package = path.starts_with("crates") || path.starts_with("tools");
    (is_package && name == "README.md").then_some(MAX_CRATE_LINES)
}

fn long_lines(page: &str) -> Vec<Finding> {
    let exempt = exempt_columns(page);
    let mut findings = Vec::new();
    for (index, text) in page.lines().enumerate() {
        let exempt = exempt.get(&index).copied().unwrap_or(0);
        let columns = text.chars().count().saturating_sub(exempt);
        if columns > MAX_COLUMNS {
            let message = format!("{columns} columns; expected at most {MAX_COLUMNS}");
            let (line, context) = (index + 1, text.to_owned());
            findings.push(Finding { kind: Kind::Column, line, message, context });
        }
    }
    findings
}

/// Returns the columns that do not count, by line from 0: those of tables, code and targets of
/// links.
fn exempt_columns(page: &str) -> BTreeMap<usize, usize> {
    let mut exempt = BTreeMap::new();
    let line = |offset: usize| page[..offset].matches('\n').count();
    let parser = Parser::new_ext(page, options());
    let definitions: Vec<_> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| definition.span.clone())
        .collect();
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Table(_)) => {
                let lines = line(range.start)..=line(range.end - 1);
                exempt.extend(lines.map(|line| (line, usize::MAX)));
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let Some(at) = page[range.clone()].rfind(&*dest_url) else { continue };
                let columns = exempt.entry(line(range.start + at)).or_insert(0_usize);
                *columns = columns.saturating_add(dest_url.chars().count());
            }
            _ => {}
        }
    }
    exempt.extend(definitions.into_iter().map(|span| (line(span.start), usize::MAX)));
    exempt
}
