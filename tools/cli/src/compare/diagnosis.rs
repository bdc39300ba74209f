//! The diagnosis at the end of a comparison: the edit of the rules that explains all counts.

use std::io::{self, Write};

use serde::Serialize;
use tabiya::Position;
use tabiya::perft::perft;
use tabiya_explain::diagnosis::{
    Cause, Confidence, Diagnosis, Limits, Observation, Reported, diagnose,
};

use super::descent::{Difference, FirstMismatch};
use super::mismatch::Outcome;
use crate::diagnose::{MAX_DESCRIBED, PAGE, listing};

/// The greatest depth at which agreeing counts refute edits.
const MAX_AGREEING_DEPTH: u8 = 3;

/// Returns the diagnosis of all mismatches and all counts that agree, or `None` if no edit explains them.
pub fn diagnose_outcomes(rows: &[(String, Position, Outcome)]) -> Option<Diagnosis> {
    if !rows.iter().any(|(_, _, outcome)| matches!(outcome, Outcome::Differs(_))) {
        return None;
    }
    let mut observations = Vec::new();
    for (_, start, outcome) in rows {
        match outcome {
            Outcome::Agrees { depth } => {
                observations.extend(agreeing(start, (*depth).min(MAX_AGREEING_DEPTH)));
            }
            Outcome::Differs(mismatch) => observations.extend(replies(start, mismatch)?),
            Outcome::Failed(_) => {}
        }
    }
    let diagnosis = diagnose(&observations, Limits::default(), &mut || true).ok()?;
    (!diagnosis.candidates.is_empty()).then_some(diagnosis)
}

/// Returns the right count of a position without a mismatch.
fn agreeing(start: &Position, depth: u8) -> Option<Observation> {
    let total = u64::try_from(perft(start, depth)).ok()?;
    Some(Observation { position: *start, depth, reported: Reported::Total(total) })
}

/// Returns the replies of the generator at the start, and at the position of the mismatch if the
/// moves there are wrong on their own.
fn replies(start: &Position, mismatch: &FirstMismatch) -> Option<Vec<Observation>> {
    let observation = |position: &Position, depth, reply| {
        let reported = Reported::from_divide(position, reply)?;
        Some(Observation { position: *position, depth, reported })
    };
    let mut observations = vec![observation(start, mismatch.depth, &mismatch.root_reply)?];
    if let (Difference::Moves(_), Some((depth, reply))) =
        (&mismatch.difference, &mismatch.last_reply)
    {
        observations.push(observation(&mismatch.position, *depth, reply)?);
    }
    Some(observations)
}

/// The JSON output of a diagnosis: the causes that explain all counts.
#[derive(Serialize)]
pub struct DiagnosisReport {
    candidates: Vec<Cause>,
    confidence: Confidence,
    sentence: String,
    evidence: String,
}

impl DiagnosisReport {
    /// Creates the output of a diagnosis.
    pub fn new(diagnosis: &Diagnosis) -> Self {
        Self {
            candidates: diagnosis.candidates.clone(),
            confidence: diagnosis.confidence(),
            sentence: diagnosis.cause(),
            evidence: diagnosis.evidence(),
        }
    }
}

/// Prints the causes that explain all counts.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print_diagnosis(diagnosis: &Diagnosis, out: &mut dyn Write) -> io::Result<()> {
    let codes = listing(MAX_DESCRIBED, diagnosis.candidates.iter().map(ToString::to_string));
    writeln!(out, "Diagnosis: the counts are {}.", diagnosis.cause())?;
    writeln!(out, "{}.", diagnosis.evidence())?;
    writeln!(out, "See {PAGE}: {codes}")
}
