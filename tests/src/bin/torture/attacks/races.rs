//! Two runs that write the same file, and runs that read it afterwards.

use tabiya_tests::random::SplitMix;

use crate::corpus::KNOWN_COUNTS;
use crate::mutation::choose;
use crate::scenario::{Run, Scenario, Signal, Step};

/// The number of leaves of the start position at depth 5.
const START_NODES_AT_5: u64 = 4_865_609;

pub fn scenario(random: &mut SplitMix) -> Scenario {
    let steps = match random.below(4) {
        0 | 1 => checkpoints(random),
        2 => splits(random),
        _ => {
            let line = choose(random, &["board --svg new.svg", "tables rook a1 --svg new.svg"]);
            vec![Step::Together(vec![Run::tabiya(line), Run::tabiya(line)])]
        }
    };
    Scenario { steps, ..Scenario::default() }
}

/// Returns two counts with one checkpoint, of which the first may be killed, then a third.
fn checkpoints(random: &mut SplitMix) -> Vec<Step> {
    let known = choose(random, &KNOWN_COUNTS);
    let count = Run::tabiya(&format!("perft {} --checkpoint new.checkpoint", known.depth))
        .arg(choose(random, &["--no-hash", "--threads=1"]))
        .arg("--fen")
        .arg(known.fen)
        .counting(known.nodes);
    let first = match random.below(2) {
        0 => count.clone(),
        _ => count.clone().with_signal(Signal::Kill, random.below(400)),
    };
    vec![Step::Together(vec![first, count.clone()]), Step::Run(count)]
}

/// Returns two runs that write the same split, and a count of it.
fn splits(random: &mut SplitMix) -> Vec<Step> {
    let plies = 1 + random.below(4);
    let split = Run::tabiya(&format!("perft --split {plies} --out new.epd"));
    let first = match random.below(2) {
        0 => split.clone(),
        _ => split.clone().with_signal(Signal::Kill, random.below(60)),
    };
    // The count fails if the file is damaged.
    let count = Run::tabiya("perft 5 --input new.epd").counting(START_NODES_AT_5);
    vec![Step::Together(vec![first, split]), Step::Run(count)]
}
