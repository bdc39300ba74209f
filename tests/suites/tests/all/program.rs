//! A test of `suites --help`.

use std::process::Command;

/// With debug assertions, clap also checks the definition of the command line.
#[test]
fn help_of_program_succeeds() {
    let program = env!("CARGO_BIN_EXE_suites");
    let output = Command::new(program).arg("--help").output().expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("Usage: suites"), "{text}");
}
