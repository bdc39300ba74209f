//! Tests that compare and replace generated files, with failures at each step.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use tempfile::TempDir;

use crate::tables::compare::{Difference, DifferenceKind, compare};
use crate::tables::files::{GeneratedFile, all};
use crate::tables::write::{STAGING_PREFIX, StagedFiles, replace_all};

/// A temporary folder with the folder `generated`, which contains three old files.
struct Sandbox(TempDir);

const NAMES: [&str; 3] = ["a.rs", "b.rs", "c.rs"];

impl Sandbox {
    fn new() -> Self {
        let sandbox = Self(TempDir::new().expect("a temporary folder"));
        replace_all(&sandbox.folder(), files("old").map(Ok)).expect("the old files");
        sandbox
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("generated")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder().join(name)).expect("a file")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).expect("a file");
    }

    fn differences(&self, expected: &[GeneratedFile]) -> Vec<Difference> {
        compare(&self.folder(), expected).expect("a readable folder")
    }

    /// Asserts that the old files are unchanged and no temporary folder remains.
    fn assert_unchanged(&self) {
        assert_eq!(NAMES.map(|name| self.read(name)), files("old").map(|file| file.contents));
        self.assert_no_temporary_folder();
    }

    fn assert_no_temporary_folder(&self) {
        for entry in fs::read_dir(self.0.path()).expect("the temporary folder") {
            let name = entry.expect("an entry").file_name();
            assert!(!name.to_string_lossy().starts_with(STAGING_PREFIX), "{name:?} remains");
        }
    }
}

/// Returns three files with this first line.
fn files(first_line: &str) -> [GeneratedFile; 3] {
    NAMES.map(|name| GeneratedFile { name, contents: format!("{first_line}\n{name}\n") })
}

fn difference(name: &str, kind: DifferenceKind) -> Difference {
    Difference { name: name.to_owned(), kind }
}

#[test]
fn comparison_finds_one_changed_digit() {
    let generated = all().collect::<Result<Vec<_>>>().expect("the tables");
    let sandbox = Sandbox::new();
    replace_all(&sandbox.folder(), generated.iter().cloned().map(Ok)).expect("a folder");
    assert_eq!(sandbox.differences(&generated), []);
    let text = sandbox.read("leapers.rs");
    let line = text.lines().position(|line| line.contains("0x0000000000020400")).expect("a1") + 1;
    sandbox.write("leapers.rs", &text.replacen("0x0000000000020400", "0x0000000000020401", 1));
    let changed = difference("leapers.rs", DifferenceKind::Changed { line });
    assert_eq!(changed.to_string(), format!("leapers.rs: changed, first at line {line}"));
    assert_eq!(sandbox.differences(&generated), [changed]);
}

#[test]
fn comparison_finds_changed_missing_and_stale_files() {
    let sandbox = Sandbox::new();
    sandbox.write("a.rs", "old\nA.rs\n");
    fs::remove_file(sandbox.folder().join("b.rs")).expect("an old file");
    sandbox.write("c.rs", "old\nc.rs");
    sandbox.write("d.rs", "");
    sandbox.write("notes.txt", "");
    let expected = [
        difference("a.rs", DifferenceKind::Changed { line: 2 }),
        difference("b.rs", DifferenceKind::Missing),
        difference("c.rs", DifferenceKind::Changed { line: 3 }),
        difference("d.rs", DifferenceKind::Stale),
    ];
    assert_eq!(sandbox.differences(&files("old")), expected);
    assert_eq!(sandbox.read("a.rs"), "old\nA.rs\n", "the comparison writes nothing");
}

#[test]
fn comparison_without_folder_reports_all_files_missing() {
    let sandbox = Sandbox::new();
    fs::remove_dir_all(sandbox.folder()).expect("the folder");
    let missing = NAMES.map(|name| difference(name, DifferenceKind::Missing));
    assert_eq!(sandbox.differences(&files("new")), missing);
    assert!(!sandbox.folder().exists());
}

#[test]
fn replacement_writes_changed_files_and_removes_stale_ones() {
    let sandbox = Sandbox::new();
    sandbox.write("d.rs", "stale");
    sandbox.write("notes.txt", "kept");
    let mut files = files("old");
    files[1].contents = "new\n".to_owned();
    let report = replace_all(&sandbox.folder(), files.clone().map(Ok)).expect("a folder");
    assert_eq!(report.written, ["b.rs"]);
    assert_eq!(report.removed, ["d.rs"]);
    assert_eq!(sandbox.differences(&files), []);
    assert_eq!(sandbox.read("notes.txt"), "kept");
    sandbox.assert_no_temporary_folder();
}

#[test]
fn replacement_with_failing_table_changes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("d.rs", "stale, but not yet removed");
    let files = files("new").map(|file| {
        if file.name == "c.rs" {
            bail!("{}: the derivation failed", file.name);
        }
        Ok(file)
    });
    let error = replace_all(&sandbox.folder(), files).expect_err("a failing table");
    assert!(error.to_string().contains("c.rs"), "{error:#}");
    assert!(sandbox.folder().join("d.rs").exists());
    sandbox.assert_unchanged();
}

#[test]
fn replacement_over_folder_changes_nothing() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.folder().join("d.rs")).expect("a folder");
    let last = GeneratedFile { name: "d.rs", contents: "new\n".to_owned() };
    let files = files("new").into_iter().chain([last]);
    let error = replace_all(&sandbox.folder(), files.map(Ok)).expect_err("a folder of that name");
    assert!(error.to_string().contains("d.rs"), "{error:#}");
    sandbox.assert_unchanged();
}

#[test]
fn replacement_with_unwritable_file_changes_nothing() {
    let sandbox = Sandbox::new();
    let last = GeneratedFile { name: "nowhere/d.rs", contents: "new\n".to_owned() };
    let files = files("new").into_iter().chain([last]);
    replace_all(&sandbox.folder(), files.map(Ok)).expect_err("a path without a folder");
    sandbox.assert_unchanged();
}

#[test]
fn staging_without_install_changes_nothing() {
    let sandbox = Sandbox::new();
    let staged = StagedFiles::write(&sandbox.folder(), &files("new")).expect("a folder");
    assert_eq!(fs::read_to_string(staged.path().join("c.rs")).expect("a file"), "new\nc.rs\n");
    drop(staged);
    sandbox.assert_unchanged();
}

#[test]
fn install_stopped_by_an_error_leaves_complete_files() {
    let sandbox = Sandbox::new();
    let staged = StagedFiles::write(&sandbox.folder(), &files("new")).expect("a folder");
    fs::remove_file(staged.path().join("b.rs")).expect("a staged file");
    let error = staged.install(&sandbox.folder()).expect_err("a missing staged file");
    assert!(error.to_string().contains("b.rs"), "{error:#}");
    drop(staged);
    let texts = NAMES.map(|name| sandbox.read(name));
    assert_eq!(texts, ["new\na.rs\n", "old\nb.rs\n", "old\nc.rs\n"]);
    sandbox.assert_no_temporary_folder();
}
