//! Narrowing causes by an engine's counts.

use anyhow::{Context, anyhow};
use tabiya::Position;
use tabiya_explain::diagnosis::{Cause, DiagnosisError, Limits, Observation, Question, Reported};
use tabiya_explain::divide::Divide;
use tabiya_program::position::format_fen;

use crate::compare::descent::{CompareOptions, FirstMismatch, compare};
use crate::compare::generator::{Generator, Query};
use crate::compare::process::EngineError;

/// The possible causes behind an engine's counts, which each answer narrows.
pub struct Narrowing {
    /// The causes that yield all answers.
    pub causes: Vec<Cause>,
    /// The engine's answers.
    pub observations: Vec<Observation>,
    /// The smallest question that the engine answered wrong: position, depth and correct count.
    wrong: Option<(Position, u8, u64)>,
    /// The engine's first wrong move or count below the position where its answer is wrong.
    pub mismatch: Option<(Position, FirstMismatch)>,
    /// The error that ended the narrowing.
    pub failure: Option<EngineError>,
}

impl Narrowing {
    /// Creates a narrowing that starts from possible causes for wrong counts.
    pub const fn new(causes: Vec<Cause>) -> Self {
        Self { causes, observations: Vec::new(), wrong: None, mismatch: None, failure: None }
    }

    /// Asks for the count that leaves the fewest causes. Returns a line about the answer, or `None`
    /// if no question distinguishes the causes that are left, or the engine failed.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine cannot be started, or counts more than 64 bits.
    pub fn ask(
        &mut self,
        generator: &mut Generator,
        limits: Limits,
    ) -> anyhow::Result<Option<String>> {
        let question = match Question::between(&self.causes, limits, &mut || true) {
            Ok(Some(question)) => question,
            // Many pairs can be too much work.
            Ok(None) | Err(DiagnosisError::LimitExceeded) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let answer = self.answer(&question, generator)?;
        if let Some(count) = answer {
            self.causes = question.causes(count).to_vec();
        }
        let left = self.causes.iter().filter(|cause| **cause != Cause::NONE).count();
        let plural = if left == 1 { "" } else { "s" };
        Ok(answer.map(|count| format!("{}; {left} cause{plural} left", verdict(&question, count))))
    }

    /// Asks for the counts of small trees, with which pairs of edits can be found. Returns a line
    /// per answer.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine cannot be started, or counts more than 64 bits.
    pub fn ask_about_pairs(&mut self, generator: &mut Generator) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        for question in Question::about_small_trees() {
            let Some(count) = self.answer(&question, generator)? else { break };
            lines.push(verdict(&question, count));
        }
        Ok(lines)
    }

    /// Returns the engine's count, which joins the observations, or `None` if the engine failed.
    fn answer(
        &mut self,
        question: &Question,
        generator: &mut Generator,
    ) -> anyhow::Result<Option<u64>> {
        let Question { position, depth, right, .. } = *question;
        let reply = match generator.divide(Query { start: &position, moves: &[], depth }) {
            Ok(reply) => reply,
            Err(EngineError::Start(reason)) => {
                return Err(anyhow!("cannot start the engine: {reason}"));
            }
            Err(error) => {
                self.failure = Some(error);
                return Ok(None);
            }
        };
        let count = u64::try_from(reply.sum()).context("the engine counts more than 64 bits")?;
        let is_right = count == right;
        if !is_right && self.wrong.is_none_or(|(_, _, smallest)| right < smallest) {
            self.wrong = Some((position, depth, right));
        }
        self.observations.push(Observation {
            position,
            depth,
            reported: reported(&position, &reply, count, is_right),
        });
        Ok(Some(count))
    }

    /// Descends into the smallest tree that the engine counted wrong.
    pub fn find_mismatch(&mut self, generator: &mut Generator) {
        let Some((position, depth, _)) = self.wrong else { return };
        let options = CompareOptions { depth: Some(depth) };
        match compare(generator, &position, options, |_| ()) {
            Ok(mismatch) => self.mismatch = mismatch.map(|mismatch| (position, mismatch)),
            Err(error) => self.failure = self.failure.take().or(Some(error)),
        }
    }
}

/// Returns a line about the answer to a question.
fn verdict(question: &Question, count: u64) -> String {
    let Question { position, depth, right, .. } = question;
    let verdict = if count == *right { "right".to_owned() } else { format!("expected {right}") };
    format!("{}, depth {depth}: {count}, {verdict}", format_fen(position))
}

/// Returns a reply as the count in an observation. If the reply is wrong, its moves leave fewer
/// causes.
fn reported(position: &Position, reply: &Divide, count: u64, is_right: bool) -> Reported {
    let divide = if is_right { None } else { Reported::from_divide(position, reply) };
    let divide = divide.filter(|divide| divide.repeated_move().is_none());
    divide.unwrap_or(Reported::Total(count))
}
