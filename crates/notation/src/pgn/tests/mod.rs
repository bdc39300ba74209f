//! Tests of PGN.

mod boundaries;
mod reader;
mod tokens;
#[cfg(feature = "alloc")]
mod tree;
mod write;
