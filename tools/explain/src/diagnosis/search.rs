//! The search for the edits that yield reported counts.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::mem;

use super::cause::Cause;
use super::edit::{Edit, EditSet};
use super::error::{DiagnosisError, check_depth};
use super::evaluation::{Evaluation, fit_chance};
use super::limits::{Limits, MAX_OBSERVATIONS};
use super::observation::{Observation, Reported};
use super::other_tree::OtherTree;
use super::question::Question;
use super::reference::Board;
use super::result::{Comparison, Diagnosis, SearchExtent};
use super::walk::{EditSelection, Stop, Walker};
use crate::leaf_categories::Category;

/// Finds the edits with which the reference generator yields all reported counts, the likeliest first.
///
/// Single edits are searched first, and pairs only if no single edit fits and the counts say enough to
/// distinguish pairs. `keep_going` is called from time to time, and `false` cancels the search. A tree that
/// exceeds the limits is left out, and the result says so.
///
/// # Errors
///
/// Returns an error if there are no counts, a depth is 0 or above [`MAX_DEPTH`](super::MAX_DEPTH),
/// all trees exceed the limits, or `keep_going` returns `false`.
///
/// # Examples
///
/// A generator counts 4865351 instead of 4865609 leaves:
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Limits, Observation, Reported, diagnose};
///
/// let position = Position::START;
/// let observation = |depth, total| Observation { position, depth, reported: Reported::Total(total) };
/// let reports = [observation(4, 197_281), observation(5, 4_865_351)];
/// let diagnosis = diagnose(&reports, Limits::default(), &mut || true)?;
/// assert_eq!(diagnosis.candidates[0].to_string(), "no-en-passant");
/// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
/// ```
pub fn diagnose(
    observations: &[Observation],
    limits: Limits,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Diagnosis, DiagnosisError> {
    check_observations(observations)?;
    let mut search = Search::new(observations, Walker::new(limits.positions, keep_going))?;
    let mut extent = SearchExtent::Singles;
    let mut candidates = Vec::new();
    let mut other_tree = None;
    if search.all_right()? {
        extent = SearchExtent::CountsAreRight;
    } else if let Some(tree) = search.other_tree()? {
        extent = SearchExtent::OtherTree;
        other_tree = Some(tree);
    } else {
        candidates = search.singles(|edit| edit.hash_key().is_none())?;
        if candidates.is_empty() {
            candidates = search.table_singles()?;
        }
        if candidates.is_empty() {
            (candidates, extent) = search.pairs_or_extent()?;
        }
    }
    let candidates = in_order(candidates, |cause| core::cmp::Reverse(cause.report_weight()));
    let question = match candidates.len() {
        0 | 1 => None,
        _ => search.question(&candidates, limits)?,
    };
    Ok(Diagnosis {
        comparisons: search.comparisons(),
        candidates,
        other_tree,
        extent,
        hypotheses: search.hypotheses,
        chance: search.chance.min(1.0),
        question,
    })
}

/// Returns the tree that wrong counts are right for, without a search for bugs: another depth, the
/// other side to move, or a well-known position. Returns `None` if all counts are right, or if no
/// such tree has them all.
///
/// A program that compares counts by move can report this first, instead of twenty wrong counts.
///
/// # Errors
///
/// Returns the same errors as [`diagnose`].
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Limits, Observation, OtherTree, Reported, recognize};
///
/// // The count of depth 4, reported for depth 3.
/// let reported = Reported::Total(197_281);
/// let observation = Observation { position: Position::START, depth: 3, reported };
/// let tree = recognize(&[observation], Limits::default(), &mut || true)?;
/// assert_eq!(tree, Some(OtherTree::DepthAbove));
/// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
/// ```
pub fn recognize(
    observations: &[Observation],
    limits: Limits,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Option<OtherTree>, DiagnosisError> {
    check_observations(observations)?;
    let mut search = Search::new(observations, Walker::new(limits.positions, keep_going))?;
    Ok(search.other_tree()?)
}

/// Checks how many observations there are, and their depths.
fn check_observations(observations: &[Observation]) -> Result<(), DiagnosisError> {
    if observations.is_empty() {
        return Err(DiagnosisError::NoCounts);
    }
    if observations.len() > MAX_OBSERVATIONS {
        return Err(DiagnosisError::TooManyCounts(observations.len()));
    }
    observations.iter().try_for_each(|observation| check_depth(observation.depth))
}

struct Search<'a> {
    observations: &'a [Observation],
    /// The indices of the observations that are used, the cheapest first.
    order: Vec<usize>,
    /// The correct count for each observation that is used, and the positions visited for it.
    right: BTreeMap<usize, RightCount>,
    walker: Walker<'a>,
    /// The number of edits or pairs that were tried.
    hypotheses: usize,
    /// The probability that a wrong count of this size fits some hypothesis.
    chance: f64,
}

