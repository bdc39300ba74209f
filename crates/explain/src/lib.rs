//! Explanations of chess move generation.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
