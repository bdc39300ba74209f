//! The positions that the benches and the comparison in `lab` share: positions from real games, and the
//! standard perft positions.
//!
//! Each bench measures one aspect of this generator alone. `cargo xtask bench-compare` compares the generator
//! with other libraries.
#![forbid(unsafe_code)]

pub mod positions;
pub mod standard;
