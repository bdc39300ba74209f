//! Input without an end, and engines whose output has none.

use tabiya_suites::random::SplitMix;

use crate::mutation::choose;
use crate::scenario::{Input, Run, Scenario};

/// The memory limit in MiB: an endless stream needs none.
const MEMORY: u64 = 256;

/// Blocks that are repeated as an endless input.
const BLOCKS: [&[u8]; 20] = [
    b"x",
    b"\0",
    b"\xff",
    b"\n",
    b"#\n",
    b"isready\n",
    b"uci\n",
    b"position startpos moves e2e4\n",
    b"position startpos moves e2e4 e7e5 ",
    b"garbage\r\n",
    b"8/8/8/8/8/8/8/8 w - - 0 1\n",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n",
    b"go depth 1\nstop\n",
    b"go infinite\n",
    b"info depth 1 score mate 1 pv e2e4 e7e5 g1f3 e8e6\n",
    b"bestmove e2e5\n",
    b"go perft 3\ne2e4: 1\n",
    b"[Event \"?\"]\n1. e4 {+M3/1 0.1s, pv=\"e2e4\"} e5 ",
    b"Warning; Illegal PV move e2e4 from a\nInfo; info pv e2e4\nPosition; startpos\nMoves; e2e4\n",
    b"a <- position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\na <- go\n",
];

/// Engines that never stop writing.
const ENGINES: [&str; 8] = [
    "yes",
    "yes e2e4: 1",
    "yes uciok",
    "yes readyok",
    "cat /dev/zero",
    "sh -c 'yes >&2'",
    "sh -c 'echo uciok; echo readyok; yes e2e4: 20'",
    "sh -c 'echo uciok; echo readyok; seq -f e2e4:%.0f 1 1e15'",
];

pub fn scenario(random: &mut SplitMix) -> Scenario {
    let run = match random.below(5) {
        0 => Run::tabiya("uci").with_input(flood(random)),
        1 => Run::tabiya("suite --max-nodes 100 -").with_input(flood(random)),
        2 => Run::engine().with_input(flood(random)),
        3 => Run::tabiya(choose(random, &["audit -", "audit --json --all --notes -"]))
            .with_input(flood(random)),
        _ => {
            let placeholder = choose(random, &["", "", " {depth}"]);
            let engine = format!("{}{placeholder}", choose(random, &ENGINES));
            // The reply's time limit ends the run.
            Run::tabiya("compare --timeout 1 --depth 1 --fen 4k3/8/8/8/8/8/8/4K3 --engine")
                .arg(engine)
        }
    };
    run.with_memory(MEMORY).interrupted_after(4_000).into()
}

fn flood(random: &mut SplitMix) -> Input {
    let mut block = Vec::new();
    for _ in 0..=random.below(3) {
        block.extend_from_slice(choose(random, &BLOCKS));
    }
    Input::Endless(block)
}
