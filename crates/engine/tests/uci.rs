//! The program as a client meets it: the protocol, and short games against itself with
//! `tabiya` as referee. Each answer has a minute, so nothing here can hang.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use tabiya::{Board, History, Position, uci};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tabiya-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = process.stdin.take();
        Self { process, input, lines }
    }

    /// Sends some lines, of bytes that need not be text.
    fn send(&mut self, lines: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[lines.as_ref(), b"\n"].concat()).expect("the engine listens");
    }

    /// Sends some lines; answers the first line that begins with `prefix`.
    #[track_caller]
    fn ask(&mut self, lines: &str, prefix: &str) -> String {
        self.send(lines);
        self.expect(prefix)
    }

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

    /// Sends some lines, after which no move may come for a while.
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

    /// Closes the input; the engine answers `prefix` if it owes one, and ends well.
    #[track_caller]
    fn close(mut self, prefix: Option<&str>) {
        self.input = None;
        prefix.map(|prefix| self.expect(prefix));
        assert!(self.process.wait().expect("it was started").success());
    }
}

/// Plays a game from a position by its FEN; answers how many plies it had.
#[track_caller]
fn play(start: &Position, is_chess960: bool) -> usize {
    let mut engine = Engine::start();
    engine.send(format!("setoption name UCI_Chess960 value {is_chess960}\nucinewgame"));
    let mut board = Board::from(*start);
    let (mut keys, mut moves) = (vec![board.key()], String::new());
    let is_over = |board: &Board, keys: &[u64]| {
        let clock = board.halfmove_clock();
        board.outcome().is_some()
            || board.is_fifty_moves()
            || History::new(keys).is_threefold(clock)
    };
    while !is_over(&board, &keys) && keys.len() < 300 {
        let lines = format!("position fen {start} moves{moves}\ngo nodes 2000");
        let answer = engine.ask(&lines, "bestmove ");
        let text = answer.trim_start_matches("bestmove ");
        let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{board}: {error}"));
        let notation = match is_chess960 {
            true => uci::CastlingNotation::KingTakesRook,
            false => uci::CastlingNotation::KingMove,
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
fn games_against_itself_have_legal_moves_only() {
    let numbers = [518, 0, 341, 959];
    let starts = numbers.map(|number| Position::chess960(number).expect("below 960"));
    assert!(play(&Position::START, false) > 20);
    for start in starts {
        assert!(play(&start, true) > 20, "{start}");
    }
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("uci", "id name"), concat!("id name Tabiya ", env!("CARGO_PKG_VERSION")));
    engine.expect("option name UCI_Chess960 type check");
    engine.expect("uciok");
    engine.ask("isready", "readyok");
    engine.send("quit");
    engine.close(None);
}

#[test]
fn it_listens_while_it_searches() {
    let mut engine = Engine::start();
    // A mate is found at once, but nobody has asked for it yet.
    engine.expect_no_move("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite");
    engine.ask("isready", "readyok");
    assert_eq!(engine.ask("stop", "bestmove"), "bestmove a1a8");
    engine.expect_no_move("go ponder wtime 1000 btime 1000");
    assert_eq!(engine.ask("ponderhit", "bestmove"), "bestmove a1a8");
    assert!(engine.ask("go depth 3", "info depth 3").contains("score mate 1 "));
}

#[test]
fn a_search_that_ends_by_itself_outlives_the_input() {
    for (lines, answer) in [
        ("go depth 4", "bestmove "),
        ("go nodes 5000", "bestmove "),
        ("go infinite", "bestmove "),
        ("go ponder movetime 20", "bestmove "),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 20", "bestmove 0000"),
    ] {
        let mut engine = Engine::start();
        engine.send(lines);
        engine.close(Some(answer));
    }
}

#[test]
fn nothing_on_the_input_harms_it() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let refused = engine.ask("position startpos moves e2e4 e2e4", "info string");
    assert_eq!(refused, "info string e2e4 is illegal: no piece on e2");
    let refused = engine.ask("position fen 4k3/8/8/8/8/8/4P3/4K3 x", "info string");
    assert_eq!(refused, "info string side to move: found \"x\"; expected w or b");
    // The position is still the one before, with its one pawn.
    assert!(engine.ask("go depth 5", "info depth 5").contains(" pv e"));
    engine.send(b"\xff\xfe\0\ngo\ngo wtime -5 btime x movestogo 0\nposition\nsetoption name");
    engine.send("setoption name Hash value 99999999999\nsetoption name Hash value 1\ngo depth");
    engine.ask("stop\nisready", "readyok");
    assert!(engine.ask("go nodes 1", "bestmove").len() > 9);
    engine.close(None);
}
