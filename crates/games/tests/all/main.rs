//! Tests of reading files of games.

mod codecs;
mod columns;
mod ranges;
mod reading;
mod samples;
