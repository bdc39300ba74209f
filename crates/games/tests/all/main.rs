//! Tests of reading files of games.

mod codecs;
mod columns;
#[cfg(feature = "convert")]
mod convert;
#[cfg(feature = "parquet")]
mod parquet;
mod ranges;
mod index;
mod openings;
mod reading;
mod samples;
mod search;
