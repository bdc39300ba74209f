//! Deep counts as a user runs them: interrupted, killed and resumed, shared between machines,
//! in bounded memory.

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

/// What a run prints that ends with an exit code.
#[track_caller]
fn check(arguments: &[&str], code: i32) -> (String, String) {
    let output =
        tabiya(arguments).output().unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    ended(&output, arguments, code)
}

#[track_caller]
fn ended(output: &Output, arguments: &[&str], code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// The count of a run that must succeed.
#[track_caller]
fn nodes(arguments: &[&str]) -> u128 {
    let (stdout, _) = check(arguments, 0);
    let line = stdout.lines().find_map(|line| line.strip_prefix("Nodes: "));
    let nodes = line.and_then(|nodes| nodes.parse().ok());
    nodes.unwrap_or_else(|| panic!("{arguments:?}: no count in {stdout}"))
}

/// A file of this test that does not exist yet.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn threads_and_tables_do_not_change_a_count() {
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
fn what_cannot_be_had_is_said() {
    for (options, why) in [
        (&["--hash", "100"][..], "hash size 100 B is below the minimum of 128 B"),
        (&["--hash", "8000000T"], "cannot allocate a 8000000 TiB hash table"),
        (&["--hash", "much"], "expected a size like 512M or 2G"),
        (&["--hash", "2G", "--no-hash"], "cannot be used with"),
        (&["--shard", "1/4"], "--input"),
        (&["--shard", "5/4", "--input", "x"], "expected a shard like 1/4"),
        (&["--input", "no-such-file"], "cannot open no-such-file"),
        (&["--checkpoint", "no/such/folder"], "cannot save the checkpoint: no/such/folder"),
    ] {
        let (_, stderr) = check(&[&["perft", "5"], options].concat(), 2);
        assert!(stderr.contains(why), "{options:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{options:?}: {stderr}");
    }
}

/// Killed at moments that differ from run to run, until one comes to the end.
#[test]
fn a_count_that_is_killed_goes_on_to_the_same_total() {
    let path = file("killed.checkpoint");
    // About three seconds of counting; each run may save some of it.
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
    let mut known = 0;
    while kills < 8 || known == 0 {
        let mut child = start(&arguments);
        // Longer each time: a busy machine may save nothing in a second.
        sleep(Duration::from_millis(fastrand::u64(100..1000) + 50 * kills));
        child.kill().expect("a child can be killed");
        let status = child.wait().expect("a child ends");
        if status.success() {
            break;
        }
        kills += 1;
        // Whatever the moment, the file is whole, and what was known stays known.
        if let Ok(bytes) = fs::read(&path) {
            let checkpoint = tabiya_cli::checkpoint::Checkpoint::from_bytes(&bytes);
            let finished = checkpoint.expect("a whole checkpoint").finished.len();
            assert!(finished >= known, "{finished} subtrees are known, and {known} were");
            known = finished;
        }
    }
    assert!(kills > 0 && known > 0, "nothing was killed, so nothing was tested");
    assert_eq!(nodes(&arguments), 8_031_647_685);
    // And once more, from a file that holds all of it.
    assert_eq!(nodes(&arguments), 8_031_647_685);
}

/// A file that is not whole, or another count's, is an error and stays as it is.
#[test]
fn a_checkpoint_that_cannot_be_trusted_is_refused() {
    let path = file("refused.checkpoint");
    let count = ["perft", "5", "--checkpoint", text(&path)];
    assert_eq!(nodes(&count), 4_865_609);
    let whole = fs::read(&path).expect("the checkpoint is there");
    let refused = |bytes: &[u8], arguments: &[&str], why: &str| {
        fs::write(&path, bytes).expect("the folder can be written to");
        let (stdout, stderr) = check(arguments, 2);
        assert_eq!(stdout, "", "{arguments:?}");
        assert!(stderr.contains(why), "{arguments:?}: {stderr}");
        assert_eq!(fs::read(&path).expect("it is still there"), bytes, "{arguments:?}");
    };
    for place in (0..whole.len()).step_by(whole.len() / 40) {
        let mut altered = whole.clone();
        altered[place] ^= 1;
        refused(&altered, &count, "refused.checkpoint: ");
        refused(&whole[..place], &count, "refused.checkpoint: ");
    }
    refused(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", &count, "not a checkpoint file");
    let other = |changed: &[&'static str]| -> Vec<String> {
        let tail = ["--checkpoint", text(&path)];
        ["perft"].iter().chain(changed).chain(&tail).map(|&text| text.to_owned()).collect()
    };
    for (changed, why) in [
        (&["6"][..], "depth is 5; expected 6"),
        (&["5", "--moves", "e2e4"], "root is rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
    ] {
        let arguments = other(changed);
        refused(&whole, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), why);
    }
}

/// A resumed count takes the cut of the file, however many threads it has.
#[test]
fn threads_may_change_between_runs() {
    let path = file("threads.checkpoint");
    for threads in ["1", "30", "2"] {
        let arguments = ["perft", "7", "--threads", threads, "--checkpoint", text(&path)];
        assert_eq!(nodes(&arguments), 3_195_901_860, "{threads} threads");
    }
}

/// Waits until a program has a handler for interrupts and has counted for a moment. Before, one
/// would end it, or be lost where its parent ignores them.
#[cfg(unix)]
fn until_it_listens(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let status = fs::read_to_string(&status).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let signals = u64::from_str_radix(caught.trim(), 16).ok()?;
        Some(signals & 1 << 1 != 0) // SIGINT is the second
    };
    // Systems without such a file are given time alone.
    for _ in 0..600 {
        if listens() != Some(false) {
            break;
        }
        sleep(Duration::from_millis(100));
    }
    sleep(Duration::from_secs(2));
}

#[test]
#[cfg(unix)]
fn an_interrupt_prints_what_is_known() {
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
        until_it_listens(&child);
        interrupt(&child);
        let output = child.wait_with_output().expect("the program ends");
        let (stdout, _) = ended(&output, &arguments, 130);
        assert!(stdout.contains(expected), "{options:?}: {stdout}");
    }
    assert!(path.exists(), "no checkpoint was left");
}

