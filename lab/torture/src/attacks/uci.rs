//! UCI sessions with random and mutated commands, for `tabiya uci` and the engine.

use tabiya_suites::random::SplitMix;

use crate::corpus::Corpus;
use crate::mutation::{choose, mutate_bytes};
use crate::scenario::{Input, Run, Scenario};

/// Commands in a session. `position fen` is added with random positions and moves.
const COMMANDS: [&str; 40] = [
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e4 e2e4",
    "position startpos moves",
    "position",
    "position fen",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value maybe",
    "setoption name Hash value 1",
    "setoption name Hash value 64",
    "setoption name Hash value 4096",
    "setoption name Hash value 99999999999999999999",
    "setoption name Hash value -1",
    "setoption name Clear Hash",
    "setoption name Move Overhead value 65535",
    "setoption",
    "go perft 1",
    "go perft 3",
    "go perft 256",
    "go depth 3",
    "go depth 0",
    "go depth 99999999999999999999 movetime 20",
    "go nodes 1000",
    "go movetime 20",
    "go movetime -5",
    "go wtime 100 btime 100 winc 0 binc 0",
    "go wtime -100 btime 0 movestogo 0",
    "go wtime 9223372036854775807 btime 1 movestogo 1 movetime 1",
    "go mate 1",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go searchmoves e2e4 d2d4 depth 2",
    "ponderhit",
    "stop",
    "d",
    "go",
];

pub fn scenario(random: &mut SplitMix, corpus: &Corpus) -> Scenario {
    let mut text = Vec::new();
    for _ in 0..1 + random.below(20) {
        let start = text.len();
        match random.below(4) {
            0 => text.extend_from_slice(&position(random, corpus)),
            _ => text.extend_from_slice(choose(random, &COMMANDS).as_bytes()),
        }
        if random.below(3) == 0 {
            let mut line = text.split_off(start);
            mutate_bytes(random, &mut line);
            text.append(&mut line);
        }
        let end = choose(random, &["\n", "\n", "\n", "\r\n"]);
        text.extend_from_slice(end.as_bytes());
    }
    let run = match random.below(2) {
        0 => Run::tabiya("uci"),
        _ => Run::engine(),
    };
    // A session that stays open must still end after `quit`.
    let input = match random.below(3) {
        0 => Input::Open([&text[..], b"\nquit\n"].concat()),
        _ => Input::Text(text),
    };
    // A deep count or search may last longer than any limit.
    run.with_input(input).interrupted_after(1_500).into()
}

/// Returns a command that sets a position from the corpus, with moves that may be illegal.
fn position(random: &mut SplitMix, corpus: &Corpus) -> Vec<u8> {
    let mut line = b"position fen ".to_vec();
    // A session in the corpus is a FEN, then moves on the next line.
    let session = &corpus.sessions[random.below(corpus.sessions.len())];
    let (fen, moves) = session.split_at(session.iter().position(|&b| b == b'\n').unwrap_or(0));
    match random.below(2) {
        0 => line.extend_from_slice(fen),
        _ => line.extend_from_slice(corpus.fen(random).as_bytes()),
    }
    if random.below(2) == 0 {
        line.extend_from_slice(b" moves ");
        line.extend(moves.iter().filter(|&&byte| byte != b'\n'));
    }
    line
}
