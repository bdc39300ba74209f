//! The sentences in a block, and their words.

use std::ops::Range;

use super::blocks::CODE;

#[cfg(test)]
mod tests;

/// Abbreviations whose point does not end a sentence.
const ABBREVIATIONS: [&str; 4] = ["e.g.", "i.e.", "cf.", "vs."];

/// Returns the sentences in a block in order, without the space between them.
///
/// A sentence ends at a `.`, `!` or `?` before white space, unless a lower-case letter follows.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = text.len() - text.trim_start().len();
    for word in words(text) {
        let behind = text[word.end..].trim_start();
        let next = text.len() - behind.len();
        let goes_on = behind.starts_with(char::is_lowercase);
        if (is_sentence_end(&text[word.clone()]) && !goes_on) || behind.is_empty() {
            found.push(start..word.end);
            start = next;
        }
    }
    found
}

/// Counts the words in a sentence: a dash is none, a code span is one.
pub fn word_count(sentence: &str) -> usize {
    let is_word = |word: &&str| word.contains(|c: char| c.is_alphanumeric() || c == CODE);
    sentence.split_whitespace().filter(is_word).count()
}

/// Yields the ranges of the words in a text, separated by white space.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| {
        let at = word.as_ptr() as usize - start;
        at..at + word.len()
    })
}

/// Tests whether a word ends a sentence: with its mark, followed by brackets and quotes only.
fn is_sentence_end(word: &str) -> bool {
    let word = word.trim_end_matches([')', ']', '"', '\'', '”', '’']);
    let opened = word.trim_start_matches(['(', '[', '"', '“']);
    word.ends_with(['.', '!', '?']) && !ABBREVIATIONS.contains(&opened)
}
