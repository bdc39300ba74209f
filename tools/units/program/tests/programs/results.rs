//! Tests of results: kills, interrupts, other processes, full disks, damage and disputes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tabiya::perft::Backend;
use tabiya_units::results::{
    CountId, Method, Process, ResultStore, UnitResult, Variant, decode_file,
};
use tabiya_units::units_file::{ContentHash, UnitsFile};

use crate::runs::{KIWIPETE, file, nodes, run, start, text};

/// Splits a tree, and returns the paths to the units file and to a folder that does not exist yet.
#[track_caller]
fn split_file(name: &str, plies: &str, options: &[&str]) -> (PathBuf, PathBuf) {
    let path = file(&format!("{name}.units"));
    run(&[&["split", plies, "--out", text(&path)], options].concat(), 0);
    (path, file(name))
}

/// Returns the number of results in a folder. Each must be whole.
#[track_caller]
fn whole_results(folder: &Path) -> usize {
    let Ok(files) = fs::read_dir(folder.join("00000")) else { return 0 };
    let paths = files.map(|file| file.expect("the folder can be listed").path());
    let results = paths.filter(|path| path.extension().is_some_and(|kind| kind == "result"));
    let check = |path: PathBuf| {
        let bytes = fs::read(&path).expect("the file can be read");
        assert!(decode_file(&bytes).is_ok(), "{}: {bytes:?}", path.display());
    };
    results.map(check).count()
}

/// Kills the count at random times until a run completes.
#[test]
fn killed_count_resumes_to_same_total() {
    let options = ["--fen", KIWIPETE, "--records-per-unit", "20"];
    let (units, results) = split_file("killed", "2", &options);
    // The count takes about three seconds, of which each run saves a part.
    let method = ["--no-hash", "--threads", "2", "--backend", "scalar"];
    let count = ["count", text(&units), "6", "--out", text(&results)];
    let arguments = [&count[..], &method].concat();
    let mut kills = 0;
    let mut saved = 0;
    while kills < 8 || saved == 0 {
        let mut child = start(&arguments);
        // Longer in each run, since a busy machine may save nothing in a second.
        sleep(Duration::from_millis(fastrand::u64(100..800) + 50 * kills));
        child.kill().expect("a child can be killed");
        let status = child.wait().expect("a child ends");
        let is_complete = status.success();
        kills += u64::from(!is_complete);
        // Every file is whole at any time, and no result is lost.
        let results = whole_results(&results);
        assert!(results >= saved, "{results} results after {saved}");
        saved = results;
        if is_complete {
            break;
        }
    }
    assert!(kills > 0 && saved > 0, "the count completed before a kill");
    let (stdout, stderr) = run(&[&arguments[..], &["--json"]].concat(), 0);
    assert_eq!(stderr, "");
    let report: Value = serde_json::from_str(&stdout).expect("the output is JSON");
    assert_eq!(report["nodes"], 8_031_647_685u64);
    // Only the units without a result are counted.
    assert_eq!(report["units"]["before"], saved);
    assert_eq!(report["units"]["counted"], 102 - saved);
    assert_eq!(whole_results(&results), 102);
    // Killed processes leave neither incomplete files nor claims.
    let names = |folder: &str| fs::read_dir(results.join(folder)).expect("a folder").count();
    assert_eq!((names("00000"), names("claims")), (102, 1));
}

#[test]
#[cfg(unix)]
fn interrupted_count_keeps_finished_units() {
    let (units, results) = split_file("interrupted", "3", &["--records-per-unit", "1"]);
    let count = ["count", text(&units), "9", "--no-hash", "--out", text(&results)];
    let stdout = crate::runs::interrupt(&count);
    assert!(stdout.starts_with("Interrupted: counted "), "{stdout}");
    assert!(stdout.contains(" of 5362 units\nUnits 0..5362: "), "{stdout}");
    assert!(stdout.contains("\nNodes so far: "), "{stdout}");
    let finished = whole_results(&results);
    assert!(finished > 0);
    let stdout = crate::runs::interrupt(&[&count[..], &["--json-lines"]].concat());
    let last = stdout.lines().next_back().expect("a line");
    let report: Value = serde_json::from_str(last).expect("the output is JSON");
    assert_eq!(report["event"], "interrupted");
    assert_eq!(report["units"]["before"], finished, "{report}");
    assert_eq!(report["interrupted"]["total_units"], 5_362, "{report}");
    assert_eq!((&report["nodes"], &report["exact"]), (&Value::Null, &false.into()), "{report}");
    assert!(report["nodes_at_least"].as_u64().is_some_and(|nodes| nodes > 0), "{report}");
}

