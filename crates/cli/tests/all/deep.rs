//! Tests of deep perft counts: interrupted, killed and resumed, sharded, and in bounded memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn tabiya(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(arguments: &[&str]) -> Child {
    tabiya(arguments).spawn().unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// Returns the standard output and error of a run, whose exit code must equal `code`.
#[track_caller]
fn run(arguments: &[&str], code: i32) -> (String, String) {
    let output =
        tabiya(arguments).output().unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    check_exit_code(&output, arguments, code)
}

#[track_caller]
fn check_exit_code(output: &Output, arguments: &[&str], code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// Returns the count of a run that must succeed.
#[track_caller]
fn nodes(arguments: &[&str]) -> u128 {
    let (stdout, _) = run(arguments, 0);
    let line = stdout.lines().find_map(|line| line.strip_prefix("Nodes: "));
    let nodes = line.and_then(|nodes| nodes.parse().ok());
    nodes.unwrap_or_else(|| panic!("{arguments:?}: no count in {stdout}"))
}

/// Returns the path of a file that does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

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
        (&["--shard", "1/4"], "--input"),
        (&["--shard", "5/4", "--input", "x"], "expected a shard like 1/4"),
        (&["--input", "no-such-file"], "cannot open no-such-file"),
        (&["--checkpoint", "no/such/folder"], "cannot save the checkpoint: no/such/folder"),
    ] {
        let (_, stderr) = run(&[&["perft", "5"], options].concat(), 2);
        assert!(stderr.contains(reason), "{options:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{options:?}: {stderr}");
    }
}

/// Kills the count at random times until a run completes.
#[test]
fn killed_count_resumes_to_same_total() {
    let path = file("killed.checkpoint");
    // The count takes about three seconds, of which each run saves a part.
    let arguments = [
        "perft",
        "6",
        "--fen",
        KIWIPETE,
        "--no-hash",
        "--threads",
        "2",
        "--backend",
        "scalar",
        "--checkpoint",
        text(&path),
    ];
    let mut kills = 0;
    let mut saved = 0;
    while kills < 8 || saved == 0 {
        let mut child = start(&arguments);
        // Longer in each run, since a busy machine may save nothing in a second.
        sleep(Duration::from_millis(fastrand::u64(100..1000) + 50 * kills));
        child.kill().expect("a child can be killed");
        let status = child.wait().expect("a child ends");
        if status.success() {
            break;
        }
        kills += 1;
        // The file is complete at any time, and keeps the finished subtrees.
        if let Ok(bytes) = fs::read(&path) {
            let checkpoint = tabiya_cli::checkpoint::Checkpoint::from_bytes(&bytes);
            let finished = checkpoint.expect("a complete checkpoint").finished.len();
            assert!(finished >= saved, "{finished} subtrees after {saved}");
            saved = finished;
        }
    }
    assert!(kills > 0 && saved > 0, "the count completed before a kill");
    assert_eq!(nodes(&arguments), 8_031_647_685);
    // Again, from a checkpoint of all subtrees.
    assert_eq!(nodes(&arguments), 8_031_647_685);
}

/// The invalid file is not overwritten.
/// Reading the device would not end.
#[test]
#[cfg(target_os = "linux")]
fn checkpoint_on_device_is_error() {
    for path in ["/dev/full", "/dev/zero", "/tmp"] {
        let (stdout, stderr) = run(&["perft", "3", "--checkpoint", path], 2);
        assert_eq!(
            (stdout, stderr),
            (String::new(), format!("error: {path}: not a regular file\n"))
        );
    }
}

