//! The diagnosis of a wrong perft count: which classic bug yields exactly this number.
//!
//! [`diagnose`] compares reported counts with those of a generator that can have any [`Bug`] of a
//! catalogue. It tries each bug alone, then all pairs. The generator is slow and simple: an 8×8
//! mailbox, on which each move is made before its legality is known. It shares no code with that of
//! `tabiya`.
//!
//! # Method
//!
//! The generator examines every move that the rules or any bug allow. It queries a bug only where
//! the bug would change the result, and records the query. A move without a query is the same for
//! all bugs. Behind a query, the walk branches into a tree with the bug and one without. The leaf
//! count of a tree is thus a function of the bugs, a multilinear polynomial of degree two, which
//! one walk yields. [`LeafCounts`] is this function. A table holds the subtrees by position and
//! depth. A subtree serves all sets of bugs that agree on the bugs queried in it.
//!
//! # Limits
//!
//! A diagnosis says which bug would yield a number, not that the generator has it. Several numbers,
//! or the counts of all root moves, leave fewer candidates.

mod bug;
mod candidates;
mod catalogue;
mod count;
mod error;
mod leaf_counts;
mod limits;
mod mailbox;
mod making;
mod observation;
mod outcome;
mod polynomial;
mod result;
mod search;
mod switches;
mod table;

pub use bug::{Bug, BugSet};
pub use catalogue::Example;
pub use error::DiagnosisError;
pub use leaf_counts::{LeafCounts, count_leaves};
pub use limits::{Limits, MAX_DEPTH};
pub use observation::{Observation, Reported};
pub use result::{Comparison, Diagnosis, SearchExtent};
pub use search::diagnose;