#[test]
fn json_lines_tell_of_progress() {
    let (stdout, _) = check(&["perft", "6", "--json-lines"], 0);
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
fn distinct_positions_are_counted_in_little_memory() {
    for memory in ["256M", "1M"] {
        let (stdout, _) = check(&["perft", "5", "--unique", "--memory", memory], 0);
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

/// The shards of a file add up to the direct count, at any cut.
#[test]
fn shares_add_up() {
    for plies in ["0", "1", "3"] {
        let path = file(&format!("cut-{plies}.epd"));
        check(&["perft", "--split", plies, "--fen", KIWIPETE, "--out", text(&path)], 0);
        assert_eq!(nodes(&["perft", "4", "--input", text(&path)]), 4_085_603, "{plies}");
        let shards = ["1/3", "2/3", "3/3"];
        let sum: u128 = shards
            .map(|shard| nodes(&["perft", "4", "--input", text(&path), "--shard", shard]))
            .iter()
            .sum();
        assert_eq!(sum, 4_085_603, "{plies}");
    }
}

/// The checkpoint of one shard is not that of another.
#[test]
fn a_share_has_its_own_checkpoint() {
    let (cut, path) = (file("own.epd"), file("own.checkpoint"));
    check(&["perft", "--split", "2", "--out", text(&cut)], 0);
    let shard = |shard| {
        ["perft", "5", "--input", text(&cut), "--shard", shard, "--checkpoint", text(&path)]
    };
    let first = nodes(&shard("1/2"));
    assert_eq!(nodes(&shard("1/2")), first);
    let (_, stderr) = check(&shard("2/2"), 2);
    assert!(stderr.contains("digest of the subtrees is"), "{stderr}");
}

#[test]
fn a_damaged_file_has_no_share() {
    let path = file("damaged.epd");
    check(&["perft", "--split", "3", "--out", text(&path)], 0);
    let whole = fs::read(&path).expect("the file is there");
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&path, bytes).expect("the folder can be written to");
        let (_, stderr) = check(&["perft", "4", "--input", text(&path), "--shard", "1/9"], 2);
        assert!(stderr.contains(why), "{stderr}");
    };
    refused(&whole[..whole.len() / 2], "unexpected end of file");
    refused(b"", "unexpected end of file");
    refused(b"4k3/8/8/8/8/8/8/4K3 w - -\n", "expected `# tabiya subtrees 1`");
    // A position less, and a count that is another one.
    let text = String::from_utf8(whole).expect("the file is text");
    let line = text.lines().nth(1000).expect("5,362 lines");
    refused(text.replacen(&format!("{line}\n"), "", 1).as_bytes(), "damaged: found");
    refused(text.replacen("multiplicity 1;", "multiplicity 2;", 1).as_bytes(), "damaged: found");
    fs::write(&path, text).expect("the folder can be written to");
    let (_, stderr) = check(&["perft", "2", "--input", path.to_str().expect("UTF-8")], 2);
    assert!(stderr.contains("split at ply 3; DEPTH must be at least 3"), "{stderr}");
}

/// The system counts the pages that were touched.
#[test]
#[cfg(target_os = "linux")]
fn no_more_memory_is_taken_than_asked_for() {
    let peak = |arguments: &[&str]| -> u64 {
        let mut child = start(arguments);
        let status = format!("/proc/{}/status", child.id());
        let mut peak = 0;
        while child.try_wait().expect("a child can be asked").is_none() {
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
        let taken = peak(&arguments);
        assert!(taken >= memory << 18, "{arguments:?}: {taken} bytes, not measured well");
        assert!(taken <= (memory << 20) + (16 << 20), "{arguments:?}: {taken} bytes");
    }
}