/// A correct count, and the number of positions that were visited for it.
#[derive(Clone, Copy)]
struct RightCount {
    count: u64,
    positions: u64,
}

/// The maximum number of moves in a position.
const MAX_MOVES: u64 = 218;

/// The least count that is no coincidence in another tree.
const MIN_TELLING_COUNT: u64 = 20;

/// The positions in changed trees that the search for pairs expects for each position in a tree.
const POSITIONS_PER_PAIR_WALK: u64 = 8;

/// The cost of a position whose count a hash table keeps, in positions.
const STORED_POSITION_COST: u64 = 80;

impl<'a> Search<'a> {
    // Two entry points share one copy.
    #[inline(never)]
    fn new(observations: &'a [Observation], walker: Walker<'a>) -> Result<Self, DiagnosisError> {
        let order = (0..observations.len()).collect();
        let mut search = Self {
            observations,
            order,
            right: BTreeMap::new(),
            walker,
            hypotheses: 0,
            chance: 1.0,
        };
        for (index, observation) in observations.iter().enumerate() {
            if let Some(right) = search.right_count(observation)? {
                search.right.insert(index, right);
            }
        }
        if search.right.is_empty() {
            return Err(DiagnosisError::LimitExceeded);
        }
        let used = search.right.keys().copied().collect();
        search.order = in_order(used, |index| search.right[index].positions);
        Ok(search)
    }

    /// Returns an observation's correct count, or `None` if its tree is too large. The positions do
    /// not count against the limit.
    fn right_count(&mut self, observation: &Observation) -> Result<Option<RightCount>, Stop> {
        let Observation { position, depth, reported } = observation;
        let budget = self.walker.budget;
        // At a low depth the tree is small, however large the reported count is.
        let may_be_large = MAX_MOVES.saturating_pow(u32::from(*depth) - 1) > budget;
        if may_be_large && reported.total() / MAX_MOVES > budget {
            return Ok(None);
        }
        let count = match reported.category() {
            None => self.walker.legal_leaves(position, *depth),
            category => {
                let selection = EditSelection::new(EditSet::EMPTY, EditSet::EMPTY, category);
                let count = self.walker.count(&Board::from(position), *depth, &selection);
                count.map(|count| count as u64)
            }
        };
        let positions = budget - self.walker.budget;
        self.walker.budget = budget;
        match count {
            Err(Stop::Limit) => Ok(None),
            count => Ok(Some(RightCount { count: count?, positions })),
        }
    }

    /// Returns an observation's reported count less the correct one.
    fn difference(&self, index: usize) -> i64 {
        let signed = |count| i64::try_from(count).unwrap_or(i64::MAX);
        signed(self.observations[index].reported.total()) - signed(self.right[&index].count)
    }

