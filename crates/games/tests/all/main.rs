//! Tests of reading files of games.

mod codecs;
mod columns;
mod ranges;
mod index;
mod openings;
mod reading;
mod samples;
mod search;
