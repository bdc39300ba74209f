//! The report on a comparison: a line per position, a summary by category, and the first mismatch
//! in detail.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use tabiya::Position;
use tabiya_program::position::format_fen;

use super::descent::FirstMismatch;
use super::diagnosis::{DiagnosisReport, MismatchDiagnosis, print_diagnosis};
use super::mismatch::{MismatchReport, Outcome, print_mismatch};
use crate::notes::LineNotes;

/// The number of consecutive engine failures that aborts a comparison.
pub const MAX_FAILURES: usize = 3;

/// The outcomes of a comparison at all its positions.
#[derive(Default)]
pub struct Outcomes {
    rows: Vec<(String, Position, Outcome)>,
}

impl Outcomes {
    /// Adds a position's outcome.
    pub fn add(&mut self, name: String, start: Position, outcome: Outcome) {
        self.rows.push((name, start, outcome));
    }

    /// Returns the outcome at each position, with the position's name.
    pub fn rows(&self) -> &[(String, Position, Outcome)] {
        &self.rows
    }

    /// Tests whether no position has been compared yet.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Tests whether all counts agree at all positions.
    pub fn all_agree(&self) -> bool {
        self.rows.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Agrees { .. }))
    }

    /// Returns the number of positions per category; engine failures have their own category.
    fn categories(&self) -> BTreeMap<&'static str, usize> {
        let mut categories = BTreeMap::new();
        for (_, _, outcome) in &self.rows {
            let category = match outcome {
                Outcome::Agrees { .. } => continue,
                Outcome::Differs(mismatch) => mismatch.category().name(),
                Outcome::Failed(_) => "engine failure",
            };
            *categories.entry(category).or_default() += 1;
        }
        categories
    }

    /// Returns the shallowest mismatch and its start position.
    pub fn first_mismatch(&self) -> Option<(&Position, &FirstMismatch)> {
        let mismatches = self.rows.iter().filter_map(|(_, start, outcome)| match outcome {
            Outcome::Differs(mismatch) => Some((start, &**mismatch)),
            _ => None,
        });
        mismatches.min_by_key(|(_, mismatch)| mismatch.depth)
    }

    /// Prints the summary, the shallowest mismatch in detail, and a diagnosis.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(
        &self,
        diagnosis: Option<&MismatchDiagnosis>,
        is_single: bool,
        is_aborted: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if is_single {
            if let [(_, _, Outcome::Agrees { .. })] = &self.rows[..] {
                return writeln!(out, "No mismatch found.");
            }
        } else {
            self.print_summary(is_aborted, out)?;
        }
        if let Some((start, mismatch)) = self.first_mismatch() {
            writeln!(out)?;
            print_mismatch(start, mismatch, out)?;
            return match diagnosis {
                Some(diagnosis) => print_diagnosis(diagnosis, out),
                None => Ok(()),
            };
        }
        for (_, _, outcome) in &self.rows {
            if let (Outcome::Failed(error), true) = (outcome, is_single) {
                writeln!(out, "Engine failure: {error}")?;
            }
        }
        Ok(())
    }

    fn print_summary(&self, is_aborted: bool, out: &mut dyn Write) -> io::Result<()> {
        if is_aborted {
            writeln!(out, "Aborted after {MAX_FAILURES} consecutive engine failures.")?;
        }
        let agreeing =
            self.rows.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Agrees { .. }));
        writeln!(out, "{} positions: {} agree", self.rows.len(), agreeing.count())?;
        for (category, count) in self.categories() {
            writeln!(out, "  {category}: {count}")?;
        }
        Ok(())
    }

    /// Returns the comparison's JSON output.
    pub fn to_json<'a>(
        &'a self,
        diagnosis: Option<&MismatchDiagnosis>,
        link: Option<String>,
        notes: &'a LineNotes,
    ) -> Report<'a> {
        let position = |(name, start, outcome): &'_ (String, Position, Outcome)| {
            let (depth, difference, failure) = match outcome {
                Outcome::Agrees { depth } => (Some(*depth), None, None),
                Outcome::Differs(mismatch) => {
                    (Some(mismatch.depth), Some(MismatchReport::new(start, mismatch)), None)
                }
                Outcome::Failed(error) => (None, None, Some(error.to_string())),
            };
            let agrees = matches!(outcome, Outcome::Agrees { .. });
            let name = name.clone();
            let fen = format_fen(start);
            PositionReport { name, fen, agrees, depth, difference, failure }
        };
        Report {
            agrees: self.all_agree(),
            categories: self.categories(),
            positions: self.rows.iter().map(position).collect(),
            diagnosis: diagnosis.map(DiagnosisReport::new),
            link,
            notes,
        }
    }
}

/// The JSON output from `tabiya compare`.
#[derive(Serialize)]
pub struct Report<'a> {
    agrees: bool,
    categories: BTreeMap<&'a str, usize>,
    positions: Vec<PositionReport>,
    diagnosis: Option<DiagnosisReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(flatten)]
    notes: &'a LineNotes,
}

/// The JSON output from a comparison at a position.
#[derive(Serialize)]
struct PositionReport {
    name: String,
    fen: String,
    agrees: bool,
    depth: Option<u8>,
    difference: Option<MismatchReport>,
    failure: Option<String>,
}
