//! The comparison of one position.

use tabiya::Position;

use super::contestant::{Contestant, Game, Refusal, shredder_fen};
use super::difference::{Difference, Disagreement};
use super::reference::Reference;
use super::tally::Tally;

/// Compares the contestants with the legal generator.
///
/// The tally counts what was compared; its counts are in the order of `contestants`.
///
/// # Errors
///
/// [`Difference`] says who disagrees, and about what.
pub fn compare(
    position: &Position,
    contestants: &[&dyn Contestant],
) -> Result<Tally, Box<Difference>> {
    let ours = Reference::of(position);
    let mut tally = Tally::of_board(&ours, contestants.len());
    let mut disagreements = Vec::new();
    for (contestant, count) in contestants.iter().zip(&mut tally.counts) {
        let game = match contestant.set_up(position) {
            Ok(game) => game,
            Err(Refusal::Explained(_)) => {
                count.skipped += 1;
                continue;
            }
            Err(Refusal::Unexplained(why)) => {
                disagreements.push((contestant.name(), Disagreement::Refused(why)));
                continue;
            }
        };
        match compare_one(&ours, *contestant, &*game) {
            Ok(successors) => {
                count.boards += 1;
                count.successors += successors;
            }
            Err(disagreement) => disagreements.push((contestant.name(), disagreement)),
        }
    }
    if disagreements.is_empty() {
        Ok(tally)
    } else {
        Err(Box::new(Difference { fen: shredder_fen(position), disagreements }))
    }
}

/// Compares one contestant, and answers how many successors it shares.
fn compare_one(
    ours: &Reference,
    contestant: &dyn Contestant,
    game: &dyn Game,
) -> Result<u64, Disagreement> {
    let theirs = game.moves();
    if theirs != ours.moves {
        return Err(Disagreement::of_moves(&ours.moves, &theirs));
    }
    let status = game.status();
    if status != ours.status {
        return Err(Disagreement::Status { ours: ours.status, theirs: status });
    }
    for (place, (&mv, successor)) in ours.moves.iter().zip(&ours.successors).enumerate() {
        let (expected, found) = (contestant.expected(*successor), game.after(place));
        if let Some((field, ours, theirs)) = expected.difference(&found) {
            return Err(Disagreement::Successor { mv, field, ours, theirs });
        }
    }
    Ok(ours.moves.len() as u64)
}
