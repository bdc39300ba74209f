//! Tests that run the engine as a process: the UCI protocol, and short games with `tabiya` as the
//! referee. The time limit for a response is one minute.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use tabiya::{Board, FenOptions, History, Position, epd, uci};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        Self::start_command(Command::new(env!("CARGO_BIN_EXE_tabiya-engine")))
    }

    fn start_command(mut command: Command) -> Self {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(process.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = process.stdin.take();
        Self { process, input, lines }
    }

    /// Sends lines, which may contain invalid UTF-8.
    fn send(&mut self, lines: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[lines.as_ref(), b"\n"].concat()).expect("the engine reads its input");
    }

    /// Sends lines, and returns the first response that begins with `prefix`.
    #[track_caller]
    fn request(&mut self, lines: &str, prefix: &str) -> String {
        self.send(lines);
        self.expect(prefix)
    }

    /// Returns the first response that begins with `prefix`.
    #[track_caller]
    fn expect(&mut self, prefix: &str) -> String {
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) if line.starts_with(prefix) => return line,
                Ok(_) => {}
                Err(error) => panic!("no `{prefix}`: {error}"),
            }
        }
    }

    /// Sends lines, and asserts that no `bestmove` follows within 0.1 s.
    #[track_caller]
    fn expect_no_move(&mut self, lines: &str) {
        self.send(lines);
        loop {
            match self.lines.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => assert!(!line.starts_with("bestmove"), "{line} after {lines}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(error) => panic!("{error} after {lines}"),
            }
        }
    }

    /// Returns a figure about the process memory, in KiB.
    #[cfg(target_os = "linux")]
    #[track_caller]
    fn memory(&self, name: &str) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).expect("the process runs");
        let figure = status.lines().find_map(|line| line.strip_prefix(name));
        let figure = figure.and_then(|figure| figure.strip_prefix(':')).expect(name);
        figure.trim().trim_end_matches(" kB").parse().expect(name)
    }

    /// Closes the input, expects a response that begins with `prefix`, if any, and a successful exit.
    #[track_caller]
    fn close(mut self, prefix: Option<&str>) {
        self.input = None;
        prefix.map(|prefix| self.expect(prefix));
        assert!(self.process.wait().expect("the engine was started").success());
    }
}

/// Plays a game from a position and returns how many plies it has.
#[track_caller]
fn play(start: &Position, is_chess960: bool) -> usize {
    let mut engine = Engine::start();
    engine.send(format!("setoption name UCI_Chess960 value {is_chess960}\nucinewgame"));
    let mut board = Board::from(*start);
    let mut keys = vec![board.key()];
    let mut moves = String::new();
    let is_over = |board: &Board, keys: &[u64]| {
        let clock = board.halfmove_clock();
        board.outcome().is_some()
            || board.is_fifty_move_draw() && board.has_legal_move()
            || History::new(keys).is_threefold(clock)
    };
    while !is_over(&board, &keys) && keys.len() < 300 {
        let lines = format!("position fen {start} moves{moves}\ngo nodes 2000");
        let response = engine.request(&lines, "bestmove ");
        let text = response.trim_start_matches("bestmove ");
        let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{board}: {error}"));
        let notation = if is_chess960 {
            uci::CastlingNotation::KingTakesRook
        } else {
            uci::CastlingNotation::KingMove
        };
        assert_eq!(text, uci::display(mv, notation).to_string(), "in {board}");
        board.make_move(mv);
        keys.push(board.key());
        moves = format!("{moves} {text}");
    }
    engine.close(None);
    keys.len() - 1
}

#[test]
fn game_against_itself_has_legal_moves() {
    let numbers = [518, 0, 341, 959];
    let starts = numbers.map(|number| Position::chess960(number).expect("below 960"));
    assert!(play(&Position::START, false) > 20);
    for start in starts {
        assert!(play(&start, true) > 20, "{start}");
    }
}

#[test]
fn handshake_lists_options_and_is_ready() {
    let mut engine = Engine::start();
    assert_eq!(
        engine.request("uci", "id name"),
        concat!("id name Tabiya ", env!("CARGO_PKG_VERSION"))
    );
    engine.expect("option name UCI_Chess960 type check");
    engine.expect("uciok");
    engine.request("isready", "readyok");
    engine.send("quit");
    engine.close(None);
}

#[test]
fn infinite_search_responds_to_commands() {
    let mut engine = Engine::start();
    // The mate is found at once, but UCI requires `stop` before `bestmove`.
    engine.expect_no_move("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite");
    engine.request("isready", "readyok");
    assert_eq!(engine.request("stop", "bestmove"), "bestmove a1a8");
    engine.expect_no_move("go ponder wtime 1000 btime 1000");
    assert_eq!(engine.request("ponderhit", "bestmove"), "bestmove a1a8");
    assert!(engine.request("go depth 3", "info depth 3").contains("score mate 1 "));
}

