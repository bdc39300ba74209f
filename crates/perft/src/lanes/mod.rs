//! DOC
mod boards;
mod castling;
mod children;
mod count;
mod moves;
mod pass;
mod rays;
mod safety;
mod tally;
mod vector;
mod walk;

pub(crate) use boards::Boards;
pub(crate) use castling::Castling;
pub(crate) use children::List;
pub(crate) use vector::{Lanes, operators};
pub(crate) use walk::{count_leaves, count_two_plies, expand, perft};
