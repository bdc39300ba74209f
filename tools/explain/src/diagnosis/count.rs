//! Counting the leaves of a tree for all sets of up to two bugs at once.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::bug::{Bug, BugSet};
use super::candidates::Candidate;
use super::mailbox::Mailbox;
use super::outcome::CheckFacts;
use super::polynomial::{Linear, Polynomial, Sum};
use super::switches::Switches;
use super::table::{self, CountScope, Subtree, SubtreeTable};

/// The reason why a count stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The reason of a count that tested as many moves as its limit.
    Limit,
    /// The reason of a count that its caller canceled.
    Canceled,
}

/// The number of positions between two calls of the callback.
const POSITIONS_PER_CALL: u32 = 1024;

/// The counter of trees, with the subtrees counted so far.
pub struct Counter<'a> {
    table: SubtreeTable,
    /// The number of moves that may still be tested.
    budget: u64,
    keep_going: &'a mut dyn FnMut() -> bool,
    positions: u32,
    leaf: Rc<Subtree>,
}

/// A position of the tree, with its facts by bugs.
struct Node<'a> {
    position: &'a Mailbox,
    depth: u8,
    facts: Vec<(BugSet, CheckFacts)>,
    /// The bugs queried in the subtree so far.
    queried: BugSet,
}

impl Node<'_> {
    /// Returns the facts for a set of bugs. Facts for others hold, too, if these agree on the
    /// queried ones.
    fn facts(&mut self, active: BugSet) -> CheckFacts {
        let agrees = |&&(other, facts): &&(BugSet, CheckFacts)| {
            let queried = facts.queried();
            other.intersection(queried) == active.intersection(queried)
        };
        if let Some(&(_, facts)) = self.facts.iter().find(agrees) {
            return facts;
        }
        let facts = CheckFacts::new(self.position, active);
        self.facts.push((active, facts));
        facts
    }
}

/// The counts of a move at the root, as functions of the bugs.
#[derive(Debug)]
pub struct RootMove {
    pub candidate: Candidate,
    /// 1 where the move is generated, otherwise 0.
    pub is_generated: Polynomial,
    pub leaves: Polynomial,
}

impl<'a> Counter<'a> {
    /// Creates a counter that tests at most `budget` moves. It calls `keep_going` from time to
    /// time, and stops at `false`.
    pub fn new(max_size: usize, budget: u64, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        let leaf = Subtree {
            polynomial: Polynomial::constant(1),
            degree: 2,
            queried: BugSet::EMPTY,
            active: BugSet::EMPTY,
        };
        let table = SubtreeTable::new(max_size);
        Self { table, budget, keep_going, positions: 0, leaf: Rc::new(leaf) }
    }

    /// Removes all counted subtrees. Trees with other castling squares of the kings need it.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the leaf count of a tree, exact for sets of up to `degree` bugs.
    ///
    /// # Errors
    ///
    /// Returns a [`Stop`] if the budget is spent or the caller cancels the count.
    pub fn count(&mut self, root: &Mailbox, depth: u8, degree: u8) -> Result<Polynomial, Stop> {
        let scope = CountScope { active: BugSet::EMPTY, degree };
        Ok(self.subtree(root, depth, scope)?.polynomial.clone())
    }

    /// Returns the leaf count of each move at the root.
    ///
    /// # Errors
    ///
    /// Returns a [`Stop`] if the budget is spent or the caller cancels the count.
    pub fn divide(&mut self, root: &Mailbox, depth: u8, degree: u8) -> Result<Vec<RootMove>, Stop> {
        let scope = CountScope { active: BugSet::EMPTY, degree };
        let mut moves = Vec::new();
        for candidate in root.candidates() {
            let [is_generated, leaves] = [1, depth].map(|depth| {
                let facts = Vec::new();
                let mut node = Node { position: root, depth, facts, queried: BugSet::EMPTY };
                let mut sum = Sum::new();
                self.add(&mut node, candidate, scope, &mut sum)?;
                Ok(sum.to_polynomial())
            });
            moves.push(RootMove { candidate, is_generated: is_generated?, leaves: leaves? });
        }
        Ok(moves)
    }

    fn spend(&mut self, moves: usize) -> Result<(), Stop> {
        self.budget = self.budget.checked_sub(moves as u64).ok_or(Stop::Limit)?;
        self.positions += 1;
        if self.positions.is_multiple_of(POSITIONS_PER_CALL) && !(self.keep_going)() {
            return Err(Stop::Canceled);
        }
        Ok(())
    }

