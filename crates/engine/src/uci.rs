//! The protocol: one thread listens and answers at once, another searches.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use tabiya::Board;
use tabiya::uci::{self, CastlingNotation};

use crate::deepening::{Job, Report, Signals};
use crate::limits::Limits;
use crate::search::{MATE, MATE_IN_SIGHT, Search};

/// Mebibytes of the table, unless `setoption` asks for others.
const HASH: usize = 16;
const MOST_HASH: usize = 65_536;
/// Milliseconds that an answer may take to reach the other side's clock.
const OVERHEAD: u64 = 10;
const MOST_OVERHEAD: u64 = 5_000;

/// What the thread that searches is told to do, one after the other.
enum Order {
    Search(Job, CastlingNotation),
    Resize(usize),
    Forget,
}

/// What the thread that listens knows.
struct Listener {
    board: Board,
    /// The keys of the game so far, that of `board` last.
    keys: Vec<u64>,
    castling: CastlingNotation,
    overhead: Duration,
    orders: Sender<Order>,
    /// To the search that was ordered last, which may have ended.
    signals: Arc<Signals>,
    is_endless: bool,
}

/// Speaks UCI until `quit`, or until the input ends; a search that ends by itself is waited
/// for then, so that `echo "go depth 8" | tabiya-engine` has its answer.
///
/// What it does not understand is passed over. A position or a move that is not legal
/// changes nothing, and an `info string` says why.
pub fn listen(input: impl BufRead) {
    let (orders, received) = channel();
    let board = Board::default();
    let mut listener = Listener {
        board,
        keys: vec![board.key()],
        castling: CastlingNotation::KingMove,
        overhead: Duration::from_millis(OVERHEAD),
        orders,
        signals: Arc::default(),
        is_endless: false,
    };
    let searching = std::thread::spawn(move || obey(&received));
    listener.listen(input);
    drop(listener);
    let _ = searching.join();
}

/// Searches, and does what else must not be done while searching.
fn obey(orders: &Receiver<Order>) {
    let mut search = Search::new(HASH);
    for order in orders {
        match order {
            Order::Resize(mebibytes) => search = Search::new(mebibytes),
            Order::Forget => search.forget(),
            Order::Search(job, castling) => {
                let best = search.think(job, |report| inform(report, castling));
                match best {
                    Some(mv) => say(format_args!("bestmove {}", uci::display(mv, castling))),
                    None => say(format_args!("bestmove 0000")),
                }
            }
        }
    }
}

impl Listener {
    fn listen(&mut self, input: impl BufRead) {
        // Split at bytes: a line that is no text is passed over like any other.
        for line in input.split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "uci" => introduce(),
                "isready" => say(format_args!("readyok")),
                "setoption" => self.set_option(rest),
                "ucinewgame" => self.order(Order::Forget),
                "position" => {
                    if let Err(error) = self.set_position(rest) {
                        say(format_args!("info string {error}"));
                    }
                }
                "go" => self.go(rest),
                "ponderhit" => self.signals.ponderhit.store(true, Relaxed),
                "stop" => self.stop(),
                "quit" => return self.stop(),
                _ => {}
            }
        }
        self.signals.ponderhit.store(true, Relaxed);
        if self.is_endless {
            self.stop();
        }
    }

    fn order(&self, order: Order) {
        // It listens as long as we do.
        let _ = self.orders.send(order);
    }

    fn stop(&self) {
        self.signals.stop.store(true, Relaxed);
    }

    /// `go`: with signals of its own, so that no `stop` meant for an earlier search ends
    /// this one.
    fn go(&mut self, rest: &str) {
        let start = Instant::now();
        self.stop();
        self.signals = Arc::default();
        let limits = Limits::read(rest, self.board.side_to_move(), self.overhead);
        self.is_endless = limits.is_endless;
        let (board, keys) = (self.board, self.keys.clone());
        let job = Job { board, keys, limits, start, signals: self.signals.clone() };
        self.order(Order::Search(job, self.castling));
    }

    /// `setoption name NAME value VALUE`.
    fn set_option(&mut self, rest: &str) {
        let Some(rest) = rest.trim().strip_prefix("name ") else { return };
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (value, number) = (value.trim(), value.trim().parse::<u64>());
        match (name.trim().to_ascii_lowercase().as_str(), number) {
            ("hash", Ok(number)) => {
                self.order(Order::Resize(number.clamp(1, MOST_HASH as u64) as usize));
            }
            ("move overhead", Ok(number)) => {
                self.overhead = Duration::from_millis(number.min(MOST_OVERHEAD));
            }
            ("uci_chess960", _) => {
                self.castling = match value {
                    "true" => CastlingNotation::KingTakesRook,
                    _ => CastlingNotation::KingMove,
                };
            }
            _ => {}
        }
    }

    /// `position startpos|fen FEN [moves MOVE…]`; nothing changes if any of it is wrong.
    fn set_position(&mut self, rest: &str) -> Result<(), Box<dyn std::error::Error>> {
        let (start, moves) = rest.split_once("moves").unwrap_or((rest, ""));
        let mut board = match start.trim() {
            "startpos" => Board::default(),
            start => Board::from_fen(start.strip_prefix("fen").unwrap_or(start).trim())?,
        };
        let mut keys = vec![board.key()];
        for text in moves.split_ascii_whitespace() {
            board.make_move(uci::parse(&board, text)?);
            keys.push(board.key());
        }
        (self.board, self.keys) = (board, keys);
        Ok(())
    }
}

/// `uci`: who we are, and what can be set.
fn introduce() {
    say(format_args!("id name Tabiya {}", env!("CARGO_PKG_VERSION")));
    say(format_args!("id author {}", env!("CARGO_PKG_AUTHORS")));
    say(format_args!("option name Hash type spin default {HASH} min 1 max {MOST_HASH}"));
    let most = MOST_OVERHEAD;
    say(format_args!("option name Move Overhead type spin default {OVERHEAD} min 0 max {most}"));
    say(format_args!("option name Ponder type check default false"));
    say(format_args!("option name UCI_Chess960 type check default false"));
    say(format_args!("uciok"));
}

/// `info`: what a depth has found.
fn inform(report: &Report, castling: CastlingNotation) {
    let Report { depth, selective_depth, score, nodes, elapsed, fullness, line } = report;
    let speed = *nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    let score = match MATE - score.abs() {
        // In moves, rounded up, with the sign of the score.
        plies if score.abs() >= MATE_IN_SIGHT => {
            format!("mate {}", (plies + 1) / 2 * score.signum())
        }
        _ => format!("cp {score}"),
    };
    let line: String = line.iter().map(|&mv| format!(" {}", uci::display(mv, castling))).collect();
    say(format_args!(
        "info depth {depth} seldepth {selective_depth} score {score} nodes {nodes} nps {speed:.0} \
         hashfull {fullness} time {} pv{line}",
        elapsed.as_millis()
    ));
}

/// Writes a line at once. Whether anybody reads it shows on the input.
fn say(line: fmt::Arguments) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}
