//! Tests of deep perft counts: interrupted, and in bounded memory.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::runs::{KIWIPETE, nodes, parse_json_lines, run, start};
#[cfg(unix)]
use crate::runs::{file, interrupt, text};

#[test]
fn perft_count_is_independent_of_threads_and_hash() {
    for options in [
        &["--no-hash", "--threads", "1"][..],
        &["--no-hash", "--threads", "3"],
        &["--hash", "1K"],
        &["--hash", "16M", "--threads", "2"],
        &["--backend", "scalar", "--hash", "2M"],
    ] {
        let arguments = [&["perft", "5", "--fen", KIWIPETE], options].concat();
        assert_eq!(nodes(&arguments), 193_690_690, "{options:?}");
    }
}

#[test]
fn invalid_options_are_one_line_errors() {
    for (options, reason) in [
        (&["--hash", "100"][..], "hash size 100 B is below the minimum of 128 B"),
        (&["--hash", "8000000T"], "cannot allocate a"),
        (&["--unique", "--memory", "8000000T"], "cannot allocate 4398046511104000000 bytes"),
        (&["--hash", "much"], "expected a size like 512M or 2G"),
        (&["--hash", "2G", "--no-hash"], "cannot be used with"),
        (&["--unit", "1..4"], "--units"),
        (&["--units", "x"], "--out"),
        (&["--units", "x", "--out", "y", "--unit", "5..4"], "expected units like 10..20"),
        (&["--units", "x", "--out", "y", "--sum", "z"], "cannot be used with"),
        (&["--units", "no-such-file", "--out", "y"], "no-such-file: No such file"),
        (&["--out", "y"], "--split"),
        (&["--records-per-unit", "5"], "--split"),
    ] {
        let (_, stderr) = run(&[&["perft", "5"], options].concat(), 2);
        assert!(stderr.contains(reason), "{options:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{options:?}: {stderr}");
    }
}

#[test]
#[cfg(unix)]
fn interrupted_count_prints_partial_result() {
    for (options, expected) in [
        (&["--no-hash"][..], "Interrupted: counted "),
        (&["--no-hash"], "Nodes so far: "),
        (&["--no-hash", "--json"], "\"interrupted\":{\"subtrees\":"),
        (&["--no-hash", "--json"], "\"nodes\":null,\"nodes_at_least\":"),
        (&["--no-hash", "--json"], "\"exact\":false,"),
        (&["--no-hash", "--json-lines"], "{\"event\":\"interrupted\",\"fen\":"),
    ] {
        let stdout = interrupt(&[&["perft", "11"], options].concat());
        assert!(stdout.contains(expected), "{options:?}: {stdout}");
    }
}

#[test]
fn json_lines_have_progress_and_result() {
    let (stdout, _) = run(&["perft", "6", "--json-lines"], 0);
    let lines = parse_json_lines(&stdout);
    let [progress @ .., result] = &lines[..] else { panic!("no line") };
    assert!(!progress.is_empty());
    for line in progress {
        assert_eq!(line["event"], "progress", "{line}");
        assert!(
            line["finished_fraction"].as_f64().is_some_and(|part| (0.0..=1.0).contains(&part)),
            "{line}"
        );
        assert_eq!(line["total_subtrees"], progress[0]["total_subtrees"], "{line}");
        assert!(line["subtrees"].is_u64() && line["nodes_at_least"].is_u64(), "{line}");
        assert_eq!(line["exact"], false, "{line}");
    }
    assert_eq!(result["event"], "result");
    assert_eq!((&result["nodes"], &result["exact"]), (&119_060_324.into(), &true.into()));
}

#[test]
fn unique_counts_are_independent_of_memory() {
    for memory in ["256M", "1M"] {
        let (stdout, _) = run(&["perft", "5", "--unique", "--memory", memory], 0);
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
    let text = interrupt(&["perft", "9", "--unique", "--memory", "16M"]);
    assert!(text.starts_with("0: 1 positions, 1 nodes\n1: 20 positions, 20 nodes\n"), "{text}");
    assert!(text.contains("\nInterrupted after ") && text.contains(" of 10 depths\n"), "{text}");
    let text = interrupt(&["perft", "9", "--unique", "--memory", "16M", "--json"]);
    let report: Value = serde_json::from_str(&text).expect("the output is JSON");
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["levels"][1]["positions"], 20);
}

#[test]
#[cfg(unix)]
fn interrupted_categories_keep_finished_depths() {
    let text = interrupt(&["perft", "12", "--categories"]);
    assert!(text.contains("\n    1          20 "), "{text}");
    assert!(text.contains("\nInterrupted after ") && text.contains(" of 12 depths\n"), "{text}");
    let text = interrupt(&["perft", "12", "--categories", "--json"]);
    let report: Value = serde_json::from_str(&text).expect("the output is JSON");
    assert_eq!(report["interrupted"], true);
    assert_eq!(report["levels"][1]["nodes"], 400);
}

#[test]
#[cfg(unix)]
fn interrupted_split_writes_no_file() {
    let path = file("interrupted-split.units");
    let text = interrupt(&["perft", "--split", "9", "--memory", "16M", "--out", text(&path)]);
    assert!(text.starts_with("Interrupted: ") && text.ends_with(" is not written\n"), "{text}");
    assert!(!path.exists());
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
        let arguments = ["perft", "5", "--unique", "--memory", &format!("{memory}M")];
        let peak = peak(&arguments);
        assert!(peak >= memory << 18, "{arguments:?}: {peak} bytes, measured too late");
        assert!(peak <= (memory << 20) + (16 << 20), "{arguments:?}: {peak} bytes");
    }
}
