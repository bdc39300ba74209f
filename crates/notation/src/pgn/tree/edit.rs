//! Tree edits.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::mem;

use tabiya_core::Move;
use tabiya_movegen::InputExcerpt;

use super::annotation::{Annotation, CommentText, Place};
use super::error::EditError;
use super::node::Node;
use super::read::without_controls;
use super::{Edge, GameTree, NodeId};
use crate::pgn::syntax::is_name_byte;
use crate::pgn::termination::Termination;

/// The tag pairs that depend on the start position and the result.
const RESERVED_TAGS: [&str; 4] = ["FEN", "SetUp", "Variant", "Result"];

/// Edits. None changes the tree if it returns an error.
impl GameTree {
    /// Returns the child with a move, and adds it as the last child if there is none.
    ///
    /// The first child continues the line. The time is proportional to the ply; see
    /// [`add_moves`](Self::add_moves).
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed, if the move is illegal, or if the tree is full.
    ///
    /// ```
    /// use tabiya::pgn::{EditError, GameTree, NodeId};
    /// use tabiya::{Move, Square};
    ///
    /// let mut tree = GameTree::default();
    /// let node = tree.add_move(NodeId::ROOT, Move::new(Square::E2, Square::E4))?;
    /// assert_eq!(tree.add_move(NodeId::ROOT, Move::new(Square::E2, Square::E4)), Ok(node));
    /// let error = tree.add_move(node, Move::new(Square::E4, Square::E5)).unwrap_err();
    /// assert!(matches!(error, EditError::IllegalMove(..)));
    /// assert_eq!(error.to_string(), "e4e5: illegal move; expected a legal one");
    /// # Ok::<(), EditError>(())
    /// ```
    #[doc(alias = "add_variation")]
    #[inline]
    pub fn add_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, EditError> {
        self.add_moves(node, [mv])
    }

    /// Adds a line, as [`add_move`](Self::add_move) adds one move, and returns its last node.
    /// `None` stands for a null move.
    ///
    /// # Errors
    ///
    /// Returns an error, and adds nothing, if the node was removed, if a move is illegal, or if the tree is full.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, NodeId};
    /// use tabiya::{Position, variation};
    ///
    /// let moves: Vec<_> = variation::read(&Position::START, "e4 e5 Nf3").collect::<Result<_, _>>()?;
    /// let mut tree = GameTree::default();
    /// let last = tree.add_moves(NodeId::ROOT, moves)?;
    /// assert_eq!(tree.node(last).map(|node| node.ply()), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "add_line")]
    pub fn add_moves(
        &mut self,
        node: NodeId,
        moves: impl IntoIterator<Item = impl Into<Option<Move>>>,
    ) -> Result<NodeId, EditError> {
        let mut position = self.existing(node)?.position();
        let mut edges = Vec::new();
        for mv in moves {
            if let Some(mv) = mv.into() {
                position.try_make_move(mv).map_err(|reason| EditError::IllegalMove(mv, reason))?;
                edges.push(Edge::Move(mv));
            } else {
                position = position.null_move().ok_or(EditError::NullMoveInCheck)?;
                edges.push(Edge::NullMove);
            }
        }
        self.reserve(edges.len())?;
        edges.into_iter().try_fold(node, |node, edge| self.child_or_new(node, edge))
    }

    /// Returns the child with a null move, and adds it as the last child if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed, if the side to move is in check, or if the tree is full.
    pub fn add_null_move(&mut self, node: NodeId) -> Result<NodeId, EditError> {
        self.add_moves(node, [None])
    }

    /// Adds a comment after a move; at the root, before the first move. Blank text is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed.
    #[inline]
    pub fn add_comment(&mut self, node: NodeId, text: impl AsRef<[u8]>) -> Result<(), EditError> {
        match CommentText::new(text) {
            Some(text) => self.annotate(node, Place::AfterMove, Annotation::Comment(text)),
            None => self.existing(node).map(|_| ()),
        }
    }

    /// Adds a glyph after a move, before its comments.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed.
    pub fn add_nag(&mut self, node: NodeId, number: u32) -> Result<(), EditError> {
        self.existing(node)?;
        let annotations = &mut self.data_mut(node).annotations;
        let is_comment = |(place, annotation): &(Place, Annotation)| {
            *place == Place::AfterMove && matches!(annotation, Annotation::Comment(_))
        };
        let index = annotations.iter().position(is_comment).unwrap_or(annotations.len());
        annotations.insert(index, (Place::AfterMove, Annotation::Nag(number)));
        Ok(())
    }

