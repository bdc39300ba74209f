//! A walk over all nodes in the text's order.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use tabiya_movegen::Position;

use super::node::Node;
use super::{GameTree, make};

/// A step in a [`Walk`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Step<'t> {
    /// A move, which [`Walk::position`] includes.
    Move(Node<'t>),
    /// The start of a variation, with its first move, which follows as a separate step.
    VariationStart(Node<'t>),
    /// The end of a variation, with its first move.
    VariationEnd(Node<'t>),
}

/// An iterator over a tree's moves in text order, which makes the moves. Returned by
/// [`GameTree::walk`].
///
/// Its memory is proportional to the variation depth.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Walk<'t> {
    next: Next<'t>,
    position: Position,
    before: Position,
    /// The variations that are open.
    open: Vec<OpenVariation<'t>>,
}

#[derive(Clone, Copy, Debug)]
enum Next<'t> {
    Move(Node<'t>),
    VariationStart(Node<'t>),
    /// The end of the line.
    End,
}

/// A variation, and the move that it replaces.
#[derive(Clone, Debug)]
struct OpenVariation<'t> {
    first: Node<'t>,
    replaced: Node<'t>,
    before: Position,
}

impl GameTree {
    /// Returns an iterator over all moves in text order: after each move its alternatives, then the
    /// line continues.
    ///
    /// ```
    /// use tabiya::san;
    /// use tabiya::pgn::{GameTree, RawGame, Step};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("e4 (d4 d5 (Nf6)) (c4) e5 *"))?;
    /// let mut walk = tree.walk();
    /// let mut text = String::new();
    /// while let Some(step) = walk.next() {
    ///     match step {
    ///         Step::Move(node) => {
    ///             let mv = node.mv().expect("no null moves");
    ///             text += &format!("{} ", san::display(walk.position_before(), mv));
    ///         }
    ///         Step::VariationStart(_) => text += "( ",
    ///         _ => text += ") ",
    ///     }
    /// }
    /// assert_eq!(text, "e4 ( d4 d5 ( Nf6 ) ) ( c4 ) e5 ");
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[inline]
    pub fn walk(&self) -> Walk<'_> {
        let next = self.root().main_child().map_or(Next::End, Next::Move);
        Walk { next, position: self.start, before: self.start, open: Vec::new() }
    }
}

impl<'t> Walk<'t> {
    /// Returns the position after the last move.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the position before the last move.
    #[inline]
    #[must_use]
    pub const fn position_before(&self) -> &Position {
        &self.before
    }

    /// Returns how many variations are open: 0 in the main line.
    #[inline]
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    fn make(&mut self, node: Node<'t>) -> Step<'t> {
        self.before = self.position;
        make(&mut self.position, node.edge());
        let alternative = node.next_sibling().filter(|_| !node.starts_variation());
        self.next = match alternative {
            Some(first) => {
                self.open.push(OpenVariation { first, replaced: node, before: self.before });
                Next::VariationStart(first)
            }
            None => node.main_child().map_or(Next::End, Next::Move),
        };
        Step::Move(node)
    }

    fn start_variation(&mut self, first: Node<'t>) -> Step<'t> {
        if let Some(open) = self.open.last_mut() {
            open.first = first;
            self.position = open.before;
        }
        self.next = Next::Move(first);
        Step::VariationStart(first)
    }

    fn end_variation(&mut self) -> Option<Step<'t>> {
        let open = self.open.last()?;
        let first = open.first;
        self.next = match first.next_sibling() {
            Some(next) => Next::VariationStart(next),
            None => {
                let replaced = open.replaced;
                self.before = open.before;
                self.position = open.before;
                make(&mut self.position, replaced.edge());
                self.open.pop();
                replaced.main_child().map_or(Next::End, Next::Move)
            }
        };
        Some(Step::VariationEnd(first))
    }
}

impl<'t> Iterator for Walk<'t> {
    type Item = Step<'t>;

    fn next(&mut self) -> Option<Step<'t>> {
        match self.next {
            Next::Move(node) => Some(self.make(node)),
            Next::VariationStart(first) => Some(self.start_variation(first)),
            Next::End => self.end_variation(),
        }
    }
}

impl FusedIterator for Walk<'_> {}
