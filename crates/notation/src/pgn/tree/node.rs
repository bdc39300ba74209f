//! The nodes in a tree: moves, neighbors, annotations and positions.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use tabiya_core::Move;
use tabiya_movegen::Position;

use super::annotation::{Annotation, CommentText, Place};
use super::{Edge, GameTree, NodeData, NodeId, make};

/// A reference to a node in a [`GameTree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t GameTree,
    id: NodeId,
}

impl GameTree {
    /// Returns the root.
    #[inline]
    #[must_use]
    pub const fn root(&self) -> Node<'_> {
        Node::new(self, NodeId::ROOT)
    }

    /// Returns a node; `None` if it was removed.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        let data = self.nodes.get(id.index())?;
        (data.edge != Edge::Removed).then_some(Node::new(self, id))
    }

    /// Returns the nodes in the main line, without the root.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("1. e4 (1. d4) e5 2. Nf3 *"))?;
    /// let end = tree.main_line().last().expect("three moves");
    /// assert_eq!((end.ply(), end.position().fullmove_number()), (3, 2));
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[inline]
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> + Clone {
        core::iter::successors(self.root().main_child(), Node::main_child)
    }
}

impl<'t> Node<'t> {
    #[inline]
    pub(super) const fn new(tree: &'t GameTree, id: NodeId) -> Self {
        Self { tree, id }
    }

    #[inline]
    fn data(&self) -> &'t NodeData {
        self.tree.data(self.id)
    }

    #[inline]
    fn neighbor(&self, id: Option<NodeId>) -> Option<Self> {
        id.map(|id| Self::new(self.tree, id))
    }

    /// Returns the node's name.
    #[inline]
    #[must_use]
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the move that leads to the node; `None` at the root and for a null move.
    #[inline]
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        match self.data().edge {
            Edge::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// Tests whether the node is the root.
    #[inline]
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.id == NodeId::ROOT
    }

    /// Tests whether a null move leads to the node.
    #[inline]
    #[must_use]
    pub fn is_null_move(&self) -> bool {
        self.data().edge == Edge::NullMove
    }

    /// Returns the node before the move; `None` at the root.
    #[inline]
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.neighbor(self.data().parent)
    }

    /// Returns the child that continues the line, the first one.
    #[doc(alias = "next")]
    #[inline]
    #[must_use]
    pub fn main_child(&self) -> Option<Self> {
        self.neighbor(self.data().first_child)
    }

    /// Returns the children: the continuation, then those that begin variations.
    #[doc(alias = "variations")]
    #[inline]
    pub fn children(&self) -> Children<'t> {
        Children { next: self.main_child() }
    }

    /// Returns the moves that could replace the line's next move: all children but the first.
    #[inline]
    pub fn variations(&self) -> Children<'t> {
        let mut children = self.children();
        children.next();
        children
    }

    /// Tests whether the node is a variation's first move.
    #[inline]
    #[must_use]
    pub fn starts_variation(&self) -> bool {
        self.data().previous.is_some()
    }

    /// Tests whether the node is on the main line. The root is.
    #[inline]
    #[must_use]
    pub fn is_main_line(&self) -> bool {
        self.line_to_root().all(|node| !node.starts_variation())
    }

    /// Returns the node and those before it, up to the root.
    #[inline]
    pub fn line_to_root(&self) -> impl Iterator<Item = Self> + Clone + use<'t> {
        core::iter::successors(Some(*self), Self::parent)
    }

    /// Returns the number of moves from the start to the node, in time proportional to it.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.line_to_root().count() - 1
    }

    /// Returns the position after the move, by making the moves from the start.
    ///
    /// [`Walk`](super::Walk) returns the positions of all nodes in linear time.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("1. e4 (1. d4 d5) *"))?;
    /// let variation = tree.root().variations().next().expect("1. d4");
    /// let fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    /// assert_eq!(variation.position().to_string(), fen);
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        let edges: Vec<Edge> = self.line_to_root().map(|node| node.data().edge).collect();
        let mut position = self.tree.start;
        edges.into_iter().rev().for_each(|edge| make(&mut position, edge));
        position
    }

    /// Returns the comments and glyphs at a place.
    #[inline]
    pub fn annotations(
        &self,
        place: Place,
    ) -> impl Iterator<Item = &'t Annotation> + Clone + use<'t> {
        let annotations = self.data().annotations.iter();
        annotations.filter_map(move |(other, annotation)| (*other == place).then_some(annotation))
    }

    /// Returns the comments after the move; those before the first move at the root.
    #[inline]
    pub fn comments(&self) -> impl Iterator<Item = &'t CommentText> + Clone + use<'t> {
        self.annotations(Place::AfterMove).filter_map(|annotation| match annotation {
            Annotation::Comment(text) => Some(text),
            Annotation::Nag(_) => None,
        })
    }

    /// Returns the move's glyphs.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("1. e4!? {a} $14 {b} *"))?;
    /// let node = tree.root().main_child().expect("1. e4");
    /// assert!(node.nags().eq([5, 14]));
    /// assert!(node.comments().map(|text| text.as_str()).eq(["a", "b"]));
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[inline]
    pub fn nags(&self) -> impl Iterator<Item = u32> + Clone + use<'t> {
        self.annotations(Place::AfterMove).filter_map(|annotation| match annotation {
            Annotation::Nag(number) => Some(*number),
            Annotation::Comment(_) => None,
        })
    }

    #[inline]
    pub(super) fn edge(&self) -> Edge {
        self.data().edge
    }

    /// Returns the node that begins the next variation instead of the same move.
    #[inline]
    pub(super) fn next_sibling(&self) -> Option<Self> {
        self.neighbor(self.data().next)
    }
}

impl fmt::Debug for Node<'_> {
    /// Writes the node without its tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").field("id", &self.id).field("edge", &self.edge()).finish()
    }
}

/// An iterator over children, returned by [`Node::children`] and [`Node::variations`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Children<'t> {
    next: Option<Node<'t>>,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    #[inline]
    fn next(&mut self) -> Option<Node<'t>> {
        let node = self.next?;
        self.next = node.next_sibling();
        Some(node)
    }
}

impl FusedIterator for Children<'_> {}
