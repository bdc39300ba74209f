//! Explanations of chess move generation.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod divide;
pub mod fen;
pub mod legality;
mod notation;
#[cfg(feature = "serde")]
mod serialize;
