//! Two runs that write the same file, and runs that read it afterwards.

use tabiya_suites::random::SplitMix;

use crate::corpus::KNOWN_COUNTS;
use crate::mutation::choose;
use crate::scenario::{Run, Scenario, Signal, Step};

/// The leaf count from the start position at depth 5.
const START_NODES_AT_5: u64 = 4_865_609;

pub fn scenario(random: &mut SplitMix) -> Scenario {
    let steps = match random.below(4) {
        0 | 1 => counts(random),
        2 => splits(random),
        _ => {
            let line = choose(random, &["board --svg new.svg", "tables rook a1 --svg new.svg"]);
            // The picture that is there first is not replaced, unless both are written at once.
            let run = Run::tabiya(line).ending_with(&[0, 2]);
            vec![Step::Together(vec![run.clone(), run])]
        }
    };
    Scenario { steps, ..Scenario::default() }
}

/// Returns two counts that share one result folder, the first of which may be killed, then a third.
fn counts(random: &mut SplitMix) -> Vec<Step> {
    let known = choose(random, &KNOWN_COUNTS);
    let split = Run::tabiya("units split 2 --records-per-unit 10 --out new.units");
    let count = Run::tabiya(&format!("units count new.units {} --out results", known.depth))
        .arg(choose(random, &["--no-hash", "--threads=1"]))
        .counting(known.nodes);
    let first = match random.below(2) {
        0 => count.clone(),
        _ => count.clone().with_signal(Signal::Kill, random.below(400)),
    };
    // The second count is refused while the first one has claimed the units.
    let second = count.clone().ending_with(&[0, 2]);
    vec![
        Step::Run(split.arg("--fen").arg(known.fen)),
        Step::Together(vec![first, second]),
        Step::Run(count.ending_with(&[0])),
    ]
}

/// Returns two runs that write the same split, and a count from it.
fn splits(random: &mut SplitMix) -> Vec<Step> {
    let plies = 1 + random.below(4);
    // A file that already exists is not replaced, except with `--force`.
    let split = Run::tabiya(&format!("units split {plies} --out new.units"));
    let first = match random.below(2) {
        0 => split.clone().ending_with(&[0, 2]),
        _ => split.clone().with_signal(Signal::Kill, random.below(60)).ending_with(&[0, 2]),
    };
    let split = split.arg("--force").ending_with(&[0, 2]);
    let verify = Run::tabiya("units verify new.units").ending_with(&[0]);
    let count = Run::tabiya("units count new.units 5 --out results");
    let count = count.counting(START_NODES_AT_5).ending_with(&[0]);
    vec![Step::Together(vec![first, split]), Step::Run(verify), Step::Run(count)]
}
