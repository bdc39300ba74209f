//! Counting a tree's leaves, with each varied edit, in one walk.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use tabiya::{Color, Position};

use super::changes::{ChangeSet, only};
use super::edit::{Edit, EditSet};
use super::grammar::{Rule, Scope};
use super::hash_table::HashTable;
use super::limits::MAX_DEPTH;
use super::reference::{Board, Candidate, Edits, Generator, Kind};
use super::tally::Tally;
use crate::leaf_categories::Category;

/// The reason why a count stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The count visited as many positions as its limit.
    Limit,
    /// The caller canceled the count.
    Canceled,
}

/// The edits that are on, and the varied ones, for which a walk yields the differences.
#[derive(Clone, Debug)]
pub struct EditSelection {
    active: EditSet,
    varied: EditSet,
    by_color: [Edits; 2],
    /// The category to which leaves that count belong, or `None` for all.
    category: Option<Category>,
    /// The same without the category, with which checkmates are found.
    plain: Option<Box<Self>>,
}

impl EditSelection {
    pub fn new(active: EditSet, varied: EditSet, category: Option<Category>) -> Self {
        let by_color =
            Color::ALL.map(|color| Edits::new(active.of_color(color), varied.of_color(color)));
        let is_mates = category == Some(Category::Checkmates);
        let plain = is_mates.then(|| Box::new(Self::new(active, varied, None)));
        Self { active, varied, by_color, category, plain }
    }

    /// Returns the position after a move, as the active edits have it.
    pub fn after(&self, board: &Board, candidate: &Candidate) -> Board {
        board.after(candidate, &self.by_color[board.side as usize], MAX_DEPTH).0
    }

    /// Returns the same active edits with one more, and no other varied.
    fn with(&self, edit: Edit) -> Self {
        let mut active = self.active;
        active.insert(edit);
        Self::new(active, EditSet::EMPTY, self.category)
    }
}

/// The counts behind a move at the root.
#[derive(Debug)]
pub struct RootMove {
    pub candidate: Candidate,
    /// 1 where the move is generated, otherwise 0.
    pub is_generated: Tally,
    pub leaves: Tally,
}

/// The number of positions between two callback calls.
const POSITIONS_PER_CALL: u64 = 1024;

/// A leaf counter for trees.
pub struct Walker<'a> {
    /// The number of positions that may still be visited.
    pub budget: u64,
    keep_going: &'a mut dyn FnMut() -> bool,
    /// The tallies by depth, which keep their memory.
    tallies: Vec<Tally>,
    /// The greatest difference that matters. Edits that only add moves are not followed beyond.
    max_difference: i64,
    /// The leaves that each edit has added so far, for edits that only add moves.
    added: Vec<i64>,
    /// The number of leaves visited so far, and the number at which a changed tree has too many.
    leaves: i64,
    max_leaves: i64,
    /// The hash table for an edit that concerns hash keys.
    table: Option<HashTable>,
}

impl<'a> Walker<'a> {
    /// Creates a counter that visits at most `budget` positions. It calls `keep_going` from time to
    /// time, and stops at `false`.
    pub fn new(budget: u64, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        let tallies = Vec::new();
        let added = vec![0; Edit::INDICES];
        let max_leaves = i64::MAX;
        Self {
            budget,
            keep_going,
            tallies,
            max_difference: i64::MAX,
            added,
            leaves: 0,
            max_leaves,
            table: None,
        }
    }

    fn spend(&mut self) -> Result<(), Stop> {
        self.budget = self.budget.checked_sub(1).ok_or(Stop::Limit)?;
        if self.budget.is_multiple_of(POSITIONS_PER_CALL) && !(self.keep_going)() {
            return Err(Stop::Canceled);
        }
        Ok(())
    }

