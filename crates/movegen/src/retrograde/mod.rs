//! Retractions: the moves that can have led to a position, and the positions before them.
//!
//! [`GenericBoard::retractor`](crate::GenericBoard::retractor) returns an [`AnyRetractor`]. It lists, counts and tests [`Retraction`]s, passes sets of
//! them to a [`RetractionSink`], and returns every position before the last move: a retraction with a [`PriorState`].
//! [`RetractionOptions`] say what is known about the game: castling, what a missing en passant square means, which
//! pieces may return.
//!
//! ```
//! use tabiya::Position;
//! use tabiya::retrograde::RetractionOptions;
//!
//! // Black is in check by a pawn on its first square: nobody can have moved last.
//! let position = Position::from_fen("8/8/8/8/8/4k3/3P4/K7 b - - 0 1")?;
//! assert!(!position.has_last_move());
//!
//! let position = Position::from_fen("8/8/8/8/8/5k2/8/K7 b - - 0 1")?;
//! let retractor = position.retractor(&RetractionOptions::new());
//! for (retraction, before) in retractor.predecessors() {
//!     assert!(before.is_legal(retraction.mv()));
//!     assert!(before.after(retraction.mv()).same_position(&position));
//! }
//! # Ok::<(), tabiya::FenError>(())
//! ```
//!
//! # What is returned
//!
//! An earlier position is valid, as [`FenOptions::new`](crate::FenOptions::new) reads it. The move is legal there, and
//! leads to the position, clocks aside. The options may allow impossible checks, and say which castling rights the earlier position may have
//! besides those that are left. The set is complete, and no pair comes twice. Of the pawn structure only ranks and
//! numbers count: captures that it needs, cages and proof games are not considered.
//!
//! # How it works
//!
//! The earlier position must not have the king of the side to move in check. So a piece that gives check must have come
//! from a square where it gives none, and any other checker must have been uncovered. The sets are computed once, and
//! apply to all pieces that neither give check nor block a slider; the others, castling and en passant are tested one by
//! one.

mod en_passant;
mod ep_style;
mod king;
mod material;
mod options;
mod piece_types;
mod prior_state;
mod retraction;
mod retractor;
mod sets;
mod sink;

pub use options::{Pocket, PriorCastling, RetractionOptions, StartFiles};
pub use piece_types::{PieceTypes, Types};
pub use prior_state::{PriorState, PriorStates};
pub use retraction::Retraction;
pub use retractor::{AnyRetractor, NoRetractionError, Retractor};
pub use sink::{Origins, RetractionList, RetractionSink};
