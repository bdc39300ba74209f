//! Explanations of chess move generation.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod diagram;
pub mod divide;
pub mod fen;
pub mod leaf_categories;
pub mod legality;
mod notation;
#[cfg(feature = "serde")]
mod serialize;
