//! A small UCI engine on `tabiya` and nothing else; the README is a tour of it.
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

pub use bench::bench;
pub use uci::listen;
