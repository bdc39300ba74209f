//! Tests for deep perft counts: interrupted, and in bounded memory.

use serde_json::Value;

use crate::runs::{KIWIPETE, nodes, parse_json_lines, run};
#[cfg(unix)]
use crate::runs::{interrupt, interrupt_by};

#[test]
fn perft_count_does_not_depend_on_threads_and_hash() {
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
        (&["--hash", "much"], "expected a size like 512M or 2G"),
        (&["--hash", "2G", "--no-hash"], "cannot be used with"),
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

/// Exit codes are the same as in shells: 128 and the signal number.
#[test]
#[cfg(unix)]
fn termination_and_hangup_print_partial_result() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let stdout = interrupt_by(signal, code, &["perft", "11", "--no-hash"]);
        assert!(stdout.contains("Nodes so far: "), "{signal}: {stdout}");
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
