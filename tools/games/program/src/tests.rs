//! Interrupted and resumed commands: the result equals that from one run.

mod excerpt;
mod filter;
mod opening_tags;
mod repair;
mod tally;
mod text;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use tabiya_program::program::Program;
use tabiya_program::verdict::Verdict;

use super::{Arguments, Command};
use tabiya_program::files::input::{Division, InputArgs};

#[test]
fn command_line_is_well_formed() {
    tabiya_program::program::assert_well_formed::<Arguments>();
}

/// A test's inputs and outputs.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder can be created"));
        let mut text = String::new();
        for number in 0..60 {
            let moves = ["1. e4 e5 2. Nf3", "1.d2d4 { best } d5", "1. e4 (1. c4 c5) e5", "1. Ke2"];
            let moves = moves[number % moves.len()];
            let result = ["1-0", "0-1", "*"][number % 3];
            text += &format!("[White \"Player {}\"]\n[Round \"{number}\"]\n\n", number % 7);
            text += &format!("{moves} {result}\n\n");
        }
        fs::write(folder.path("a.pgn"), &text).expect("the folder can be written to");
        let other = text.replace("Player", "K\u{F6}nig") + "[White \"x]\n\n1. e4 { lost";
        fs::write(folder.path("b.pgn"), other).expect("the folder can be written to");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a command, in whose words `@` stands for the folder.
    fn run(&self, command: &str, division: Division) -> (Result<Verdict, String>, String) {
        let folder = self.0.path().to_str().expect("UTF-8");
        let words = command.split(' ').map(|word| word.replace('@', folder));
        let mut program = Arguments::try_parse_from(["games".to_owned()].into_iter().chain(words))
            .unwrap_or_else(|error| panic!("{command}: {error}"));
        let input = input_args(&mut program.command);
        (input.division, input.quiet) = (division, true);
        let mut out = Vec::new();
        let result = program.run(&mut out).map_err(|error| format!("{error:?}"));
        (result, String::from_utf8(out).expect("UTF-8").replace(folder, "@"))
    }

    /// Returns the names and contents of the files in a folder, without the inputs.
    fn files(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let folder = self.path(folder);
        let entries = fs::read_dir(&folder).expect("the folder exists");
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("a file").path())
            .filter(|path| path.is_file() && !path.ends_with("a.pgn") && !path.ends_with("b.pgn"))
            .map(|path| {
                let name = path.strip_prefix(&folder).expect("in the folder").display().to_string();
                (name, fs::read(&path).expect("a file"))
            })
            .collect();
        files.sort();
        files
    }

    fn remove_files(&self) {
        for (name, _) in self.files("") {
            fs::remove_file(self.path(&name)).expect("a file");
        }
        let _ = fs::remove_dir_all(self.path("parts"));
    }
}

fn input_args(command: &mut Command) -> &mut InputArgs {
    match command {
        Command::Stats(arguments) => &mut arguments.input,
        Command::Check(arguments) => &mut arguments.input,
        Command::Filter(arguments) => &mut arguments.input,
        Command::Dedupe(arguments) => &mut arguments.input,
        Command::Fix(arguments) => &mut arguments.input,
        Command::Split(arguments) => &mut arguments.input,
        Command::Index(arguments) => &mut arguments.input,
        Command::Openings(arguments) => &mut arguments.input,
        Command::Search(arguments) => &mut arguments.input,
        Command::Convert(arguments) => &mut arguments.input,
        Command::Completions(_) => panic!("no command that reads games"),
    }
}

/// The commands, each with the folder for its outputs.
const COMMANDS: [(&str, &str); 19] = [
    ("stats --json", ""),
    ("check --strict --max-errors 50 -o @/out.txt", ""),
    ("check --json -o @/out.txt.gz", ""),
    ("filter Result=1-0 -o @/out.pgn", ""),
    ("filter Result!=1-0 --min-plies 2 --style export -o @/out.pgn.zst", ""),
    ("filter White~player --valid --limit 17 --invert -o @/out.pgn", ""),
    ("filter White --count", ""),
    ("dedupe -o @/out.pgn --report @/out.txt", ""),
    ("fix --errors truncate -o @/out.pgn --report @/out.txt", ""),
    ("fix --eco -o @/out.pgn --report @/out.txt", ""),
    ("split --by White --dir @/parts", "parts"),
    ("split --games 7 --dir @/parts", "parts"),
    ("search --pattern */*/*/*/????P*/*/*/* -o @/out.txt", ""),
    (
        "search --pattern */*/*/*/????P*/*/*/* --filter White~player --pgn --limit 29 -o @/out.zst",
        "",
    ),
    ("search --pattern */*/*/*/????P*/*/*/* --min-ply 1 --count", ""),
    ("openings --json", ""),
    ("convert --to jsonl --errors keep -o @/out.jsonl", ""),
    ("convert --to csv --rows move -o @/out.csv", ""),
    ("convert --to fen --sample 0.5 --filter White~player -o @/out.fen.zst", ""),
];

