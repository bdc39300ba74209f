//! Position comparison.

use std::sync::Mutex;

use tabiya::Position;
use tabiya_suites::parallel::{cpu_count, parallel_for_each};

use super::adapter::{GeneratorAdapter, PositionAdapter, SetUpError, shredder_fen};
use super::difference::{Difference, Disagreement};
use super::reference::Reference;
use super::tally::Tally;

/// Compares generators with the legal generator.
///
/// The returned tally counts the compared boards, moves and successors. Its generators are in the
/// same order as `generators`.
///
/// # Errors
///
/// Returns a [`Difference`] if a generator disagrees.
pub fn compare(
    position: &Position,
    generators: &[&dyn GeneratorAdapter],
) -> Result<Tally, Box<Difference>> {
    let reference = Reference::new(position);
    let mut tally = Tally::from_reference(&reference, generators.len());
    let mut disagreements = Vec::new();
    for (generator, generator_tally) in generators.iter().zip(&mut tally.generators) {
        let theirs = match generator.set_up(position) {
            Ok(theirs) => theirs,
            Err(SetUpError::Unsupported(_)) => {
                generator_tally.skipped += 1;
                continue;
            }
            Err(SetUpError::Unexpected(reason)) => {
                disagreements.push((generator.name(), Disagreement::Rejected(reason)));
                continue;
            }
        };
        match compare_one(&reference, *generator, &*theirs) {
            Ok(successors) => {
                generator_tally.boards += 1;
                generator_tally.successors += successors;
            }
            Err(disagreement) => disagreements.push((generator.name(), disagreement)),
        }
    }
    if disagreements.is_empty() {
        Ok(tally)
    } else {
        Err(Box::new(Difference { fen: shredder_fen(position), disagreements }))
    }
}

/// Compares generators on many positions, on all CPUs. Returns the tally and the differences.
///
/// # Panics
///
/// Panics if a generator panics.
pub fn compare_positions(
    positions: &[Position],
    generators: &[&dyn GeneratorAdapter],
) -> (Tally, Vec<Difference>) {
    let results = Mutex::new((Tally::default(), Vec::new()));
    parallel_for_each(positions, cpu_count(), |position| {
        let result = compare(position, generators);
        let (tally, differences) = &mut *results.lock().expect("no thread panicked");
        match result {
            Ok(board) => tally.add(&board),
            Err(difference) => differences.push(*difference),
        }
    });
    results.into_inner().expect("no thread panicked")
}

/// Compares one generator, and returns how many successors it has, which all agree.
fn compare_one(
    reference: &Reference,
    generator: &dyn GeneratorAdapter,
    position: &dyn PositionAdapter,
) -> Result<u64, Disagreement> {
    let moves = position.moves();
    if moves != reference.moves {
        return Err(Disagreement::from_moves(&reference.moves, &moves));
    }
    let status = position.status();
    if status != reference.status {
        return Err(Disagreement::Status { ours: reference.status, theirs: status });
    }
    let successors = reference.moves.iter().zip(&reference.successors);
    for (index, (&mv, successor)) in successors.enumerate() {
        let expected = generator.expected_fields(*successor);
        let found = position.fields_after(index);
        if let Some((field, ours, theirs)) = expected.difference(&found) {
            return Err(Disagreement::Successor { mv, field, ours, theirs });
        }
    }
    Ok(reference.moves.len() as u64)
}
