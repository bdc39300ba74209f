//! The check of language: comments, rustdoc and pages of the repository follow `docs/style.md`.
//!
//! It reports:
//!
//! - doc comments that open with a question word;
//! - words of `xtask/data/prose-words.tsv`;
//! - long sentences;
//! - links of pages that lead nowhere;
//! - timings and speed ratios in rustdoc and in the code map;
//! - pages with too many lines, and lines of markdown with too many columns.
//!
//! Comments are read as markdown too. Blocks of code are exempt. Inline code is one word.

mod allow;
mod blocks;
mod comments;
mod finding;
mod links;
mod pages;
mod sentences;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use self::allow::AllowList;
use self::finding::Finding;
use self::links::Files;
use self::summary::Summary;
use self::text::Text;
use self::wording::Rules;
use crate::cargo::root;

/// Checks every source and page that git tracks, and prints the findings, or with `is_summary`
/// their counts.
///
/// # Errors
/// If there is a finding, if an entry of the allow list matches none, or if a file cannot be read.
pub fn check(is_summary: bool) -> Result<()> {
    let tracked = tracked()?;
    let sources = read(&tracked, "rs")?;
    let pages = read(&tracked, "md")?;
    let found = inspect(&tracked, &sources, &pages)?;
    let mut allow = AllowList::read(&fs::read_to_string(root().join(allow::FILE))?)?;
    let mut summary = Summary::default();
    for (path, findings) in found {
        for finding in findings.iter().filter(|finding| !allow.allows(path, finding)) {
            summary.add(path, finding.kind);
            if !is_summary {
                println!("{}:{finding}", path.display());
            }
        }
    }
    if is_summary {
        print!("{summary}");
    }
    let unused: Vec<_> = allow.unused().collect();
    for line in &unused {
        println!("{}:{line}: matches no finding; expected no such entry", allow::FILE);
    }
    let (files, findings) = (sources.len() + pages.len(), summary.total() + unused.len());
    ensure!(findings == 0, "{findings} findings in {files} files; see docs/style.md");
    println!("{files} files, no findings");
    Ok(())
}

/// The contents of files with their paths from the root.
type Contents = [(PathBuf, String)];

/// Returns the findings of each file.
fn inspect<'a>(
    tracked: &[PathBuf],
    sources: &'a Contents,
    pages: &'a Contents,
) -> Result<Vec<(&'a Path, Vec<Finding>)>> {
    let rules = Rules::new()?;
    let mut files = Files::default();
    tracked.iter().for_each(|path| files.add(path));
    pages.iter().for_each(|(path, page)| files.add_page(path, page));
    sources.iter().for_each(|(path, source)| files.add_source(path, source));
    let mut found = Vec::new();
    for (path, source) in sources {
        let texts = comments::texts(source).with_context(|| path.display().to_string())?;
        let findings = texts.iter().flat_map(|text| rules.inspect(path, text)).collect();
        found.push((&**path, findings));
    }
    for (path, page) in pages {
        let text = Text::page(page);
        let mut findings = rules.inspect(path, &text);
        findings.extend(files.inspect(path, &text));
        findings.extend(pages::inspect(path, page));
        findings.sort_by_key(|finding| finding.line);
        found.push((&**path, findings));
    }
    found.sort_by_key(|&(path, _)| path);
    Ok(found)
}

/// Returns the paths of the files that git tracks.
fn tracked() -> Result<Vec<PathBuf>> {
    let mut command = Command::new("git");
    let output = command.args(["ls-files", "-z"]).current_dir(root()).output();
    let output = output.context("`git ls-files` cannot be started")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let paths = String::from_utf8(output.stdout).context("the name of a file is not UTF-8")?;
    let paths = paths.split_terminator('\0').map(PathBuf::from);
    // Files that were deleted remain tracked until the next commit.
    Ok(paths.filter(|path| root().join(path).exists()).collect())
}

/// Reads the files with an extension.
fn read(tracked: &[PathBuf], extension: &str) -> Result<Vec<(PathBuf, String)>> {
    let paths =
        tracked.iter().filter(|path| path.extension().is_some_and(|kind| kind == extension));
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(root().join(path));
        Ok((path.clone(), text.with_context(|| format!("cannot read {}", path.display()))?))
    };
    paths.map(read).collect()
}
