//! The rules for the words in a markdown page outside code and tables: their number, and genitives.

use std::path::Path;

use super::blocks::blocks;
use super::sentences::word_count;
use super::text::Finding;

/// The greatest number of words on a page, by its path, or by a folder with all pages below it.
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

/// The word limit for a package's landing page.
const MAX_PACKAGE_WORDS: usize = 250;

/// The limit for "of" per 1,000 words. Chained genitives hide what a sentence is about.
const MAX_OF_PER_1000: usize = 45;

/// The number of words below which the share says little.
const LEAST_WORDS_FOR_SHARE: usize = 150;

/// Returns the rule violations on a page.
pub fn inspect(path: &Path, page: &str) -> Vec<Finding> {
    let is_for = |listed: &str| {
        if listed.ends_with('/') { path.starts_with(listed) } else { path == Path::new(listed) }
    };
    let is_package = path.starts_with("crates") || path.starts_with("tools");
    let listed = MAX_WORDS.iter().find(|(listed, _)| is_for(listed)).map(|&(_, max)| max);
    let landing = (is_package && path.ends_with("README.md")).then_some(MAX_PACKAGE_WORDS);
    let Some(max) = listed.or(landing) else { return Vec::new() };
    let prose: Vec<_> = blocks(page).into_iter().filter(|block| !block.is_cell).collect();
    let words: usize = prose.iter().map(|block| word_count(&block.text)).sum();
    let is_of = |word: &&str| word.eq_ignore_ascii_case("of");
    let of_count: usize =
        prose.iter().map(|block| block.text.split_whitespace().filter(is_of).count()).sum();
    let mut messages = Vec::new();
    if words > max {
        messages.push(format!("{words} words; expected at most {max}"));
    }
    if words >= LEAST_WORDS_FOR_SHARE && of_count * 1000 > words * MAX_OF_PER_1000 {
        messages.push(format!(
            "{of_count} times \"of\" in {words} words; expected at most {MAX_OF_PER_1000} per 1,000"
        ));
    }
    messages.into_iter().map(|message| Finding { line: 1, message }).collect()
}
