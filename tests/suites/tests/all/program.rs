//! A test for `suites --help`.

use std::process::Command;

/// With debug assertions, clap also checks the command line's definition.
#[test]
fn program_help_succeeds() {
    let program = env!("CARGO_BIN_EXE_suites");
    let output = Command::new(program).arg("--help").output().expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("Usage: suites"), "{text}");
}
