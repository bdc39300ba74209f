//! The files that `tabiya-games` writes to: one that exists is replaced only if the command is told to.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::PROGRAM;
use crate::games::{folder, pgn};
use crate::runs::{self, program, run, text};

/// The commands with an output: `@` stands for it, `in.pgn` and `in.viri` are the inputs.
const COMMANDS: [&str; 12] = [
    "check in.pgn -o @",
    "filter Round in.pgn -o @",
    "filter Round in.pgn --style export --output @",
    "dedupe in.pgn -o @",
    "dedupe in.pgn -o /dev/null --report @",
    "fix in.pgn -o @",
    "fix in.pgn -o /dev/null --report @",
    "search --material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP in.pgn -o @",
    "search --material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP in.pgn --pgn -o @",
    "convert --to jsonl in.pgn -o @",
    "convert --to fen in.pgn -o @",
    "convert --to pgn in.viri -o @",
];

/// A folder with the inputs and links to them.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = folder(name);
        // The second game is a duplicate, and its tags are incomplete.
        let games = pgn(1) + &pgn(1);
        fs::write(folder.join("in.pgn"), games).expect("a file");
        let this = Self(folder);
        fs::write(this.0.join("won.pgn"), "1. e4 e5 2. Nf3 1-0\n").expect("a file");
        this.run("convert --to viriformat --default-score 0 won.pgn -o in.viri", 0);
        for name in ["in.pgn", "in.viri"] {
            let path = |suffix: &str| this.0.join(format!("{name}{suffix}"));
            fs::hard_link(path(""), path("-hard")).expect("a link");
            #[cfg(unix)]
            std::os::unix::fs::symlink(name, path("-soft")).expect("a link");
        }
        this
    }

    /// Runs a command in the folder, and returns standard output and error.
    #[track_caller]
    fn run(&self, command: &str, code: i32) -> (String, String) {
        let arguments: Vec<_> = command.split(' ').collect();
        let output = program(&arguments).current_dir(&self.0).output().expect("the program");
        runs::check_exit_code(&output, &arguments, code)
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(&self.0).expect("the folder exists");
        let paths = entries.map(|entry| entry.expect("a file").path());
        let mut files: Vec<_> =
            paths.map(|path| (path.clone(), fs::read(path).expect("a file"))).collect();
        files.sort();
        files
    }
}

#[test]
fn existing_file_is_not_replaced() {
    let folder = Folder::new("outputs-existing");
    for (name, mode) in [("existing", false), ("read-only", true)] {
        let path = folder.0.join(name);
        fs::write(&path, "old").expect("a file");
        let mut permissions = fs::metadata(&path).expect("a file").permissions();
        permissions.set_readonly(mode);
        fs::set_permissions(&path, permissions).expect("a file");
    }
    let absolute = folder.0.join("IN");
    let files = folder.files();
    for command in COMMANDS {
        let input = if command.contains("in.viri") { "in.viri" } else { "in.pgn" };
        for (output, reason) in [
            ("IN", "IN: the input IN; "),
            ("./IN", "./IN: the input IN; "),
            ("../outputs-existing/IN", "/IN: the input IN; "),
            (text(&absolute), "/IN: the input IN; "),
            ("IN-hard", "IN-hard: the input IN; "),
            ("IN-soft", "IN-soft: the input IN; "),
            ("existing", "existing: file exists; expected another name, or --force"),
            ("read-only", "read-only: read-only file exists; "),
            ("missing/new", "missing/new: No such file or directory"),
            (".", ".: folder, not a regular file"),
            ("existing/new", "existing/new: Not a directory"),
        ] {
            if cfg!(windows) && (output.contains("soft") || output.contains('/')) {
                continue;
            }
            let [output, reason] = [output, reason].map(|text| text.replace("IN", input));
            let (_, error) = folder.run(&command.replace('@', &output), 2);
            assert!(error.contains(&reason), "{command}, {output}: {error}");
            assert!(folder.files() == files, "{command}, {output}: other files");
        }
    }
    // An output that standard input is redirected to.
    #[cfg(target_os = "linux")]
    {
        let input = fs::File::open(folder.0.join("in.pgn")).expect("a file");
        let arguments = ["filter", "", "-", "-o", "in.pgn-hard"];
        let child = program(&arguments).current_dir(&folder.0).stdin(input).output();
        let (_, error) = runs::check_exit_code(&child.expect("the program"), &arguments, 2);
        assert!(error.contains("in.pgn-hard: the input -; "), "{error}");
    }
}