    /// Counts the leaves in a tree with the active edits, and what each varied edit adds.
    /// Differences above `max_difference` need not be exact.
    ///
    /// # Errors
    ///
    /// Returns a [`Stop`] if the budget is spent or the caller cancels the count.
    pub fn tally(
        &mut self,
        root: &Board,
        depth: u8,
        selection: &EditSelection,
        max_difference: i64,
    ) -> Result<Tally, Stop> {
        // More evasions mean fewer checkmates, so no edit only adds them.
        let has_limit = selection.category != Some(Category::Checkmates);
        self.forget_stopped_count();
        self.max_difference = if has_limit { max_difference } else { i64::MAX };
        self.added.fill(0);
        self.walk(root, depth, selection)?;
        self.max_difference = i64::MAX;
        let mut tally = mem::take(&mut self.tallies[usize::from(depth)]);
        for edit in selection.varied.iter().filter(|edit| edit.hash_key().is_some()) {
            let count = self.count(root, depth, &selection.with(edit))?;
            tally.add(edit, count - tally.with(Some(edit)));
        }
        Ok(tally)
    }

    /// Counts the leaves in a tree with the active edits.
    ///
    /// # Errors
    ///
    /// Returns a [`Stop`] if the budget is spent or the caller cancels the count.
    pub fn count(
        &mut self,
        root: &Board,
        depth: u8,
        selection: &EditSelection,
    ) -> Result<i64, Stop> {
        self.forget_stopped_count();
        self.table = HashTable::new(&selection.active);
        let count = self.right(root, depth, selection)?;
        self.table = None;
        Ok(count)
    }

    /// Resets what a count leaves behind that a limit stopped.
    fn forget_stopped_count(&mut self) {
        self.table = None;
        self.max_leaves = i64::MAX;
    }

    /// Counts the leaves that legal moves reach, with the `tabiya` generator.
    ///
    /// # Errors
    ///
    /// Returns a [`Stop`] if the budget is spent or the caller cancels the count.
    pub fn legal_leaves(&mut self, position: &Position, depth: u8) -> Result<u64, Stop> {
        self.spend()?;
        let moves = position.legal_moves();
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        moves.iter().map(|&mv| self.legal_leaves(&position.after(mv), depth - 1)).sum()
    }

    /// Counts the leaves behind each move at the root.
    ///
    /// # Errors
    ///
    /// Returns a [`Stop`] if the budget is spent or the caller cancels the count.
    pub fn divide(
        &mut self,
        root: &Board,
        depth: u8,
        selection: &EditSelection,
    ) -> Result<Vec<RootMove>, Stop> {
        self.forget_stopped_count();
        self.table = HashTable::new(&selection.active);
        let mut moves = Vec::new();
        let node = |depth| Node { board: root, depth, selection };
        let mut visit = |candidate: &Candidate| {
            let mut is_generated = Tally::default();
            let mut leaves = Tally::default();
            self.add(node(1), candidate, &mut is_generated)?;
            self.add(node(depth), candidate, &mut leaves)?;
            moves.push(RootMove { candidate: candidate.clone(), is_generated, leaves });
            Ok(())
        };
        Generator::new(root, node(depth).edits(), &mut visit).run()?;
        self.table = None;
        for edit in selection.varied.iter().filter(|edit| edit.hash_key().is_some()) {
            let others = self.divide(root, depth, &selection.with(edit))?;
            for (row, other) in moves.iter_mut().zip(others) {
                row.leaves.add(edit, other.leaves.right - row.leaves.right);
            }
        }
        Ok(moves)
    }

    /// Counts the leaves in a subtree with the active edits.
    fn right(&mut self, board: &Board, depth: u8, selection: &EditSelection) -> Result<i64, Stop> {
        self.walk(board, depth, selection)?;
        Ok(self.tallies[usize::from(depth)].right)
    }

    /// Takes the tally for a depth out of the buffer, without a count.
    fn take(&mut self, depth: u8) -> Tally {
        let index = usize::from(depth);
        if self.tallies.len() <= index {
            self.tallies.resize_with(index + 1, Tally::default);
        }
        let mut tally = mem::take(&mut self.tallies[index]);
        tally.clear();
        tally
    }

