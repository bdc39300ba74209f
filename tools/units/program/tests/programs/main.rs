//! Tests of `tabiya-units` as a process: output, exit codes and errors.

#[path = "../../../../common/tests/support/positions.rs"]
mod forms;
mod results;
#[path = "../../../../common/tests/support/runs.rs"]
mod runs;
mod transcripts;
mod unique;
mod units;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tabiya-units");
