//! Tests of PGN.

mod boundaries;
mod engine_comment;
mod reader;
mod result;
mod tokens;
#[cfg(feature = "alloc")]
mod tree;
mod write;
