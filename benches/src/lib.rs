//! What the benches and the comparison programs share: real positions, the standard perft
//! positions, and the rivals program itself.
//!
//! The benches answer one question each, about this generator alone; `rivals` compares it
//! with others in one run. One of those is used as it advises, by unsafe functions.
#![deny(unsafe_code)]

pub mod positions;
pub mod rivals;
pub mod standard;
