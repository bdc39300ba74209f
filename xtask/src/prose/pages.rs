//! The rule for the size of a page of markdown: its words outside code and tables.

use std::path::Path;

use super::blocks::blocks;
use super::sentences::word_count;
use super::text::Finding;

/// The greatest number of words of a page, by the path of the page or of a folder with all pages below it.
const MAX_WORDS: [(&str, usize); 9] = [
    ("README.md", 900),
    ("ARCHITECTURE.md", 1_800),
    ("CONTRIBUTING.md", 900),
    ("docs/tutorial.md", 2_000),
    ("docs/cli.md", 1_500),
    ("docs/how-to/", 900),
    ("docs/explain/", 900),
    ("docs/learn/", 900),
    ("docs/decisions/", 500),
];

/// The greatest number of words of the landing page of a package.
const MAX_PACKAGE_WORDS: usize = 250;

/// Returns the violation of the size rule by a page.
pub fn inspect(path: &Path, page: &str) -> Option<Finding> {
    let is_for = |listed: &str| {
        if listed.ends_with('/') { path.starts_with(listed) } else { path == Path::new(listed) }
    };
    let is_package = path.starts_with("crates") || path.starts_with("tools");
    let listed = MAX_WORDS.iter().find(|(listed, _)| is_for(listed)).map(|&(_, max)| max);
    let landing = (is_package && path.ends_with("README.md")).then_some(MAX_PACKAGE_WORDS);
    let max = listed.or(landing)?;
    let prose = blocks(page).into_iter().filter(|block| !block.is_cell);
    let words: usize = prose.map(|block| word_count(&block.text)).sum();
    let message = format!("{words} words; expected at most {max}");
    (words > max).then_some(Finding { line: 1, message })
}
