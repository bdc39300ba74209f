//! Questions that distinguish causes: counts in small positions.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use tabiya::Position;

use super::cause::Cause;
use super::edit::{Edit, EditSet};
use super::error::DiagnosisError;
use super::limits::Limits;
use super::observation::{Observation, Reported};
use super::reference::Board;
use super::walk::{EditSelection, Stop, Walker};

/// The positions on which edits change a count, one EPD line each, with the depth to count as `acd`.
pub const POSITIONS: &str = include_str!("positions.epd");

/// The maximum leaf counts for the trees that are tried, the small ones first.
const TIERS: [u64; 3] = [3_000, 30_000, 300_000];

/// The number of causes above which a good question is asked although a better one may exist.
const MANY_CAUSES: usize = 100;

/// The number of questions about small trees.
const SMALL_QUESTIONS: usize = 6;

/// A tree from one of the [`POSITIONS`].
#[derive(Clone, Copy)]
struct Tree {
    position: Position,
    depth: u8,
    right: u64,
}

/// Yields the trees whose leaf count is in a tier.
fn trees(tier: usize) -> impl DoubleEndedIterator<Item = Tree> {
    let most = TIERS[tier];
    let least = if tier == 0 { 0 } else { TIERS[tier - 1] + 1 };
    let positions = POSITIONS.lines().filter_map(|line| {
        let (fen, operations) = line.split_once(" acd ")?;
        let (depth, _) = operations.split_once(';')?;
        Some((Position::from_fen(fen).ok()?, depth.parse().ok()?))
    });
    positions.flat_map(move |(position, max_depth)| {
        (1..=max_depth).filter_map(move |depth| {
            let mut keep_going = || true;
            let right = Walker::new(most, &mut keep_going).legal_leaves(&position, depth).ok()?;
            (least..=most).contains(&right).then_some(Tree { position, depth, right })
        })
    })
}

/// A count that distinguishes causes: a position's leaves at a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Question {
    /// The position to count.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::fen"))]
    pub position: Position,
    /// The depth in plies.
    pub depth: u8,
    /// The correct leaf count.
    pub right: u64,
    /// The leaf counts that the causes yield, in ascending order, each with its causes.
    pub answers: Vec<(u64, Vec<Cause>)>,
}

