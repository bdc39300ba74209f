//! The rules for words and sentences.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use regex_lite::Regex;

use super::blocks::{Block, blocks};
use super::finding::{Finding, Kind};
use super::sentences::{sentences, word_count};
use super::text::{Role, Text};

/// The words to avoid: all forms of a word, separated by commas, a tab, and a replacement.
const WORDS: &str = include_str!("../../data/prose-words.tsv");

/// The maximum number of words of a sentence.
const MAX_WORDS: usize = 35;

/// A regular expression for the words with which no doc comment opens.
const OPENINGS: &str = "^(What|Who|Whose|Where|How|Which|Whether|Whoever|Nobody)\\b";

/// Regular expressions for timings, speed ratios and percentages; `NUMBER` is the pattern of that
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

/// A regular expression for a number in digits or as a word.
const NUMBER: &str = r"(\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|several|many)";

/// The code map, which holds no timings either.
const CODE_MAP: &str = "ARCHITECTURE.md";

/// The compiled rules for words and sentences.
pub struct Rules {
    opening: Regex,
    words: Vec<(Regex, &'static str)>,
    timings: Vec<Regex>,
}

impl Rules {
    /// Compiles the rules for words and sentences.
    ///
    /// # Errors
    /// Returns an error if a line of the list of words is malformed.
    pub fn new() -> Result<Self> {
        let mut words = Vec::new();
        for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
            let (forms, instead) =
                line.split_once('\t').with_context(|| format!("no tab: {line}"))?;
            ensure!(!instead.is_empty(), "no replacement: {line}");
            let forms = forms.replace(", ", "|").replace(' ', r"\s+");
            words.push((Regex::new(&format!(r"(?i)\b({forms})\b"))?, instead));
        }
        let timings = TIMINGS.map(|timing| Regex::new(&timing.replace("NUMBER", NUMBER)));
        let timings = timings.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { opening: Regex::new(OPENINGS)?, words, timings })
    }

    /// Returns the violations in a text of the file `path`.
    pub fn inspect(&self, path: &Path, text: &Text) -> Vec<Finding> {
        let is_timeless = text.role == Role::Doc || path == Path::new(CODE_MAP);
        let mut findings = Vec::new();
        for (index, block) in blocks(&text.markdown).iter().enumerate() {
            let mut inspection = BlockInspection { text, block, findings: &mut findings };
            if text.role == Role::Doc && index == 0 {
                self.inspect_opening(&mut inspection);
            }
            if !block.is_avoid_list {
                self.inspect_words(&mut inspection);
            }
            if is_timeless {
                self.inspect_timings(&mut inspection);
            }
            inspect_sentences(&mut inspection);
        }
        findings.sort_by_key(|finding| finding.line);
        findings
    }

    fn inspect_opening(&self, inspection: &mut BlockInspection<'_>) {
        if let Some(found) = self.opening.find(&inspection.block.text) {
            let message = format!(
                "doc comment opens with \"{}\"; expected a verb or a noun phrase",
                found.as_str()
            );
            inspection.add(Kind::Opening, found.range(), message);
        }
    }

    fn inspect_words(&self, inspection: &mut BlockInspection<'_>) {
        for (word, instead) in &self.words {
            for found in word.find_iter(&inspection.block.text) {
                let message = format!("word \"{}\"; expected {instead}", found.as_str());
                inspection.add(Kind::Word, found.range(), message);
            }
        }
    }

    fn inspect_timings(&self, inspection: &mut BlockInspection<'_>) {
        for timing in &self.timings {
            for found in timing.find_iter(&inspection.block.text) {
                let message = format!(
                    "timing or speed ratio \"{}\"; expected no measured figure",
                    found.as_str()
                );
                inspection.add(Kind::Timing, found.range(), message);
            }
        }
    }
}

fn inspect_sentences(inspection: &mut BlockInspection<'_>) {
    for sentence in sentences(&inspection.block.text) {
        let words = word_count(&inspection.block.text[sentence.clone()]);
        if words > MAX_WORDS {
            let excerpt = inspection.block.excerpt(sentence.clone());
            let first: Vec<_> = excerpt.split_whitespace().take(5).collect();
            let message = format!(
                "sentence of {words} words, \"{} …\"; expected at most {MAX_WORDS}",
                first.join(" ")
            );
            inspection.add(Kind::Sentence, sentence, message);
        }
    }
}

/// The inspection of a block: the block, its text and the findings so far.
struct BlockInspection<'a> {
    text: &'a Text,
    block: &'a Block,
    findings: &'a mut Vec<Finding>,
}

impl BlockInspection<'_> {
    /// Adds a finding at a range of the block's text, in the context of its sentence.
    fn add(&mut self, kind: Kind, range: Range<usize>, message: String) {
        let line = self.text.line(self.block.offset(range.start));
        let mut sentences = sentences(&self.block.text).into_iter();
        let sentence = sentences.find(|sentence| range.start < sentence.end).unwrap_or(range);
        let context = self.block.excerpt(sentence);
        self.findings.push(Finding { kind, line, message, context });
    }
}
