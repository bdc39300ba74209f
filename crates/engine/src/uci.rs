//! The UCI protocol: one thread reads the input, another one searches.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::iter::successors;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tabiya::FenOptions;
use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation, UciMove};

use crate::limit_checker::{LimitChecker, Signals};
use crate::limits::{Limits, parse_search_moves};
use crate::score::{MATE_SCORE, MIN_MATE_SCORE};
use crate::state::Search;

const DEFAULT_HASH_MEBIBYTES: usize = 16;
const OPTION_LINES: &str = "\
option name Hash type spin default 16 min 1 max 4096
option name Move Overhead type spin default 10 min 0 max 65535
option name Ponder type check default false
option name UCI_Chess960 type check default false";

/// A job that the search thread runs.
type SearchJob = Box<dyn FnOnce(&mut Search) + Send>;

/// The state of the thread that reads UCI commands.
struct Listener {
    board: Board,
    /// The Zobrist keys of the game, the current position's last.
    keys: Vec<u64>,
    castling: CastlingNotation,
    move_overhead: Duration,
    /// The size of the transposition table in mebibytes.
    hash_mebibytes: usize,
    jobs: Sender<SearchJob>,
    /// The signals to the last search, which may have ended.
    signals: Arc<Signals>,
    is_infinite: bool,
}

/// Runs the UCI loop until `quit` or the end of the input.
///
/// A search that ends by itself is completed, so that `echo "go depth 8" | tabiya-engine` prints
/// its move. Unknown commands are ignored. An illegal position or move changes nothing and is
/// reported as an `info string`.
pub(crate) fn listen(input: impl BufRead) {
    let (jobs, queue) = channel();
    let board = Board::default();
    let mut listener = Listener {
        board,
        keys: vec![board.key()],
        castling: CastlingNotation::default(),
        move_overhead: Duration::from_millis(10),
        hash_mebibytes: DEFAULT_HASH_MEBIBYTES,
        jobs,
        signals: Arc::default(),
        is_infinite: false,
    };
    let search_thread = std::thread::spawn(move || {
        let mut search = Search::new(DEFAULT_HASH_MEBIBYTES);
        queue.iter().for_each(|job: SearchJob| job(&mut search));
    });
    listener.listen(input);
    // Closing the channel ends the search thread.
    drop(listener);
    search_thread.join().expect("the search does not panic");
}