    /// Counts the leaves in a subtree into the tally for its depth.
    fn walk(&mut self, board: &Board, depth: u8, selection: &EditSelection) -> Result<(), Stop> {
        self.spend()?;
        let mut sum = self.take(depth);
        let node = Node { board, depth, selection };
        let stored = self.table.as_ref().and_then(|table| table.get(board, depth));
        if depth == 0 {
            sum.right = 1;
        } else if let Some(count) = stored {
            sum.right = count;
        } else {
            let mut has_moves = false;
            let mut visit = |candidate: &Candidate| {
                has_moves |= candidate.is_generated;
                let times = if self.leaves > self.max_leaves { 0 } else { node.times(candidate) };
                (0..times).try_for_each(|_| self.add(node, candidate, &mut sum))
            };
            let mut generator = Generator::new(board, node.edits(), &mut visit);
            let others = if node.wants_number() {
                generator.count()?
            } else {
                generator.run().map(|()| 0)?
            };
            sum.right += others;
            self.leaves += others;
            node.add_ends(has_moves || others > 0, &mut sum);
            if let Some(table) = &mut self.table {
                table.insert(board, depth, sum.right);
            }
        }
        self.tallies[usize::from(depth)] = sum;
        Ok(())
    }

    /// Adds the leaves behind a candidate to a sum.
    fn add(&mut self, node: Node<'_>, candidate: &Candidate, sum: &mut Tally) -> Result<(), Stop> {
        let horizon = node.depth - 1;
        if node.wants_number() && !node.edits().has_varied {
            sum.right += i64::from(candidate.is_generated);
            self.leaves += i64::from(candidate.is_generated);
            return Ok(());
        }
        if !candidate.is_generated {
            for edit in node.edits_of(candidate.added_by) {
                let added = self.added_behind(node, candidate, edit, 0)?;
                sum.add(edit, added);
            }
            return Ok(());
        }
        let twice =
            only(Rule::GeneratedTwice, candidate.kind.scope()).difference(&candidate.removed_by);
        if node.wants_number() {
            sum.right += 1;
            self.leaves += 1;
            node.edits_of(candidate.removed_by).for_each(|edit| sum.add(edit, -1));
            node.edits_of(twice).for_each(|edit| sum.add(edit, 1));
            return Ok(());
        }
        let (next, effects) = node.after(candidate);
        if horizon == 0 {
            self.leaf(node, candidate)?;
        } else {
            self.walk(&next, horizon, node.selection)?;
        }
        let below = mem::take(&mut self.tallies[usize::from(horizon)]);
        sum.add_all(&below);
        for edit in node.edits_of(candidate.removed_by) {
            sum.add(edit, -below.with(Some(edit)));
        }
        for edit in node.edits_of(twice) {
            sum.add(edit, below.with(Some(edit)));
        }
        for edit in node.edits_of(effects.difference(&candidate.removed_by)) {
            let selection = node.selection.with(edit);
            if node.with(&selection).after(candidate).0 != next {
                let added = self.added_behind(node, candidate, edit, below.with(Some(edit)))?;
                sum.add(edit, added);
            }
        }
        self.tallies[usize::from(horizon)] = below;
        Ok(())
    }

    /// Puts a leaf's weight into the tally for depth 0, with the edits that change whether it is a
    /// checkmate.
    fn leaf(&mut self, node: Node<'_>, candidate: &Candidate) -> Result<(), Stop> {
        let mut leaf = self.take(0);
        leaf.right = self.weight(node, candidate)?;
        self.leaves += leaf.right;
        if let Some(plain) = node.selection.plain.as_ref() {
            let next = node.after(candidate).0;
            if next.checkers().any() {
                self.walk(&next, 1, plain)?;
                for edit in plain.varied.iter() {
                    let is_mate = self.tallies[1].with(Some(edit)) == 0;
                    leaf.add(edit, i64::from(is_mate) - leaf.right);
                }
            }
        }
        self.tallies[0] = leaf;
        Ok(())
    }

