//! Tests for the program `differential`.

use std::process::Command;

/// With debug assertions, clap also checks the command line's definition.
#[test]
fn help_succeeds() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_differential"));
    let output = program.arg("--help").output().expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("Usage: differential"), "{text}");
}
