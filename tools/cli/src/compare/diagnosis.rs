//! The diagnosis at the end of a comparison: the classic bug that explains all mismatches.

use tabiya::Position;
use tabiya_explain::diagnosis::{
    BugSet, Diagnosis, Limits, Observation, Reported, count_leaves, diagnose,
};

use super::descent::{Difference, FirstMismatch};
use super::report::Outcome;

/// The limit of moves that a diagnosis examines, for a result within seconds.
const MAX_MOVES: u64 = 20_000_000;

/// The limit of right counts that become observations, one for each repetition of the search.
const MAX_REFUTATIONS: usize = 8;

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
        diagnose_with_agreement(observations.collect::<Option<Vec<_>>>()?.concat(), rows)
    })
}

/// Returns the diagnosis of observations, without bugs that change counts which are right.
///
/// Counting all positions with each bug would take long. Only those that refute a candidate become
/// observations.
fn diagnose_with_agreement(
    mut observations: Vec<Observation>,
    rows: &[(String, Position, Outcome)],
) -> Option<Diagnosis> {
    for _ in 0..=MAX_REFUTATIONS {
        let limits = Limits { moves: MAX_MOVES, ..Limits::default() };
        let diagnosis = diagnose(&observations, limits, &mut || true).ok()?;
        let refutation = diagnosis.candidates.iter().find_map(|&bugs| refutation(bugs, rows));
        match refutation {
            Some(observation) => observations.push(observation),
            None => return (!diagnosis.candidates.is_empty()).then_some(diagnosis),
        }
    }
    None
}

/// Returns the replies of the generator at the start, and at the position of the mismatch if the
/// moves there are wrong on their own.
fn observations(start: &Position, mismatch: &FirstMismatch) -> Option<Vec<Observation>> {
    let depth = mismatch.depth;
    let position = *start;
    let mut observations = vec![Observation {
        position,
        depth,
        reported: Reported::from_divide(start, &mismatch.root_reply)?,
    }];
    if let (Difference::Moves(_), Some((depth, reply))) =
        (&mismatch.difference, &mismatch.last_reply)
    {
        let depth = *depth;
        let position = mismatch.position;
        observations.push(Observation {
            position,
            depth,
            reported: Reported::from_divide(&position, reply)?,
        });
    }
    Some(observations)
}

/// Returns the right count of a position without a mismatch at which bugs would change the count.
fn refutation(bugs: BugSet, rows: &[(String, Position, Outcome)]) -> Option<Observation> {
    rows.iter().find_map(|(_, start, outcome)| {
        let Outcome::Agrees { depth } = outcome else { return None };
        let depth = (*depth).min(MAX_AGREEING_DEPTH);
        let right = count_leaves(start, depth, BugSet::EMPTY);
        let is_refuted = count_leaves(start, depth, bugs) != right;
        is_refuted.then_some(Observation {
            position: *start,
            depth,
            reported: Reported::Total(right),
        })
    })
}
