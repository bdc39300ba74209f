//! The UCI protocol: one thread reads the input, another one searches.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};
use std::iter::successors;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::mpsc::{RecvError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation, Command, Go, UciMove};
use tabiya::{FenOptions, KeyStack, epd};

use crate::limit_checker::{LimitChecker, Signals};
use crate::limits::{Limits, invalid_numbers};
use crate::score::{MATE_SCORE, MIN_MATE_SCORE};
use crate::state::Search;

const DEFAULT_HASH_MEBIBYTES: usize = 16;
const MAX_HASH_MEBIBYTES: usize = 4096;
const MAX_MOVE_OVERHEAD: usize = 65535;

/// The maximum length of a command in bytes. The moves in the longest game take a tenth of it.
const MAX_LINE_LEN: usize = 1 << 20;
/// The number of input characters that a message quotes.
const MAX_QUOTED_LEN: usize = 40;
/// The number of queued jobs at which a running search is stopped.
const MAX_QUEUED_JOBS: usize = 16;

const OPTION_LINES: &str = "\
option name Hash type spin default 16 min 1 max 4096
option name Move Overhead type spin default 10 min 0 max 65535
option name Ponder type check default false
option name UCI_Chess960 type check default false";

/// A job that the search thread runs.
type SearchJob = Box<dyn FnOnce(&mut Search) + Send>;

/// The position to search.
#[derive(Clone)]
struct Game {
    board: Board,
    /// The game's Zobrist keys, ending with the current position's.
    keys: KeyStack,
}

/// The state of the thread that reads UCI commands.
struct Listener {
    /// `None` after a refused `position` command: a move in the previous position may be illegal in
    /// the user interface's.
    game: Option<Game>,
    castling: CastlingNotation,
    move_overhead: Duration,
    /// The transposition table's size in mebibytes.
    hash_mebibytes: usize,
    jobs: SyncSender<SearchJob>,
    /// The signals to the last search, which may have ended.
    signals: Arc<Signals>,
}

/// Runs the UCI loop until `quit` or the end of the input, which stop a running search.
///
/// Unknown commands are ignored. An illegal position or move is reported as an `info string`, and
/// the engine has no position until the next valid one; a command that is too long counts as
/// refused. Unknown options, invalid numbers and commands that are too long are reported too.
///
/// # Errors
///
/// Returns an error if the system refuses a thread for the search.
pub(crate) fn listen(input: impl BufRead) -> io::Result<()> {
    let (jobs, queue) = sync_channel(MAX_QUEUED_JOBS);
    let mut listener = Listener::new(jobs);
    let search_thread = thread::Builder::new().spawn(move || {
        let mut search = Search::new(DEFAULT_HASH_MEBIBYTES);
        queue.iter().for_each(|job: SearchJob| job(&mut search));
    })?;
    listener.listen(input);
    // Closing the channel ends the search thread.
    drop(listener);
    search_thread.join().expect("the search does not panic");
    Ok(())
}

impl Listener {
    fn new(jobs: SyncSender<SearchJob>) -> Self {
        let board = Board::default();
        Self {
            game: Some(Game { board, keys: KeyStack::new(board.key()) }),
            castling: CastlingNotation::default(),
            move_overhead: Duration::from_millis(10),
            hash_mebibytes: DEFAULT_HASH_MEBIBYTES,
            jobs,
            signals: Arc::default(),
        }
    }

    fn listen(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        while let Ok(Some(len)) = next_line(&mut input, &mut line) {
            if len > MAX_LINE_LEN {
                print_line(format_args!(
                    "info string command: {len} bytes; expected at most {MAX_LINE_LEN}"
                ));
                if line.trim_ascii_start().starts_with(b"position") {
                    self.game = None;
                }
            } else if !self.run_command(&line) {
                break;
            }
        }
        self.stop();
    }

    /// Runs a command, and tests whether others may follow. Unknown commands are ignored.
    fn run_command(&mut self, line: &[u8]) -> bool {
        let Some(command) = Command::parse(line) else { return true };
        match command {
            Command::Uci => print_line(format_args!(
                "id name Tabiya {}\nid author {}\n{OPTION_LINES}\nuciok",
                env!("CARGO_PKG_VERSION"),
                env!("CARGO_PKG_AUTHORS")
            )),
            Command::IsReady => {
                self.wait_until_ready();
                print_line(format_args!("readyok"));
            }
            Command::SetOption { name, value } => {
                self.set_option(&String::from_utf8_lossy(name), &String::from_utf8_lossy(value));
            }
            Command::NewGame => self.reset_search(),
            Command::Position(_) => {
                let game = read_game(line);
                if let Err(error) = &game {
                    print_line(format_args!("info string {}", ErrorChain(&**error)));
                }
                self.game = game.ok();
            }
            Command::Go(go) => self.go(go),
            Command::PonderHit => self.signals.ponderhit.store(true, Relaxed),
            Command::Stop => self.stop(),
            Command::Quit => return false,
            _ => {}
        }
        true
    }

