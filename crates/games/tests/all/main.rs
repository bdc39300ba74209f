//! Tests of reading files of games.

mod codecs;
mod columns;
mod ranges;
mod index;
mod reading;
mod samples;
