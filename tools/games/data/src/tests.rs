//! Commands that are run in the process, so that they can be interrupted at any part.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Parser;
use tabiya::Position;
use tabiya::binpack::{self, Entry, MARK};
use tabiya_program::files::input::Division;
use tabiya_program::program;
use tabiya_program::verdict::Verdict;
use tempfile::TempDir;

use super::{Arguments, Command};

#[test]
fn arguments_are_well_formed() {
    program::assert_well_formed::<Arguments>();
}

/// A folder with two files of several chunks.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a folder"));
        fs::write(folder.path("a.binpack"), file(40_000, 1)).expect("a file");
        fs::write(folder.path("b.binpack"), file(20_000, 2)).expect("a file");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a command, in which `@` is the folder, for a number of parts.
    fn run(&self, command: &str, max_parts: Option<u64>) -> Result<Verdict, String> {
        let folder = self.0.path().to_str().expect("UTF-8");
        let command = format!("tabiya-data {}", command.replace('@', folder));
        let mut arguments = Arguments::parse_from(command.split(' '));
        let division = Division { max_parts, ..Division::default() };
        match &mut arguments.command {
            Command::Convert(arguments) => arguments.input.division = division,
            Command::Mix(arguments) => arguments.input.division = division,
            _ => {}
        }
        let mut out = Vec::new();
        let verdict = program::Program::run(&arguments, &mut out);
        verdict.map_err(|failure| format!("{failure:?}"))
    }
}

/// Returns a file of chains with three entries, in blocks of 1 MiB.
fn file(chains: u16, score: i16) -> Vec<u8> {
    let mut position = Position::START;
    let mut game = Vec::new();
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3"]) {
        let mv = tabiya::uci::parse(&position, uci).expect("a move");
        game.push(Entry { position, mv: Some(mv), score, ply, winner: None });
        position = position.after(mv).with_legal_ep_square();
    }
    let games = (0..chains).flat_map(|number| {
        let score = if number % 3 == 0 { MARK } else { (number % 100) as i16 };
        game.iter().map(move |entry| Entry { score, ..*entry })
    });
    binpack::write(games).expect("entries")
}

#[test]
fn resumed_conversion_equals_uninterrupted_one() {
    let folder = Folder::new();
    for (format, suffix) in [
        ("binpack", ""),
        ("viriformat", ""),
        ("plain", ".zst"),
        ("binpack", " --max-score 50"),
        ("scored-fen", " --dedupe --memory 1M"),
    ] {
        let (suffix, options) = if suffix.starts_with('.') { (suffix, "") } else { ("", suffix) };
        let command =
            format!("convert --quiet --to {format}{options} @/a.binpack @/b.binpack -o @");
        let whole = format!("{command}/whole{suffix}");
        assert_eq!(folder.run(&whole, None), Ok(Verdict::Success), "{command}");
        let resumed = format!("{command}/resumed{suffix} --resume @/state");
        let mut runs = 0;
        while folder.run(&resumed, Some(1)).expect("no error") == Verdict::Interrupted {
            assert!(folder.path("state").exists() && runs < 20, "{command}");
            runs += 1;
        }
        assert!(runs >= 3, "{command}: {runs} runs");
        assert!(!folder.path("state").exists(), "{command}");
        let read = |name: &str| fs::read(folder.path(&format!("{name}{suffix}"))).expect("a file");
        assert!(read("whole") == read("resumed"), "{command}");
        fs::remove_file(folder.path(&format!("whole{suffix}"))).expect("a file");
        fs::remove_file(folder.path(&format!("resumed{suffix}"))).expect("a file");
    }
}

