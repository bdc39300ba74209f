//! A small UCI engine on `tabiya` and nothing else; the README is a tour of it.
//!
//! | file | what it holds |
//! |---|---|
//! | `node` | what a search carries from ply to ply |
//! | `evaluation` | what a position is worth |
//! | `table` | what was found out before |
//! | `ordering` | which move to try next |
//! | `search`, `quiescence` | alpha-beta, and where it ends |
//! | `deepening` | one depth after another, until time is up |
//! | `limits` | how long that may take |
//! | `uci` | the protocol |
//! | `bench` | a search that must not change by accident |
#![forbid(unsafe_code)]

mod bench;
mod deepening;
mod evaluation;
mod limits;
mod node;
mod ordering;
mod quiescence;
mod search;
mod table;
mod uci;

pub use bench::{BENCH_DEPTH, bench};
pub use uci::listen;