    /// Tests whether all counts are right, including those for root moves.
    fn all_right(&mut self) -> Result<bool, Stop> {
        for index in self.order.clone() {
            let observation = &self.observations[index];
            let is_divide = matches!(observation.reported, Reported::Divide(_));
            let is_right = observation.reported.total() == self.right[&index].count
                && (!is_divide || self.evaluate(index, EditSet::EMPTY, EditSet::EMPTY)?.fits(None));
            if !is_right {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the tree that all wrong counts are right for.
    #[inline(never)]
    fn other_tree(&mut self) -> Result<Option<OtherTree>, Stop> {
        let order = self.order.iter().copied();
        let wrong: Vec<_> = order.filter(|&index| self.difference(index) != 0).collect();
        let observations = self.observations;
        let is_telling = |&index: &usize| observations[index].reported.total() >= MIN_TELLING_COUNT;
        if wrong.is_empty() || !wrong.iter().all(is_telling) {
            return Ok(None);
        }
        for tree in OtherTree::COMPUTED {
            let mut fits_all = true;
            for &index in &wrong {
                let observation = &observations[index];
                let other = tree.observation(observation, self.right[&index].count);
                let count = other.map(|other| self.right_count(&other)).transpose()?.flatten();
                if count.is_none_or(|right| right.count != observation.reported.total()) {
                    fits_all = false;
                    break;
                }
            }
            if fits_all {
                return Ok(Some(tree));
            }
        }
        let known = |index: &usize| {
            let Observation { depth, reported, .. } = &observations[*index];
            let total = reported.category().is_none().then(|| reported.total());
            total.and_then(|total| OtherTree::from_known_count(*depth, total))
        };
        let tree = known(&wrong[0]);
        Ok(tree.filter(|_| wrong.iter().all(|index| known(index) == tree)))
    }

    /// Evaluates an observation with active and varied edits.
    fn evaluate(
        &mut self,
        index: usize,
        active: EditSet,
        varied: EditSet,
    ) -> Result<Evaluation, Stop> {
        let observation = &self.observations[index];
        if let (true, Some(edit)) = (active.is_empty(), varied.single()) {
            let right = self.right[&index].count as i64;
            if let Some(evaluation) =
                Evaluation::of_single_edit(&mut self.walker, observation, edit, right)?
            {
                return Ok(evaluation);
            }
        }
        // The difference for a pair may be the sum of two large ones.
        let limit = self.difference(index).max(0).saturating_mul(2);
        let max_difference = if active.is_empty() { limit } else { i64::MAX };
        Evaluation::new(&mut self.walker, observation, active, varied, max_difference)
    }

    fn comparisons(&self) -> Vec<Comparison> {
        let compare = |(index, observation): (usize, &Observation)| Comparison {
            depth: observation.depth,
            category: observation.reported.category(),
            right: self.right.get(&index).map(|right| right.count),
            reported: observation.reported.total(),
        };
        self.observations.iter().enumerate().map(compare).collect()
    }

    /// Returns the single edits of a kind that yield all observations.
    fn singles(&mut self, is_kind: impl Fn(&Edit) -> bool) -> Result<Vec<Cause>, Stop> {
        let mut varied: EditSet = Edit::all().filter(is_kind).collect();
        self.hypotheses += varied.iter().count();
        self.chance = 1.0;
        for (place, index) in self.order.clone().into_iter().enumerate() {
            let sign = self.difference(index).signum();
            // More evasions mean fewer checkmates, so an edit that adds moves may lower that count.
            if self.observations[index].reported.category() != Some(Category::Checkmates) {
                varied = varied.iter().filter(|edit| edit.sign() * sign >= 0).collect();
            }
            if varied.is_empty() {
                self.chance = 0.0;
                break;
            }
            let evaluation = match self.evaluate(index, EditSet::EMPTY, varied) {
                // The larger trees are left out.
                Err(Stop::Limit) if place > 0 => {
                    for index in self.order.drain(place..) {
                        self.right.remove(&index);
                    }
                    break;
                }
                evaluation => evaluation?,
            };
            self.chance *= evaluation.chance(varied);
            varied = varied.iter().filter(|&edit| evaluation.fits(Some(edit))).collect();
            if varied.is_empty() {
                break;
            }
        }
        Ok(varied.iter().map(Cause::from).collect())
    }

    /// Returns the hash table edits that yield the observations with smaller trees. The larger
    /// trees are left out if there are such edits.
    fn table_singles(&mut self) -> Result<Vec<Cause>, Stop> {
        let max_positions = self.walker.budget / STORED_POSITION_COST;
        let is_small = |index: &usize| self.right[index].positions <= max_positions;
        let (small, large): (Vec<_>, Vec<_>) = self.order.iter().copied().partition(is_small);
        if small.iter().all(|&index| self.difference(index) == 0) {
            return Ok(Vec::new());
        }
        let order = mem::replace(&mut self.order, small);
        let candidates = self.singles(|edit| edit.hash_key().is_some())?;
        if candidates.is_empty() {
            self.order = order;
        } else {
            self.right.retain(|index, _| !large.contains(index));
        }
        Ok(candidates)
    }

    /// Returns the pairs of edits that yield all observations, and how far the search went.
    fn pairs_or_extent(&mut self) -> Result<(Vec<Cause>, SearchExtent), Stop> {
        let is_informative =
            |index: &usize| matches!(self.observations[*index].reported, Reported::Divide(_));
        if self.order.len() < 2 && !self.order.iter().any(is_informative) {
            return Ok((Vec::new(), SearchExtent::Singles));
        }
        let singles = self.hypotheses;
        match self.pairs() {
            Ok(pairs) => Ok((pairs, SearchExtent::Pairs)),
            Err(Stop::Limit) => {
                self.hypotheses = singles;
                self.chance = 1.0;
                Ok((Vec::new(), SearchExtent::PairsCutShort))
            }
            Err(stop) => Err(stop),
        }
    }

    /// Returns a count that distinguishes candidates, with its own limits, or `None` if there is
    /// none within them.
    fn question(&mut self, candidates: &[Cause], limits: Limits) -> Result<Option<Question>, Stop> {
        self.walker.budget = limits.positions;
        match Question::search(candidates, &mut self.walker) {
            Err(Stop::Limit) => Ok(None),
            question => question,
        }
    }

    fn pairs(&mut self) -> Result<Vec<Cause>, Stop> {
        let edits: Vec<Edit> = Edit::all().filter(|edit| edit.hash_key().is_none()).collect();
        let mut pairs = Vec::new();
        for (index, &first) in edits.iter().enumerate() {
            let others = edits[index + 1..].iter().filter(|other| other.change() != first.change());
            pairs.extend(others.map(|&other| [first, other]));
        }
        self.hypotheses = pairs.len();
        self.chance = 1.0;
        for index in self.order.clone() {
            let groups = group(&pairs);
            let work = self.right[&index].positions.saturating_mul(groups.len() as u64);
            if work > self.walker.budget / POSITIONS_PER_PAIR_WALK {
                return Err(Stop::Limit);
            }
            let right = self.right[&index].count as i64;
            let mut counts = BTreeSet::new();
            pairs.clear();
            for (head, partners) in groups {
                let active = [head].into_iter().collect();
                let evaluation = self.evaluate(index, active, partners)?;
                for partner in partners.iter() {
                    counts.insert(evaluation.count(Some(partner)) - right);
                    if evaluation.fits(Some(partner)) {
                        pairs.push([head, partner]);
                    }
                }
            }
            self.chance *= fit_chance(self.difference(index), counts.into_iter());
        }
        Ok(pairs.into_iter().map(Cause::from).collect())
    }
}

/// Returns values ordered by their keys. Equal ones keep their order.
///
/// Sorting code is among the largest functions in a WebAssembly module.
fn in_order<T, K: Ord>(values: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut groups: BTreeMap<K, Vec<T>> = BTreeMap::new();
    for value in values {
        groups.entry(key(&value)).or_default().push(value);
    }
    groups.into_values().flatten().collect()
}

/// Groups pairs by one of their edits: the one that is in more pairs.
fn group(pairs: &[[Edit; 2]]) -> BTreeMap<Edit, EditSet> {
    let mut degrees = BTreeMap::new();
    for edit in pairs.iter().flatten() {
        *degrees.entry(*edit).or_insert(0_usize) += 1;
    }
    let mut groups: BTreeMap<Edit, EditSet> = BTreeMap::new();
    for &[first, second] in pairs {
        let is_first_head = (degrees[&first], first) >= (degrees[&second], second);
        let head = if is_first_head { first } else { second };
        let partner = if is_first_head { second } else { first };
        groups.entry(head).or_default().insert(partner);
    }
    groups
}
