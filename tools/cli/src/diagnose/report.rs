//! A diagnosis report, as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;
use tabiya_explain::diagnosis::{
    Cause, Comparison, Confidence, Diagnosis, Edit, Example, Observation, Question, SearchExtent,
};
use tabiya_explain::divide;
use tabiya_program::position::format_fen;

use super::engine::Narrowing;
use crate::compare::mismatch::{MismatchReport, print_mismatch, print_wrong_moves};

/// The page that lists all edits.
pub const PAGE: &str = "docs/reference/classic-bugs.md";

/// The number of candidates that a report describes.
pub const MAX_DESCRIBED: usize = 6;

/// The number of public bug reports that a report quotes for an edit.
const MAX_SOURCES: usize = 2;

/// The number of causes that a question lists for an answer.
const MAX_LISTED: usize = 3;

/// Returns the first names as a list, at most `max`, and the number of others.
pub fn listing(max: usize, names: impl Iterator<Item = String>) -> String {
    let names: Vec<_> = names.collect();
    let shown = names[..names.len().min(max)].join(", ");
    match names.len().saturating_sub(max) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns the edits in all candidates, in their order. Edits that differ only in color are
/// together.
fn families(candidates: &[Cause]) -> Vec<Vec<Edit>> {
    let mut families: Vec<Vec<Edit>> = Vec::new();
    for &edit in candidates.iter().flat_map(Cause::edits) {
        match families.iter_mut().find(|family| family[0].has_same_change(edit)) {
            Some(family) if family.contains(&edit) => {}
            Some(family) => family.push(edit),
            None => families.push(vec![edit]),
        }
    }
    families
}

/// The findings that `tabiya diagnose` reports.
pub struct Findings<'a> {
    /// All counts: those in the arguments, then the engine's answers.
    pub observations: &'a [Observation],
    /// The diagnosis for all counts, or `None` if there are none.
    pub diagnosis: Option<&'a Diagnosis>,
    /// The differences between the divide output and the correct counts.
    pub root_moves: Option<&'a divide::Comparison>,
    /// The engine's answers.
    pub narrowing: Option<&'a Narrowing>,
}

/// Prints the result from a diagnosis and from a narrowing.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print(findings: &Findings<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Findings { observations, diagnosis, root_moves, narrowing } = *findings;
    if let Some(narrowing) = narrowing {
        print_narrowing(narrowing, out)?;
    }
    let Some(diagnosis) = diagnosis else { return Ok(()) };
    // An engine's answers are printed when they arrive.
    let answers = narrowing.map_or(0, |narrowing| narrowing.observations.len());
    let numbers = observations.len() - answers;
    print_comparisons(&observations[..numbers], &diagnosis.comparisons, out)?;
    if let Some(root_moves) = root_moves {
        print_root_moves(root_moves, out)?;
    }
    if diagnosis.extent == SearchExtent::CountsAreRight && narrowing.is_some() {
        return Ok(());
    }
    let has_few = diagnosis.comparisons.len() <= MAX_DESCRIBED;
    let sentence = if has_few { diagnosis.sentence() } else { diagnosis.cause() };
    writeln!(out, "{}.", capitalize(&sentence))?;
    if !diagnosis.candidates.is_empty() {
        writeln!(out, "{}.", diagnosis.evidence())?;
    }
    if diagnosis.comparisons.iter().any(|comparison| comparison.right.is_none()) {
        writeln!(
            out,
            "A number is not used, because its tree is too large. Give a number or a divide at a lower \
             depth."
        )?;
    }
    if diagnosis.candidates.is_empty() {
        return Ok(());
    }
    print_candidates(&diagnosis.candidates, out)?;
    writeln!(out)?;
    if let Some(question) = &diagnosis.question {
        print_question(question, out)?;
    }
    writeln!(out, "See {PAGE}")
}

