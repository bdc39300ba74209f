//! The rule for outputs.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_program::destination::{Destination, Destinations, ForceArgs};

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder can be created");
    fs::canonicalize(&folder).expect("the folder exists")
}

fn get(inputs: &[PathBuf], path: &Path, force: bool) -> Result<Destination, String> {
    let result = Destinations::new(inputs, ForceArgs { force }).get(path);
    result.map_err(|error| format!("{error:#}"))
}

#[test]
fn existing_file_is_replaced_by_force_only() {
    let folder = folder("destination-files");
    let [input, other, new] = ["input", "other", "new"].map(|name| folder.join(name));
    fs::write(&input, "input").expect("a file");
    fs::write(&other, "other").expect("a file");
    let inputs = [input.clone()];
    for (path, reason) in [(&input, ": the input "), (&other, ": file exists; ")] {
        let error = get(&inputs, path, false).expect_err("the file exists");
        assert!(error.starts_with(&format!("{}{reason}", path.display())), "{error}");
        assert_eq!(get(&inputs, path, true), Ok(Destination::File(path.clone())));
    }
    assert_eq!(get(&inputs, &new, false), Ok(Destination::File(new.clone())));
    for (path, reason) in [
        (folder.clone(), "folder, not a regular file"),
        (folder.join("missing/new"), "No such file or directory"),
        (folder.join("input/new"), "Not a directory"),
    ] {
        let error = get(&inputs, &path, true).expect_err("no file can be there");
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
        assert!(error.contains(reason) || cfg!(windows), "{error}");
    }
    let mut destinations = Destinations::new(&inputs, ForceArgs { force: true });
    destinations.get(&new).expect("the first output");
    let again = folder.join("../destination-files/new");
    let error = destinations.get(&again).expect_err("the second output").to_string();
    assert!(error.ends_with("new: two outputs; expected different files"), "{error}");
}

#[test]
#[cfg(unix)]
fn links_and_read_only_files_are_recognized() {
    use std::os::unix::fs::symlink;

    let folder = folder("destination-links");
    let path = |name: &str| folder.join(name);
    fs::write(path("input"), "input").expect("a file");
    fs::write(path("read-only"), "").expect("a file");
    let mut permissions = fs::metadata(path("read-only")).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path("read-only"), permissions).expect("a file");
    fs::hard_link(path("input"), path("hard")).expect("a link");
    for (link, target) in [
        ("soft", "input"),
        ("softer", "soft"),
        ("dangling", "new"),
        ("circle", "circle"),
        ("stdout", "/dev/stdout"),
        ("null", "/dev/null"),
    ] {
        symlink(target, path(link)).expect("a link can be created");
    }
    let inputs = [path("softer")];
    for (name, reason) in [
        ("input", ": the input "),
        ("hard", ": the input "),
        ("soft", ": the input "),
        ("softer", ": the input "),
        ("read-only", ": read-only file exists; "),
        ("circle", ": too many levels of symbolic links"),
    ] {
        let error = get(&inputs, &path(name), false).expect_err(name);
        assert!(error.starts_with(&format!("{}{reason}", path(name).display())), "{error}");
    }
    for (name, destination) in [
        ("soft", Destination::File(path("input"))),
        ("dangling", Destination::File(path("new"))),
        ("stdout", Destination::Stdout),
        ("null", Destination::Stream(path("null"))),
        ("/dev/stdout", Destination::Stdout),
        ("/dev/fd/1", Destination::Stdout),
        ("/dev/fd/2", Destination::Stream("/dev/fd/2".into())),
    ] {
        assert_eq!(get(&inputs, &path(name), true), Ok(destination), "{name}");
    }
    assert_eq!(get(&[], Path::new("-"), false), Ok(Destination::Stdout));
}
