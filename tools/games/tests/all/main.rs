//! Tests of reading files of games.

mod cases;
mod codecs;
mod columns;
#[cfg(feature = "convert")]
mod convert;
mod damage;
mod filter;
mod index;
mod mixes;
mod openings;
#[cfg(feature = "parquet")]
mod parquet;
mod ranges;
mod reading;
mod samples;
mod search;
