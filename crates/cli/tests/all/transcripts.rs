//! Transcripts of every command, errors included, and those of the README and of `docs/cli.md`:
//! each must equal the output of the program.
//!
//! `TRYCMD=overwrite cargo test -p tabiya-cli --test all transcripts` updates them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[test]
fn transcripts_match_program_output() {
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
        .case("README.md")
        .case("../../docs/cli.md");
}

/// The pictures of `docs/cli.md` equal the output of the program.
#[test]
fn pictures_match_program_output() {
    for (name, arguments) in [
        ("knight-a4.svg", &["knight", "a4"][..]),
        ("bishop-d4.svg", &["bishop", "d4", "--occupied", "b2,f6,c5,g1"]),
    ] {
        let kept = Path::new("pictures").join(name);
        let drawn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(["tables", "--svg"])
            .arg(&drawn)
            .args(arguments)
            .output()
            .expect("the program can be started");
        assert!(output.status.success(), "{name}");
        let [kept, drawn] = [kept, drawn].map(|path| fs::read_to_string(path).expect(name));
        assert_eq!(drawn.replace("\r\n", "\n"), kept.replace("\r\n", "\n"), "{name}");
    }
}