#[test]
fn resumed_command_equals_uninterrupted_one() {
    let folder = Folder::new();
    for (command, outputs) in COMMANDS {
        folder.remove_files();
        let [name, options] = match command.split_once(' ') {
            Some((name, options)) => [name, options],
            None => [command, ""],
        };
        // The `filter` expression precedes the files.
        let command = format!("{name} {options} @/a.pgn @/b.pgn");
        let (verdict, out) = folder.run(&command, Division { chunk_len: 300, max_parts: None });
        let expected = (verdict.expect("the command succeeds"), out, folder.files(outputs));
        assert_ne!(expected.0, Verdict::Interrupted, "{command}");

        folder.remove_files();
        let command = format!("{command} --resume @/state");
        let division = Division { chunk_len: 300, max_parts: Some(1) };
        let mut runs = 0;
        let last = loop {
            let (verdict, out) = folder.run(&command, division);
            runs += 1;
            match verdict.unwrap_or_else(|error| panic!("{command}: {error}")) {
                Verdict::Interrupted => assert!(folder.path("state").exists(), "{command}"),
                verdict => break (verdict, out, folder.files(outputs)),
            }
            assert!(runs < 500, "{command}: no progress");
        };
        assert!(runs > 10, "{command}: {runs} runs");
        assert_eq!(last.0, expected.0, "{command}");
        assert_eq!(last.1, expected.1, "{command}");
        assert!(last.2 == expected.2, "{command}: other files");
        assert!(!folder.path("state").exists(), "{command}: the state stays");
    }
}

#[test]
fn resumed_index_equals_uninterrupted_one() {
    let folder = Folder::new();
    for (name, game) in [("a.pgn", "1. e4 *\n\n"), ("b.pgn", "[White \"B\"]\n\n1. d4 d5 *\n\n")] {
        fs::write(folder.path(name), game.repeat(20_000)).expect("a file");
    }
    let command = "index --moves --tag Site @/a.pgn @/b.pgn";
    let expected = folder.run(command, Division::default());
    assert_eq!(expected.0, Ok(Verdict::Success));
    let files = folder.files("");
    assert_eq!(files.len(), 2);

    folder.remove_files();
    // Each part has more games than an index block.
    let division = Division { chunk_len: 120_000, max_parts: Some(1) };
    let resumed = format!("{command} --resume @/state");
    let mut out = String::new();
    for _ in 0..4 {
        let (verdict, text) = folder.run(&resumed, division);
        assert_eq!(verdict, Ok(Verdict::Interrupted));
        assert!(folder.path("state").exists());
        out += &text;
    }
    let (verdict, text) = folder.run(&resumed, Division::default());
    assert_eq!((verdict, out + &text), expected);
    assert!(folder.files("") == files, "other indexes");

    // Without the state, an interruption leaves no file.
    folder.remove_files();
    assert_eq!(folder.run(command, division).0, Ok(Verdict::Interrupted));
    assert_eq!(folder.files(""), []);
}

#[test]
fn state_from_other_command_or_file_is_refused() {
    let folder = Folder::new();
    let one = Division { chunk_len: 300, max_parts: Some(1) };
    let command = "filter Result=1-0 @/a.pgn -o @/out.pgn --resume @/state";
    assert_eq!(folder.run(command, one).0, Ok(Verdict::Interrupted));
    #[track_caller]
    fn check(folder: &Folder, command: &str, expected: &str) {
        let error = folder.run(command, Division::default()).0.expect_err(command);
        assert!(error.contains(expected), "{command}: {error}");
    }
    check(&folder, &command.replace("1-0", "0-1"), "state of another command");
    check(&folder, &command.replace("a.pgn", "b.pgn"), "state of other files");
    check(&folder, "stats @/a.pgn --resume @/state", "state of another command");
    check(&folder, "stats - --resume @/state", "stream; expected a file with --resume");
    let text = fs::read(folder.path("a.pgn")).expect("the input");
    fs::write(folder.path("a.pgn"), [&text[..], b"\n"].concat()).expect("a file");
    check(&folder, command, "has changed since");
    fs::write(folder.path("state"), "{").expect("a file");
    check(&folder, command, "damaged state");
}

#[test]
fn interrupted_command_without_state_leaves_no_file() {
    let folder = Folder::new();
    let one = Division { chunk_len: 300, max_parts: Some(1) };
    for command in ["filter Result=1-0 @/a.pgn -o @/out.pgn", "split --games 2 @/a.pgn -d @/parts"]
    {
        assert_eq!(folder.run(command, one).0, Ok(Verdict::Interrupted), "{command}");
        assert_eq!(folder.files(""), [], "{command}");
    }
    assert_eq!(folder.files("parts"), []);
    assert!(Path::new(&folder.path("a.pgn")).exists());
}

#[test]
fn failed_fix_leaves_no_file() {
    let folder = Folder::new();
    let command = "fix --errors stop @/a.pgn -o @/out.pgn";
    let error = folder.run(command, Division::default()).0.expect_err("game 4 has an error");
    assert!(error.contains("game 4: ply 0: \"Ke2\": not a legal move"), "{error}");
    assert_eq!(folder.files(""), []);
}