#[test]
fn searchmoves_limits_root_moves() {
    let mut engine = Engine::start();
    // The rook mates on a8, which is not among the moves.
    let go = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 4 searchmoves";
    assert_eq!(engine.request(&format!("{go} a1a7"), "bestmove"), "bestmove a1a7");
    assert_eq!(engine.request(&format!("{go} a1a7 a1a8"), "bestmove"), "bestmove a1a8");
    // Without a legal move, all moves are searched.
    assert_eq!(engine.request(&format!("{go} h8h7"), "bestmove"), "bestmove a1a8");
    assert_eq!(engine.request("go depth 4", "bestmove"), "bestmove a1a8");
}

#[test]
fn search_at_input_end_is_stopped() {
    for (lines, response) in [
        ("go depth 100", "bestmove "),
        ("go nodes 1000000000000", "bestmove "),
        ("go movetime 1000000", "bestmove "),
        ("go infinite", "bestmove "),
        ("go ponder movetime 1000000", "bestmove "),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite", "bestmove 0000"),
        ("position startpos moves e2e5\ngo infinite", "bestmove 0000"),
    ] {
        let mut engine = Engine::start();
        engine.send(lines);
        engine.close(Some(response));
    }
}

#[test]
fn refused_position_leaves_no_position_to_move_in() {
    let mut engine = Engine::start();
    engine.request("position startpos moves e2e4\ngo depth 1", "bestmove");
    for refused in ["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5"] {
        engine.request(refused, "info string");
        assert_eq!(engine.request("go depth 1", "bestmove"), "bestmove 0000", "{refused}");
    }
    let response = engine.request("position startpos\ngo depth 1", "bestmove");
    assert_ne!(response, "bestmove 0000");
}

#[test]
fn numbers_beyond_range_are_clamped() {
    let mut engine = Engine::start();
    // The overhead exceeds the time, so the search ends at once.
    engine.send("setoption name Move Overhead value 99999999999");
    engine.request("go movetime 65000", "bestmove");
    engine.send("setoption name move overhead value -99999999999999999999");
    engine.request("go movetime 20", "info depth 1");
    engine.expect("bestmove");
    // The mate is found at once, and the maximum depth soon reached.
    engine.send("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let response = engine.request("go depth 99999999999999999999", "bestmove");
    assert_eq!(response, "bestmove a1a8");
}

#[test]
fn invalid_values_are_reported() {
    let mut engine = Engine::start();
    for (line, message) in [
        ("setoption name Hash value 1x", "Hash: found \"1x\"; expected a number from 1 to 4096"),
        (
            "setoption name Move Overhead",
            "Move Overhead: found \"\"; expected a number from 0 to 65535",
        ),
        (
            "setoption name UCI_Chess960 value maybe",
            "UCI_Chess960: found \"maybe\"; expected true or false",
        ),
        ("setoption name Ponder value 1", "Ponder: found \"1\"; expected true or false"),
        (
            "setoption name Threads value 4",
            "option: found \"Threads\"; expected a name that `uci` lists",
        ),
        ("go depth 1 movetime 1.5", "movetime: found \"1.5\"; expected a number"),
        ("go depth 1 nodes", "nodes: found \"\"; expected a number"),
    ] {
        let response = engine.request(line, "info string");
        assert_eq!(response, format!("info string {message}"), "{line}");
    }
    let long = "x".repeat(100_000);
    let response = engine.request(&format!("setoption name {long}"), "info string");
    assert!(response.len() < 200, "{} bytes", response.len());
    engine.close(None);
}

#[test]
fn too_long_command_is_refused() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let filler = " ".repeat(64 << 20);
    let line = format!("position startpos moves{filler}d2d4");
    let response = engine.request(&line, "info string");
    assert_eq!(response, "info string command: 67108891 bytes; expected at most 1048576");
    assert_eq!(engine.request("go depth 5", "bestmove"), "bestmove 0000");
    // All moves in a long game are accepted.
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(10_000);
    engine.send(format!("position startpos moves{moves} e2e4 d7d5 a2a3 d5e4"));
    let response = engine.request("go depth 1 searchmoves a3a4", "bestmove");
    assert_eq!(response, "bestmove a3a4");
    #[cfg(target_os = "linux")]
    assert!(engine.memory("VmHWM") < 40_000, "{} KiB", engine.memory("VmHWM"));
    engine.close(None);
}

/// UCI forbids these commands during a search.
#[test]
fn many_resets_during_search_end() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("ucinewgame\nsetoption name Hash value 2\n".repeat(100));
    engine.expect("bestmove");
    engine.request("isready", "readyok");
    engine.close(None);
}

