//! Transcripts for every command, errors included, and those in the README and on two pages: each
//! must equal the program's output.
//!
//! `TRYCMD=overwrite cargo test -p tabiya-cli --test programs transcripts` updates them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[test]
fn transcripts_match_program_output() {
    // Transcripts for `compare` start the program itself as the other engine, and nothing else.
    let program = Path::new(env!("CARGO_BIN_EXE_tabiya"));
    let folder = program.parent().expect("the program lies in a folder");
    trycmd::TestCases::new()
        .register_bin("tabiya", program)
        .env("PATH", folder.to_str().expect("the path is UTF-8"))
        .case("tests/transcripts/*.md")
        .case("tests/transcripts/*.toml")
        .case("README.md")
        .case("../../docs/cli.md")
        .case("../../docs/explain/techniques.md");
}

/// The pictures in `docs/cli.md` and `docs/explain/techniques.md`, with the arguments that draw
/// each.
const PICTURES: [(&str, &[&str]); 5] = [
    ("bishop-d4.svg", &["tables", "bishop", "d4", "--occupied", "b2,f6,c5,g1"]),
    ("board.svg", &["board", "--fen", "4k3/8/8/8/1b6/8/3N4/4K2r w - - 0 1"]),
    ("explain-nc3.svg", &["explain", "Nc3", "--fen", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"]),
    ("knight-a4.svg", &["tables", "knight", "a4"]),
    ("knights-b1-g1.svg", &["tables", "knight", "b1,g1", "--technique", "shifts"]),
];

#[test]
fn pictures_match_program_output() {
    let overwrites = env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite");
    for (name, arguments) in PICTURES {
        let kept = Path::new("pictures").join(name);
        let drawn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(arguments)
            .arg("--svg")
            .arg(&drawn)
            .arg("--force")
            .output()
            .expect("the program can be started");
        // The picture's move is illegal.
        let code = i32::from(arguments[0] == "explain");
        assert_eq!(output.status.code(), Some(code), "{name}");
        if overwrites {
            fs::copy(&drawn, &kept).expect(name);
        }
        let [kept, drawn] = [kept, drawn].map(|path| fs::read_to_string(path).expect(name));
        assert_eq!(drawn.replace("\r\n", "\n"), kept.replace("\r\n", "\n"), "{name}");
    }
}

#[test]
fn pictures_are_tested_and_shown_in_docs() {
    let files = fs::read_dir("pictures").expect("the folder exists");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, PICTURES.map(|(name, _)| name));
    let pages = ["../../docs/cli.md", "../../docs/explain/techniques.md"]
        .map(|path| fs::read_to_string(path).expect("the page exists"));
    for name in names {
        let link = format!("../tools/cli/pictures/{name})");
        assert!(pages.iter().any(|page| page.contains(&link)), "{name}");
    }
}

/// `--svg -` prints the document of `--svg FILE` and nothing else.
#[test]
fn explain_svg_on_standard_output_equals_file() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("e2e4.svg");
    let run = |file: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(["explain", "e2e4", "--force", "--svg"]).arg(file);
        let output = command.output().expect("the program can be started");
        assert!(output.status.success(), "{}", file.display());
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(run(&path), "e2e4 is legal: the white pawn on e2 moves to e4\n");
    assert!(run(Path::new("-")) == fs::read_to_string(&path).expect("the file was written"));
}
