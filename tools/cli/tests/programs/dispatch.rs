//! `tabiya NAME …` runs `tabiya-NAME`.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::PROGRAM;

/// A program that prints its arguments and its standard input, and exits with code 7.
const ECHO: &str = "printf '<%s>' \"$@\"; cat; echo error >&2; exit 7";

/// A folder with a copy of the program, and another one for programs in `PATH`.
struct Folders(tempfile::TempDir);

impl Folders {
    fn new() -> Self {
        let folders = Self(tempfile::tempdir().expect("a folder can be created"));
        for name in ["own", "path", "current"] {
            fs::create_dir(folders.path(name)).expect("a folder can be created");
        }
        fs::copy(PROGRAM, folders.path("own/tabiya")).expect("the program can be copied");
        folders
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a shell script.
    fn script(&self, path: &str, text: &str) {
        fs::write(self.path(path), format!("#!/bin/sh\n{text}\n")).expect("a file");
        fs::set_permissions(self.path(path), Permissions::from_mode(0o755)).expect("a file");
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.run_with_path(arguments, &format!("{}:/usr/bin:/bin", self.path("path").display()))
    }

    fn run_with_path(&self, arguments: &[&str], path: &str) -> Output {
        let input = self.path("input");
        fs::write(&input, "[input]").expect("a file");
        let mut command = Command::new(self.path("own/tabiya"));
        command.args(arguments).env("PATH", path).current_dir(self.path("current"));
        command.stdin(fs::File::open(input).expect("a file"));
        // Another test may hold the copy open for writing, while it starts a process.
        for _ in 0..100 {
            match command.output() {
                Err(error) if error.raw_os_error() == Some(26) => {
                    std::thread::sleep(std::time::Duration::from_millis(20));
                }
                output => return output.expect("the program can be started"),
            }
        }
        panic!("the program is busy")
    }
}

#[track_caller]
fn check(output: &Output, code: i32, stdout: &str, stderr: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    assert!(text.contains(stderr), "{text}");
}

#[test]
fn program_beside_has_arguments_streams_and_exit_code() {
    let folders = Folders::new();
    folders.script("own/tabiya-echo-2", ECHO);
    folders.script("path/tabiya-echo-2", "echo other");
    let arguments = ["echo-2", "a b", "--help", "startpos", "--", "-x", ""];
    let expected = "<a b><--help><startpos><--><-x><>[input]";
    check(&folders.run(&arguments), 7, expected, "error\n");
}

#[test]
fn program_in_path_runs() {
    let folders = Folders::new();
    folders.script("path/tabiya-games", ECHO);
    check(&folders.run(&["games", "stats"]), 7, "<stats>[input]", "error\n");
}

#[test]
fn built_in_command_precedes_program() {
    let folders = Folders::new();
    folders.script("own/tabiya-perft", "echo other");
    let output = folders.run(&["perft", "1"]);
    assert!(output.stdout.starts_with(b"Nodes: 20\n"), "{output:?}");
}

#[test]
fn absent_program_is_error_with_advice() {
    let folders = Folders::new();
    let unknown = "error: unrecognized subcommand 'fly' (see --help)\n";
    check(&folders.run(&["fly"]), 2, "", unknown);
    let typo = "error: unrecognized subcommand 'perf'; did you mean perft? (see --help)\n";
    check(&folders.run(&["perf", "5"]), 2, "", typo);
    for name in ["games", "units"] {
        let install = format!(
            "error: tabiya-{name}: program not found; install it with `cargo install --git \
             https://github.com/tabiya-chess/tabiya tabiya-{name}-cli`"
        );
        check(&folders.run(&[name, "x"]), 2, "", &format!("{install}\n"));
        // The current folder is the package folder, in a checkout.
        let output = Command::new(folders.path("own/tabiya")).arg(name).env("PATH", "").output();
        let run = format!("{install}, or run `cargo run --release -p tabiya-{name}-cli -- …`\n");
        check(&output.expect("the program can be started"), 2, "", &run);
    }
}

#[test]
fn name_with_other_characters_is_no_program() {
    let folders = Folders::new();
    folders.script("own/tabiya-a_b", "echo other");
    fs::create_dir(folders.path("own/tabiya-x")).expect("a folder can be created");
    folders.script("own/run", "echo other");
    for name in ["a_b", "x/../run", "é", ""] {
        check(&folders.run(&[name]), 2, "", "unrecognized subcommand");
    }
}

#[test]
fn file_without_permission_is_skipped() {
    let folders = Folders::new();
    folders.script("own/tabiya-echo", ECHO);
    let closed = Permissions::from_mode(0o644);
    fs::set_permissions(folders.path("own/tabiya-echo"), closed).expect("a file");
    check(&folders.run(&["echo"]), 2, "", "unrecognized subcommand 'echo'");
    folders.script("path/tabiya-echo", "echo found");
    check(&folders.run(&["echo"]), 0, "found\n", "");
}

#[test]
fn file_that_cannot_be_started_is_error() {
    let folders = Folders::new();
    fs::write(folders.path("own/tabiya-text"), "#!/no/such/interpreter\n").expect("a file");
    let open = Permissions::from_mode(0o755);
    fs::set_permissions(folders.path("own/tabiya-text"), open).expect("a file");
    check(&folders.run(&["text"]), 2, "", "error: cannot start ");
}

#[test]
fn program_signal_is_command_signal() {
    let folders = Folders::new();
    folders.script("own/tabiya-end", "kill -TERM $$");
    assert_eq!(folders.run(&["end"]).status.signal(), Some(15));
}

#[test]
fn relative_folder_in_path_is_ignored() {
    let folders = Folders::new();
    for folder in ["current", "path"] {
        folders.script(&format!("{folder}/tabiya-echo"), ECHO);
    }
    for path in ["", ":", ".", "./", "../path", "::/usr/bin"] {
        let output = folders.run_with_path(&["echo"], path);
        check(&output, 2, "", "unrecognized subcommand 'echo'");
    }
    assert!(Path::new(&folders.path("current/tabiya-echo")).exists());
}
