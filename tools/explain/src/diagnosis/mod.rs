//! Diagnosis for wrong perft counts: which edits to the rules yield exactly these numbers.
//!
//! [`diagnose`] compares reported counts with those from a reference generator whose rules can be
//! edited. An [`Edit`] drops, narrows or widens one condition, or changes one effect, for both
//! colors or for one: "the pin of the capturing pawn was ignored in en passant captures, for Black
//! only". A grammar enumerates more than a thousand edits. You get the causes that fit, the
//! likeliest first, how likely chance alone fits one, and a [`Question`]: a count in a small
//! position that distinguishes the causes.
//!
//! # Method
//!
//! The reference generator visits every move that the rules or any considered edit allow. Each
//! condition that a move violates has the set of edits that drop it, so the intersection of these
//! sets adds the move. Other edits remove a move, or change what it does. One tree walk by the
//! rules thus yields the leaf count for all edits, because where an edit changes nothing, its
//! subtree is the same as by the rules. Pairs are walks with one edit on. Observations are
//! evaluated from the cheapest on, and an edit that does not fit one of them is not considered in
//! the next.
//!
//! # Limits
//!
//! A diagnosis says which edit would yield a number, not that your generator has it. If you report
//! several numbers, or the counts for all root moves, fewer candidates are left. After a king's
//! capture, generators differ. Hash table edits assume an unlimited table, whose entries are never
//! replaced, and moves in the reference generator's order. They are tried on trees with at most an
//! 80th of the positions that the [`Limits`] allow, because a table keeps each position.

mod cause;
mod changes;
mod counts;
mod edit;
mod error;
mod evaluation;
mod grammar;
mod hash_table;
mod limits;
mod observation;
mod other_tree;
mod question;
mod reference;
mod result;
mod search;
mod tally;
mod walk;

pub use crate::leaf_categories::Category;
pub use cause::Cause;
pub use counts::{LeafCounts, count_leaves, divide_leaves, moves_after};
pub use edit::Edit;
pub use error::DiagnosisError;
pub use limits::{Limits, MAX_DEPTH, MAX_OBSERVATIONS};
pub use observation::{Observation, Reported};
pub use other_tree::OtherTree;
pub use question::{Example, POSITIONS, Question};
pub use result::{Comparison, Confidence, Diagnosis, SearchExtent};
pub use search::{diagnose, recognize};
