//! PGN tests.

mod boundaries;
mod engine_comment;
mod reader;
mod result;
mod tokens;
#[cfg(feature = "alloc")]
mod tree;
mod write;
