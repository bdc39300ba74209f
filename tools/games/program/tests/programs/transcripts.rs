//! Transcripts for every command, errors included, and those on a page: each must equal the
//! program's output.
//!
//! `TRYCMD=overwrite cargo test -p tabiya-games-cli --test programs transcripts` updates them.

#[test]
fn transcripts_match_program_output() {
    trycmd::TestCases::new()
        .register_bin("tabiya-games", std::path::Path::new(crate::PROGRAM))
        .case("tests/transcripts/*.md")
        .case("README.md")
        .case("../../../docs/how-to/work-with-game-files.md");
}
