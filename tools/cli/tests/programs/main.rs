//! Tests of the program as a process: output, exit codes and errors.

mod bad_input;
#[cfg(unix)]
mod compare;
mod deep;
mod games;
#[cfg(unix)]
mod links;
mod perft;
mod results;
mod runs;
mod transcripts;
mod units;
