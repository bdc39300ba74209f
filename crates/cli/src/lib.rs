//! The `tabiya` program, and the formats of its files: checkpoints of long counts, trees cut in
//! pieces, and the lines of any file. The program is the interface; the formats are public for
//! tests and fuzzers.
#![forbid(unsafe_code)]

mod bench;
mod board;
mod causes;
pub mod checkpoint;
mod compare;
mod completions;
mod counting;
mod draw;
mod explain;
mod fen;
mod json;
pub mod levels;
pub mod lines;
mod moves;
mod number;
mod perft;
mod program;
mod progress;
mod sentence;
mod start;
pub mod subtrees;
mod suite;
mod tables;
mod uci;
mod verdict;

#[doc(hidden)]
pub use program::main;
