//! Transcripts: each must equal the program's output.
//!
//! `TRYCMD=overwrite cargo test -p tabiya-units-cli --test programs transcripts` updates them.

#[test]
fn transcripts_match_program_output() {
    trycmd::TestCases::new()
        .register_bin("tabiya-units", std::path::Path::new(crate::PROGRAM))
        .case("tests/transcripts/*.md")
        .case("README.md");
}
