//! Tests of reading files of games.

mod codecs;
mod reading;
mod samples;
