//! The check that rustdoc's search finds the library's items by the field's terms.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{locked_cargo, must_pass, root};
use crate::tools::{exists, is_ci};

#[cfg(test)]
mod tests;

/// The path to the list of search terms, from the repository's root.
const TERMS_FILE: &str = "xtask/data/doc-search.tsv";

/// The path to the script that runs rustdoc's search.
const SCRIPT: &str = "xtask/data/doc-search.mjs";

/// The build folder, which holds one crate's documentation.
const TARGET: &str = "target/doc-search";

/// The crate whose documentation is searched.
const CRATE: &str = "tabiya";

/// The rank that an item has at worst, unless the term list states another.
const MAX_RANK: usize = 10;

/// The number of results that are printed for each search term.
const PRINTED_RESULTS: usize = 4;

/// Documents the crate, searches for each term, and prints the first results.
///
/// Without Node, the check passes outside CI, and says so.
///
/// # Errors
/// If a term does not find its item, if the documentation does not build, or if the search fails.
pub fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join(TERMS_FILE)).context(TERMS_FILE)?;
    let terms = parse_terms(&text)?;
    if !exists("node") {
        ensure!(!is_ci(), "`node` cannot be started; expected Node.js in CI");
        println!("skipped: the search of rustdoc needs Node.js, and `node` cannot be started");
        return Ok(());
    }
    let target = root().join(TARGET);
    let mut command = locked_cargo(["doc", "--quiet", "--no-deps", "--all-features", "-p", CRATE]);
    must_pass(command.env("CARGO_TARGET_DIR", &target))?;
    let mut search = Command::new("node");
    search.arg(root().join(SCRIPT)).arg(target.join("doc")).arg(CRATE);
    let output = search.args(terms.iter().map(|term| term.text)).output().context(SCRIPT)?;
    ensure!(output.status.success(), "{SCRIPT}: {}", String::from_utf8_lossy(&output.stderr));
    let results = serde_json::from_slice(&output.stdout).context(SCRIPT)?;
    let missing = terms.iter().filter(|term| !report(term, &results)).count();
    ensure!(missing == 0, "{missing} terms do not find their items; add a `doc(alias)`");
    println!("{} terms find their items", terms.len());
    Ok(())
}

/// A search term, and the item that it must find.
#[derive(Debug, PartialEq, Eq)]
struct Term<'a> {
    text: &'a str,
    item: &'a str,
    max_rank: usize,
}

/// Reads lines that contain a term, an item and perhaps a rank, separated by tabs; `#` begins a
/// comment.
fn parse_terms(text: &str) -> Result<Vec<Term<'_>>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let term = |line| match str::split(line, '\t').collect::<Vec<_>>()[..] {
        [text, item] => Ok(Term { text, item, max_rank: MAX_RANK }),
        [text, item, rank] => Ok(Term { text, item, max_rank: rank.parse().context(TERMS_FILE)? }),
        _ => bail!("{TERMS_FILE}: not a term: {line}; expected term, item and perhaps a rank"),
    };
    lines.map(term).collect()
}

/// Prints the first results for a term, and tests whether its item has its rank.
fn report(term: &Term<'_>, results: &BTreeMap<String, Vec<String>>) -> bool {
    let found = results.get(term.text).map_or(&[][..], Vec::as_slice);
    let rank = found.iter().position(|item| item == term.item).map(|index| index + 1);
    let first = found[..found.len().min(PRINTED_RESULTS)].join(", ");
    println!("{:<24}{} found: {first}", term.text, found.len());
    let is_found = rank.is_some_and(|rank| rank <= term.max_rank);
    if !is_found {
        let rank = rank.map_or("not found".to_owned(), |rank| format!("rank {rank}"));
        println!("{TERMS_FILE}: {}: {rank}; expected rank {} at worst", term.item, term.max_rank);
    }
    is_found
}