#[test]
fn force_replaces_existing_file_as_a_whole() {
    let folder = Folder::new("outputs-force");
    for command in COMMANDS {
        let new = folder.0.join("new");
        let _ = fs::remove_file(&new);
        folder.run(&command.replace('@', "new"), 0);
        let expected = fs::read(&new).expect("a file");
        let input = if command.contains("in.viri") { "in.viri" } else { "in.pgn" };
        let old = fs::read(folder.0.join(input)).expect("a file");
        for output in ["new", "read-only", &format!("{input}-hard")] {
            let path = folder.0.join(output);
            if output == "read-only" {
                let _ = fs::remove_file(&path);
                fs::write(&path, "old").expect("a file");
                let mut permissions = fs::metadata(&path).expect("a file").permissions();
                permissions.set_readonly(true);
                fs::set_permissions(&path, permissions).expect("a file");
                if cfg!(windows) {
                    continue;
                }
            }
            folder.run(&format!("{} --force", command.replace('@', output)), 0);
            assert!(fs::read(&path).expect("a file") == expected, "{command}, {output}");
            let metadata = fs::metadata(&path).expect("a file");
            assert_eq!(metadata.permissions().readonly(), output == "read-only", "{command}");
        }
        // The link's other name has the old file.
        assert!(fs::read(folder.0.join(input)).expect("a file") == old, "{command}");
        let link = folder.0.join(format!("{input}-hard"));
        fs::remove_file(&link).expect("a link");
        fs::hard_link(folder.0.join(input), &link).expect("a link");
    }
}

