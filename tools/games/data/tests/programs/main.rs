//! Tests for `tabiya-data` as a process.

/// Transcripts of the README and of a page: each must equal the program's output.
///
/// `TRYCMD=overwrite cargo test -p tabiya-data-cli --test programs` updates them.
#[test]
fn transcripts_match_program_output() {
    trycmd::TestCases::new()
        .register_bin("tabiya-data", std::path::Path::new(env!("CARGO_BIN_EXE_tabiya-data")))
        .case("README.md")
        .case("../../../docs/how-to/training-data.md");
}