    /// Returns the count of a subtree for some sets of bugs.
    fn subtree(
        &mut self,
        position: &Mailbox,
        depth: u8,
        scope: CountScope,
    ) -> Result<Rc<Subtree>, Stop> {
        if depth == 0 {
            return Ok(Rc::clone(&self.leaf));
        }
        let key = table::key(position, depth);
        if let Some(subtree) = self.table.get(&key, scope) {
            return Ok(subtree);
        }
        let candidates = position.candidates();
        self.spend(candidates.len())?;
        let mut node = Node { position, depth, facts: Vec::new(), queried: BugSet::EMPTY };
        let mut sum = Sum::new();
        for candidate in candidates {
            self.add(&mut node, candidate, scope, &mut sum)?;
        }
        let queried = node.queried;
        let subtree = Rc::new(Subtree {
            polynomial: sum.to_polynomial(),
            degree: scope.degree,
            queried,
            active: scope.active.intersection(queried),
        });
        self.table.insert(key, Rc::clone(&subtree));
        Ok(subtree)
    }

    /// Makes a candidate with some bugs on. Returns the subtree behind it, if the move is
    /// generated, and the further bugs on which the making depends.
    fn make(
        &mut self,
        node: &mut Node<'_>,
        candidate: Candidate,
        scope: CountScope,
    ) -> Result<(Option<Rc<Subtree>>, BugSet), Stop> {
        let facts = node.facts(scope.active);
        let switches = Switches::new(scope.active);
        let horizon = node.depth - 1;
        let subtree = if !node.position.is_generated(&facts, candidate, &switches) {
            None
        } else if horizon == 0 {
            Some(Rc::clone(&self.leaf))
        } else {
            let next = node.position.after(candidate, horizon, &switches);
            Some(self.subtree(&next, horizon, scope)?)
        };
        let below = subtree.as_ref().map_or(BugSet::EMPTY, |subtree| subtree.queried);
        node.queried = node.queried.union(switches.queried()).union(below);
        Ok((subtree, switches.queried().difference(scope.active)))
    }

    /// Adds the leaves behind a candidate to a sum.
    fn add(
        &mut self,
        node: &mut Node<'_>,
        candidate: Candidate,
        scope: CountScope,
        sum: &mut Sum,
    ) -> Result<(), Stop> {
        let (subtree, queried) = self.make(node, candidate, scope)?;
        let base = subtree.as_ref().map(|subtree| &subtree.polynomial);
        if scope.degree == 0 || queried.is_empty() {
            if let Some(base) = base {
                sum.add(base, scope.degree);
            }
            return Ok(());
        }
        let mut rows = Vec::new();
        for bug in queried.iter() {
            rows.push((bug as u8, self.linear_leaves(node, candidate, scope.with(bug))?));
        }
        let values: Vec<_> = rows.iter().map(|(bug, row)| (*bug, row.constant)).collect();
        let linear = Linear::new(base, &values);
        sum.add_linear(&linear);
        if scope.degree >= 2 {
            add_other_pairs(sum, base, queried);
            add_queried_pairs(sum, &linear, &rows, queried);
        }
        Ok(())
    }

    /// Returns the leaves behind a candidate with some bugs on, as a function of at most one more.
    fn linear_leaves(
        &mut self,
        node: &mut Node<'_>,
        candidate: Candidate,
        scope: CountScope,
    ) -> Result<Linear, Stop> {
        let (subtree, queried) = self.make(node, candidate, scope)?;
        let base = subtree.as_ref().map(|subtree| &subtree.polynomial);
        let mut values = Vec::new();
        for bug in queried.iter().filter(|_| scope.degree > 0) {
            let (subtree, _) = self.make(node, candidate, scope.with(bug))?;
            let value = subtree.map_or(0, |subtree| subtree.polynomial.constant);
            values.push((bug as u8, value));
        }
        Ok(Linear::new(base, &values))
    }
}

/// Adds the terms of the pairs of which no bug is queried for the move itself.
fn add_other_pairs(sum: &mut Sum, base: Option<&Polynomial>, queried: BugSet) {
    let is_queried = |bug: u8| queried.contains(Bug::ALL[bug as usize]);
    for &(a, b, term) in base.map_or(&[][..], |base| &base.pairs) {
        if !is_queried(a) && !is_queried(b) {
            sum.add_pair(a, b, term);
        }
    }
}

/// Adds the terms of the pairs with a queried bug. The row of each is the count with that bug on.
fn add_queried_pairs(sum: &mut Sum, linear: &Linear, rows: &[(u8, Linear)], queried: BugSet) {
    for (bug, row) in rows {
        for (other, difference) in row.differences(linear) {
            // A pair of queried bugs is in two rows.
            if other > *bug || !queried.contains(Bug::ALL[other as usize]) {
                sum.add_pair(*bug, other, difference);
            }
        }
    }
}