#[test]
#[cfg(target_os = "linux")]
fn hash_tables_take_memory_only_when_used() {
    let mut engine = Engine::start();
    for hash in [1024, 1023, 1024] {
        engine.request(&format!("setoption name Hash value {hash}\nisready"), "readyok");
        engine.request("ucinewgame\ngo depth 3", "bestmove");
    }
    let resident = engine.memory("VmHWM");
    let virtual_size = engine.memory("VmPeak");
    assert!(resident < 200_000, "{resident} KiB");
    // Two tables never exist at once.
    assert!((1_048_576..1_900_000).contains(&virtual_size), "{virtual_size} KiB");
    engine.close(None);
}

#[test]
#[cfg(target_os = "linux")]
fn hash_table_that_cannot_be_allocated_is_reported() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 1000000 && exec \"$0\"", env!("CARGO_BIN_EXE_tabiya-engine")]);
    let mut engine = Engine::start_command(shell);
    let response = engine.request("setoption name Hash value 4096", "info string");
    let message = "info string Hash: cannot allocate 4096 MiB; the table has 16 MiB";
    assert_eq!(response, message);
    engine.request("isready", "readyok");
    engine.request("go depth 4", "bestmove");
    engine.close(None);
}

#[test]
fn odd_position_text_is_read() {
    let mut engine = Engine::start();
    let lines: [&[u8]; 7] = [
        b"7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; c0 \"two moves; mate\";",
        "\u{feff}7k/8/6K1/8/8/8/8/R7\tw\u{a0}-\u{2009}- 3 9\u{a0}\r".as_bytes(),
        b"7k/8/6K1/8/8/8/8/R7\xa0w - - 0 1 moves",
        b"7k/8/6K1/8/8/8/8/R7 w - - acd 3; moves a1b1 h8g8 b1a1 g8h8",
        b"7k/8/6K1/8/8/8/8/R7 w - -;moves a1b1 h8g8 b1a1 g8h8",
        b"7k/8/6K1/8/8/8/8/R7 w - - id \"moves\tmoves Ra7 Kg8 1. Ra1 Kh8",
        "6k1/8/6K1/8/8/8/8/R7 b - - 7\tmoves\u{a0}g8h8".as_bytes(),
    ];
    for line in lines {
        engine.send([b"position startpos\nposition fen ", line].concat());
        let response = engine.request("go depth 4", "bestmove");
        assert_eq!(response, "bestmove a1a8", "{}", line.escape_ascii());
    }
    engine.close(None);
}

#[test]
fn operations_outside_the_standard_are_reported() {
    let mut engine = Engine::start();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/cases");
    let mut count = 0;
    for file in ["fen/byte-order-mark.fen", "fen/lines-with-operations.txt", "fen/tabs.fen"]
        .iter()
        .chain(&["epd/escaped-quotes.epd", "epd/other-operations.epd"])
    {
        let text = std::fs::read(format!("{cases}/{file}")).expect("the file is committed");
        for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            engine.send([b"position fen ", line, b"\nisready"].concat());
            let epd = epd::read_lenient(FenOptions::new(), line).expect("the position is valid");
            for raw in epd.raw_operations() {
                assert_eq!(engine.expect(""), format!("info string {raw}"), "{file}");
                count += 1;
            }
            assert_eq!(engine.expect(""), "readyok", "{file}: {}", line.escape_ascii());
        }
    }
    assert!(count > 3, "{count} operations");
    engine.close(None);
}

#[test]
fn invalid_input_is_reported_and_leaves_no_position() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let error = engine.request("position startpos moves e2e4 e2e4", "info string");
    let message = "ply 1, byte 5: \"e2e4\" is not a legal move: no piece on e2";
    assert_eq!(error, format!("info string {message}"));
    let error = engine.request("position fen 4k3/8/8/8/8/8/4P3/4K3 x", "info string");
    assert_eq!(error, "info string side to move: found \"x\"; expected w or b");
    assert_eq!(engine.request("go depth 1", "bestmove"), "bestmove 0000");
    engine.request("position startpos\ngo depth 1", "bestmove ");
    engine.send(b"\xff\xfe\0\ngo\ngo wtime -5 btime x movestogo 0\nposition\nsetoption name");
    engine.send("setoption name Hash value 99999999999\nsetoption name Hash value 1\ngo depth");
    engine.request("stop\nisready", "readyok");
    engine.request("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 3", "bestmove a1a8");
    engine.close(None);
}

#[test]
#[cfg(unix)]
fn invalid_arguments_are_usage_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for arguments in [
        &[&b"\xa3"[..]][..],
        &[b"bench", b"\xff"],
        &[b"bench", b"-1"],
        &[b"bench", b"99999999999999999999"],
        &[b"help"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-engine"));
        command.args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
        let output = command.output().expect("the engine starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("usage: "), "{arguments:?}: {stderr}");
    }
}
