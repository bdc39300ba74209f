//! The files that `tabiya` writes pictures to.

use std::fs;
use std::path::PathBuf;

use crate::runs::{file, run, text};

/// The commands with an SVG file.
const COMMANDS: [&[&str]; 3] =
    [&["board", "--svg"], &["explain", "e2e4", "--svg"], &["tables", "knight", "a4", "--svg"]];

#[test]
fn picture_replaces_file_only_by_force() {
    let folder = file("replaced-pictures");
    fs::create_dir(&folder).expect("a folder can be created");
    let path = |name: &str| folder.join(name);
    for name in ["file", "read-only"] {
        fs::write(path(name), "old").expect("a file");
    }
    let mut permissions = fs::metadata(path("read-only")).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path("read-only"), permissions).expect("a file");
    std::os::unix::fs::symlink("file", path("link")).expect("a link");
    fs::hard_link(path("file"), path("hard")).expect("a link");
    for arguments in COMMANDS {
        let draw = |out: &PathBuf, code| run(&[arguments, &[text(out)]].concat(), code);
        for (name, reason) in [
            ("file", "file: file exists; expected another name, or --force to replace it"),
            ("link", "link: file exists; "),
            ("hard", "hard: file exists; "),
            ("read-only", "read-only: read-only file exists; "),
            ("missing/new", "missing/new: No such file or directory"),
            ("file/new", "file/new: Not a directory"),
            (".", ".: folder, not a regular file"),
            ("/dev/full", "/dev/full: No space left on device"),
        ] {
            if name == "/dev/full" && !cfg!(target_os = "linux") {
                continue;
            }
            let (_, error) = draw(&path(name), 2);
            assert!(error.contains(reason), "{arguments:?}, {name}: {error}");
            let old = [path("file"), path("read-only")].map(|path| fs::read(path).ok());
            assert_eq!(old, [(); 2].map(|()| Some(b"old".to_vec())), "{arguments:?}, {name}");
        }
        draw(&path("new"), 0);
        let picture = fs::read_to_string(path("new")).expect("UTF-8");
        assert!(draw(&PathBuf::from("/dev/stdout"), 0).0.starts_with(&picture), "{arguments:?}");
        draw(&PathBuf::from("/dev/null"), 0);
        let link = path("link");
        run(&[arguments, &[text(&link), "--force"]].concat(), 0);
        assert_eq!(fs::read_to_string(path("file")).ok(), Some(picture), "{arguments:?}");
        assert!(path("link").is_symlink());
        fs::remove_file(path("new")).expect("a file");
        fs::write(path("file"), "old").expect("a file");
    }
}
