//! Tests of PGN.

mod boundaries;
mod reader;
mod result;
mod tokens;
#[cfg(feature = "alloc")]
mod tree;
mod write;
