//! The check that rustdoc's search finds the items of the library by the terms of the field.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{locked_cargo, must_pass, root};

/// The path of the list of search terms, from the root of the repository.
const TERMS_FILE: &str = "xtask/data/doc-search.tsv";

/// The path of the script that runs rustdoc's search.
const SCRIPT: &str = "xtask/data/doc-search.mjs";

/// The folder of the build, which holds the documentation of one crate.
const TARGET: &str = "target/doc-search";

/// The crate whose documentation is searched.
const CRATE: &str = "tabiya";

/// The rank that an item has at worst, unless the list of terms states another.
const MAX_RANK: usize = 10;

/// The number of results that are printed for each search term.
const PRINTED_RESULTS: usize = 4;

/// A search term, and the item that it must find.
#[derive(Debug, PartialEq, Eq)]
struct Term<'a> {
    text: &'a str,
    item: &'a str,
    max_rank: usize,
}

/// Documents the crate, searches for each term, and prints the first results.
///
/// Without Node, the check passes outside CI, and says so.
///
/// # Errors
/// If a term does not find its item, if the documentation does not build, or if the search fails.
pub fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join(TERMS_FILE)).context(TERMS_FILE)?;
    let terms = parse_terms(&text)?;
    if !is_node_installed() {
        let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        ensure!(!is_ci, "`node` cannot be started; expected Node.js in CI");
        println!("skipped: the search of rustdoc needs Node.js, and `node` cannot be started");
        return Ok(());
    }
    let target = root().join(TARGET);
    let mut command = locked_cargo(["doc", "--quiet", "--no-deps", "--all-features", "-p", CRATE]);
    must_pass(command.env("CARGO_TARGET_DIR", &target))?;
    let results = search(&target.join("doc"), &terms)?;
    let missing = terms.iter().filter(|term| !report(term, &results)).count();
    ensure!(missing == 0, "{missing} terms do not find their items; add a `doc(alias)`");
    println!("{} terms find their items", terms.len());
    Ok(())
}

/// Reads lines of a term, an item and perhaps a rank, separated by tabs; `#` begins a comment.
fn parse_terms(text: &str) -> Result<Vec<Term<'_>>> {
    let mut terms = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let term = match line.split('\t').collect::<Vec<_>>()[..] {
            [text, item] => Term { text, item, max_rank: MAX_RANK },
            [text, item, rank] => Term { text, item, max_rank: rank.parse().context(TERMS_FILE)? },
            _ => bail!("{TERMS_FILE}: not a term: {line}; expected term, item and perhaps a rank"),
        };
        terms.push(term);
    }
    Ok(terms)
}

fn is_node_installed() -> bool {
    let output = Command::new("node").arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}

/// Returns the paths of the items that each term finds, the best first.
fn search(documentation: &Path, terms: &[Term<'_>]) -> Result<BTreeMap<String, Vec<String>>> {
    let mut command = Command::new("node");
    command.arg(root().join(SCRIPT)).arg(documentation).arg(CRATE);
    let output = command.args(terms.iter().map(|term| term.text)).output();
    let output = output.context("`node` cannot be started")?;
    ensure!(output.status.success(), "{SCRIPT}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context(SCRIPT)
}

/// Prints the first results of a term, and tests whether its item has its rank.
fn report(term: &Term<'_>, results: &BTreeMap<String, Vec<String>>) -> bool {
    let found = results.get(term.text).map_or(&[][..], Vec::as_slice);
    let rank = found.iter().position(|item| item == term.item).map(|index| index + 1);
    let is_found = rank.is_some_and(|rank| rank <= term.max_rank);
    let first = found[..found.len().min(PRINTED_RESULTS)].join(", ");
    println!("{:<24}{} found: {first}", term.text, found.len());
    if !is_found {
        let rank = rank.map_or("not found".to_owned(), |rank| format!("rank {rank}"));
        println!("{TERMS_FILE}: {}: {rank}; expected rank {} at worst", term.item, term.max_rank);
    }
    is_found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{MAX_RANK, Term, parse_terms, report};

    const TERM: Term<'_> = Term { text: "null move", item: "a::B", max_rank: 2 };

    #[track_caller]
    fn assert_found(found: &[&str], expected: bool) {
        let found = found.iter().map(|&item| item.to_owned()).collect();
        let results = BTreeMap::from([("null move".to_owned(), found)]);
        assert_eq!(report(&TERM, &results), expected);
    }

    #[test]
    fn item_at_its_rank_is_found() {
        assert_found(&["a::B"], true);
        assert_found(&["a::C", "a::B", "a::D"], true);
    }

    #[test]
    fn item_below_its_rank_is_not_found() {
        assert_found(&["a::C", "a::D", "a::B"], false);
        assert_found(&["a::BC"], false);
        assert_found(&[], false);
        assert!(!report(&TERM, &BTreeMap::new()));
    }

    #[test]
    fn line_is_term_item_and_rank() {
        let found = parse_terms("# Text.\nnull move\ta::B\t2\nsee\ta::C").expect("two terms");
        assert_eq!(found, [TERM, Term { text: "see", item: "a::C", max_rank: MAX_RANK }]);
        for line in ["see", "", "see\ta::C\ttwo", "see\ta::C\t2\t3"] {
            assert_eq!(parse_terms(line).is_err(), !line.is_empty(), "{line:?}");
        }
    }
}
