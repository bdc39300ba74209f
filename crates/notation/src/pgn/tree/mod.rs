//! A tree for one game: variations, comments and glyphs, to walk, edit, merge and write.

mod annotation;
mod edit;
mod error;
mod merge;
mod node;
mod read;
mod walk;
mod write;

pub use annotation::{Annotation, CommentText, Place};
pub use error::EditError;
pub use node::{Children, Node};
pub use walk::{Step, Walk};

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use tabiya_core::Move;
use tabiya_movegen::{EnPassantStyle, Position};

use super::read_error::ReadError;
use super::termination::Termination;

/// A game with its variations, comments, glyphs and tag pairs, to walk, edit, merge and write.
///
/// A tree owns its text. Its nodes lie in one vector, and a [`NodeId`] names each. A node is the
/// position after a move, and the root is the start position. The first child of a node continues
/// its line; the other children begin variations, as in python-chess.
///
/// No function recurses, so variations can have any depth. The tree does not store positions: a
/// [`Walk`] updates one from move to move, and [`Node::position`] makes the moves from the start.
///
/// ```
/// use tabiya::pgn::{GameTree, RawGame, Termination};
/// use tabiya::{Move, Square};
///
/// let game = RawGame::new("1. e4 e5 (1... c5 {Sicilian} 2. Nf3 d6) 2. Nf3 *");
/// let mut tree = GameTree::from_game(&game)?;
/// let king_pawn = tree.root().main_child().expect("1. e4");
/// let sicilian = king_pawn.variations().next().expect("1... c5").id();
/// let king_pawn = king_pawn.id();
///
/// tree.promote(sicilian)?;
/// tree.add_nag(sicilian, 1)?;
/// let french = tree.add_move(king_pawn, Move::new(Square::E7, Square::E6))?;
/// tree.add_comment(french, "French")?;
/// tree.set_result(Termination::Draw);
/// assert!(tree.to_string().ends_with(
///     "\n\n1. e4 c5 $1 { Sicilian } ( 1... e5 2. Nf3 ) ( 1... e6 { French } ) 2. Nf3 d6\n1/2-1/2\n\n"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Text that a tree does not represent
///
/// A tree does not keep white space, move numbers or how moves were written, and unknown text
/// becomes a comment. [`Style::Export`](super::Style::Export) yields the text that
/// [`RawGame::write`](super::RawGame::write) yields, with moves in SAN and these exceptions:
///
/// - A variation without a move disappears. Its comments remain.
/// - A variation that begins with a variation is written after it.
/// - A variation before the game's first move is written after that move. If there is no other
///   move, it is the main line.
///
/// # Memory
///
/// A node takes 48 bytes, and an annotation 24 bytes beside its text. Reading needs memory in
/// proportion to the text, and a tree has at most [`MAX_NODES`](Self::MAX_NODES) nodes. Removed
/// nodes count, because no [`NodeId`] is used again.
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Position,
    nodes: Vec<NodeData>,
    /// Names and values in their order. If several tag pairs have one name, the first counts.
    tags: Vec<(String, String)>,
    result: Termination,
    /// The first read errors.
    errors: Vec<ReadError>,
    error_count: usize,
}

/// The name of a node in a [`GameTree`].
///
/// It stays valid while you edit the tree, until the node is removed. Functions then return `None`
/// or an error for it. A tree cannot detect a name from another tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root, which is the game's start position.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// Returns the node's index in creation order, 0 for the root.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Returns the name for a node index, or `None` if no tree has so many nodes.
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        u32::try_from(index.checked_add(1)?).ok().and_then(NonZeroU32::new).map(Self)
    }
}

/// The edge that leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Root,
    Move(Move),
    NullMove,
    /// The node was removed.
    Removed,
}

/// A node and its links.
#[derive(Clone, Debug)]
struct NodeData {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    edge: Edge,
    /// Only a node with a `previous` one has annotations at places other than [`Place::AfterMove`].
    annotations: Vec<(Place, Annotation)>,
}

const _: () = assert!(size_of::<NodeData>() <= 48 && size_of::<(Place, Annotation)>() <= 24);

impl NodeData {
    const fn new(edge: Edge) -> Self {
        Self {
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
            edge,
            annotations: Vec::new(),
        }
    }
}

