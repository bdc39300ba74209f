//! Tests of unique positions: interrupted, and in bounded memory.

#[cfg(target_os = "linux")]
use std::fs;
#[cfg(target_os = "linux")]
use std::thread::sleep;
#[cfg(target_os = "linux")]
use std::time::Duration;

#[cfg(unix)]
use serde_json::Value;

use crate::forms::check_forms;
#[cfg(target_os = "linux")]
use crate::runs::start;
use crate::runs::{file, run, text};
#[cfg(unix)]
use crate::runs::{interrupt, interrupt_by};

#[test]
fn unique_counts_do_not_depend_on_memory() {
    for memory in ["256M", "1M"] {
        let (stdout, _) = run(&["unique", "5", "--memory", memory], 0);
        let lines: Vec<_> = stdout.lines().take(6).collect();
        let expected = [
            "0: 1 positions, 1 nodes",
            "1: 20 positions, 20 nodes",
            "2: 400 positions, 400 nodes",
            "3: 5362 positions, 8902 nodes",
            "4: 72078 positions, 197281 nodes",
            "5: 822518 positions, 4865609 nodes",
        ];
        assert_eq!(lines, expected, "{memory}");
    }
}

#[test]
#[cfg(unix)]
fn interrupted_enumeration_prints_finished_depths() {
    let text = interrupt(&["unique", "9", "--memory", "16M"]);
    assert!(text.starts_with("0: 1 positions, 1 nodes\n1: 20 positions, 20 nodes\n"), "{text}");
    assert!(text.contains("\nInterrupted after ") && text.contains(" of 10 depths\n"), "{text}");
    let text = interrupt(&["unique", "9", "--memory", "16M", "--json"]);
    let report: Value = serde_json::from_str(&text).expect("the output is JSON");
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["levels"][1]["positions"], 20);
}

#[test]
#[cfg(unix)]
fn interrupted_split_writes_no_file() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = file("interrupted-split");
        fs::create_dir(&folder).expect("a folder can be created");
        let path = folder.join("nine.units");
        let arguments = ["split", "9", "--memory", "16M", "--out", text(&path)];
        let text = interrupt_by(signal, code, &arguments);
        assert!(text.starts_with("Interrupted: ") && text.ends_with(" is not written\n"), "{text}");
        assert_eq!(fs::read_dir(&folder).expect("the folder exists").count(), 0, "{signal}");
    }
}

/// `VmHWM` is the peak resident set size.
#[test]
#[cfg(target_os = "linux")]
fn unique_peak_memory_is_within_limit() {
    let peak = |arguments: &[&str]| -> u64 {
        let mut child = start(arguments);
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        while child.try_wait().expect("the status of a child is available").is_none() {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
            peak = peak.max(kilobytes.unwrap_or(0));
            sleep(Duration::from_millis(2));
        }
        peak << 10
    };
    for memory in [16, 64] {
        let arguments = ["unique", "5", "--memory", &format!("{memory}M")];
        let peak = peak(&arguments);
        assert!(peak >= memory << 18, "{arguments:?}: {peak} bytes, measured too late");
        assert!(peak <= (memory << 20) + (16 << 20), "{arguments:?}: {peak} bytes");
    }
}

#[test]
fn invalid_options_are_one_line_errors() {
    for (arguments, reason) in [
        (&["unique", "5", "--memory", "8000000T"][..], "cannot allocate 4398046511104000000 bytes"),
        (&["unique", "5", "--hash", "1M"], "unexpected argument '--hash'"),
        (&["split", "5"], "--out"),
        (&["count", "x"], "DEPTH"),
        (&["count", "x", "5"], "--out"),
        (&["count", "x", "5", "--out", "y", "--unit", "5..4"], "expected units like 10..20"),
        (&["count", "x", "5", "--out", "y", "--records-per-unit", "5"], "--records-per-unit"),
        (&["count", "no-such-file", "5", "--out", "y"], "no-such-file: No such file"),
        (&["sum", "x", "5"], "FOLDER"),
        (&["sum", "x", "5", "z", "--no-hash"], "--no-hash"),
    ] {
        let (_, stderr) = run(arguments, 2);
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    }
}

#[test]
fn position_is_read_in_each_form() {
    check_forms(&["unique", "POSITION", "2"], 0);
    check_forms(&["unique", "--threads", "1", "2", "POSITION"], 0);
    let path = file("forms.units");
    check_forms(&["split", "--force", "--out", text(&path), "POSITION", "2"], 0);
}
