//! The programs of this package start.

use std::process::Command;

/// Built with debug assertions, clap checks the definition of a command line as it reads one.
#[test]
fn command_lines_are_well_formed() {
    for (name, program) in [
        ("buggy", env!("CARGO_BIN_EXE_buggy")),
        ("corpus", env!("CARGO_BIN_EXE_corpus")),
        ("differential", env!("CARGO_BIN_EXE_differential")),
        ("suites", env!("CARGO_BIN_EXE_suites")),
    ] {
        let output = Command::new(program).arg("--help").output().expect("it can be started");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {output:?}");
        assert!(text.contains(&format!("Usage: {name}")), "{name}: {text}");
    }
}
