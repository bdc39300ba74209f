//! Signals at random moments of a count with a checkpoint, damaged checkpoints, and resumed counts.

use tabiya_tests::random::SplitMix;

use crate::corpus::KNOWN_COUNTS;
use crate::mutation::choose;
use crate::scenario::{Damage, Run, Scenario, Signal, Step};

/// The checkpoint, which two runs share.
const CHECKPOINT: &str = "count.checkpoint";

pub fn scenario(random: &mut SplitMix) -> Scenario {
    if random.below(5) == 0 {
        return interrupted(random).into();
    }
    let known = choose(random, &KNOWN_COUNTS);
    let hash = choose(random, &["--no-hash", "--hash=1M", "--hash=64M"]);
    let threads = choose(random, &["1", "2", "4"]);
    let count = Run::tabiya(&format!("perft {} {hash} --threads {threads}", known.depth))
        .arg("--fen")
        .arg(known.fen)
        .arg("--checkpoint")
        .arg(CHECKPOINT)
        .counting(known.nodes)
        .ending_with(&[0]);
    let mut steps = Vec::new();
    for _ in 0..1 + random.below(3) {
        let signal = choose(random, &Signal::ALL);
        steps.push(Step::Run(count.clone().with_signal(signal, random.below(900))));
    }
    if random.below(2) == 0 {
        let damage = match random.below(3) {
            0 => Damage::Truncate { length: random.next() as u32 as usize },
            _ => Damage::Flip { bit: random.next() as u32 as usize },
        };
        steps.push(Step::Damage { file: CHECKPOINT.to_owned(), damage });
        // The damaged file is refused, or the count is right.
        steps.push(Step::Run(count.ending_with(&[0, 2])));
    } else {
        steps.push(Step::Run(count));
    }
    Scenario { steps, ..Scenario::default() }
}

/// Lines without a checkpoint, which a signal must end at once.
const LINES: [&str; 8] = [
    "perft 12 --no-hash",
    "perft 12 --json-lines",
    "perft 9 --divide",
    "perft 9 --unique --memory 8M",
    "perft --split 7 --out new.epd --memory 8M",
    "bench --seconds 60",
    "uci",
    "compare --depth 5 --engine buggy",
];

fn interrupted(random: &mut SplitMix) -> Run {
    let signal = choose(random, &Signal::ALL);
    let line = choose(random, &LINES);
    let run = Run::tabiya(line).with_signal(signal, random.below(700));
    if line == "uci" {
        return run.with_input(crate::scenario::Input::Open(b"go perft 12\n".to_vec()));
    }
    run
}
