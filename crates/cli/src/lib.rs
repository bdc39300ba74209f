//! The `tabiya` program and its file formats.
//!
//! The command line is the interface. These modules are public for tests and fuzzers:
//!
//! - [`checkpoint`]: the progress of a long perft count.
//! - [`levels`]: the enumeration of the unique positions some plies below a root.
//! - [`subtrees`]: the file of these positions, of which machines count shards.
//! - [`lines`]: the lines of a text file.
#![forbid(unsafe_code)]

mod bench;
mod board;
mod causes;
pub mod checkpoint;
mod compare;
mod completions;
mod counting;
mod diagnose;
mod draw;
mod explain;
mod fen;
mod json;
pub mod levels;
pub mod lines;
mod moves;
mod node_count;
mod number;
mod perft;
mod position;
mod program;
mod progress;
pub mod subtrees;
mod suite;
mod tables;
mod uci;
mod verdict;

#[doc(hidden)]
pub use program::main;
