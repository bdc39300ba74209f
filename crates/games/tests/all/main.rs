//! Tests of reading files of games.

mod codecs;
mod columns;
mod reading;
mod samples;
