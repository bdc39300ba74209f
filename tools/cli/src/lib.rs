//! The `tabiya` program.
//!
//! The command line is the interface. The module [`lines`] is public for tests and fuzzers: the lines
//! of a text file. The formats of units and of their results are in `tabiya_units`.
#![forbid(unsafe_code)]

mod bench;
mod board;
mod causes;
mod compare;
mod completions;
mod counting;
mod diagnose;
mod draw;
mod explain;
mod fen;
mod games;
mod json;
pub mod lines;
mod link;
mod message;
mod moves;
mod node_count;
mod number;
mod perft;
mod position;
mod program;
mod progress;
mod suite;
mod tables;
mod uci;
mod units;
mod verdict;

#[doc(hidden)]
pub use program::main;