impl Listener {
    fn listen(&mut self, input: impl BufRead) {
        // Lines are bytes, because invalid UTF-8 is ignored like any other unknown command.
        for line in input.split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match command {
                "uci" => print_line(format_args!(
                    "id name Tabiya {}\nid author {}\n{OPTION_LINES}\nuciok",
                    env!("CARGO_PKG_VERSION"),
                    env!("CARGO_PKG_AUTHORS")
                )),
                "isready" => print_line(format_args!("readyok")),
                "setoption" => self.set_option(arguments),
                "ucinewgame" => self.reset_search(),
                "position" => {
                    if let Err(error) = self.set_position(arguments) {
                        print_line(format_args!("info string {}", ErrorChain(&*error)));
                    }
                }
                "go" => self.go(arguments),
                "ponderhit" => self.signals.ponderhit.store(true, Relaxed),
                "stop" => self.stop(),
                "quit" => return self.stop(),
                _ => {}
            }
        }
        self.signals.ponderhit.store(true, Relaxed);
        if self.is_infinite {
            self.stop();
        }
    }

    /// Queues a job for the search thread.
    fn queue_job(&self, job: impl FnOnce(&mut Search) + Send + 'static) {
        self.jobs.send(Box::new(job)).expect("the search thread runs");
    }

    /// Resets the search state, including the table.
    fn reset_search(&self) {
        let hash = self.hash_mebibytes;
        self.queue_job(move |search| *search = Search::new(hash));
    }

    fn stop(&self) {
        self.signals.stop.store(true, Relaxed);
    }

    /// Starts a search with signals of its own, so that a `stop` for an earlier search cannot end
    /// it.
    fn go(&mut self, arguments: &str) {
        self.stop();
        self.signals = Arc::default();
        let limits = Limits::parse(arguments, self.board.side_to_move(), self.move_overhead);
        self.is_infinite = limits.is_infinite;
        let limit_checker = LimitChecker::new(limits, self.signals.clone());
        let (board, keys, castling) = (self.board, self.keys.clone(), self.castling);
        let search_moves = parse_search_moves(arguments);
        // Illegal moves are ignored; without a legal one, all moves are searched.
        let resolve = move |uci_move: UciMove| uci_move.resolve(&board).ok();
        self.queue_job(move |search| {
            search.root_moves = search_moves.into_iter().filter_map(resolve).collect();
            let report = |search: &Search, depth, score| print_info(search, depth, score, castling);
            match search.search_root(board, keys, limit_checker, report) {
                Some(mv) => print_line(format_args!("bestmove {}", uci::display(mv, castling))),
                None => print_line(format_args!("bestmove 0000")),
            }
        });
    }

    /// Handles `setoption name NAME value VALUE`.
    fn set_option(&mut self, arguments: &str) {
        let Some((name, value)) = arguments.split_once("value") else { return };
        let value = value.trim();
        match (name.trim().to_ascii_lowercase().as_str(), value.parse::<u16>()) {
            ("name hash", Ok(number)) => {
                self.hash_mebibytes = number.clamp(1, 4096).into();
                self.reset_search();
            }
            ("name move overhead", Ok(number)) => {
                self.move_overhead = Duration::from_millis(number.into());
            }
            ("name uci_chess960", _) => {
                self.castling = CastlingNotation::for_chess960(value == "true");
            }
            _ => {}
        }
    }

    /// Handles `position startpos|fen FEN [moves MOVE…]`; on an error, nothing changes.
    fn set_position(&mut self, arguments: &str) -> Result<(), Box<dyn Error>> {
        let (start, moves) = arguments.split_once("moves").unwrap_or((arguments, ""));
        let fen = start.trim().trim_start_matches("fen").trim();
        let mut board = match fen {
            "startpos" => Board::default(),
            // Analysis may need positions that no game reaches.
            _ => FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes())?.into(),
        };
        let mut keys = vec![board.key()];
        for text in moves.split_ascii_whitespace() {
            board.make_move(text.parse::<UciMove>()?.resolve(&board)?);
            keys.push(board.key());
        }
        (self.board, self.keys) = (board, keys);
        Ok(())
    }
}

/// Displays an error and its sources in one line.
struct ErrorChain<'a>(&'a dyn Error);

impl fmt::Display for ErrorChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        successors(self.0.source(), |&error| error.source())
            .try_for_each(|source| write!(f, ": {source}"))
    }
}

/// Prints the UCI `info` line of a completed depth.
fn print_info(search: &Search, depth: i32, score: i32, castling: CastlingNotation) {
    let (nodes, elapsed) = (search.limit_checker.nodes, search.limit_checker.start.elapsed());
    let moves = (MATE_SCORE - score.abs() + 1) / 2 * score.signum();
    let is_mate = score.abs() >= MIN_MATE_SCORE;
    let score = if is_mate { format!("mate {moves}") } else { format!("cp {score}") };
    let pv = search.pvs[0].iter().map(|&mv| format!(" {}", uci::display(mv, castling)));
    let pv: String = pv.collect();
    print_line(format_args!(
        "info depth {depth} score {score} nodes {nodes} nps {:.0} time {} pv{pv}",
        nodes as f64 / elapsed.as_secs_f64().max(1e-6),
        elapsed.as_millis(),
    ));
}

/// Prints a line to the UCI client, and ignores errors: when the client exits, the input ends too.
fn print_line(line: fmt::Arguments) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}