fn print_comparisons(
    observations: &[Observation],
    comparisons: &[Comparison],
    out: &mut dyn Write,
) -> io::Result<()> {
    let has_one_position =
        observations.iter().all(|other| other.position == observations[0].position);
    for (observation, comparison) in observations.iter().zip(comparisons) {
        let Comparison { depth, category, right, reported, .. } = comparison;
        if !has_one_position {
            write!(out, "{}, ", format_fen(&observation.position))?;
        }
        let category =
            category.map_or_else(String::new, |category| format!(", {}", category.name()));
        match right {
            Some(right) => {
                writeln!(
                    out,
                    "depth {depth}{category}: found {reported} leaves, expected {right}"
                )?;
            }
            None => {
                writeln!(out, "depth {depth}{category}: found {reported} leaves, not used")?;
            }
        }
    }
    Ok(())
}

/// Prints the root moves that are wrong, and those with a wrong count.
fn print_root_moves(differences: &divide::Comparison, out: &mut dyn Write) -> io::Result<()> {
    print_wrong_moves(&differences.moves, out)?;
    for divide::WrongCount { uci, expected, found, .. } in
        differences.counts.iter().take(MAX_DESCRIBED)
    {
        writeln!(out, "{uci}: found {found} leaves, expected {expected}")?;
    }
    match differences.counts.len().saturating_sub(MAX_DESCRIBED) {
        0 => Ok(()),
        1 => writeln!(out, "… and 1 other root move"),
        more => writeln!(out, "… and {more} other root moves"),
    }
}

fn print_candidates(candidates: &[Cause], out: &mut dyn Write) -> io::Result<()> {
    if candidates.first().is_some_and(|cause| cause.edits().len() > 1) {
        let pairs = candidates.iter().map(ToString::to_string);
        writeln!(out, "{}", listing(MAX_DESCRIBED, pairs))?;
    }
    let families = families(candidates);
    for family in families.iter().take(MAX_DESCRIBED) {
        let edit = family[0];
        writeln!(out, "\n{edit}")?;
        writeln!(out, "  Correct rule: {}", edit.rule())?;
        if family.len() > 1 {
            writeln!(
                out,
                "  The same bug for one side fits, too: {}",
                listing(MAX_DESCRIBED, family[1..].iter().map(Edit::to_string))
            )?;
        }
        for (cause, source) in edit.reports().take(MAX_SOURCES) {
            writeln!(out, "  Report: {cause} ({source})")?;
        }
        if let Some(Example { position, depth, right, wrong, .. }) = edit.example() {
            let fen = format_fen(&position);
            writeln!(out, "  Example: {fen}, depth {depth}: {wrong} instead of {right}")?;
        }
    }
    match families.len().saturating_sub(MAX_DESCRIBED) {
        0 => Ok(()),
        more => writeln!(out, "\n… and {more} more"),
    }
}

fn print_question(question: &Question, out: &mut dyn Write) -> io::Result<()> {
    let Question { position, depth, answers, .. } = question;
    writeln!(out, "To distinguish them, count {} at depth {depth}:", format_fen(position))?;
    for (count, causes) in answers.iter().take(MAX_DESCRIBED) {
        writeln!(
            out,
            "  {count} if {}",
            listing(MAX_LISTED, causes.iter().map(ToString::to_string))
        )?;
    }
    match answers.len().saturating_sub(MAX_DESCRIBED) {
        0 => Ok(()),
        1 => writeln!(out, "  … and 1 other count"),
        more => writeln!(out, "  … and {more} other counts"),
    }
}

/// Prints how a narrowing ended.
fn print_narrowing(narrowing: &Narrowing, out: &mut dyn Write) -> io::Result<()> {
    if let Some(error) = &narrowing.failure {
        writeln!(out, "Engine failure: {error}")?;
    }
    let Some((start, mismatch)) = &narrowing.mismatch else {
        if narrowing.failure.is_none() {
            let answers = narrowing.observations.len();
            writeln!(out, "The engine agrees with the rules in {answers} counts.")?;
            print_hidden(&families(&narrowing.causes), out)?;
        }
        return Ok(());
    };
    writeln!(out)?;
    print_mismatch(start, mismatch, out)?;
    writeln!(out)
}

