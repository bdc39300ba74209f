//! Transcripts of every command, failures included, and those of the README: what the
//! program prints is what stands there.
//!
//! `TRYCMD=overwrite cargo test -p tabiya-cli --test transcripts` writes them anew.

use std::env;
use std::path::Path;

#[test]
fn the_program_prints_what_the_transcripts_say() {
    // Transcripts of `compare` start the program itself as the other engine.
    let program = Path::new(env!("CARGO_BIN_EXE_tabiya"));
    let folder = program.parent().expect("the program lies in a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [folder.to_owned()].into_iter().chain(env::split_paths(&path));
    let path = env::join_paths(paths).expect("no folder's name holds a separator");
    trycmd::TestCases::new()
        .register_bin("tabiya", program)
        .env("PATH", path.to_str().expect("the path is UTF-8"))
        .case("tests/transcripts/*.md")
        .case("tests/transcripts/*.toml")
        .case("README.md");
}