impl Question {
    /// Returns the question about a small position whose answer leaves the fewest causes, or `None`
    /// if no count in the built-in positions distinguishes the causes.
    ///
    /// # Errors
    ///
    /// Returns an error if the limits are reached, or `keep_going` returns `false`.
    ///
    /// ```
    /// use tabiya_explain::diagnosis::{Cause, Edit, Limits, Question};
    ///
    /// let causes = ["no-castling", "no-kingside-castling"].map(|code| Edit::from_code(code).map(Cause::from));
    /// let causes = causes.map(|cause| cause.expect("a code of the grammar"));
    /// let question = Question::between(&causes, Limits::default(), &mut || true)?.expect("castling differs");
    /// assert_eq!(question.answers.len(), 2);
    /// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
    /// ```
    pub fn between(
        causes: &[Cause],
        limits: Limits,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, DiagnosisError> {
        Ok(Self::search(causes, &mut Walker::new(limits.positions, keep_going))?)
    }

    /// Returns questions about small trees that show many edits, without answers. Their counts allow a search
    /// for pairs, which would take too long in larger trees.
    ///
    /// ```
    /// use tabiya_explain::diagnosis::Question;
    ///
    /// assert!(Question::about_small_trees().iter().all(|question| question.right <= 3_000));
    /// ```
    pub fn about_small_trees() -> Vec<Self> {
        let mut questions: Vec<Self> = Vec::new();
        for Tree { position, depth, right } in trees(0).rev() {
            // A position's largest tree is the first.
            if questions.last().is_none_or(|last| last.position != position) {
                questions.push(Self { position, depth, right, answers: Vec::new() });
            }
            if questions.len() == SMALL_QUESTIONS {
                break;
            }
        }
        questions
    }

    pub(super) fn search(causes: &[Cause], walker: &mut Walker<'_>) -> Result<Option<Self>, Stop> {
        if causes.len() < 2 {
            return Ok(None);
        }
        let mut best: Option<Self> = None;
        for tier in 0..TIERS.len() {
            for tree in trees(tier).rev() {
                let question = match Self::new(tree, causes, walker) {
                    Err(Stop::Limit) if best.is_some() => return Ok(best),
                    question => question?,
                };
                let is_better = best.as_ref().is_none_or(|best| {
                    (question.rest(), question.right) < (best.rest(), best.right)
                });
                if question.answers.len() > 1 && is_better {
                    best = Some(question);
                }
                // Many causes take long, so the first good question is as good as the best.
                if causes.len() > MANY_CAUSES && best.as_ref().is_some_and(Self::is_enough) {
                    return Ok(best);
                }
            }
            if best.as_ref().is_some_and(Self::is_enough) {
                break;
            }
        }
        Ok(best)
    }

    fn new(tree: Tree, causes: &[Cause], walker: &mut Walker<'_>) -> Result<Self, Stop> {
        let Tree { position, depth, right } = tree;
        let board = Board::from(&position);
        let singles: EditSet = causes.iter().filter_map(single).collect();
        let selection = EditSelection::new(EditSet::EMPTY, singles, None);
        let tally = walker.tally(&board, depth, &selection, i64::MAX)?;
        let mut answers: BTreeMap<u64, Vec<Cause>> = BTreeMap::new();
        for cause in causes {
            let count = match cause.edits() {
                [] => tally.with(None),
                [edit] => tally.with(Some(*edit)),
                edits => {
                    let active = edits.iter().copied().collect();
                    walker.count(
                        &board,
                        depth,
                        &EditSelection::new(active, EditSet::EMPTY, None),
                    )?
                }
            };
            answers.entry(count as u64).or_default().push(cause.clone());
        }
        Ok(Self { position, depth, right, answers: answers.into_iter().collect() })
    }

    /// Returns the average number of causes that an answer leaves, times the number of causes.
    fn rest(&self) -> usize {
        self.answers.iter().map(|(_, same)| same.len() * same.len()).sum()
    }

    /// Tests whether an answer leaves two causes on average, or an eighth of them. Each pair takes
    /// a walk, so any question about pairs is enough.
    fn is_enough(&self) -> bool {
        let causes = || self.answers.iter().flat_map(|(_, causes)| causes);
        let count = causes().count();
        self.rest() <= count * (count / 8).max(2) || causes().any(|cause| cause.edits().len() > 1)
    }

    /// Returns an answer as an observation.
    pub const fn observation(&self, count: u64) -> Observation {
        Observation { position: self.position, depth: self.depth, reported: Reported::Total(count) }
    }

    /// Returns the causes that yield a count.
    pub fn causes(&self, count: u64) -> &[Cause] {
        self.answers.iter().find(|(other, _)| *other == count).map_or(&[], |(_, causes)| causes)
    }
}

/// Returns a cause's edit if it is a single one.
fn single(cause: &Cause) -> Option<Edit> {
    match cause.edits() {
        [edit] => Some(*edit),
        _ => None,
    }
}

/// A small position on which an [`Edit`] changes a leaf count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Example {
    /// The position.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::fen"))]
    pub position: Position,
    /// The depth at which the counts differ.
    pub depth: u8,
    /// The leaf count by the rules.
    pub right: u64,
    /// The leaf count with the edit.
    pub wrong: u64,
}

impl Edit {
    /// Returns a small position on which the edit changes a count, found among the [`POSITIONS`], or
    /// `None` if only deeper trees show the edit.
    ///
    /// ```
    /// use tabiya_explain::diagnosis::Edit;
    ///
    /// let edit = Edit::from_code("no-en-passant").expect("a code of the grammar");
    /// let example = edit.example().expect("a small position shows it");
    /// assert!(example.wrong < example.right);
    /// ```
    pub fn example(self) -> Option<Example> {
        let selection = EditSelection::new([self].into_iter().collect(), EditSet::EMPTY, None);
        let mut keep_going = || true;
        let mut walker = Walker::new(Limits::default().positions, &mut keep_going);
        (0..TIERS.len()).flat_map(trees).find_map(|Tree { position, depth, right }| {
            let wrong = walker.count(&Board::from(&position), depth, &selection).ok()? as u64;
            (wrong != right).then_some(Example { position, depth, right, wrong })
        })
    }
}