/// Prints the edits that no question shows.
fn print_hidden(families: &[Vec<Edit>], out: &mut dyn Write) -> io::Result<()> {
    if families.is_empty() {
        return Ok(());
    }
    let names = families.iter().map(|family| family[0].to_string());
    writeln!(out, "No small position shows {}.", listing(MAX_DESCRIBED, names))?;
    writeln!(
        out,
        "Errors of hash tables may need larger trees: `tabiya compare --engine CMD --depth 6`."
    )
}

/// The JSON output from `tabiya diagnose`.
#[derive(Serialize)]
pub struct Report<'a> {
    #[serde(flatten)]
    diagnosis: Option<DiagnosisReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_moves: Option<&'a divide::Comparison>,
    #[serde(flatten)]
    engine: Option<EngineReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// A [`Diagnosis`] as JSON output.
#[derive(Serialize)]
struct DiagnosisReport<'a> {
    comparisons: Vec<ComparisonReport<'a>>,
    candidates: &'a [Cause],
    extent: SearchExtent,
    hypotheses: usize,
    chance: f64,
    confidence: Confidence,
    sentence: String,
    evidence: String,
    edits: Vec<EditReport>,
    question: Option<&'a Question>,
}

/// A [`Comparison`] as JSON output, with its position.
#[derive(Serialize)]
struct ComparisonReport<'a> {
    position: String,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

/// An edit that candidates contain, as JSON output.
#[derive(Serialize)]
struct EditReport {
    code: Edit,
    clause: String,
    rule: &'static str,
    reports: Vec<BugReport>,
    example: Option<Example>,
}

/// A public bug report, as JSON output.
#[derive(Serialize)]
struct BugReport {
    cause: &'static str,
    source: &'static str,
}

/// A [`Narrowing`] as JSON output. Its answers are among the comparisons.
#[derive(Serialize)]
struct EngineReport {
    difference: Option<MismatchReport>,
    failure: Option<String>,
}

impl<'a> Report<'a> {
    /// Creates the output for a diagnosis and for a narrowing.
    pub fn new(findings: &Findings<'a>, link: Option<String>) -> Self {
        let Findings { observations, diagnosis, root_moves, narrowing } = *findings;
        let engine = |narrowing: &Narrowing| EngineReport {
            difference: (narrowing.mismatch.as_ref())
                .map(|(start, mismatch)| MismatchReport::new(start, mismatch)),
            failure: narrowing.failure.as_ref().map(ToString::to_string),
        };
        Self {
            diagnosis: diagnosis.map(|diagnosis| DiagnosisReport::new(observations, diagnosis)),
            root_moves,
            engine: narrowing.map(engine),
            link,
        }
    }
}

impl<'a> DiagnosisReport<'a> {
    fn new(observations: &[Observation], diagnosis: &'a Diagnosis) -> Self {
        let comparison = |(observation, comparison): (&Observation, &'a Comparison)| {
            ComparisonReport { position: format_fen(&observation.position), comparison }
        };
        let families = families(&diagnosis.candidates);
        let edits = families.iter().take(MAX_DESCRIBED).flatten().copied();
        Self {
            comparisons: observations.iter().zip(&diagnosis.comparisons).map(comparison).collect(),
            candidates: &diagnosis.candidates,
            extent: diagnosis.extent,
            hypotheses: diagnosis.hypotheses,
            chance: diagnosis.chance,
            confidence: diagnosis.confidence(),
            sentence: diagnosis.sentence(),
            evidence: diagnosis.evidence(),
            edits: edits.map(EditReport::new).collect(),
            question: diagnosis.question.as_ref(),
        }
    }
}

impl EditReport {
    fn new(edit: Edit) -> Self {
        let reports = edit.reports().map(|(cause, source)| BugReport { cause, source });
        Self {
            code: edit,
            clause: edit.clause(),
            rule: edit.rule(),
            reports: reports.take(MAX_SOURCES).collect(),
            example: edit.example(),
        }
    }
}

/// Returns a sentence with a capital letter at its start.
fn capitalize(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
