//! Exports that find the edits to the rules which explain wrong counts.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use serde::Serialize;
use tabiya_explain::diagnosis::{
    Category, Cause, Comparison, Confidence, Edit, Limits, Observation, OtherTree, Question,
    Reported, SearchExtent, diagnose, recognize,
};
use tabiya_explain::divide::Divide;

use crate::edits::{EditDescription, complete_fen};
use crate::json::write_json;
use crate::state::{SingleThread, position, with_text, write_text};

/// The observations for the next diagnosis.
static OBSERVATIONS: SingleThread<RefCell<Vec<Observation>>> =
    SingleThread(RefCell::new(Vec::new()));

/// Removes the observations for the next diagnosis.
#[unsafe(no_mangle)]
extern "C" fn clear_observations() {
    OBSERVATIONS.0.borrow_mut().clear();
}

/// Adds a total for the position to the observations.
#[unsafe(no_mangle)]
extern "C" fn observe_total(depth: u8, total: u64) {
    observe(depth, Reported::Total(total));
}

/// Adds the count for a leaf category, named in the input, to the observations. Returns 1, or 0 if
/// there is no such category.
#[unsafe(no_mangle)]
extern "C" fn observe_category(len: usize, depth: u8, count: u64) -> i32 {
    let category = with_text(len, Category::from_name);
    if let Some(category) = category {
        observe(depth, Reported::Category(category, count));
    }
    i32::from(category.is_some())
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

/// A diagnosis result with its texts and the candidates' edits.
#[derive(Serialize)]
struct DiagnosisReport<'a> {
    comparisons: &'a [Comparison],
    candidates: &'a [Cause],
    other_tree: Option<OtherTree>,
    extent: SearchExtent,
    confidence: Confidence,
    hypotheses: usize,
    /// The chance in billionths, because printing floating-point numbers would enlarge the module.
    chance: u32,
    question: Option<QuestionReport<'a>>,
    cause: String,
    sentence: String,
    evidence: String,
    edits: Vec<EditDescription>,
}

/// A count that distinguishes the candidates.
#[derive(Serialize)]
struct QuestionReport<'a> {
    fen: String,
    depth: u8,
    right: u64,
    answers: Vec<Answer<'a>>,
}

/// A leaf count, with the candidates that yield it.
#[derive(Serialize)]
struct Answer<'a> {
    nodes: u64,
    candidates: &'a [Cause],
}

impl<'a> From<&'a Question> for QuestionReport<'a> {
    fn from(question: &'a Question) -> Self {
        let answer =
            |(nodes, candidates): &'a (u64, Vec<Cause>)| Answer { nodes: *nodes, candidates };
        Self {
            fen: complete_fen(&question.position),
            depth: question.depth,
            right: question.right,
            answers: question.answers.iter().map(answer).collect(),
        }
    }
}

/// Diagnoses the observations, as JSON. Returns the length, or the negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn diagnose_observations(max_positions: f64) -> i32 {
    let observations = OBSERVATIONS.0.take();
    // A number that is not finite or too large saturates.
    let limits = Limits { positions: max_positions as u64 };
    let diagnosis = match diagnose(&observations, limits, &mut || true) {
        Ok(diagnosis) => diagnosis,
        Err(error) => return -write_text(error),
    };
    let mut edits: Vec<Edit> = Vec::new();
    for &edit in diagnosis.candidates.iter().flat_map(|cause| cause.edits()) {
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    write_json(&DiagnosisReport {
        comparisons: &diagnosis.comparisons,
        candidates: &diagnosis.candidates,
        other_tree: diagnosis.other_tree,
        extent: diagnosis.extent,
        confidence: diagnosis.confidence(),
        hypotheses: diagnosis.hypotheses,
        chance: (diagnosis.chance * 1e9) as u32,
        question: diagnosis.question.as_ref().map(QuestionReport::from),
        cause: diagnosis.cause(),
        sentence: diagnosis.sentence(),
        evidence: diagnosis.evidence(),
        edits: edits.into_iter().map(EditDescription::from).collect(),
    })
}

/// The tree that wrong counts are right for, with its description.
#[derive(Serialize)]
struct OtherTreeReport {
    tree: OtherTree,
    description: &'static str,
}

/// Finds the tree that the observations are right for, as JSON: `null` if there is none. Returns the length, or the
/// negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn recognize_observations(max_positions: f64) -> i32 {
    let observations = OBSERVATIONS.0.take();
    let limits = Limits { positions: max_positions as u64 };
    match recognize(&observations, limits, &mut || true) {
        Ok(tree) => {
            write_json(&tree.map(|tree| OtherTreeReport { tree, description: tree.description() }))
        }
        Err(error) => -write_text(error),
    }
}
