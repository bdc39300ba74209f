//! The rules for words and sentences.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use super::blocks::{Block, blocks};
use super::sentences::{sentences, word_count};
use super::text::{Finding, Role, Text};

/// The words to avoid: all forms of a word, separated by commas, a tab, and a replacement.
const WORDS: &str = include_str!("../../data/prose-words.tsv");

/// The maximum number of words in a sentence.
const MAX_WORDS: usize = 35;

/// A regular expression for the words with which no doc comment opens.
const OPENINGS: &str = "^(What|Who|Whose|Where|How|Which|Whether|Whoever|Nobody)\\b";

/// Regular expressions for timings, speed ratios and percentages; `NUMBER` is the pattern with that
/// name.
const TIMINGS: [&str; 8] = [
    r"(?i)\b\d[\d.,]*\s*(ns|µs|μs|us|ms|(nano|micro|milli)seconds?)\b",
    r"(?i)\b\d[\d.,]*\s*(%|percent\b)",
    r"(?i)\bns an? \w+",
    r"(?i)\bNUMBER times (faster|slower|cheaper|longer|the (time|speed|cost))\b",
    r"(?i)\bNUMBER times as (fast|slow|long|cheap|quick|expensive)\b",
    r"(?i)\b(twice|half) (as (fast|slow|long|cheap|quick|expensive)|the (time|speed|cost))\b",
    r"(?i)\b\d[\d.,]*\s*([x×] (faster|slower|as fast)|([kMG]?nps|(cpu |clock )?cycles)\b)",
    r"(?i)\b(million|billion)s?( of)? (nodes|positions|moves|leaves) (a|per) second\b",
];

/// The texts that occur in every match for [`TIMINGS`], for which a search is faster.
const SIGNS: [&str; 15] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "ns a", "times", "twice", "half", "second"];

/// A regular expression for a number in digits or as a word.
const NUMBER: &str = r"(\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|several|many)";

/// The code map, which holds no timings either.
const CODE_MAP: &str = "ARCHITECTURE.md";

/// The style guide, whose tables list the words to avoid.
const STYLE_GUIDE: &str = "docs/style.md";

/// A rule against a word in all its forms.
struct Word {
    /// The first word in each form, for which a search is faster than for the expression.
    forms: Vec<&'static str>,
    expression: Regex,
    instead: &'static str,
}

/// The compiled rules for words and sentences.
pub struct Rules {
    opening: Regex,
    words: Vec<Word>,
    timings: Vec<Regex>,
}

impl Rules {
    /// Compiles the rules for words and sentences.
    ///
    /// # Errors
    /// Returns an error if a line in the word list is malformed.
    pub fn new() -> Result<Self> {
        let mut words = Vec::new();
        for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
            let (forms, instead) =
                line.split_once('\t').with_context(|| format!("no tab: {line}"))?;
            ensure!(!instead.is_empty(), "no replacement: {line}");
            let pattern = forms.replace(", ", "|").replace(' ', r"\s+");
            let expression = Regex::new(&format!(r"(?i)\b({pattern})\b"))?;
            let forms = forms.split(", ").filter_map(|form| form.split(' ').next()).collect();
            words.push(Word { forms, expression, instead });
        }
        let timings = TIMINGS.map(|timing| Regex::new(&timing.replace("NUMBER", NUMBER)));
        let timings = timings.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { opening: Regex::new(OPENINGS)?, words, timings })
    }

    /// Returns the violations in a text from the file `path`.
    pub fn inspect(&self, path: &Path, text: &Text) -> Vec<Finding> {
        let is_timeless = text.role == Role::Doc || path == Path::new(CODE_MAP);
        let mut findings = Vec::new();
        for (index, block) in blocks(&text.markdown).iter().enumerate() {
            let mut add = |at, message| {
                findings.push(Finding { line: text.line(block.offset(at)), message });
            };
            if text.role == Role::Doc && index == 0 {
                for found in self.opening.find_iter(&block.text) {
                    let word = found.as_str();
                    let expected = "expected a verb or a noun phrase";
                    let message = format!("doc comment opens with \"{word}\"; {expected}");
                    add(found.start(), message);
                }
            }
            let is_avoid_list = block.is_cell && path == Path::new(STYLE_GUIDE);
            let lower = block.text.to_lowercase();
            let occurs = |word: &&Word| word.forms.iter().any(|form| lower.contains(form));
            for word in self.words.iter().filter(|_| !is_avoid_list).filter(occurs) {
                for found in word.expression.find_iter(&block.text) {
                    let instead = word.instead;
                    let message = format!("word \"{}\"; expected {instead}", found.as_str());
                    add(found.start(), message);
                }
            }
            let may_time = is_timeless && SIGNS.iter().any(|sign| lower.contains(sign));
            for timing in self.timings.iter().filter(|_| may_time) {
                for found in timing.find_iter(&block.text) {
                    let figure = found.as_str();
                    let expected = "expected no measured figure";
                    let message = format!("timing or speed ratio \"{figure}\"; {expected}");
                    add(found.start(), message);
                }
            }
            for sentence in sentences(&block.text) {
                if let Some(message) = sentence_problem(block, &sentence) {
                    add(sentence.start, message);
                }
            }
        }
        findings
    }
}

/// Returns the problem with the length of a sentence, if there is one.
fn sentence_problem(block: &Block, sentence: &Range<usize>) -> Option<String> {
    let words = word_count(&block.text[sentence.clone()]);
    if words <= MAX_WORDS {
        return None;
    }
    let excerpt = block.excerpt(sentence.clone());
    let first: Vec<_> = excerpt.split_whitespace().take(5).collect();
    let message = format!(
        "sentence of {words} words, \"{} …\"; expected at most {MAX_WORDS}",
        first.join(" ")
    );
    Some(message)
}