/// The counting thread ends within a position, before the main thread looks for Ctrl-C.
#[test]
#[cfg(unix)]
fn interrupted_unit_is_not_in_sum() {
    let (units, results) = split_file("within-unit", "3", &["--records-per-unit", "2000"]);
    let count = ["count", text(&units), "9", "--no-hash", "--out", text(&results)];
    for _ in 0..2 {
        let stdout = crate::runs::interrupt(&count);
        assert!(
            stdout.starts_with("Interrupted: counted 0 of 3 units\nUnits 0..3: 0 "),
            "{stdout}"
        );
        assert!(stdout.contains("\nNodes so far: 0\n"), "{stdout}");
    }
}

/// Waits until a count has claimed its units, and has counted one.
#[track_caller]
fn wait_for_result(results: &Path) {
    let start = Instant::now();
    while whole_results(results) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "no result");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn second_run_on_same_units_names_holder() {
    let (units, results) = split_file("claimed", "3", &["--records-per-unit", "1"]);
    let count = |unit: &'static str| {
        let count = ["count", text(&units), "9", "--no-hash", "--unit", unit];
        [&count[..], &["--out", text(&results)]].concat()
    };
    let mut first = start(&count("0..5000"));
    wait_for_result(&results);
    for unit in ["0..5000", "4999..5001", "0..1"] {
        let (stdout, stderr) = run(&count(unit), 2);
        assert_eq!(stdout, "");
        let holder = format!(": units 0..5000 are being counted by host {}, ", host());
        let process = format!(", process {}, since 2", first.id());
        assert!(stderr.contains(&holder) && stderr.contains(&process), "{stderr}");
    }
    // Other units in the same folder can be counted at the same time.
    let other = ["count", text(&units), "5", "--unit", "5000..5010"];
    let (stdout, _) = run(&[&other[..], &["--out", text(&file("claimed-5"))]].concat(), 0);
    assert!(stdout.contains("10 counted, 0 counted before"), "{stdout}");
    let mut second = start(&count("5000..5010"));
    sleep(Duration::from_millis(300));
    assert!(second.try_wait().expect("a status").is_none_or(|status| status.success()));
    second.kill().expect("a child can be killed");
    second.wait().expect("a child ends");
    // A dead process's claim does not block.
    first.kill().expect("a child can be killed");
    first.wait().expect("a child ends");
    let third = ["count", text(&units), "9", "--unit", "0..1", "--out", text(&results)];
    run(&third, 0);
}

fn host() -> String {
    let usual = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '.') { c } else { '-' };
    Process::current().host.chars().map(usual).collect()
}

