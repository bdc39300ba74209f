//! Input that is closed or stays open, and output that is closed or full.

use tabiya_suites::random::SplitMix;

use crate::corpus::Corpus;
use crate::mutation::choose;
use crate::scenario::{Input, Output, Run, Scenario};

/// Command lines that end soon.
const LINES: [&str; 27] = [
    "perft 4",
    "perft 3 --divide",
    "perft 4 --json",
    "perft 5 --json-lines",
    "units unique 4 --memory 1M",
    "perft 4 --categories",
    "units split 2 --out new.units",
    "units count suite.epd 4 --out results",
    "units split 2 --out /dev/full",
    "units count /dev/full 3 --out results",
    "units sum /dev/zero 3 results",
    "units split 1 --out /dev/stdout",
    "units verify suite.epd",
    "board --svg /dev/full",
    "compare --depth 1 --timeout 2 --engine buggy",
    "compare --depth 1 --timeout 1 --engine true",
    "moves",
    "board --json",
    "explain e2e4",
    "explain e2e4 --svg /dev/full",
    "fen check fens.txt",
    "tables queen d4",
    "suite suite.epd",
    "bench --seconds 1",
    "completions zsh",
    "uci",
    "--help",
];

const SESSION: &[u8] = b"uci\nisready\nposition startpos\ngo perft 2\ngo depth 2\nisready\n";

pub fn scenario(random: &mut SplitMix, corpus: &Corpus) -> Scenario {
    let mut run = match random.below(5) {
        0 => Run::engine(),
        1 => Run::tabiya("uci"),
        2 => Run::tabiya("suite -"),
        _ => Run::tabiya(choose(random, &LINES)),
    };
    let suite = corpus.suite(random);
    let is_session = run.args.is_empty() || run.args[0] == b"uci";
    let reads_input = is_session || run.args.last().is_some_and(|arg| arg == b"-");
    run.input = match random.below(4) {
        0 => Input::Closed,
        1 if !reads_input => Input::Open(Vec::new()),
        1 if is_session => Input::Open([SESSION, b"quit\n"].concat()),
        _ if is_session => Input::Text(SESSION.to_vec()),
        _ => Input::Text(suite.bytes.clone()),
    };
    run.output = match random.below(3) {
        0 => Output::Pipe,
        1 => Output::ClosedAfter(random.below(200)),
        _ => Output::Full,
    };
    Scenario { files: vec![suite, corpus.fens(random)], ..run.into() }
}
