//! Merging two games.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::annotation::{Annotation, Place};
use super::error::EditError;
use super::walk::Step;
use super::{GameTree, NodeId};

impl GameTree {
    /// Adds the moves, comments and glyphs from another game with the same start position.
    ///
    /// - Common moves are shared. Other moves become the last children, which are variations where the
    ///   tree has a move.
    /// - Comments and glyphs on shared moves are appended unless an equal one is at the same place.
    /// - Tag pairs, result and errors remain those of this tree.
    ///
    /// The time is proportional to the moves in the other game and the number of their siblings.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the start positions differ or if the tree would be full.
    ///
    /// ```
    /// use tabiya::pgn::{GameTree, RawGame};
    ///
    /// let read = |text| GameTree::from_game(&RawGame::new(text));
    /// let mut tree = read("1. e4 {best} e5 2. Nf3 *")?;
    /// tree.merge(&read("1. e4 {best} {by test} c5 2. c3 *")?)?;
    /// let movetext = "1. e4 { best } { by test } 1... e5 ( 1... c5 2. c3 ) 2. Nf3 *\n\n";
    /// assert!(tree.to_string().ends_with(movetext));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), EditError> {
        if self.start != other.start {
            return Err(EditError::OtherStart);
        }
        self.reserve(other.nodes.len() - 1)?;
        // This tree's nodes for the other tree's, by index.
        let mut nodes = vec![NodeId::ROOT; other.nodes.len()];
        self.merge_annotations(NodeId::ROOT, other, NodeId::ROOT);
        for step in other.walk() {
            let Step::Move(node) = step else { continue };
            let parent = node.parent().map_or(NodeId::ROOT, |parent| nodes[parent.id().index()]);
            let merged = self.child_or_new(parent, node.edge())?;
            nodes[node.id().index()] = merged;
            self.merge_annotations(merged, other, node.id());
        }
        Ok(())
    }

    fn merge_annotations(&mut self, to: NodeId, other: &Self, from: NodeId) {
        let starts_variation = self.data(to).previous.is_some();
        let place_here = |place| if starts_variation { place } else { Place::AfterMove };
        let own: BTreeSet<(Place, &Annotation)> =
            self.data(to).annotations.iter().map(|(place, own)| (*place, own)).collect();
        let added = other.data(from).annotations.iter();
        let added: Vec<(Place, Annotation)> = added
            .map(|(place, annotation)| (place_here(*place), annotation))
            .filter(|added| !own.contains(added))
            .map(|(place, annotation)| (place, annotation.clone()))
            .collect();
        self.data_mut(to).annotations.extend(added);
    }
}
