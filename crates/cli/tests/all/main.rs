//! The program as a user runs it: its output, its exit codes, and how it fails.

mod bad_input;
mod deep;
mod perft;
mod transcripts;
