//! Tests that run the program as a process: output, exit codes and errors.

mod bad_input;
#[cfg(unix)]
mod compare;
mod deep;
#[cfg(unix)]
mod dispatch;
#[cfg(unix)]
mod lines;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod outputs;
mod perft;
mod positions;
#[expect(dead_code, reason = "the tests of other programs use the rest")]
#[path = "../../../common/tests/support/runs.rs"]
mod runs;
mod transcripts;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tabiya");