/// A file size limit fails every write, as a full disk does.
#[test]
#[cfg(target_os = "linux")]
fn output_without_space_leaves_no_file() {
    let folder = Folder::new("outputs-space");
    let files = folder.files();
    let others = ["index --moves in.pgn", "split --games 1 in.pgn --dir parts"];
    for command in COMMANDS.into_iter().chain(others) {
        let arguments = command.replace('@', "new").replace("/dev/null", "other");
        let shell = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {arguments}");
        let mut run = Command::new("sh");
        run.args(["-c", &shell, PROGRAM]).current_dir(&folder.0).stdin(Stdio::null());
        let output = run.output().expect("the shell can be started");
        let (_, error) = runs::check_exit_code(&output, &[command], 1);
        assert!(error.contains("File too large"), "{command}: {error}");
        if command.starts_with("split") {
            fs::remove_dir(folder.0.join("parts")).expect("an empty folder");
        }
        assert!(folder.files() == files, "{command}: other files");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn device_is_written_to_and_its_error_names_it() {
    let folder = Folder::new("outputs-devices");
    for command in COMMANDS {
        let (_, error) = folder.run(&command.replace('@', "/dev/null"), 0);
        assert!(!error.contains("error:"), "{command}: {error}");
        let (_, error) = folder.run(&command.replace('@', "/dev/full"), 1);
        assert!(error.contains("/dev/full: No space left on device"), "{command}: {error}");
        let new = folder.0.join("new");
        let _ = fs::remove_file(&new);
        folder.run(&command.replace('@', "new"), 0);
        let expected = fs::read_to_string(&new).expect("UTF-8");
        for output in ["/dev/stdout", "/dev/fd/1", "-"] {
            // Two outputs to one pipe would be mixed.
            let command = command.replace('@', output);
            assert_eq!(folder.run(&command, 0).0, expected, "{command}");
        }
        // Standard output that appends to a file stays there.
        let log = folder.0.join("log");
        fs::write(&log, "before\n").expect("a file");
        let command = command.replace('@', "/dev/stdout");
        let arguments: Vec<_> = command.split(' ').collect();
        let file = OpenOptions::new().append(true).open(&log).expect("a file");
        let child = program(&arguments).current_dir(&folder.0).stdout(Stdio::from(file)).output();
        assert!(child.is_ok_and(|output| output.status.code() == Some(0)));
        let written = fs::read_to_string(&log).expect("UTF-8");
        assert_eq!(written, format!("before\n{expected}"), "{command}");
    }
    // Standard output that appends to the input would never end.
    let file = OpenOptions::new().append(true).open(folder.0.join("in.pgn")).expect("a file");
    let arguments = ["filter", "", "in.pgn"];
    let child = program(&arguments).current_dir(&folder.0).stdout(Stdio::from(file)).output();
    let (_, error) = runs::check_exit_code(&child.expect("the program"), &arguments, 2);
    assert!(error.contains("standard output: an input; "), "{error}");
}

#[test]
fn two_outputs_and_the_state_are_different_files() {
    let folder = Folder::new("outputs-two");
    for command in [
        "fix in.pgn -o new --report new",
        "fix in.pgn -o new --report ./new",
        "dedupe in.pgn -o new --report new",
        "filter Round in.pgn -o new --resume new",
        "filter Round in.pgn -o new --resume new.part",
        "dedupe in.pgn -o new.keys --resume new",
    ] {
        let (_, error) = folder.run(command, 2);
        assert!(error.contains(": two outputs; expected different files"), "{command}: {error}");
        assert!(!folder.0.join("new").exists(), "{command}");
    }
    let (_, error) = folder.run("filter Round in.pgn -o /dev/null --resume state", 2);
    assert!(error.contains("/dev/null: not resumable; expected a file"), "{error}");
}

#[test]
fn other_commands_incomplete_file_is_not_replaced() {
    let folder = Folder::new("outputs-part");
    for (file, command) in [
        ("new.part", "filter Round in.pgn -o new --resume state"),
        ("in.pgn.index.part", "index in.pgn --resume state"),
        ("in.pgn.index", "index in.pgn"),
        ("in.pgn.index", "index in.pgn --resume state"),
        ("state.keys", "dedupe in.pgn -o new --resume state"),
    ] {
        let path = folder.0.join(file);
        fs::write(&path, "mine").expect("a file");
        let (_, error) = folder.run(command, 2);
        assert!(error.contains(&format!("{file}: file exists; ")), "{command}: {error}");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("mine"), "{command}");
        folder.run(&format!("{command} --force"), 0);
        for name in [file, "new", "new.part", "state", "in.pgn.index"] {
            let _ = fs::remove_file(folder.0.join(name));
        }
    }
}

#[test]
fn in_place_writes_to_the_only_input() {
    let folder = Folder::new("outputs-in-place");
    let path = folder.0.join("in.pgn");
    for (command, expected) in
        [("dedupe in.pgn", 1), ("fix in.pgn", 1), ("filter Missing in.pgn", 0)]
    {
        let (out, _) = folder.run(command, 0);
        folder.run(&format!("{command} --in-place"), 0);
        let written = fs::read_to_string(&path).expect("UTF-8");
        assert_eq!((&written, written.matches("1. e4").count()), (&out, expected), "{command}");
    }
    let other = pgn(2);
    fs::write(&path, &other).expect("a file");
    for (command, reason) in [
        ("fix in.pgn in.viri --in-place", "2 inputs; expected one with --in-place"),
        ("fix - --in-place", "-: not a file"),
        ("fix in.pgn --in-place -o new", "cannot be used with"),
        ("fix in.pgn --in-place --report in.pgn", "in.pgn: "),
    ] {
        let (_, error) = folder.run(command, 2);
        assert!(error.contains(reason), "{command}: {error}");
    }
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("a file");
    let (_, error) = folder.run("fix in.pgn --in-place", 2);
    assert!(error.contains("in.pgn: read-only; expected --force"), "{error}");
    assert_eq!(fs::read_to_string(&path).ok(), Some(other));
}

/// The games after the damage are in no output.
#[test]
fn damaged_input_is_not_replaced() {
    let folder = Folder::new("outputs-damaged");
    let path = folder.0.join("in.pgn.gz");
    folder.run("filter Round in.pgn -o in.pgn.gz", 0);
    let bytes = fs::read(&path).expect("a file");
    let damaged = &bytes[..bytes.len() - 4];
    for options in ["--in-place", "-o in.pgn.gz --force"] {
        fs::write(&path, damaged).expect("a file");
        let (_, error) = folder.run(&format!("filter Round in.pgn.gz {options}"), 1);
        assert!(error.contains("in.pgn.gz: not replaced, since an input is damaged"), "{error}");
        assert!(fs::read(&path).expect("a file") == damaged, "{options}");
    }
}

#[test]
fn split_and_index_errors_name_the_file() {
    let folder = Folder::new("outputs-named");
    fs::create_dir(folder.0.join("parts")).expect("a folder");
    for (command, reason) in [
        ("split --games 1 in.pgn --dir in.pgn", "in.pgn: "),
        ("split --games 1 in.pgn --dir in.pgn/parts", "in.pgn/parts: "),
        ("index in.viri-missing", "in.viri-missing: "),
        ("filter Round in.pgn -o new --resume missing/state", "missing/state: "),
    ] {
        let (_, error) = folder.run(command, 2);
        assert!(error.starts_with(&format!("error: {reason}")), "{command}: {error}");
    }
    let (_, error) = run(&["stats", text(Path::new("missing.pgn"))], 2);
    assert!(error.starts_with("error: missing.pgn: "), "{error}");
}