    /// Returns 1 if a leaf's last move belongs to the category, otherwise 0.
    fn weight(&mut self, node: Node<'_>, candidate: &Candidate) -> Result<i64, Stop> {
        let Some(category) = node.selection.category else { return Ok(1) };
        let next = node.after(candidate).0;
        let checkers = next.checkers();
        let is_castling = candidate.kind.castling_side().is_some();
        Ok(i64::from(match category {
            Category::Captures => node.board.is_capture(candidate),
            Category::EnPassant => candidate.kind == Kind::EnPassant,
            Category::Castles => is_castling,
            Category::Promotions => candidate.kind.is_promotion(),
            Category::Checks => checkers.any(),
            Category::DiscoveredChecks => {
                checkers.len() == 1 && (is_castling || !checkers.contains(candidate.to))
            }
            Category::DoubleChecks => checkers.has_more_than_one(),
            Category::Checkmates => {
                let plain = node.selection.plain.as_deref().unwrap_or(node.selection);
                checkers.any() && self.right(&next, 1, plain)? == 0
            }
        }))
    }

    /// Returns how many leaves are behind a candidate with one more edit, less the `known` leaves
    /// without it. Stops above the greatest difference that matters if the edit can only add
    /// leaves.
    fn added_behind(
        &mut self,
        node: Node<'_>,
        candidate: &Candidate,
        edit: Edit,
        known: i64,
    ) -> Result<i64, Stop> {
        let only_adds = self.max_difference < i64::MAX && edit.sign() > 0;
        let rest = self.max_difference.saturating_sub(self.added[edit.index()]);
        if only_adds && rest < 0 {
            return Ok(0);
        }
        let selection = node.selection.with(edit);
        let changed = node.with(&selection);
        if only_adds {
            self.max_leaves = self.leaves.saturating_add(known).saturating_add(rest);
        }
        let count = match node.depth {
            1 => self.weight(changed, candidate)?,
            _ => self.right(&changed.after(candidate).0, node.depth - 1, &selection)?,
        };
        self.max_leaves = i64::MAX;
        if only_adds {
            self.added[edit.index()] += count - known;
        }
        Ok(count - known)
    }
}

/// A position in a tree, with the plies below it.
#[derive(Clone, Copy)]
struct Node<'a> {
    board: &'a Board,
    depth: u8,
    selection: &'a EditSelection,
}

impl<'a> Node<'a> {
    fn edits(self) -> &'a Edits {
        &self.selection.by_color[self.board.side as usize]
    }

    fn with<'b>(self, selection: &'b EditSelection) -> Node<'b>
    where
        'a: 'b,
    {
        Node { selection, ..self }
    }

    /// Returns the varied edits that make changes to the moves in this position.
    fn edits_of(self, changes: ChangeSet) -> impl Iterator<Item = Edit> {
        let Self { board, selection, .. } = self;
        let changes = changes.intersection(&self.edits().varied);
        changes.into_iter().flat_map(move |change| selection.varied.with_change(change, board.side))
    }

    /// Returns the position after a candidate, and the edits on which it depends.
    fn after(self, candidate: &Candidate) -> (Board, ChangeSet) {
        self.board.after(candidate, self.edits(), self.depth - 1)
    }

    /// Tests whether it only matters how many moves there are.
    fn wants_number(self) -> bool {
        self.depth == 1 && self.selection.category.is_none()
    }

    /// Returns how often an active edit generates a candidate.
    fn times(self, candidate: &Candidate) -> i64 {
        let is_doubled = self.edits().active.has(Rule::GeneratedTwice, candidate.kind.scope());
        1 + i64::from(is_doubled)
    }

    /// Applies the edits that concern how games end to a sum.
    fn add_ends(self, has_moves: bool, sum: &mut Tally) {
        let edits = self.edits();
        let mut add = |rule, scope, applies: bool, value: i64| {
            if !applies || !edits.sees(rule, scope) {
                return;
            }
            if edits.active.has(rule, scope) {
                sum.right = value;
            }
            for edit in self.edits_of(only(rule, scope)) {
                let missing = value - sum.with(Some(edit));
                sum.add(edit, missing);
            }
        };
        if !has_moves {
            let is_check = self.board.checkers().any();
            add(Rule::NoMovesLeaf, Scope::All, true, 1);
            add(Rule::NoMovesLeaf, Scope::InCheck, is_check, 1);
            add(Rule::NoMovesLeaf, Scope::Quiet, !is_check, 1);
        }
        add(Rule::FiftyMoves, Scope::All, self.board.clock >= 100, 0);
        add(Rule::DeadPosition, Scope::All, self.board.is_dead(), 0);
    }
}
