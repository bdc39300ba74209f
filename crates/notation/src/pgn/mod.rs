//! Games in Portable Game Notation (PGN): boundaries, tokens, legal moves, and a writer.
//!
//! - [`games`] splits a text into games without reading them, [`games_in_part`] a part of a file.
//! - [`RawGame`] is one game's text. It returns the tag pairs, the main line's moves, all elements
//!   with variations, and writes the game in a [`Style`].
//! - [`tokens`] accounts for every byte in a text.
//! - [`Comment`] separates commands such as `[%clk 0:01:30]` from the text. [`EngineComment`] reads
//!   what cutechess, fastchess and other programs write about a search: `+0.31/20 1.3s`.
//!   [`CommentValues`] collects clock, time, evaluation and depth from all comments after a move.
//! - With the feature `alloc`, a `GameTree` is a game that can be edited: variations, comments, tag pairs.
//!
//! Only a tree allocates, and reading takes linear time. Any bytes are accepted; an error names the place,
//! the text and the reason.
//!
//! ```
//! use tabiya::pgn;
//!
//! let file = "[White \"Morphy\"]\n\n1. e4 e5 { [%clk 0:01:30] } 2. Nf3 1-0\n\n1. d4 Nf7 *";
//! for game in pgn::games(file) {
//!     let white = game.tag("White").map(|tag| tag.value().to_string());
//!     let mut moves = game.main_line()?;
//!     match moves.find_map(Result::err) {
//!         None => assert_eq!((white.as_deref(), moves.ply()), (Some("Morphy"), 3)),
//!         Some(error) => assert_eq!(error.to_string(), "byte 6, ply 1: \"Nf7\": not a legal move"),
//!     }
//! }
//! # Ok::<(), pgn::StartError>(())
//! ```

mod characters;
mod comment;
mod comment_values;
mod engine_comment;
mod game_tags;
mod layout;
mod lexer;
mod main_line;
mod move_form;
mod read_error;
mod reader;
mod result;
mod scan;
mod split;
mod start;
mod syntax;
mod tag;
mod termination;
mod token;
#[cfg(feature = "alloc")]
mod tree;
mod write;

pub use comment::{
    Command, Comment, CommentPart, CommentParts, Eval, Mark, MarkColor, Marks, PlainText,
};
pub use comment_values::CommentValues;
pub use engine_comment::EngineComment;
pub use lexer::{Tokens, tokens};
pub use main_line::MainLine;
pub use read_error::{MAX_DEPTH, ReadError, ReadErrorKind};
pub use reader::{Event, Reader};
pub use split::{Games, RawGame, games, games_in_part, guess_game_start};
pub use start::{GameStart, StartError};
pub use tag::{Tag, TagValue};
pub use termination::Termination;
pub use token::{Nag, Token};
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use tree::{
    Annotation, Children, CommentText, EditError, GameTree, Node, NodeId, Place, Step, Walk,
};
pub use write::{ROSTER, Style, WriteError};

#[cfg(test)]
mod tests;
