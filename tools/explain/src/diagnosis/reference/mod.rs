//! The reference generator: the chess rules as conditions and effects, each of which an edit can
//! change.

mod board;
mod castling;
mod edits;
mod effects;
mod kind;
mod moves;
mod phantoms;
mod pieces;
mod safety;
mod steps;

pub use board::Board;
pub use edits::Edits;
pub use kind::Kind;
pub use moves::{Candidate, Generator};
