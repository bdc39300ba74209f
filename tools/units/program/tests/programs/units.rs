//! Tests of units files: split, verified, counted, and refused.

use std::fs::{self, File};
use std::io::Cursor;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tabiya::Position;
use tabiya::perft::{perft, split};
use tabiya_units::units_file::{HEADER_LEN, Record, UnitsWriter};

use crate::runs::{KIWIPETE, file, nodes, parse_json_lines, program, run, text};

const CHESS960: &str = "r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1";

/// Splits a tree, and returns the path of the units file.
#[track_caller]
fn split_file(name: &str, plies: &str, options: &[&str]) -> PathBuf {
    let path = file(name);
    run(&[&["split", plies, "--out", text(&path)], options].concat(), 0);
    path
}

#[test]
fn units_add_up_to_direct_count() {
    for (index, (fen, plies, records, depth)) in [
        (KIWIPETE, "0", "1", "4"),
        (KIWIPETE, "1", "7", "4"),
        (KIWIPETE, "3", "1000", "4"),
        (KIWIPETE, "2", "100000", "2"),
        (CHESS960, "3", "64", "5"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "1", "10", "3"),
    ]
    .into_iter()
    .enumerate()
    {
        let options = ["--fen", fen, "--records-per-unit", records];
        let units = split_file(&format!("add-{index}.units"), plies, &options);
        let results = file(&format!("add-{index}"));
        let root = Position::from_fen(fen).expect(fen);
        let expected = perft(&root, depth.parse().expect("a number"));
        let count = ["count", text(&units), depth];
        let whole = [&count[..], &["--out", text(&results)]].concat();
        assert_eq!(nodes(&whole), expected, "{fen}");
        // Again, from the results.
        assert_eq!(nodes(&whole), expected, "{fen}");
        let sum = ["sum", text(&units), depth, text(&results)];
        assert_eq!(nodes(&sum), expected, "{fen}");
        let (stdout, _) = run(&["verify", text(&units)], 0);
        assert!(stdout.ends_with("\nvalid\n"), "{fen}: {stdout}");
    }
}

