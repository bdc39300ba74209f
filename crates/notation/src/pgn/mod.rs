//! Games in Portable Game Notation (PGN).
//!
//! [`games`] splits a text into games, without reading them. [`games_in_part`] does so for a buffer
//! that holds a part of a file.

mod comment;
mod reader;
mod scan;
mod split;
mod syntax;
mod tag;
mod termination;
mod token;

pub use comment::{
    Command, Comment, CommentPart, CommentParts, Eval, Mark, MarkColor, Marks, PlainText,
};
pub use reader::{Event, MAX_DEPTH, MainLine, ReadError, ReadFault, Reader, StartError};
pub use split::{Games, RawGame, games, games_in_part, guess_game_start};
pub use tag::{Tag, TagValue};
pub use termination::Termination;
pub use token::{Nag, Token, Tokens, tokens};

#[cfg(test)]
mod tests;
