//! A diagnosis result, and its text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cause::Cause;
use super::other_tree::OtherTree;
use super::question::Question;
use crate::leaf_categories::Category;

/// The result that a diagnosis yields.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Diagnosis {
    /// The reported and the correct counts, in the same order as the observations.
    pub comparisons: Vec<Comparison>,
    /// The causes that yield all reported counts: single edits, or else pairs, the likeliest first. No
    /// reported count distinguishes them.
    pub candidates: Vec<Cause>,
    /// The tree that the wrong counts are right for. No cause is searched for then.
    pub other_tree: Option<OtherTree>,
    /// The causes that the search covered.
    pub extent: SearchExtent,
    /// The number of edits, or pairs of edits, that were tried.
    pub hypotheses: usize,
    /// The probability, at most 1, that wrong counts of this size fit some hypothesis although no
    /// cause is right.
    pub chance: f64,
    /// A count that distinguishes the candidates, if there are several and a small position does.
    pub question: Option<Question>,
}

/// The extent of the search for a [`Diagnosis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum SearchExtent {
    /// No search: the counts are correct, so they need no edit.
    CountsAreRight,
    /// No search for edits: the counts are right for another tree, so they need none.
    OtherTree,
    /// A search over all single edits.
    Singles,
    /// A search over all single edits and all pairs.
    Pairs,
    /// A search that reached its limits among the pairs.
    PairsCutShort,
}

/// The degree to which a diagnosis is sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Confidence {
    /// The counts are right.
    Right,
    /// The counts are right for another tree: see [`Diagnosis::other_tree`].
    OtherTree,
    /// One or more causes fit, and chance alone would hardly fit one.
    Fits,
    /// One or more causes fit, but wrong counts of this size often fit some cause.
    CouldBeChance,
    /// No cause fits.
    NothingFits,
}

/// A reported count and the correct one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Comparison {
    /// The count's depth.
    pub depth: u8,
    /// The category to which the counted leaves belong, or `None` for all.
    pub category: Option<Category>,
    /// The correct leaf count, or `None` if the tree is too large, so that the count is not used.
    pub right: Option<u64>,
    /// The reported leaf count.
    pub reported: u64,
}

impl Comparison {
    /// Returns the difference as text: "258 missing", "41 extra", "right" or "not used".
    pub fn difference(&self) -> String {
        let Some(right) = self.right else { return "not used".to_string() };
        let difference = self.reported.abs_diff(right);
        match self.reported.cmp(&right) {
            core::cmp::Ordering::Less => format!("{difference} missing"),
            core::cmp::Ordering::Equal => "right".to_string(),
            core::cmp::Ordering::Greater => format!("{difference} extra"),
        }
    }
}

/// The probability above which a fit could be chance.
const MAX_CHANCE: f64 = 0.02;

/// The number of differences that [`Diagnosis::sentence`] lists.
const MAX_DIFFERENCES: usize = 8;

/// The number of candidates that [`Diagnosis::sentence`] names.
const MAX_NAMED: usize = 3;

impl Diagnosis {
    /// Returns how sure the diagnosis is.
    pub fn confidence(&self) -> Confidence {
        match (self.extent, self.candidates.len()) {
            (SearchExtent::CountsAreRight, _) => Confidence::Right,
            (SearchExtent::OtherTree, _) => Confidence::OtherTree,
            (_, 0) => Confidence::NothingFits,
            _ if self.chance > MAX_CHANCE => Confidence::CouldBeChance,
            _ => Confidence::Fits,
        }
    }

    /// Returns the cause and the differences as a sentence in lower case, without a period.
    pub fn sentence(&self) -> String {
        let cause = self.cause();
        if self.extent == SearchExtent::CountsAreRight {
            return cause;
        }
        let listed = self.comparisons.iter().take(MAX_DIFFERENCES);
        let mut differences: Vec<_> = listed.map(Comparison::difference).collect();
        if let Some(more @ 1..) = self.comparisons.len().checked_sub(MAX_DIFFERENCES) {
            differences.push(format!("and {more} more"));
        }
        format!("{cause} ({})", differences.join(", "))
    }

    /// Returns the cause for the counts, such as "as if castling was never generated".
    pub fn cause(&self) -> String {
        if let Some(tree) = self.other_tree {
            let wrong =
                self.comparisons.iter().filter(|row| row.right != Some(row.reported)).count();
            let counts = if wrong == 1 { "the count is" } else { "the counts are" };
            return format!("{counts} right for {}", tree.description());
        }
        if self.candidates.is_empty() {
            let cause = match self.extent {
                SearchExtent::CountsAreRight
                    if self.comparisons.iter().any(|row| row.right.is_none()) =>
                {
                    "the counts that were used are right"
                }
                SearchExtent::CountsAreRight if self.comparisons.len() == 1 => "the count is right",
                SearchExtent::CountsAreRight | SearchExtent::OtherTree => "the counts are right",
                SearchExtent::Singles => {
                    return format!(
                        "none of {} edits fits; a count at another depth allows a search for pairs",
                        self.hypotheses
                    );
                }
                SearchExtent::Pairs => "no edit of the rules fits, alone or in a pair",
                SearchExtent::PairsCutShort => {
                    "no single edit fits, and there are too many positions to try pairs"
                }
            };
            return cause.to_string();
        }
        // An edit for one color is not named beside the same edit for both.
        let mut named: Vec<&Cause> = Vec::new();
        for cause in &self.candidates {
            if named.iter().all(|other| !other.has_same_changes(cause)) {
                named.push(cause);
            }
        }
        let clauses: Vec<_> =
            named.iter().take(MAX_NAMED).map(|cause| format!("as if {}", cause.clause())).collect();
        let more = match named.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            1 => ", or one other cause".to_string(),
            more => format!(", or one of {more} other causes"),
        };
        let is_chance = self.confidence() == Confidence::CouldBeChance;
        let chance = if is_chance { ", which could be chance" } else { "" };
        format!("{}{more}{chance}", clauses.join(", or "))
    }

    /// Returns how many causes were tried and how many fit, and the probability that one fits by
    /// chance, as a sentence in lower case, without a period.
    pub fn evidence(&self) -> String {
        if self.extent == SearchExtent::CountsAreRight {
            return "the counts equal those of the rules".to_string();
        }
        if self.extent == SearchExtent::OtherTree {
            return "the counts equal those of the rules in that tree".to_string();
        }
        let kind = if self.extent == SearchExtent::Pairs { "pairs of edits" } else { "edits" };
        let verb = if self.candidates.len() == 1 { "fits" } else { "fit" };
        let permille = (self.chance * 1000.0 + 0.5) as u32;
        let chance = match permille {
            0 => "less than 0.1 %".to_string(),
            1..100 => format!("{}.{} %", permille / 10, permille % 10),
            _ => format!("{} %", (permille + 5) / 10),
        };
        format!(
            "{} of {} {kind} {verb}; wrong counts of this size fit one by chance in {chance} of cases",
            self.candidates.len(),
            self.hypotheses
        )
    }
}