#[test]
fn resumed_mix_equals_uninterrupted_one() {
    let folder = Folder::new();
    let command = "mix --quiet --seed 3 --parts 2 @/a.binpack @/b.binpack -o @";
    assert_eq!(folder.run(&format!("{command}/whole.binpack"), None), Ok(Verdict::Success));
    let resumed = format!("{command}/resumed.binpack --resume @/state");
    let mut runs = 0;
    while folder.run(&resumed, Some(1)).expect("no error") == Verdict::Interrupted {
        assert!(folder.path("state").exists() && folder.path("state.000.part").exists());
        assert!(!folder.path("resumed-1.binpack").exists() && runs < 20, "{runs}");
        // A killed run may have dealt more games than its state says.
        let file = fs::OpenOptions::new().append(true).open(folder.path("state.000.part"));
        file.and_then(|mut file| file.write_all(&[7; 99])).expect("a writable file");
        runs += 1;
    }
    assert!(runs >= 3, "{runs} runs");
    for part in [1, 2] {
        let read = |name: &str| fs::read(folder.path(&format!("{name}-{part}.binpack")));
        let [whole, resumed] = ["whole", "resumed"].map(|name| read(name).expect("a file"));
        assert!(whole == resumed, "part {part}");
    }
    // A file that no state names is not replaced.
    fs::write(folder.path("state.000.part"), "mine").expect("a file");
    let error = folder.run(&resumed.replace("resumed", "other"), None).expect_err("a file");
    assert!(error.contains("state.000.part"), "{error}");
    fs::remove_file(folder.path("state.000.part")).expect("a file");
    // The two inputs and the four parts stay.
    assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 6);
}

#[test]
fn interrupted_command_leaves_no_file() {
    let folder = Folder::new();
    for command in
        ["convert --quiet @/a.binpack -o @/out.viri", "mix --quiet @/a.binpack -o @/out.binpack"]
    {
        assert_eq!(folder.run(command, Some(1)), Ok(Verdict::Interrupted), "{command}");
        assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 2, "{command}");
    }
}

#[test]
fn parts_have_numbers_before_their_suffixes() {
    let folder = Folder::new();
    let command = "mix --quiet --parts 2 @/a.binpack @/b.binpack -o @/part.binpack.zst";
    assert_eq!(folder.run(command, None), Ok(Verdict::Success));
    for part in ["part-1.binpack.zst", "part-2.binpack.zst"] {
        let command = format!("check --quiet @/{part}");
        assert_eq!(folder.run(&command, None), Ok(Verdict::Success), "{part}");
    }
    let error = folder.run("mix --parts 2 @/a.binpack", None).expect_err("no output");
    assert!(error.contains("--parts: expected --output FILE"), "{error}");
}

/// Duplicates are found across files, whatever the number of threads.
#[test]
fn duplicates_across_files_are_left_out() {
    let folder = Folder::new();
    let command = "convert --quiet --dedupe --to scored-fen @/a.binpack @/b.binpack -o @/out.txt";
    assert_eq!(folder.run(command, None), Ok(Verdict::Success));
    let text = fs::read_to_string(folder.path("out.txt")).expect("text");
    assert_eq!(text.lines().count(), 3, "{text}");
}

/// An error ends its file, also if the command is interrupted there, and for any number of threads.
#[test]
fn error_ends_its_file_for_any_run() {
    let folder = Folder::new();
    let mut damaged = fs::read(folder.path("b.binpack")).expect("a file");
    damaged.extend_from_slice(b"GARBAGE!");
    damaged.extend(fs::read(folder.path("a.binpack")).expect("a file"));
    fs::write(folder.path("b.binpack"), damaged).expect("a file");
    let command = "convert --quiet --to scored-fen @/b.binpack @/a.binpack -o @";
    let mut outputs = Vec::new();
    for threads in 1..4 {
        let command = format!("{command}/{threads}.txt --threads {threads}");
        assert_eq!(folder.run(&command, None), Ok(Verdict::Mismatch));
        outputs.push(fs::read(folder.path(&format!("{threads}.txt"))).expect("a file"));
    }
    let resumed = format!("{command}/resumed.txt --resume @/state");
    let mut runs = 0;
    let verdict = loop {
        match folder.run(&resumed, Some(1)).expect("no error") {
            Verdict::Interrupted => runs += 1,
            verdict => break verdict,
        }
    };
    assert!(runs >= 3 && verdict == Verdict::Mismatch, "{runs} {verdict:?}");
    outputs.push(fs::read(folder.path("resumed.txt")).expect("a file"));
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}

#[test]
fn mix_output_has_the_input_format() {
    let folder = Folder::new();
    let error = folder.run("mix @/a.binpack -o @/out.viri", None).expect_err("another format");
    assert!(error.contains("out.viri: not binpack"), "{error}");
    let error = folder.run("convert --dedupe --memory 900T @/a.binpack -o @/out.binpack", None);
    assert!(error.expect_err("too much memory").contains("--memory: "));
}
