//! Retro-perft: counting sequences of retractions.

use tabiya_core::{Side, by_side};
use tabiya_movegen::Position;
use tabiya_movegen::retrograde::{Retraction, RetractionOptions};

/// The earlier positions that a sequence of retractions visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorPositions {
    /// One for each retraction: that with the least state.
    Least,
    /// Each with another state.
    All,
}

/// Counts the sequences of `depth` retractions that end at a position: 1 at depth 0.
///
/// The pocket of the options holds for a whole sequence. The total saturates at [`u128::MAX`].
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::{PriorPositions, retro_perft};
/// use tabiya::retrograde::RetractionOptions;
///
/// // Before the start of a game, only knights can have moved.
/// let options = RetractionOptions::new();
/// let count = |depth| retro_perft(&Position::START, depth, &options, PriorPositions::Least);
/// assert_eq!([0, 1, 2, 3].map(count), [1, 4, 16, 96]);
/// ```
#[must_use]
pub fn retro_perft(
    position: &Position,
    depth: u32,
    options: &RetractionOptions,
    prior: PriorPositions,
) -> u128 {
    if depth == 0 {
        return 1;
    }
    by_side!(!position.side_to_move(), S => count_as::<S>(position, depth, options, prior))
}

/// Counts the sequences behind each last move: see [`retro_perft`]. `depth` 0 is depth 1.
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::{PriorPositions, retro_divide};
/// use tabiya::retrograde::RetractionOptions;
///
/// let options = RetractionOptions::new();
/// let rows = retro_divide(&Position::START, 2, &options, PriorPositions::Least);
/// assert_eq!(rows.map(|(_, count)| count).sum::<u128>(), 16);
/// ```
pub fn retro_divide(
    position: &Position,
    depth: u32,
    options: &RetractionOptions,
    prior: PriorPositions,
) -> impl Iterator<Item = (Retraction, u128)> {
    let retractor = position.retractor(options);
    let list = retractor.retractions();
    let mover = !position.side_to_move();
    (0..list.len()).map(move |index| {
        let retraction = list[index];
        let options = options.before(retraction, mover);
        let states = retractor.prior_states(retraction);
        let states = states.take(if prior == PriorPositions::Least { 1 } else { usize::MAX });
        let counts = states.map(|state| {
            let before = retractor.before_with(retraction, state);
            retro_perft(&before, depth.saturating_sub(1), &options, prior)
        });
        (retraction, counts.fold(0, u128::saturating_add))
    })
}

fn count_as<S: Side>(
    position: &Position,
    depth: u32,
    options: &RetractionOptions,
    prior: PriorPositions,
) -> u128 {
    let retractor = position.retractor_as::<S>(options);
    let is_least = prior == PriorPositions::Least;
    if depth == 1 && is_least {
        return retractor.retraction_count() as u128;
    }
    let mut count = 0_u128;
    for &retraction in &retractor.retractions() {
        let states = retractor.prior_states(retraction);
        if depth == 1 {
            count += states.len() as u128;
            continue;
        }
        let options = options.before(retraction, S::COLOR);
        for state in states.take(if is_least { 1 } else { usize::MAX }) {
            let before = retractor.before_with(retraction, state);
            let behind = count_as::<S::Them>(&before, depth - 1, &options, prior);
            count = count.saturating_add(behind);
        }
    }
    count
}
