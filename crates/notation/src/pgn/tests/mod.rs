//! Tests of PGN.

mod boundaries;
mod reader;
mod tokens;
mod write;
