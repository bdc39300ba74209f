//! Tests for reading game files.

mod cases;
mod codecs;
mod columns;
#[cfg(feature = "convert")]
mod convert;
mod damage;
#[cfg(feature = "convert")]
mod data;
#[cfg(feature = "eco")]
mod eco;
mod filter;
mod index;
mod mixes;
mod openings;
mod ranges;
mod reading;
mod samples;
mod search;
#[cfg(feature = "parquet")]
mod tables;
