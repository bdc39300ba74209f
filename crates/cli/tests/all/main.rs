//! Tests of the program as a process: output, exit codes and errors.

mod bad_input;
mod deep;
mod perft;
mod transcripts;