#[test]
fn invalid_checkpoint_is_error() {
    let path = file("invalid.checkpoint");
    let count = ["perft", "5", "--checkpoint", text(&path)];
    assert_eq!(nodes(&count), 4_865_609);
    let whole = fs::read(&path).expect("the checkpoint is there");
    let expect_error = |bytes: &[u8], arguments: &[&str], reason: &str| {
        fs::write(&path, bytes).expect("the folder can be written to");
        let (stdout, stderr) = run(arguments, 2);
        assert_eq!(stdout, "", "{arguments:?}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert_eq!(fs::read(&path).expect("the file is still there"), bytes, "{arguments:?}");
    };
    for index in (0..whole.len()).step_by(whole.len() / 40) {
        let mut changed = whole.clone();
        changed[index] ^= 1;
        expect_error(&changed, &count, "invalid.checkpoint: ");
        expect_error(&whole[..index], &count, "invalid.checkpoint: ");
    }
    expect_error(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", &count, "not a checkpoint file");
    for (options, reason) in [
        (&["6"][..], "depth is 5; expected 6"),
        (&["5", "--moves", "e2e4"], "root is rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
    ] {
        let arguments = [&["perft"], options, &["--checkpoint", text(&path)]].concat();
        expect_error(&whole, &arguments, reason);
    }
}

/// The ply of the split is that of the checkpoint, not of the new number of threads.
#[test]
fn resumed_count_accepts_other_thread_count() {
    let path = file("threads.checkpoint");
    for threads in ["1", "30", "2"] {
        let arguments = ["perft", "7", "--threads", threads, "--checkpoint", text(&path)];
        assert_eq!(nodes(&arguments), 3_195_901_860, "{threads} threads");
    }
}

/// Waits until a child handles SIGINT and has counted for a while. An earlier signal would kill the
/// child, or be lost if its parent ignores SIGINT.
#[cfg(unix)]
fn wait_for_interrupt_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let has_handler = || {
        let status = fs::read_to_string(&status).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let signals = u64::from_str_radix(caught.trim(), 16).ok()?;
        Some(signals & 1 << 1 != 0) // SIGINT is signal 2.
    };
    // Without such a file, only the time below remains.
    for _ in 0..600 {
        if has_handler() != Some(false) {
            break;
        }
        sleep(Duration::from_millis(100));
    }
    sleep(Duration::from_secs(2));
}

#[test]
#[cfg(unix)]
fn interrupted_count_prints_partial_result() {
    let interrupt = |child: &Child| {
        let id = child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status().expect("there is a `kill`");
        assert!(kill.success());
    };
    let path = file("interrupted.checkpoint");
    for (options, expected) in [
        (&["--no-hash"][..], "Interrupted: "),
        (&["--no-hash", "--json"], "\"interrupted\":{\"subtrees\":"),
        (&["--no-hash", "--json-lines"], "{\"event\":\"interrupted\",\"fen\":"),
        (&["--no-hash", "--checkpoint", text(&path)], "Nodes so far: "),
    ] {
        let arguments = [&["perft", "11"], options].concat();
        let child = start(&arguments);
        wait_for_interrupt_handler(&child);
        interrupt(&child);
        let output = child.wait_with_output().expect("the program ends");
        let (stdout, _) = check_exit_code(&output, &arguments, 130);
        assert!(stdout.contains(expected), "{options:?}: {stdout}");
    }
    assert!(path.exists(), "no checkpoint");
}

#[test]
fn json_lines_have_progress_and_result() {
    let (stdout, _) = run(&["perft", "6", "--json-lines"], 0);
    let lines: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    let [progress @ .., result] = &lines[..] else { panic!("no line") };
    assert!(!progress.is_empty());
    for line in progress {
        assert_eq!(line["event"], "progress", "{line}");
        assert!(line["part"].as_f64().is_some_and(|part| (0.0..=1.0).contains(&part)), "{line}");
        assert_eq!(line["of"], progress[0]["of"], "{line}");
    }
    assert_eq!(result["event"], "result");
    assert_eq!(result["nodes"], 119_060_324);
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

/// Starts a run, sends SIGINT after a while, and returns its output.
#[cfg(unix)]
#[track_caller]
fn interrupt(arguments: &[&str]) -> String {
    let child = start(arguments);
    wait_for_interrupt_handler(&child);
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status().expect("kill can be started");
    assert!(status.success(), "{arguments:?}: the run ended early");
    let output = child.wait_with_output().expect("the program ends");
    check_exit_code(&output, arguments, 130).0
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
fn interrupted_split_writes_no_file() {
    let path = file("interrupted.epd");
    let text = interrupt(&["perft", "--split", "9", "--memory", "16M", "--out", text(&path)]);
    assert!(text.starts_with("Interrupted: ") && text.ends_with(" is not written\n"), "{text}");
    assert!(!path.exists());
}

/// The standard output is a pipe, which cannot be synchronized.
#[test]
#[cfg(target_os = "linux")]
fn split_can_be_written_to_pipe() {
    let path = file("piped.epd");
    let (stdout, stderr) = run(&["perft", "--split", "2", "--out", "/dev/stdout"], 0);
    assert_eq!(stderr, "");
    fs::write(&path, stdout).expect("the folder can be written to");
    assert_eq!(nodes(&["perft", "4", "--input", text(&path)]), 197_281);
}

#[test]
fn shards_add_up_to_direct_count() {
    for plies in ["0", "1", "3"] {
        let path = file(&format!("split-{plies}.epd"));
        run(&["perft", "--split", plies, "--fen", KIWIPETE, "--out", text(&path)], 0);
        assert_eq!(nodes(&["perft", "4", "--input", text(&path)]), 4_085_603, "{plies}");
        let shards = ["1/3", "2/3", "3/3"];
        let sum: u128 = shards
            .map(|shard| nodes(&["perft", "4", "--input", text(&path), "--shard", shard]))
            .iter()
            .sum();
        assert_eq!(sum, 4_085_603, "{plies}");
    }
}

#[test]
fn checkpoint_of_other_shard_is_error() {
    let (input, path) = (file("shards.epd"), file("shards.checkpoint"));
    run(&["perft", "--split", "2", "--out", text(&input)], 0);
    let shard = |shard| {
        ["perft", "5", "--input", text(&input), "--shard", shard, "--checkpoint", text(&path)]
    };
    let first = nodes(&shard("1/2"));
    assert_eq!(nodes(&shard("1/2")), first);
    let (_, stderr) = run(&shard("2/2"), 2);
    assert!(stderr.contains("digest of the subtrees is"), "{stderr}");
}

#[test]
fn damaged_input_file_is_error() {
    let path = file("damaged.epd");
    run(&["perft", "--split", "3", "--out", text(&path)], 0);
    let whole = fs::read(&path).expect("the file is there");
    let expect_error = |bytes: &[u8], reason: &str| {
        fs::write(&path, bytes).expect("the folder can be written to");
        let (_, stderr) = run(&["perft", "4", "--input", text(&path), "--shard", "1/9"], 2);
        assert!(stderr.contains(reason), "{stderr}");
    };
    expect_error(&whole[..whole.len() / 2], "unexpected end of file");
    expect_error(b"", "unexpected end of file");
    expect_error(b"4k3/8/8/8/8/8/8/4K3 w - -\n", "expected `# tabiya subtrees 1`");
    // A missing position, and a wrong multiplicity.
    let text = String::from_utf8(whole).expect("the file is text");
    let line = text.lines().nth(1000).expect("5,362 lines");
    expect_error(text.replacen(&format!("{line}\n"), "", 1).as_bytes(), "damaged: found");
    expect_error(
        text.replacen("multiplicity 1;", "multiplicity 2;", 1).as_bytes(),
        "damaged: found",
    );
    fs::write(&path, text).expect("the folder can be written to");
    let (_, stderr) = run(&["perft", "2", "--input", path.to_str().expect("UTF-8")], 2);
    assert!(stderr.contains("split at ply 3; DEPTH must be at least 3"), "{stderr}");
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