    /// Adds an annotation at a place, after those that are there.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed or lacks the place: see [`Place`].
    ///
    /// ```
    /// use tabiya::pgn::{Annotation, CommentText, EditError, GameTree, Place, RawGame};
    ///
    /// let mut tree = GameTree::from_game(&RawGame::new("1. e4 (1. d4) *"))?;
    /// let text = CommentText::new("or").expect("not blank");
    /// let [main, variation] = [0, 1].map(|index| tree.root().children().nth(index).unwrap().id());
    /// tree.annotate(variation, Place::BeforeMove, Annotation::Comment(text.clone()))?;
    /// assert!(tree.to_string().ends_with("1. e4 ( { or } 1. d4 ) *\n\n"));
    /// let error = tree.annotate(main, Place::BeforeMove, Annotation::Comment(text));
    /// assert_eq!(error, Err(EditError::Place));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn annotate(
        &mut self,
        node: NodeId,
        place: Place,
        annotation: Annotation,
    ) -> Result<(), EditError> {
        if place != Place::AfterMove && !self.existing(node)?.starts_variation() {
            return Err(EditError::Place);
        }
        self.existing(node)?;
        self.data_mut(node).annotations.push((place, annotation));
        Ok(())
    }

    /// Removes a node's annotations that do not satisfy a condition.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed.
    ///
    /// ```
    /// use tabiya::pgn::{Annotation, GameTree, RawGame};
    ///
    /// let mut tree = GameTree::from_game(&RawGame::new("1. e4 $1 {a} *"))?;
    /// let node = tree.root().main_child().expect("1. e4").id();
    /// tree.retain_annotations(node, |_, annotation| matches!(annotation, Annotation::Nag(_)))?;
    /// assert!(tree.to_string().ends_with("1. e4 $1 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn retain_annotations(
        &mut self,
        node: NodeId,
        mut condition: impl FnMut(Place, &Annotation) -> bool,
    ) -> Result<(), EditError> {
        self.existing(node)?;
        let annotations = &mut self.data_mut(node).annotations;
        annotations.retain(|(place, annotation)| condition(*place, annotation));
        Ok(())
    }

    /// Removes a node and all that follow it. The next sibling, if any, takes its place.
    ///
    /// Comments after a removed variation's parenthesis are kept.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed before, or is the root.
    ///
    /// ```
    /// use tabiya::pgn::{EditError, GameTree, RawGame};
    ///
    /// let mut tree = GameTree::from_game(&RawGame::new("1. e4 (1. d4 d5) 1... e5 *"))?;
    /// let main = tree.root().main_child().expect("1. e4").id();
    /// tree.remove(main)?;
    /// assert!(tree.to_string().ends_with("\n\n1. d4 d5 *\n\n"));
    /// assert_eq!(tree.remove(main), Err(EditError::RemovedNode));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "remove_variation")]
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        let parent = self.existing(node)?.parent().ok_or(EditError::Root)?.id();
        if let Some(previous) = self.data(node).previous {
            let is_first = self.data(previous).previous.is_none();
            let place = if is_first { Place::AfterMove } else { Place::AfterVariation };
            self.move_annotations((node, Place::AfterVariation), (previous, place));
        }
        self.unlink(node);
        let mut removed = Vec::from([node]);
        while let Some(id) = removed.pop() {
            let data = self.data_mut(id);
            let mut child = data.first_child;
            *data = super::NodeData::new(Edge::Removed);
            while let Some(id) = child {
                removed.push(id);
                child = self.data(id).next;
            }
        }
        self.settle_first_child(parent);
        Ok(())
    }

    /// Exchanges a node with the sibling before it. The second child so becomes the continuation.
    ///
    /// Returns `false` if the node is the first child or the root.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed.
    #[doc(alias = "promote_variation")]
    pub fn promote(&mut self, node: NodeId) -> Result<bool, EditError> {
        self.existing(node)?;
        let data = self.data(node);
        let (Some(parent), Some(previous)) = (data.parent, data.previous) else {
            return Ok(false);
        };
        self.move_before(parent, node, previous);
        Ok(true)
    }

    /// Makes the line to a node the main line: each of its moves becomes the first child.
    ///
    /// # Errors
    ///
    /// Returns an error if the node was removed.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let game = RawGame::new("1. e4 e5 (1... c5 2. Nf3 (2. c3)) *");
    /// let mut tree = GameTree::from_game(&game)?;
    /// let king_pawn = tree.root().main_child().expect("1. e4");
    /// let sicilian = king_pawn.variations().next().expect("1... c5");
    /// let alapin = sicilian.variations().next().expect("2. c3").id();
    /// tree.make_main_line(alapin)?;
    /// assert!(tree.to_string().ends_with("\n\n1. e4 c5 ( 1... e5 ) 2. c3 ( 2. Nf3 ) *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "promote_to_main")]
    pub fn make_main_line(&mut self, node: NodeId) -> Result<(), EditError> {
        let mut id = self.existing(node)?.id();
        while let Some(parent) = self.data(id).parent {
            if let Some(first) = self.data(parent).first_child.filter(|&first| first != id) {
                self.move_before(parent, id, first);
            }
            id = parent;
        }
        Ok(())
    }

    /// Sets a tag pair's value, and removes other tag pairs with the same name. Control characters
    /// become spaces.
    ///
    /// # Errors
    ///
    /// Returns an error for a name that no tag pair can have, and for `FEN`, `SetUp`, `Variant` and
    /// `Result`: see [`set_result`](Self::set_result).
    ///
    /// ```
    /// use tabiya::pgn::{EditError, GameTree};
    ///
    /// let mut tree = GameTree::default();
    /// tree.set_tag("White", "Morphy")?;
    /// assert_eq!(tree.tag("White"), Some("Morphy"));
    /// let error = tree.set_tag("a b", "").unwrap_err();
    /// assert_eq!(error.to_string(), "\"a b\": not a name of a tag; expected letters and digits");
    /// # Ok::<(), EditError>(())
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), EditError> {
        check_tag_name(name)?;
        self.replace_tag(name, without_controls(value).as_str());
        Ok(())
    }

    /// Removes the tag pairs with a name.
    ///
    /// # Errors
    ///
    /// Returns an error for the names that [`set_tag`](Self::set_tag) rejects.
    pub fn remove_tag(&mut self, name: &str) -> Result<(), EditError> {
        check_tag_name(name)?;
        self.tags.retain(|(other, _)| other != name);
        Ok(())
    }

    /// Sets the result: the termination marker and the tag pair `Result`, if there is one.
    ///
    /// The export format has this tag pair in any case. A double forfeit adds it, because its marker `0-0` can
    /// also be castling.
    pub fn set_result(&mut self, result: Termination) {
        self.result = result;
        if result == Termination::BothLose || self.tag("Result").is_some() {
            self.replace_tag("Result", result.as_str());
        }
    }

    /// Sets the value of the first tag pair with a name, or adds one, and removes the others.
    fn replace_tag(&mut self, name: &str, value: &str) {
        let mut is_set = false;
        self.tags.retain_mut(|(other, old)| {
            if other != name {
                return true;
            }
            if is_set {
                return false;
            }
            is_set = true;
            value.clone_into(old);
            true
        });
        if !is_set {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    pub(super) fn existing(&self, node: NodeId) -> Result<Node<'_>, EditError> {
        self.node(node).ok_or(EditError::RemovedNode)
    }

    /// Returns an error if a number of nodes cannot be added.
    pub(super) fn reserve(&self, count: usize) -> Result<(), EditError> {
        let is_free = self.nodes.len().checked_add(count).is_some_and(|sum| sum <= Self::MAX_NODES);
        if is_free { Ok(()) } else { Err(EditError::TooManyNodes) }
    }

    /// Returns the first child with a move, and adds it as the last child if there is none.
    pub(super) fn child_or_new(&mut self, node: NodeId, edge: Edge) -> Result<NodeId, EditError> {
        let child = self.existing(node)?.children().find(|child| child.edge() == edge);
        if let Some(child) = child {
            return Ok(child.id());
        }
        let id = self.create(edge).ok_or(EditError::TooManyNodes)?;
        self.link(node, id, None);
        Ok(id)
    }

    /// Moves a child before one of its siblings.
    fn move_before(&mut self, parent: NodeId, node: NodeId, sibling: NodeId) {
        let is_first = self.data(parent).first_child == Some(sibling);
        let previous = self.data(node).previous;
        self.unlink(node);
        self.link(parent, node, Some(sibling));
        if let Some(previous) = previous.filter(|_| is_first) {
            // The comment follows the parenthesis that is now the last before it.
            let place = Place::AfterVariation;
            self.move_annotations((node, place), (previous, place));
        }
        self.settle_first_child(parent);
    }

    /// Moves the annotations of a first child that only variations have: those before the move to the
    /// text before it, those after the variation to the move.
    pub(super) fn settle_first_child(&mut self, parent: NodeId) {
        let Some(first) = self.data(parent).first_child else { return };
        let data = self.data(parent);
        let alternative = self.last_alternative(parent).filter(|_| data.previous.is_none());
        let before = match alternative {
            Some(last) => (last, Place::AfterVariation),
            None => (parent, Place::AfterMove),
        };
        self.move_annotations((first, Place::BeforeMove), before);
        self.move_annotations((first, Place::AfterVariation), (first, Place::AfterMove));
    }

    /// Returns the last sibling of a node if it is another node.
    fn last_alternative(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.data(node).parent?;
        self.data(parent).last_child.filter(|&last| last != node)
    }

    fn move_annotations(&mut self, from: (NodeId, Place), to: (NodeId, Place)) {
        let annotations = &mut self.data_mut(from.0).annotations;
        if annotations.iter().all(|(place, _)| *place != from.1) {
            return;
        }
        let (moved, kept): (Vec<_>, Vec<_>) =
            mem::take(annotations).into_iter().partition(|(place, _)| *place == from.1);
        *annotations = kept;
        let moved = moved.into_iter().map(|(_, annotation)| (to.1, annotation));
        self.data_mut(to.0).annotations.extend(moved);
    }
}

fn check_tag_name(name: &str) -> Result<(), EditError> {
    if name.is_empty() || !name.bytes().all(is_name_byte) {
        return Err(EditError::TagName(InputExcerpt::new(name)));
    }
    if RESERVED_TAGS.contains(&name) {
        Err(EditError::ReservedTag(InputExcerpt::new(name)))
    } else {
        Ok(())
    }
}