#[test]
fn unit_ranges_add_up_in_mixed_folders() {
    let units = split_file("mix.units", "3", &["--records-per-unit", "500"]);
    let [a, b] = ["mix-a", "mix-b"].map(file);
    let count = |unit: &str, folder: &Path, counted: u32, before: u32| {
        let arguments = ["count", text(&units), "5", "--unit", unit, "--json"];
        let (stdout, _) = run(&[&arguments[..], &["--out", text(folder)]].concat(), 0);
        let report: Value = serde_json::from_str(&stdout).expect("the output is JSON");
        assert_eq!(report["units"]["counted"], counted, "{stdout}");
        assert_eq!(report["units"]["before"], before, "{stdout}");
        report["nodes"].as_u64().expect("a number")
    };
    let first = count("0..4", &a, 4, 0);
    assert_eq!(count("0..4", &a, 0, 4), first);
    let rest = count("2..11", &b, 9, 0);
    let overlap = count("2..4", &b, 0, 2);
    assert_eq!(first + rest - overlap, 4_865_609);
    let sum = |folders: &[&Path], code| {
        let folders: Vec<_> = folders.iter().map(|folder| text(folder)).collect();
        let arguments = ["sum", text(&units), "5", "--json"];
        let (stdout, _) = run(&[&arguments[..], &folders[..]].concat(), code);
        serde_json::from_str::<Value>(&stdout).expect("the output is JSON")
    };
    let both = sum(&[&a, &b], 0);
    assert_eq!((&both["nodes"], &both["doubled"]), (&4_865_609.into(), &2.into()), "{both}");
    assert_eq!(sum(&[&a, &b, &a], 0)["doubled"], 2);
    let only_a = sum(&[&a], 1);
    assert_eq!((&only_a["nodes"], &only_a["nodes_at_least"]), (&Value::Null, &first.into()));
    assert_eq!(only_a["missing"].to_string(), r#"{"count":7,"ranges":[[4,11]]}"#);
}

#[test]
fn unusable_units_file_is_one_line_error() {
    let units = split_file("unusable.units", "2", &["--records-per-unit", "30"]);
    let whole = fs::read(&units).expect("the file is there");
    let unit = HEADER_LEN + 30 * Record::LEN + 4;
    let mut damaged = whole.clone();
    damaged[unit + 100] ^= 1;
    let out = file("unusable");
    let check = |bytes: &[u8], depth: &str, unit: &str, reason: &str| {
        fs::write(&units, bytes).expect("the folder can be written to");
        let arguments = ["count", text(&units), depth, "--unit", unit];
        let (stdout, stderr) = run(&[&arguments[..], &["--out", text(&out)]].concat(), 2);
        assert_eq!(stdout, "");
        assert!(stderr.contains(reason) && stderr.contains("unusable.units: "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    };
    check(&whole, "1", "0..1", "split at ply 2; DEPTH must be at least 2");
    check(&whole, "3", "5..15", "no unit 14; the file has 14 units");
    check(&whole[..whole.len() - 1], "3", "0..1", "damaged: found 11511 bytes; expected 11512");
    check(b"4k3/8/8/8/8/8/8/4K3 w - -\n", "3", "0..1", "not a units file");
    check(b"", "3", "0..1", "not a units file");
    check(&damaged, "3", "0..14", "unit 1 does not match its checksum");
    // The unit before the damaged one is saved.
    let results = out.join("00000");
    assert_eq!(fs::read_dir(results).expect("the folder exists").count(), 1);
}

#[test]
fn file_without_units_has_no_unit_zero() {
    let mated = ["--fen", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"];
    let units = split_file("mated.units", "1", &mated);
    let count = ["count", text(&units), "2", "--unit", "0..1"];
    let out = file("mated");
    let (_, stderr) = run(&[&count[..], &["--out", text(&out)]].concat(), 2);
    assert!(stderr.contains("no unit 0; the file has 0 units"), "{stderr}");
    let all = ["count", text(&units), "2"];
    run(&[&all[..], &["--out", text(&out)]].concat(), 0);
    let (stdout, _) = run(&["sum", text(&units), "2", text(&out)], 0);
    assert!(stdout.ends_with("Nodes: 0\n"), "{stdout}");
}

#[test]
#[cfg(unix)]
fn split_replaces_file_only_by_force() {
    let folder = file("replaced-units");
    fs::create_dir(&folder).expect("a folder can be created");
    let path = |name: &str| folder.join(name);
    fs::write(path("file"), "old").expect("a file");
    fs::write(path("read-only"), "old").expect("a file");
    let mut permissions = fs::metadata(path("read-only")).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path("read-only"), permissions).expect("a file");
    std::os::unix::fs::symlink("file", path("link")).expect("a link");
    for (name, reason) in [
        ("file", "file: file exists; "),
        ("link", "link: file exists; "),
        ("read-only", "read-only: read-only file exists; "),
        ("missing/new", "missing/new: No such file or directory"),
        (".", ".: folder, not a regular file"),
        ("/dev/full", "/dev/full: not a regular file"),
        ("/dev/stdout", "/dev/stdout: not a regular file"),
    ] {
        let out = path(name);
        let (_, error) = run(&["split", "1", "--out", text(&out)], 2);
        assert!(error.contains(reason), "{name}: {error}");
    }
    for name in ["file", "read-only"] {
        assert_eq!(fs::read_to_string(path(name)).ok().as_deref(), Some("old"));
    }
    for name in ["link", "read-only"] {
        run(&["split", "1", "--force", "--out", text(&path(name))], 0);
        run(&["verify", text(&path(name))], 0);
    }
    assert!(path("link").is_symlink());
    run(&["verify", text(&path("file"))], 0);
}

/// A 256-byte header claims a terabyte of positions, and 350,000 units.
#[test]
#[cfg(target_os = "linux")]
fn memory_for_units_file_claims_is_bounded() {
    let units = split_file("claims.units", "0", &["--records-per-unit", "100000"]);
    let mut header = fs::read(&units).expect("the file is there");
    header.truncate(HEADER_LEN);
    let positions: u64 = 35_000_000_000;
    header[16..24].copy_from_slice(&positions.to_le_bytes());
    let sum = crc32fast::hash(&header[..HEADER_LEN - 4]);
    header[HEADER_LEN - 4..].copy_from_slice(&sum.to_le_bytes());
    fs::write(&units, header).expect("the folder can be written to");
    let sparse = File::options().write(true).open(&units).expect("the file is there");
    let len = 256 + 28 * positions + 4 * 350_000;
    if sparse.set_len(len).is_err() {
        eprintln!("skipped: the file system has no sparse files of a terabyte");
        return;
    }
    let out = file("claims");
    for (arguments, code, reason) in [
        ("count \"$1\" 3 --hash 1M --threads 1 --out \"$2\"", 2, "unit 0 does not match"),
        ("sum \"$1\" 3 \"$2\"", 1, "Missing: 350000 units: 0..350000"),
        ("verify \"$1\"", 1, "unit 0 does not match its checksum"),
    ] {
        let line = format!("ulimit -v 200000; exec \"$0\" {arguments}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &line, crate::PROGRAM]).args([&units, &out]);
        let output = command.output().expect("sh starts");
        let both = [output.stdout, output.stderr].concat();
        let both = String::from_utf8_lossy(&both);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {both}");
        assert!(both.contains(reason), "{arguments}: {both}");
    }
    fs::remove_file(&units).expect("the file is there");
}

/// Writes a file with the positions after a ply, but with another ply or other multiplicities.
fn forged_file(name: &str, plies: u8, change: impl FnOnce(&mut Vec<Record>)) -> PathBuf {
    let subtrees = split(&Position::START, 1);
    let mut records: Vec<_> =
        subtrees.iter().map(|subtree| Record::new(&subtree.position, 1)).collect();
    records.sort_unstable_by_key(|record| record.position);
    change(&mut records);
    let writer = UnitsWriter::begin(Cursor::new(Vec::new()), &Position::START, plies, 10);
    let mut writer = writer.expect("memory can be written to");
    for record in records {
        let written = writer.write(&record.position, record.multiplicity.into());
        written.expect("memory can be written to");
    }
    let (bytes, _) = writer.finish().expect("memory can be written to");
    let path = file(name);
    fs::write(&path, bytes.into_inner()).expect("the folder can be written to");
    path
}

#[test]
fn verify_refuses_wrong_contents_with_reason() {
    let start = split_file("verify.units", "4", &[]);
    let (stdout, _) = run(&["verify", text(&start)], 0);
    for line in [
        "Positions: 72078, as published (OEIS A083276)\n",
        "Paths: 197281 = perft(4)\n",
        "Units: 73 of 1000 positions\n",
    ] {
        assert!(stdout.contains(line), "{stdout}");
    }
    let merged = |records: &mut Vec<Record>| {
        records.pop();
        records[3].multiplicity = 2;
    };
    for (path, reason) in [
        (forged_file("ply.units", 2, |_| ()), "add up to 20; expected perft(2), at least 21"),
        (forged_file("deep.units", 200, |_| ()), "add up to 20; expected perft(200), at least 21"),
        (forged_file("merged.units", 1, merged), "found 19 positions; expected 20, as published"),
        (
            forged_file("few.units", 1, |records| records.truncate(19)),
            "add up to 19; expected perft",
        ),
    ] {
        let (stdout, _) = run(&["verify", text(&path)], 1);
        let name = text(&path);
        assert!(stdout.starts_with(&format!("refused: {name}: ")), "{stdout}");
        assert!(stdout.contains(reason), "{stdout}");
        let (stdout, _) = run(&["verify", text(&path), "--json"], 1);
        let report: Value = serde_json::from_str(&stdout).expect("the output is JSON");
        assert_eq!(report["valid"], false, "{stdout}");
        // The header alone is in order.
        run(&["info", text(&path)], 0);
    }
}

#[test]
fn failed_split_leaves_no_file() {
    // Two kings: after some plies, more than 2³² paths lead to one position.
    let folder = file("failed");
    fs::create_dir(&folder).expect("a folder can be created");
    let path = folder.join("kings.units");
    let kings = "k7/8/8/8/8/8/8/7K w - - 0 1";
    let (_, stderr) = run(&["split", "20", "--fen", kings, "--out", text(&path)], 2);
    assert!(stderr.contains("paths lead to one position; expected at most"), "{stderr}");
    assert_eq!(fs::read_dir(&folder).expect("the folder exists").count(), 0);
    for (path, reason) in [
        (folder.join("none/x.units"), "No such file or directory"),
        (folder.clone(), "not a regular file"),
        ("/dev/null".into(), "not a regular file"),
        ("/dev/stdout".into(), "not a regular file"),
    ] {
        let (_, stderr) = run(&["split", "2", "--out", text(&path)], 2);
        assert!(stderr.contains(reason) || cfg!(not(unix)), "{stderr}");
    }
}

/// Reading a pipe would block, and a device may be endless.
#[test]
#[cfg(unix)]
fn pipe_and_device_are_refused() {
    let pipe = file("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let units = split_file("not-pipe.units", "1", &[]);
    let results = file("pipe-results");
    fs::create_dir_all(results.join("00000")).expect("a folder can be created");
    let result = results.join("00000/00000000.result");
    std::os::unix::fs::symlink(&pipe, &result).expect("a link can be created");
    let count = ["count", text(&units), "3"];
    let other = file("pipe-other");
    for arguments in [
        &["count", text(&pipe), "3", "--out", text(&other)][..],
        &["count", "/dev/zero", "3", "--out", text(&other)],
        &["verify", text(&pipe)],
        &["verify", "/dev/zero"],
        &["split", "1", "--out", text(&pipe)],
        &[&count[..], &["--out", text(&results)]].concat(),
    ] {
        let (stdout, stderr) = run(arguments, 2);
        assert_eq!(stdout, "", "{arguments:?}");
        assert!(stderr.ends_with(": not a regular file\n"), "{arguments:?}: {stderr}");
    }
    for folder in ["/dev/null", text(&pipe)] {
        run(&[&count[..], &["--out", folder]].concat(), 2);
        run(&["sum", text(&units), "3", folder], 2);
    }
    let (stdout, _) = run(&["sum", text(&units), "3", text(&results)], 1);
    assert!(stdout.contains("00000000.result: not a regular file\n"), "{stdout}");
}

#[test]
#[cfg(unix)]
fn symbolic_links_are_followed() {
    use std::os::unix::fs::symlink;

    let folder = file("links");
    for name in ["", "store", "elsewhere"] {
        fs::create_dir(folder.join(name)).expect("a folder can be created");
    }
    let units = folder.join("link.units");
    let results = folder.join("results");
    symlink("elsewhere/target.units", &units).expect("a link can be created");
    symlink("store", &results).expect("a link can be created");
    // The link leads to a file that does not exist yet.
    run(&["split", "2", "--out", text(&units)], 0);
    assert!(units.is_symlink() && folder.join("elsewhere/target.units").is_file());
    let count = ["count", text(&units), "4", "--out", text(&results)];
    assert_eq!(nodes(&count), 197_281);
    // A result that is a link to another folder.
    let result = folder.join("store/00000/00000000.result");
    fs::rename(&result, folder.join("elsewhere/zero")).expect("the file can be moved");
    symlink("../../elsewhere/zero", &result).expect("a link can be created");
    let old = fs::metadata(&result).expect("the target is there").len();
    assert_eq!(nodes(&[&count[..], &["--recount"]].concat()), 197_281);
    assert!(result.is_symlink() && results.is_symlink());
    assert!(fs::metadata(&result).expect("the target is there").len() > old);
}

#[test]
fn units_output_has_progress_and_result() {
    let units = split_file("lines.units", "2", &["--records-per-unit", "40"]);
    let results = file("lines");
    let count = ["count", text(&units), "5", "--out", text(&results), "--json-lines"];
    let (stdout, stderr) = run(&count, 0);
    assert_eq!(stderr, "");
    let lines = parse_json_lines(&stdout);
    let [progress @ .., result] = &lines[..] else { panic!("no line") };
    assert!(!progress.is_empty());
    for line in progress {
        assert_eq!(
            (&line["event"], &line["total_units"]),
            (&"progress".into(), &10.into()),
            "{line}"
        );
        assert!(
            line["finished_fraction"].as_f64().is_some_and(|part| (0.0..=1.0).contains(&part)),
            "{line}"
        );
    }
    assert_eq!((&result["event"], &result["nodes"]), (&"result".into(), &4_865_609.into()));
    let expected = r#"{"first":0,"end":10,"counted":10,"before":0}"#;
    assert_eq!(result["units"].to_string(), expected);
}

/// Arguments with a `+` or a missing file keep their exit code in a closed pipe, too.
#[test]
fn units_command_errors_are_usage_errors() {
    for arguments in [&[][..], &["verify"], &["verify", "no-such-file"]] {
        let output = program(arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
