//! Edit errors.

use core::error::Error;
use core::fmt;

use tabiya_core::Move;
use tabiya_movegen::{IllegalMove, InputExcerpt};

use super::GameTree;
use crate::uci::UciMove;

/// An error from editing a [`GameTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The error for a node that was removed.
    RemovedNode,
    /// The error for removing the root.
    Root,
    /// The error for an illegal move, with the reason.
    IllegalMove(Move, IllegalMove),
    /// The error for a null move in check.
    NullMoveInCheck,
    /// The error for a place that only a variation's first move has.
    Place,
    /// The error for a text that cannot be a tag's name.
    TagName(InputExcerpt),
    /// The error for a tag pair that depends on the start position or the result.
    ReservedTag(InputExcerpt),
    /// The error for merging a game that starts from another position.
    OtherStart,
    /// The error for more nodes than [`GameTree::MAX_NODES`].
    TooManyNodes,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RemovedNode => f.write_str("node: removed; expected a node of the tree"),
            Self::Root => f.write_str("root: cannot be removed; expected a move"),
            Self::IllegalMove(mv, _) => {
                write!(f, "{}: illegal move; expected a legal one", UciMove::from(*mv))
            }
            Self::NullMoveInCheck => f.write_str("null move: in check; expected a legal move"),
            Self::Place => {
                f.write_str("place: not in this line; expected the start of a variation")
            }
            Self::TagName(name) => {
                write!(f, "{name}: not a name of a tag; expected letters and digits")
            }
            Self::ReservedTag(name) => {
                write!(f, "{name}: set by the start position or the result; expected another tag")
            }
            Self::OtherStart => {
                f.write_str("merged game: another start position; expected that of the tree")
            }
            Self::TooManyNodes => {
                write!(f, "tree: full; expected at most {} nodes", GameTree::MAX_NODES)
            }
        }
    }
}

impl Error for EditError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::IllegalMove(_, reason) => Some(reason),
            _ => None,
        }
    }
}
