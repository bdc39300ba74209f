//! The diagnosis at the end of a comparison: the classic bug that explains all mismatches.

use tabiya::Position;
use tabiya_explain::diagnosis::{BugSet, Diagnosis, Limits, Observation, count_leaves, diagnose};

use super::descent::{Difference, FirstMismatch};
use super::report::Outcome;
use crate::diagnose::reported;

/// The limit of moves that a diagnosis examines, for a result within seconds.
const MAX_MOVES: u64 = 20_000_000;

/// The depth to which positions without a mismatch are counted with each candidate.
const MAX_AGREEING_DEPTH: u8 = 3;

/// Returns the diagnosis of all mismatches together, or else of the shallowest alone.
///
/// Returns `None` if no bug of the catalogue explains them.
pub fn diagnose_outcomes(rows: &[(String, Position, Outcome)]) -> Option<Diagnosis> {
    let mut mismatches: Vec<_> = rows
        .iter()
        .filter_map(|(_, start, outcome)| match outcome {
            Outcome::Differs(mismatch) => Some((start, &**mismatch)),
            _ => None,
        })
        .collect();
    mismatches.sort_by_key(|(_, mismatch)| mismatch.depth);
    let first = mismatches.get(..1)?;
    [&mismatches[..], first].into_iter().find_map(|mismatches| {
        let observations =
            mismatches.iter().map(|&(start, mismatch)| observations(start, mismatch));
        let observations: Vec<_> = observations.collect::<Option<Vec<_>>>()?.concat();
        let limits = Limits { moves: MAX_MOVES, ..Limits::default() };
        let mut diagnosis = diagnose(&observations, limits, &mut || true).ok()?;
        diagnosis.candidates.retain(|&bugs| agrees(bugs, rows));
        (!diagnosis.candidates.is_empty()).then_some(diagnosis)
    })
}

/// Returns the replies of the generator at the start, and at the position of the mismatch if the
/// moves there are wrong on their own.
fn observations(start: &Position, mismatch: &FirstMismatch) -> Option<Vec<Observation>> {
    let (depth, position) = (mismatch.depth, *start);
    let mut observations =
        vec![Observation { position, depth, reported: reported(start, &mismatch.root_reply)? }];
    if let (Difference::Moves(_), Some((depth, reply))) =
        (&mismatch.difference, &mismatch.last_reply)
    {
        let (depth, position) = (*depth, mismatch.position);
        observations.push(Observation { position, depth, reported: reported(&position, reply)? });
    }
    Some(observations)
}

/// Tests whether bugs change no count at the positions without a mismatch.
fn agrees(bugs: BugSet, rows: &[(String, Position, Outcome)]) -> bool {
    rows.iter().all(|(_, start, outcome)| {
        let Outcome::Agrees { depth } = outcome else { return true };
        let depth = (*depth).min(MAX_AGREEING_DEPTH);
        count_leaves(start, depth, bugs) == count_leaves(start, depth, BugSet::EMPTY)
    })
}
