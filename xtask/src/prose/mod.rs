//! The language check: comments, rustdoc and pages in the repository follow `docs/style.md`.
//!
//! It reports:
//!
//! - doc comments that open with a question word;
//! - words from `xtask/data/prose-words.tsv`;
//! - long sentences;
//! - links on pages that lead nowhere;
//! - timings and speed ratios in rustdoc and in the code map;
//! - pages with too many words.
//!
//! Comments are read as markdown too. Code blocks are exempt, and inline code counts as one word.

mod blocks;
mod comments;
mod links;
mod pages;
mod sentences;
#[cfg(test)]
mod tests;
mod text;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use self::links::Files;
use self::text::{Finding, Text};
use self::wording::Rules;
use crate::cargo::{root, tracked_files};

/// Checks every source and page in the repository, and prints the findings.
///
/// # Errors
/// Returns an error if there is a finding or a file cannot be read.
pub fn check() -> Result<()> {
    let tracked = tracked_files()?;
    let sources = read(&tracked, "rs")?;
    let pages = read(&tracked, "md")?;
    let found = inspect(&tracked, &sources, &pages)?;
    for (path, finding) in &found {
        println!("{}:{finding}", path.display());
    }
    let files = sources.len() + pages.len();
    ensure!(found.is_empty(), "{} findings in {files} files; see docs/style.md", found.len());
    println!("{files} files, no findings");
    Ok(())
}

/// File contents with their paths from the root.
type Contents = [(PathBuf, String)];

/// Returns the findings, each with its file.
fn inspect<'a>(
    tracked: &[PathBuf],
    sources: &'a Contents,
    pages: &'a Contents,
) -> Result<Vec<(&'a Path, Finding)>> {
    let rules = Rules::new()?;
    let mut files = Files::default();
    tracked.iter().for_each(|path| files.add(path));
    pages.iter().for_each(|(path, page)| files.add_page(path, page));
    sources.iter().for_each(|(path, source)| files.add_source(path, source));
    let mut found: Vec<(&Path, Finding)> = Vec::new();
    for (path, source) in sources {
        let texts = comments::texts(source);
        let findings = texts.iter().flat_map(|text| rules.inspect(path, text));
        found.extend(findings.map(|finding| (&**path, finding)));
    }
    for (path, page) in pages {
        let text = Text::page(page);
        let findings = rules.inspect(path, &text).into_iter();
        let findings = findings.chain(files.inspect(path, &text)).chain(pages::inspect(path, page));
        found.extend(findings.map(|finding| (&**path, finding)));
    }
    found.sort_by_key(|(path, finding)| (*path, finding.line));
    Ok(found)
}

/// Reads the files with an extension.
fn read(tracked: &[PathBuf], extension: &str) -> Result<Vec<(PathBuf, String)>> {
    let has_extension = |path: &&PathBuf| path.extension().is_some_and(|kind| kind == extension);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(root().join(path));
        Ok((path.clone(), text.with_context(|| format!("cannot read {}", path.display()))?))
    };
    tracked.iter().filter(has_extension).map(read).collect()
}
