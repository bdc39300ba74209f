//! The `tabiya` program and its file formats.
//!
//! The command line is the interface. These modules are public for tests and fuzzers:
//!
//! - [`perft::levels`]: the enumeration of the unique positions some plies below a root.
//! - [`perft::units`]: the file of these positions, in units that processes count.
//! - [`perft::results`]: the results of units, in a folder.
//! - [`lines`]: the lines of a text file.
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
mod json;
pub mod lines;
mod message;
mod moves;
mod node_count;
mod number;
pub mod perft;
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
