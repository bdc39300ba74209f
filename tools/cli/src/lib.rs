//! The `tabiya` program.
//!
//! The command line is the interface.
#![forbid(unsafe_code)]

mod bench;
mod board;
mod compare;
mod diagnose;
mod dispatch;
mod draw;
mod explain;
mod fen;
mod moves;
mod notes;
mod perft;
mod program;
mod suite;
mod tables;
mod uci;

#[doc(hidden)]
pub use program::main;