/// A file system with a few pages, which is unmounted at the end.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a file system with a size in KiB, if this process may do so.
    fn mount(name: &str, kib: u32) -> Option<Self> {
        let folder = file(name);
        fs::create_dir_all(&folder).expect("a folder can be created");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "tabiya-test"]).arg(&folder);
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        if !is_mounted {
            eprintln!("skipped: file systems cannot be mounted here");
        }
        is_mounted.then_some(Self(folder))
    }

    fn resize(&self, kib: u32) {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,size={kib}k")]).arg(&self.0);
        assert!(mount.status().expect("mount starts").success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn count_on_full_disk_prints_sum_and_unsaved_units() {
    let Some(disk) = SmallDisk::mount("full-disk", 64) else { return };
    let (units, _) = split_file("full", "2", &["--records-per-unit", "4"]);
    let results = disk.0.join("results");
    let count = ["count", text(&units), "5", "--out", text(&results)];
    let (stdout, stderr) = run(&count, 1);
    assert!(
        stdout.contains("Units 0..100: 100 counted, 0 counted before\nNot saved: "),
        "{stdout}"
    );
    assert!(stdout.contains("\nNodes: 4865609\n"), "{stdout}");
    assert!(stderr.starts_with("warning: ") && stderr.lines().count() == 1, "{stderr}");
    assert!(stderr.contains("No space left on device"), "{stderr}");
    let saved = whole_results(&results);
    assert!((1..100).contains(&saved), "{saved}");
    disk.resize(4_096);
    let (stdout, stderr) = run(&count, 0);
    assert_eq!(stderr, "");
    let expected = format!("Units 0..100: {} counted, {saved} counted before\n", 100 - saved);
    assert!(stdout.starts_with(&expected) && stdout.contains("\nNodes: 4865609\n"), "{stdout}");
}

#[test]
fn count_continues_when_disk_has_space_again() {
    let Some(disk) = SmallDisk::mount("retried-disk", 64) else { return };
    let (units, _) = split_file("retried", "2", &["--records-per-unit", "4"]);
    let results = disk.0.join("results");
    let count = ["count", text(&units), "7", "--out", text(&results)];
    // Slow enough to go on for seconds after the disk is full.
    let method = ["--no-hash", "--backend", "scalar", "--threads", "1"];
    let mut child = start(&[&count[..], &method].concat());
    let stderr = child.stderr.take().expect("stderr is piped");
    let mut warning = String::new();
    BufReader::new(stderr).read_line(&mut warning).expect("a line can be read");
    assert!(warning.contains("; counting goes on, saving is retried"), "{warning}");
    disk.resize(4_096);
    let output = child.wait_with_output().expect("the program ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert!(
        stdout.starts_with("Units 0..100: 100 counted, 0 counted before\nNodes: 3195901860\n"),
        "{stdout}"
    );
    assert_eq!(whole_results(&results), 100);
}

/// Damage is counted again. Results from another count are refused and stay as they are.
#[test]
fn damaged_or_foreign_result_is_never_added() {
    let (units, results) = split_file("damaged", "2", &["--records-per-unit", "50"]);
    let count = ["count", text(&units), "5", "--out", text(&results)];
    let sum = ["sum", text(&units), "5", text(&results)];
    assert_eq!(nodes(&count), 4_865_609);
    let path = results.join("00000/00000003.result");
    let whole = fs::read(&path).expect("the file is there");
    let mut flipped = whole.clone();
    flipped[60] ^= 4;
    for bytes in [&whole[..100], &whole.repeat(2), &flipped, b""] {
        fs::write(&path, bytes).expect("the folder can be written to");
        let (stdout, _) = run(&sum, 1);
        assert!(stdout.contains("Missing: 1 unit: 3..4\nRefused: "), "{stdout}");
        assert!(stdout.contains("00000003.result: damaged: "), "{stdout}");
        assert!(stdout.contains("\nNodes so far: "), "{stdout}");
        let (stdout, stderr) = run(&count, 0);
        assert!(stdout.starts_with("Units 0..8: 1 counted, 7 counted before\n"), "{stdout}");
        assert!(stderr.ends_with("; counted again\n"), "{stderr}");
        assert_eq!(nodes(&sum), 4_865_609);
    }
    let (other, elsewhere) = split_file("foreign", "2", &["--records-per-unit", "40"]);
    run(&["count", text(&other), "5", "--out", text(&elsewhere)], 0);
    let foreign = fs::read(elsewhere.join("00000/00000003.result")).expect("the file is there");
    for (arguments, bytes, reason) in [
        (count, &foreign, "result of another count: hash of the units file is "),
        (["count", count[1], "4", count[3], count[4]], &whole, "depth is 5; expected 4"),
    ] {
        fs::write(&path, bytes).expect("the folder can be written to");
        let (_, stderr) = run(&arguments, 2);
        assert!(stderr.contains(reason), "{stderr}");
        assert_eq!(fs::read(&path).as_ref().ok(), Some(bytes), "the file is not replaced");
        let sum = ["sum", arguments[1], arguments[2], arguments[4]];
        let (stdout, _) = run(&sum, 1);
        assert!(stdout.contains(reason) && stdout.contains("Nodes so far"), "{stdout}");
    }
}

#[test]
fn count_with_swapped_colors_agrees_and_is_recorded() {
    let options = ["--fen", KIWIPETE, "--records-per-unit", "700"];
    let (units, results) = split_file("swapped", "2", &options);
    let count = ["count", text(&units), "4", "--out", text(&results)];
    let swapped = [&count[..], &["--swap-colors", "--recount"]].concat();
    for arguments in [&swapped[..], &count, &[&count[..], &["--recount"]].concat()] {
        assert_eq!(nodes(arguments), 4_085_603);
    }
    for unit in 0..3 {
        let bytes = fs::read(results.join(format!("00000/{unit:08}.result"))).expect("a result");
        let results = decode_file(&bytes).expect("the file is whole");
        let variants: Vec<_> = results.iter().map(|result| result.method.variant).collect();
        assert_eq!(variants, [Variant::ColorsFlipped, Variant::Unchanged], "unit {unit}");
    }
    let sum = ["sum", text(&units), "4", text(&results)];
    let (stdout, _) = run(&sum, 0);
    assert!(stdout.starts_with("Units: 3 of 3 counted, 3 of them more than once\n"), "{stdout}");
}

/// Returns a result from a host that counts wrong, or right.
fn result_of(host: &str, content_hash: ContentHash, unit: u64, nodes: u128) -> UnitResult {
    let method = Method {
        backend: Backend::Avx2,
        hash_bytes: 1 << 20,
        variant: Variant::Unchanged,
        threads: 1,
    };
    let process = Process { host: host.to_owned(), pid: 7, version: "0.0.9".to_owned() };
    UnitResult {
        unit,
        content_hash,
        depth: 4,
        leaves: nodes,
        nodes,
        method,
        process,
        started: 1,
        duration: 2,
    }
}

#[test]
fn dispute_is_listed_until_exact_count_settles_it() {
    let (units, results) = split_file("disputed", "2", &["--records-per-unit", "100"]);
    let hash = UnitsFile::open(&units).expect("the file is whole").header().content_hash;
    let store = ResultStore::new(&results, CountId { content_hash: hash, depth: 4 });
    let put = |host, unit, nodes| {
        store.put(&result_of(host, hash, unit, nodes)).expect("the folder can be written to");
    };
    put("liar", 0, 12_345);
    put("liar", 1, 50_000);
    let count = ["count", text(&units), "4", "--out", text(&results)];
    let sum = ["sum", text(&units), "4", text(&results)];
    // The wrong counts are in the sum as long as nobody counts again.
    let (stdout, _) = run(&count, 0);
    assert!(stdout.starts_with("Units 0..4: 2 counted, 2 counted before\n"), "{stdout}");
    let witness = [&count[..], &["--recount", "--unit", "0"]].concat();
    let (stdout, _) = run(&witness, 1);
    assert!(stdout.contains("1 counted, 0 counted before\nDisputed: 1 unit: 0..1\n"), "{stdout}");
    let (stdout, _) = run(&sum, 1);
    assert!(stdout.contains("Disputed: 1 unit: 0..1\n"), "{stdout}");
    assert!(
        stdout.contains("  12345 by host liar, process 7 (avx2, hash 1048576 B)\n"),
        "{stdout}"
    );
    assert!(stdout.contains("\nNodes so far: "), "{stdout}");
    // A count with a hash table does not settle it, and does not count it again by itself.
    let (stdout, _) = run(&count, 1);
    assert!(stdout.starts_with("Units 0..4: 0 counted, 3 counted before\nDisputed: "), "{stdout}");
    let exact = [&count[..], &["--no-hash"]].concat();
    let (stdout, _) = run(&exact, 0);
    assert!(stdout.starts_with("Units 0..4: 1 counted, 3 counted before\n"), "{stdout}");
    let (stdout, _) = run(&sum, 1);
    assert!(stdout.contains("\nNodes so far: "), "{stdout}");
    assert!(stdout.contains("Settled: 1 unit: 0..1\n"), "{stdout}");
    assert!(
        stdout.contains("Count again, since only refuted hosts have: 1 unit: 1..2\n"),
        "{stdout}"
    );
    let (stdout, _) = run(&[&sum[..], &["--json"]].concat(), 1);
    let report: Value = serde_json::from_str(&stdout).expect("the output is JSON");
    assert_eq!(report["refuted_hosts"].to_string(), r#"["liar"]"#);
    assert_eq!(report["recount"]["ranges"].to_string(), "[[1,2]]");
    assert_eq!(report["disputes"][0]["results"].as_array().map(Vec::len), Some(3));
    run(&[&count[..], &["--no-hash", "--recount", "--unit", "1..2"]].concat(), 1);
    run(&exact, 0);
    assert_eq!(nodes(&sum), 197_281);
}
