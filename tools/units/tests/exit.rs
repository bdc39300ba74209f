//! Tests what a program does right before it exits. No other test may share their process.

use std::fs;
use std::thread;
use std::time::Duration;

use tabiya_units::files::{NewFile, remove_incomplete};

#[test]
fn no_incomplete_file_appears_after_their_removal() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let names = || fs::read_dir(folder.path()).expect("the folder exists").count();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let file = NewFile::create(&first).expect("the folder can be written to");
    assert_eq!(names(), 1);
    remove_incomplete();
    assert_eq!(names(), 0);
    // These threads wait until the process ends.
    let dropping = thread::spawn(move || drop(file));
    let creating = thread::spawn(move || NewFile::create(&second));
    thread::sleep(Duration::from_millis(200));
    assert!(!dropping.is_finished() && !creating.is_finished());
    assert_eq!(names(), 0);
}
