//! The diagnosis at the end of a comparison: the edit to the rules that explains all counts.

use std::io::{self, Write};
use std::slice;

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

/// The causes of the wrong counts in a comparison.
pub struct MismatchDiagnosis {
    diagnosis: Diagnosis,
    /// `true` if the causes explain all mismatches, `false` if only the smallest one.
    explains_all: bool,
}

/// Returns the diagnosis for all mismatches and all counts that agree. If no cause is found that
/// explains them, the smallest mismatch among several is tried alone. Returns `None` if no cause is
/// found for that either.
pub fn diagnose_outcomes(rows: &[(String, Position, Outcome)]) -> Option<MismatchDiagnosis> {
    let mut right = Vec::new();
    let mut wrong = Vec::new();
    for (_, start, outcome) in rows {
        match outcome {
            Outcome::Agrees { depth } => {
                right.extend(agreeing(start, (*depth).min(MAX_AGREEING_DEPTH)));
            }
            Outcome::Differs(mismatch) => wrong.push(observed_replies(start, mismatch)?),
            Outcome::Failed(_) => {}
        }
    }
    let find = |wrong: &[Vec<Observation>]| {
        let observations: Vec<_> = right.iter().chain(wrong.iter().flatten()).cloned().collect();
        let diagnosis = diagnose(&observations, Limits::default(), &mut || true).ok()?;
        (!diagnosis.candidates.is_empty()).then_some(diagnosis)
    };
    wrong.sort_by_key(|replies| replies.iter().map(|reply| reply.reported.total()).max());
    match wrong.as_slice() {
        [] => None,
        [_] => Some(MismatchDiagnosis { diagnosis: find(&wrong)?, explains_all: true }),
        [smallest, ..] => {
            let all = find(&wrong);
            let explains_all = all.is_some();
            let diagnosis = all.or_else(|| find(slice::from_ref(smallest)))?;
            Some(MismatchDiagnosis { diagnosis, explains_all })
        }
    }
}

/// Returns the right count for a position without a mismatch.
fn agreeing(start: &Position, depth: u8) -> Option<Observation> {
    let total = u64::try_from(perft(start, depth)).ok()?;
    Some(Observation { position: *start, depth, reported: Reported::Total(total) })
}

/// Returns the generator's replies at the start, and at the position of the mismatch if the moves
/// there are wrong on their own.
fn observed_replies(start: &Position, mismatch: &FirstMismatch) -> Option<Vec<Observation>> {
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

/// A diagnosis as JSON output: the causes that explain the counts.
#[derive(Serialize)]
pub struct DiagnosisReport {
    candidates: Vec<Cause>,
    confidence: Confidence,
    sentence: String,
    evidence: String,
    explains_all: bool,
}

impl DiagnosisReport {
    /// Creates the output for a diagnosis.
    pub fn new(MismatchDiagnosis { diagnosis, explains_all }: &MismatchDiagnosis) -> Self {
        Self {
            explains_all: *explains_all,
            candidates: diagnosis.candidates.clone(),
            confidence: diagnosis.confidence(),
            sentence: diagnosis.cause(),
            evidence: diagnosis.evidence(),
        }
    }
}

/// Prints the causes that explain the counts.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print_diagnosis(
    MismatchDiagnosis { diagnosis, explains_all }: &MismatchDiagnosis,
    out: &mut dyn Write,
) -> io::Result<()> {
    let codes = listing(MAX_DESCRIBED, diagnosis.candidates.iter().map(ToString::to_string));
    if !explains_all {
        writeln!(
            out,
            "No cause was found that explains all mismatches. This is about the smallest one."
        )?;
    }
    writeln!(out, "Diagnosis: the counts are {}.", diagnosis.cause())?;
    writeln!(out, "{}.", diagnosis.evidence())?;
    writeln!(out, "See {PAGE}: {codes}")
}