    /// Queues a job for the search thread.
    ///
    /// The queue is full only if the client sends many commands during a search that UCI forbids
    /// then. The search is stopped, so that the queue has an end.
    fn queue_job(&self, job: impl FnOnce(&mut Search) + Send + 'static) {
        let job = match self.jobs.try_send(Box::new(job)) {
            Ok(()) => return,
            Err(TrySendError::Full(job) | TrySendError::Disconnected(job)) => job,
        };
        self.stop();
        self.jobs.send(job).expect("the search thread runs");
    }

    /// Waits for the queued jobs, such as creating a table, unless a search is among them: UCI
    /// demands `readyok` at once during a search.
    fn wait_until_ready(&self) {
        if self.signals.is_searching.load(Acquire) {
            return;
        }
        let (done, is_done) = sync_channel(1);
        self.queue_job(move |_| drop(done));
        // The dropped sender's error is the expected result.
        let _: Result<(), RecvError> = is_done.recv();
    }

    /// Resets the search state, including the table.
    fn reset_search(&self) {
        let hash = self.hash_mebibytes;
        self.queue_job(move |search| {
            let allocated = search.reset(hash);
            if allocated != hash {
                print_line(format_args!(
                    "info string Hash: cannot allocate {hash} MiB; the table has {allocated} MiB"
                ));
            }
        });
    }

    fn stop(&self) {
        self.signals.stop.store(true, Relaxed);
    }

    /// Starts a search with its own signals, so that a `stop` for an earlier search cannot end it.
    fn go(&mut self, go: Go<'_>) {
        self.stop();
        for (name, word) in invalid_numbers(go) {
            print_invalid(name, &String::from_utf8_lossy(word), format_args!("a number"));
        }
        self.signals = Arc::default();
        let game = self.game.clone();
        let side_to_move = game.as_ref().map_or(Color::White, |game| game.board.side_to_move());
        let limits = Limits::parse(go, side_to_move, self.move_overhead);
        let limit_checker = LimitChecker::new(limits, self.signals.clone());
        let signals = self.signals.clone();
        signals.is_searching.store(true, Release);
        let castling = self.castling;
        let search_moves: Vec<_> =
            go.search_moves().map_while(|word| UciMove::parse(word).ok()).collect();
        self.queue_job(move |search| {
            let best = if let Some(Game { board, keys }) = game {
                // Illegal moves are ignored; without a legal one, all moves are searched.
                let resolve = |uci_move: UciMove| uci_move.resolve(&board).ok();
                search.root_moves = search_moves.into_iter().filter_map(resolve).collect();
                let report =
                    |search: &Search, depth, score| print_info(search, depth, score, castling);
                search.search_root(board, keys, limit_checker, report)
            } else {
                limit_checker.wait_for_stop();
                None
            };
            signals.is_searching.store(false, Release);
            match best {
                Some(mv) => print_line(format_args!("bestmove {}", uci::display(mv, castling))),
                None => print_line(format_args!("bestmove 0000")),
            }
        });
    }

    /// Handles `setoption name NAME value VALUE`. A number outside its option's range is clamped.
    fn set_option(&mut self, name: &str, value: &str) {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                if let Some(number) = parse_spin("Hash", value, 1..=MAX_HASH_MEBIBYTES) {
                    self.hash_mebibytes = number;
                    self.reset_search();
                }
            }
            "move overhead" => {
                if let Some(number) = parse_spin("Move Overhead", value, 0..=MAX_MOVE_OVERHEAD) {
                    self.move_overhead = Duration::from_millis(number as u64);
                }
            }
            "uci_chess960" => {
                if let Some(is_chess960) = parse_check("UCI_Chess960", value) {
                    self.castling = CastlingNotation::for_chess960(is_chess960);
                }
            }
            // The search needs not know whether it may ponder.
            "ponder" => drop(parse_check("Ponder", value)),
            _ => print_invalid("option", name, format_args!("a name that `uci` lists")),
        }
    }
}

/// Reads `position startpos|fen FEN [moves MOVE…]`.
fn read_game(line: &[u8]) -> Result<Game, Box<dyn Error>> {
    // Analysis may need positions that no game reaches.
    let options = FenOptions::new().allow_impossible_checks(true);
    let command = epd::read_command(options, line)?;
    let mut board = Board::from(*command.start().position());
    let mut keys = KeyStack::new(board.key());
    for mv in command.moves() {
        board.make_move(mv?);
        keys.push(board.key());
    }
    for raw in command.start().raw_operations() {
        print_line(format_args!("info string {raw}"));
    }
    Ok(Game { board, keys })
}