impl Default for GameTree {
    /// Returns a tree without moves from the start position of standard chess.
    #[inline]
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl GameTree {
    /// The maximum number of nodes, including removed ones.
    pub const MAX_NODES: usize = 1 << 24;

    /// Creates a tree without moves.
    ///
    /// It has the tag pairs `SetUp` and `FEN` if the position is not the standard start position,
    /// and `Variant "Chess960"` if castling requires it.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::pgn::GameTree;
    ///
    /// let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    /// let tree = GameTree::new(Position::from_fen(fen)?);
    /// assert_eq!(tree.tag("FEN"), Some(fen));
    /// assert_eq!(GameTree::default().tags().count(), 0);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn new(start: Position) -> Self {
        let mut tree = Self::with_tags(start, Vec::new(), Termination::Unfinished);
        if start != Position::START {
            let fen = start.fen().en_passant(EnPassantStyle::Always).to_string();
            if !start.is_standard_castling() {
                tree.tags.push(("Variant".to_owned(), "Chess960".to_owned()));
            }
            tree.tags.push(("SetUp".to_owned(), "1".to_owned()));
            tree.tags.push(("FEN".to_owned(), fen));
        }
        tree
    }

    fn with_tags(start: Position, tags: Vec<(String, String)>, result: Termination) -> Self {
        let nodes = vec![NodeData::new(Edge::Root)];
        Self { start, nodes, tags, result, errors: Vec::new(), error_count: 0 }
    }

    /// Returns the start position.
    #[inline]
    #[must_use]
    pub const fn start_position(&self) -> &Position {
        &self.start
    }

    /// Returns the first 64 read errors, in their order.
    ///
    /// The tree has the moves before an illegal one, as [`Reader`](super::Reader) returns them.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("1. e4 (1. d4 Ke7 2. c4) e5 2. Ke3 Nc6 *"))?;
    /// let errors: Vec<_> = tree.errors().iter().map(ToString::to_string).collect();
    /// assert_eq!(errors[0], "byte 13, ply 1: \"Ke7\": not a legal move");
    /// assert_eq!(errors[1], "byte 30, ply 2: \"Ke3\": not a legal move");
    /// assert_eq!(tree.main_line().count(), 2);
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn errors(&self) -> &[ReadError] {
        &self.errors
    }

    /// Returns the number of read errors, which may exceed the length of [`errors`](Self::errors).
    #[inline]
    #[must_use]
    pub const fn error_count(&self) -> usize {
        self.error_count
    }

    /// Returns the number of nodes, including the root and removed nodes.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let tree = GameTree::from_game(&RawGame::new("1. e4 (1. d4) e5 *"))?;
    /// assert_eq!(tree.node_count(), 4);
    /// # Ok::<(), tabiya::pgn::StartError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the game's result: its termination marker and its tag pair `Result`.
    #[inline]
    #[must_use]
    pub const fn result(&self) -> Termination {
        self.result
    }

    /// Returns the names and values from the tag pairs, in their order.
    #[inline]
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the value of the first tag pair with the given name.
    #[inline]
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find_map(|(other, value)| (other == name).then_some(value))
    }

    #[inline]
    fn data(&self, id: NodeId) -> &NodeData {
        &self.nodes[id.index()]
    }

    #[inline]
    fn data_mut(&mut self, id: NodeId) -> &mut NodeData {
        &mut self.nodes[id.index()]
    }

    /// Creates a node without links; `None` if the tree has [`MAX_NODES`](Self::MAX_NODES).
    fn create(&mut self, edge: Edge) -> Option<NodeId> {
        if self.nodes.len() >= Self::MAX_NODES {
            return None;
        }
        let id = NodeId::from_index(self.nodes.len())?;
        self.nodes.push(NodeData::new(edge));
        Some(id)
    }

    /// Inserts a node without links before a child, or as the last child.
    fn link(&mut self, parent: NodeId, id: NodeId, before: Option<NodeId>) {
        let previous = match before {
            Some(before) => self.data_mut(before).previous.replace(id),
            None => self.data_mut(parent).last_child.replace(id),
        };
        match previous {
            Some(previous) => self.data_mut(previous).next = Some(id),
            None => self.data_mut(parent).first_child = Some(id),
        }
        let data = self.data_mut(id);
        (data.parent, data.previous, data.next) = (Some(parent), previous, before);
    }

    /// Removes a node from its parent's children.
    fn unlink(&mut self, id: NodeId) {
        let data = self.data_mut(id);
        let parent = data.parent.take();
        let previous = data.previous.take();
        let next = data.next.take();
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => self.data_mut(previous).next = next,
            None => self.data_mut(parent).first_child = next,
        }
        match next {
            Some(next) => self.data_mut(next).previous = previous,
            None => self.data_mut(parent).last_child = previous,
        }
    }
}

/// Makes the move that leads to a node. A tree's moves are legal.
fn make(position: &mut Position, edge: Edge) {
    match edge {
        Edge::Move(mv) => position.make_move(mv),
        Edge::NullMove => {
            let _ = position.make_null_move(&mut ());
        }
        Edge::Root | Edge::Removed => {}
    }
}
