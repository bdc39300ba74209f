//! The search for the bugs that yield reported counts.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya::Position;

use super::bug::BugSet;
use super::candidates::Kind;
use super::count::{Counter, RootMove, Stop};
use super::error::{DiagnosisError, check_depth};
use super::limits::{Limits, MAX_DEPTH};
use super::mailbox::{Mailbox, SquareIndex};
use super::observation::{Observation, Reported};
use super::polynomial::Polynomial;
use super::result::{Comparison, Diagnosis, SearchExtent};

/// Finds the bugs with which a correct generator yields all reported counts.
///
/// Single bugs are searched first, and pairs only if no single bug fits. `keep_going` is called
/// from time to time, and `false` cancels the search. If the limits are reached among the pairs,
/// the result says so.
///
/// # Errors
///
/// Returns an error if there are no counts, a depth is 0 or above [`MAX_DEPTH`](super::MAX_DEPTH),
/// the limits are reached among single bugs, or `keep_going` returns `false`.
///
/// # Examples
///
/// A generator counts 4865351 instead of 4865609 leaves:
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Bug, BugSet, Limits, Observation, Reported, diagnose};
///
/// let position = Position::START;
/// let observation = Observation { position, depth: 5, reported: Reported::Total(4_865_351) };
/// let diagnosis = diagnose(&[observation], Limits::default(), &mut || true)?;
/// assert_eq!(diagnosis.candidates, [BugSet::EMPTY.with(Bug::NoEnPassant)]);
/// assert_eq!(
///     diagnosis.sentence(),
///     "as if en passant captures were never generated (258 missing)",
/// );
/// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
/// ```
pub fn diagnose(
    observations: &[Observation],
    limits: Limits,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Diagnosis, DiagnosisError> {
    if observations.is_empty() {
        return Err(DiagnosisError::NoCounts);
    }
    for observation in observations {
        check_depth(observation.depth)?;
    }
    let mut search = Search {
        observations,
        order: cheapest_first(observations),
        counter: Counter::new(limits.table_bytes, limits.moves, keep_going),
        root: None,
    };
    let right = search.right_counts()?;
    let comparisons: Vec<_> = observations.iter().zip(right).map(Comparison::new).collect();
    let singles: Vec<_> = BugSet::all_of_len(0).chain(BugSet::all_of_len(1)).collect();
    let mut candidates = search.run(singles, 1)?;
    let mut extent = SearchExtent::Singles;
    if candidates.first().is_some_and(|bugs| bugs.is_empty()) {
        candidates.clear();
        extent = SearchExtent::CountsAreRight;
    } else if candidates.is_empty() {
        (candidates, extent) = match search.run(BugSet::all_of_len(2).collect(), 2) {
            Ok(candidates) => (candidates, SearchExtent::Pairs),
            Err(Stop::Limit) => (Vec::new(), SearchExtent::PairsCutShort),
            Err(stop) => return Err(stop.into()),
        };
    }
    Ok(Diagnosis { comparisons, candidates, extent })
}

/// Returns the indices of observations, lower depths first.
fn cheapest_first(observations: &[Observation]) -> Vec<usize> {
    let of_depth =
        |depth| (0..observations.len()).filter(move |&index| observations[index].depth == depth);
    (1..=MAX_DEPTH).flat_map(of_depth).collect()
}

struct Search<'a> {
    observations: &'a [Observation],
    order: Vec<usize>,
    counter: Counter<'a>,
    /// The root of the trees in the table of the counter.
    root: Option<Mailbox>,
}

