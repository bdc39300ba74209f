//! Exports that find the bugs which explain wrong counts.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use serde::Serialize;
use tabiya_explain::diagnosis::{Bug, Diagnosis, Example, Limits, Observation, Reported, diagnose};
use tabiya_explain::divide::Divide;

use crate::json::write_json;
use crate::state::{SingleThread, position, with_text, write_text};

/// The observations of the next diagnosis.
static OBSERVATIONS: SingleThread<RefCell<Vec<Observation>>> =
    SingleThread(RefCell::new(Vec::new()));

/// Removes the observations of the next diagnosis.
#[unsafe(no_mangle)]
extern "C" fn clear_observations() {
    OBSERVATIONS.0.borrow_mut().clear();
}

/// Adds a total of the position to the observations.
#[unsafe(no_mangle)]
extern "C" fn observe_total(depth: u8, total: u64) {
    observe(depth, Reported::Total(total));
}

/// Adds the divide output in the input to the observations. Returns 0, or the negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn observe_divide(len: usize, depth: u8) -> i32 {
    let divide = match with_text(len, Divide::parse) {
        Ok(divide) => divide,
        Err(error) => return -write_text(error),
    };
    let reported = Reported::from_divide(&position(), &divide);
    if let Some(mv) = reported.as_ref().and_then(Reported::repeated_move) {
        return -write_text(format_args!(
            "{mv} occurs more than once; expected each root move once"
        ));
    }
    match reported {
        Some(reported) => observe(depth, reported),
        None => return -write_text("divide: count too large; expected at most 64 bits"),
    }
    0
}

fn observe(depth: u8, reported: Reported) {
    let observation = Observation { position: position(), depth, reported };
    OBSERVATIONS.0.borrow_mut().push(observation);
}

/// The result of a diagnosis with its text and the bugs of the candidates.
#[derive(Serialize)]
struct DiagnosisReport<'a> {
    diagnosis: &'a Diagnosis,
    sentence: String,
    bugs: Vec<BugReport>,
}

/// A bug of the catalogue.
#[derive(Serialize)]
struct BugReport {
    name: &'static str,
    group: &'static str,
    clause: &'static str,
    rule: &'static str,
    example: Example,
}

impl From<Bug> for BugReport {
    fn from(bug: Bug) -> Self {
        let name = bug.name();
        let group = bug.group();
        let clause = bug.clause();
        let rule = bug.rule();
        Self { name, group, clause, rule, example: bug.example() }
    }
}

/// Diagnoses the observations, as JSON. Returns the length, or the negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn diagnose_observations(max_moves: f64, table_bytes: usize) -> i32 {
    let observations = OBSERVATIONS.0.take();
    // A number that is not finite or too large saturates.
    let limits = Limits { moves: max_moves as u64, table_bytes };
    let diagnosis = match diagnose(&observations, limits, &mut || true) {
        Ok(diagnosis) => diagnosis,
        Err(error) => return -write_text(error),
    };
    let mut bugs: Vec<Bug> = Vec::new();
    for bug in diagnosis.candidates.iter().flat_map(|bugs| bugs.iter()) {
        if !bugs.contains(&bug) {
            bugs.push(bug);
        }
    }
    write_json(&DiagnosisReport {
        sentence: diagnosis.sentence(),
        diagnosis: &diagnosis,
        bugs: bugs.into_iter().map(BugReport::from).collect(),
    })
}

/// Writes the catalogue of bugs as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_bugs() -> i32 {
    let bugs: Vec<BugReport> = Bug::ALL.iter().map(|&bug| bug.into()).collect();
    write_json(&bugs)
}
