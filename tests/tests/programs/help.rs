//! A test for each program's `--help`.

use std::process::Command;

/// With debug assertions, clap also checks the command line's definition.
#[test]
fn each_program_help_succeeds() {
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
