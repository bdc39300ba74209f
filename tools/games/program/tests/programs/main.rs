//! Tests for `tabiya-games` as a process: output, exit codes and errors.

#[path = "../../../../common/tests/support/positions.rs"]
mod forms;
mod games;
mod outputs;
#[expect(dead_code, reason = "the tests of other programs use the rest")]
#[path = "../../../../common/tests/support/runs.rs"]
mod runs;
#[cfg(unix)]
mod signals;
mod transcripts;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tabiya-games");