impl Search<'_> {
    /// Returns the root of an observation, and clears the table if it has trees of another root.
    fn enter(&mut self, position: &Position) -> Mailbox {
        let root = Mailbox::from(position);
        if self.root.replace(root) != Some(root) {
            self.counter.clear();
        }
        root
    }

    /// Returns the correct number of leaves of each observation.
    fn right_counts(&mut self) -> Result<Vec<u64>, Stop> {
        let mut counts = Vec::new();
        for observation in self.observations {
            let root = self.enter(&observation.position);
            counts.push(self.counter.count(&root, observation.depth, 0)?.constant as u64);
        }
        Ok(counts)
    }

    /// Returns the sets of bugs, of at most `degree` each, that yield all observations.
    fn run(&mut self, mut sets: Vec<BugSet>, degree: u8) -> Result<Vec<BugSet>, Stop> {
        for index in self.order.clone() {
            if sets.is_empty() {
                break;
            }
            let Observation { position, depth, reported } = &self.observations[index];
            let root = self.enter(position);
            match reported {
                Reported::Total(total) => {
                    let counts = self.counter.count(&root, *depth, degree)?;
                    sets.retain(|&bugs| u64::try_from(counts.value(bugs)) == Ok(*total));
                }
                Reported::Divide(moves) => {
                    let root_moves = self.counter.divide(&root, *depth, degree)?;
                    let counts = RootCounts::new(&root, root_moves, moves);
                    sets.retain(|&bugs| counts.fits(bugs));
                }
            }
        }
        Ok(sets)
    }
}

/// The counts of the root moves with the same text.
struct RootCounts {
    /// The counts by move, with the number of reported leaves if the move was reported.
    moves: Vec<(Option<u64>, Vec<[Polynomial; 2]>)>,
    /// `true` if a reported move is none that any bug generates.
    has_unknown_move: bool,
}

impl RootCounts {
    fn new(root: &Mailbox, root_moves: Vec<RootMove>, reported: &[(String, u64)]) -> Self {
        let mut by_text: Vec<(String, Vec<[Polynomial; 2]>)> = Vec::new();
        let is_reported = |name: &String| reported.iter().any(|(text, _)| text == name);
        for RootMove { candidate, is_generated, leaves } in root_moves {
            let mut text = format!("{}{}", square(candidate.from), square(candidate.to));
            match candidate.kind {
                Kind::Promotion(piece_type) => {
                    let name = format!("{text}{}", piece_type.to_char());
                    // A generator may report the sum of the promotions to a square.
                    if is_reported(&name) || !is_reported(&text) {
                        text = name;
                    }
                }
                Kind::Castling(side) => {
                    let squares = root.castling_squares(root.side_to_move, side);
                    let king_move = squares.map(|squares| {
                        format!("{}{}", square(candidate.from), square(squares.king_target))
                    });
                    let is_free = |name: &String| by_text.iter().all(|(text, _)| text != name);
                    if !is_reported(&text) {
                        text = king_move
                            .filter(|name| is_reported(name) && is_free(name))
                            .unwrap_or(text);
                    }
                }
                Kind::Normal | Kind::DoublePush | Kind::EnPassant => {}
            }
            match by_text.iter_mut().find(|(other, _)| *other == text) {
                Some((_, counts)) => counts.push([is_generated, leaves]),
                None => by_text.push((text, [[is_generated, leaves]].into())),
            }
        }
        let has_unknown_move =
            reported.iter().any(|(name, _)| by_text.iter().all(|(text, _)| text != name));
        let with_report = |(text, counts): (String, Vec<[Polynomial; 2]>)| {
            let found = reported.iter().find(|(name, _)| *name == text);
            (found.map(|&(_, leaves)| leaves), counts)
        };
        Self { moves: by_text.into_iter().map(with_report).collect(), has_unknown_move }
    }

    /// Tests whether bugs yield exactly the reported moves, with the reported counts.
    fn fits(&self, bugs: BugSet) -> bool {
        let fits = |(reported, counts): &(Option<u64>, Vec<[Polynomial; 2]>)| {
            let sum = |index: usize| counts.iter().map(|pair| pair[index].value(bugs)).sum::<i64>();
            match reported {
                None => sum(0) == 0,
                Some(leaves) => sum(0) > 0 && u64::try_from(sum(1)) == Ok(*leaves),
            }
        };
        !self.has_unknown_move && self.moves.iter().all(fits)
    }
}

/// Returns the name of a square.
fn square(index: SquareIndex) -> tabiya::Square {
    tabiya::Square::from_low_bits(index)
}
