//! Benchmarks for reading and writing games, against other libraries and programs.
//!
//! | module | content |
//! |---|---|
//! | [`exact`] | all elements in all games, compared with pgn-reader and shakmaty |
//! | `tasks` | the tasks as Tabiya does them |
//! | `other` | the same tasks by pgn-reader and shakmaty |
//! | `values` | clocks and evaluations by Tabiya, `regex` and `nom` |
//! | `parallel` | compressed files, read by several threads |
//! | `programs` | pgn-extract, python-chess and bulletchess |
//! | `memory` | child processes' peak memory |
//! | `measure`, `report` | rounds, and the page `docs/reference/benchmarks-games.md` |
//!
//! Each measurement counts games and plies and has a checksum. A run fails if counts differ.
#![forbid(unsafe_code)]

mod arguments;
pub mod corpus;
mod counts;
pub mod exact;
mod files;
mod measure;
mod memory;
mod other;
mod parallel;
mod programs;
mod report;
mod rows;
mod run;
mod tasks;
mod values;

pub use arguments::Arguments;
pub use run::run;

#[cfg(test)]
mod tests;
