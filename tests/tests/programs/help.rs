//! A test of `--help` of each program.

use std::process::Command;

/// With debug assertions, clap also checks the definition of the command line.
#[test]
fn help_of_each_program_succeeds() {
    for (name, program) in
        [("buggy", env!("CARGO_BIN_EXE_buggy")), ("corpus", env!("CARGO_BIN_EXE_corpus"))]
    {
        let output =
            Command::new(program).arg("--help").output().expect("the program can be started");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {output:?}");
        assert!(text.contains(&format!("Usage: {name}")), "{name}: {text}");
    }
}
