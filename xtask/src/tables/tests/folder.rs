//! The folder of generated files: comparing it, replacing it, and failing halfway.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use tempfile::TempDir;

use crate::tables::compare::{Difference, Kind, compare};
use crate::tables::files::{self, GeneratedFile};
use crate::tables::write::{STAGING_PREFIX, Staged, replace_all};

/// A folder `generated` in a temporary one, with three old files.
struct Sandbox(TempDir);

const NAMES: [&str; 3] = ["a.rs", "b.rs", "c.rs"];

impl Sandbox {
    fn new() -> Self {
        let sandbox = Self(TempDir::new().expect("a temporary folder"));
        replace_all(&sandbox.folder(), texts("old").map(Ok)).expect("the old files");
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

    fn differences(&self, fresh: &[GeneratedFile]) -> Vec<Difference> {
        compare(&self.folder(), fresh).expect("a folder that can be read")
    }

    fn assert_old_and_clean(&self) {
        assert_eq!(NAMES.map(|name| self.read(name)), texts("old").map(|file| file.contents));
        self.assert_clean();
    }

    fn assert_clean(&self) {
        for entry in fs::read_dir(self.0.path()).expect("the temporary folder") {
            let name = entry.expect("an entry").file_name();
            assert!(!name.to_string_lossy().starts_with(STAGING_PREFIX), "{name:?} remains");
        }
    }
}

/// Three files whose text begins with `word`.
fn texts(word: &str) -> [GeneratedFile; 3] {
    NAMES.map(|name| GeneratedFile { name, contents: format!("{word}\n{name}\n") })
}

fn difference(name: &str, kind: Kind) -> Difference {
    Difference { name: name.to_owned(), kind }
}

#[test]
fn the_real_files_pass_and_one_digit_fails() {
    let fresh = files::all().collect::<Result<Vec<_>>>().expect("the tables");
    let sandbox = Sandbox::new();
    replace_all(&sandbox.folder(), fresh.iter().cloned().map(Ok)).expect("a folder");
    assert_eq!(sandbox.differences(&fresh), []);
    let text = sandbox.read("leapers.rs");
    let line = text.lines().position(|line| line.contains("0x0000000000020400")).expect("a1") + 1;
    sandbox.write("leapers.rs", &text.replacen("0x0000000000020400", "0x0000000000020401", 1));
    let changed = difference("leapers.rs", Kind::Changed { line });
    assert_eq!(changed.to_string(), format!("leapers.rs: changed, first at line {line}"));
    assert_eq!(sandbox.differences(&fresh), [changed]);
}

#[test]
fn comparing_names_what_is_changed_missing_or_stale() {
    let sandbox = Sandbox::new();
    sandbox.write("a.rs", "old\nA.rs\n");
    fs::remove_file(sandbox.folder().join("b.rs")).expect("an old file");
    sandbox.write("c.rs", "old\nc.rs");
    sandbox.write("d.rs", "");
    sandbox.write("notes.txt", "");
    let expected = [
        difference("a.rs", Kind::Changed { line: 2 }),
        difference("b.rs", Kind::Missing),
        difference("c.rs", Kind::Changed { line: 3 }),
        difference("d.rs", Kind::Stale),
    ];
    assert_eq!(sandbox.differences(&texts("old")), expected);
    assert_eq!(sandbox.read("a.rs"), "old\nA.rs\n", "comparing writes nothing");
}

#[test]
fn all_is_missing_where_there_is_no_folder() {
    let sandbox = Sandbox::new();
    fs::remove_dir_all(sandbox.folder()).expect("the folder");
    let missing = NAMES.map(|name| difference(name, Kind::Missing));
    assert_eq!(sandbox.differences(&texts("new")), missing);
    assert!(!sandbox.folder().exists());
}

#[test]
fn replacing_writes_what_changed_and_removes_what_is_stale() {
    let sandbox = Sandbox::new();
    sandbox.write("d.rs", "stale");
    sandbox.write("notes.txt", "kept");
    let mut files = texts("old");
    files[1].contents = "new\n".to_owned();
    let report = replace_all(&sandbox.folder(), files.clone().map(Ok)).expect("a folder");
    assert_eq!(report.written, ["b.rs"]);
    assert_eq!(report.removed, ["d.rs"]);
    assert_eq!(sandbox.differences(&files), []);
    assert_eq!(sandbox.read("notes.txt"), "kept");
    sandbox.assert_clean();
}

#[test]
fn a_table_that_fails_leaves_the_old_files() {
    let sandbox = Sandbox::new();
    sandbox.write("d.rs", "stale, but not yet removed");
    let files = texts("new").map(|file| {
        if file.name == "c.rs" {
            bail!("{}: the derivation failed", file.name);
        }
        Ok(file)
    });
    let error = replace_all(&sandbox.folder(), files).expect_err("a failing table");
    assert!(error.to_string().contains("c.rs"), "{error:#}");
    assert!(sandbox.folder().join("d.rs").exists());
    sandbox.assert_old_and_clean();
}

#[test]
fn a_folder_in_the_way_leaves_the_old_files() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.folder().join("d.rs")).expect("a folder");
    let last = GeneratedFile { name: "d.rs", contents: "new\n".to_owned() };
    let files = texts("new").into_iter().chain([last]);
    let error = replace_all(&sandbox.folder(), files.map(Ok)).expect_err("a folder in the way");
    assert!(error.to_string().contains("d.rs"), "{error:#}");
    sandbox.assert_old_and_clean();
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_files() {
    let sandbox = Sandbox::new();
    let last = GeneratedFile { name: "nowhere/d.rs", contents: "new\n".to_owned() };
    let files = texts("new").into_iter().chain([last]);
    replace_all(&sandbox.folder(), files.map(Ok)).expect_err("a path that leads nowhere");
    sandbox.assert_old_and_clean();
}

#[test]
fn stopping_before_the_renames_leaves_the_old_files() {
    let sandbox = Sandbox::new();
    let staged = Staged::write(&sandbox.folder(), &texts("new")).expect("a folder");
    assert_eq!(fs::read_to_string(staged.path().join("c.rs")).expect("a file"), "new\nc.rs\n");
    drop(staged);
    sandbox.assert_old_and_clean();
}

#[test]
fn stopping_among_the_renames_leaves_every_file_whole() {
    let sandbox = Sandbox::new();
    let staged = Staged::write(&sandbox.folder(), &texts("new")).expect("a folder");
    fs::remove_file(staged.path().join("b.rs")).expect("a staged file");
    let error = staged.install(&sandbox.folder()).expect_err("nothing to rename");
    assert!(error.to_string().contains("b.rs"), "{error:#}");
    drop(staged);
    let found = NAMES.map(|name| sandbox.read(name));
    assert_eq!(found, ["new\na.rs\n", "old\nb.rs\n", "old\nc.rs\n"]);
    sandbox.assert_clean();
}