/// Parses a `spin` option's value and clamps it to a range, or reports an invalid value.
fn parse_spin(name: &str, value: &str, range: RangeInclusive<usize>) -> Option<usize> {
    let (min, max) = range.into_inner();
    let Some(number) = uci::parse_integer(value.as_bytes()) else {
        print_invalid(name, value, format_args!("a number from {min} to {max}"));
        return None;
    };
    let number = usize::try_from(number.max(0)).unwrap_or(usize::MAX);
    Some(number.clamp(min, max))
}

/// Parses a `check` option's value, or reports an invalid value.
fn parse_check(name: &str, value: &str) -> Option<bool> {
    let is_set = value.to_ascii_lowercase().parse().ok();
    if is_set.is_none() {
        print_invalid(name, value, format_args!("true or false"));
    }
    is_set
}

/// Reports an invalid value; the message quotes its start.
fn print_invalid(name: &str, value: &str, expected: fmt::Arguments) {
    let quoted: String = value.chars().take(MAX_QUOTED_LEN).collect();
    print_line(format_args!("info string {name}: found {quoted:?}; expected {expected}"));
}

/// Reads the next line without its terminator, and returns its length, or `None` at the end of the
/// input. If the line is longer than [`MAX_LINE_LEN`], only the length is complete.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<usize>> {
    line.clear();
    let mut len = None;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Ok(len);
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let text = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&text[..text.len().min(MAX_LINE_LEN - line.len())]);
        len = Some(len.unwrap_or(0) + text.len());
        let read = end.map_or(buffer.len(), |end| end + 1);
        input.consume(read);
        if end.is_some() {
            return Ok(len);
        }
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

/// Prints the UCI `info` line for a depth, without a score for an interrupted one.
fn print_info(search: &Search, depth: i32, score: Option<i32>, castling: CastlingNotation) {
    let nodes = search.limit_checker.nodes;
    let elapsed = search.limit_checker.start.elapsed();
    let score = score.map_or(String::new(), |score| {
        let moves = (MATE_SCORE - score.abs() + 1) / 2 * score.signum();
        let is_mate = score.abs() >= MIN_MATE_SCORE;
        if is_mate { format!(" score mate {moves}") } else { format!(" score cp {score}") }
    });
    let pv = search.pvs[0].iter().map(|&mv| format!(" {}", uci::display(mv, castling)));
    let pv: String = pv.collect();
    print_line(format_args!(
        "info depth {depth}{score} nodes {nodes} nps {:.0} time {} pv{pv}",
        nodes as f64 / elapsed.as_secs_f64().max(1e-6),
        elapsed.as_millis(),
    ));
}

/// Prints a line to the UCI client, and ignores errors: when the client exits, the input ends too.
fn print_line(line: fmt::Arguments) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn numbers_are_clamped_to_the_option_range() {
        for (value, number) in [
            ("-1", Some(1)),
            ("0", Some(1)),
            ("64", Some(64)),
            ("4097", Some(4096)),
            ("99999999999999999999", Some(4096)),
            ("-99999999999999999999", Some(1)),
            ("", None),
            ("64 MB", None),
        ] {
            assert_eq!(parse_spin("Hash", value, 1..=4096), number, "{value}");
        }
    }

    #[test]
    fn ready_after_queued_jobs() {
        let (jobs, queue) = sync_channel::<SearchJob>(MAX_QUEUED_JOBS);
        let thread = thread::spawn(move || {
            let mut search = Search::new(1);
            queue.iter().for_each(|job| job(&mut search));
        });
        let listener = Listener::new(jobs);
        let is_finished = Arc::new(AtomicBool::new(false));
        let finish = is_finished.clone();
        listener.queue_job(move |_| {
            thread::sleep(Duration::from_millis(100));
            finish.store(true, Release);
        });
        listener.wait_until_ready();
        assert!(is_finished.load(Acquire));
        drop(listener);
        thread.join().expect("the jobs do not panic");
    }

    #[test]
    fn next_line_returns_whole_length_and_keeps_start() {
        let long = [&vec![b'x'; MAX_LINE_LEN + 7][..], b"\n\nab\n", b"cd"].concat();
        // A small buffer splits the lines.
        let mut input = io::BufReader::with_capacity(100, &long[..]);
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(len) = next_line(&mut input, &mut line).expect("memory can be read") {
            lines.push((len, line.len()));
        }
        assert_eq!(lines, [(MAX_LINE_LEN + 7, MAX_LINE_LEN), (0, 0), (2, 2), (2, 2)]);
    }
}
