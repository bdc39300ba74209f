//! Files on a full disk: a small file system, or a file size limit.

use tabiya_suites::random::SplitMix;

use crate::corpus::KNOWN_COUNTS;
use crate::mutation::choose;
use crate::scenario::{Run, Scenario, Step};

/// Command lines that write files and do not fit.
const LINES: [&str; 7] = [
    "units split 3 --out new.units",
    "units split 4 --out new.units --memory 1M",
    "units unique 5 --memory 1M",
    "board --svg new.svg",
    "tables queen d4 --svg new.svg",
    "explain e2e4 --svg new.svg",
    "units split 2 --records-per-unit 1 --out new.units",
];

pub fn scenario(random: &mut SplitMix) -> Scenario {
    // The smallest file system on Linux has one 4 KiB page.
    let disk = Some(4 << random.below(7));
    let mut steps = vec![Step::Run(Run::tabiya(choose(random, &LINES)))];
    // A count on the full disk fails, or is right.
    let known = choose(random, &KNOWN_COUNTS[2..]);
    let split = Run::tabiya("units split 1 --records-per-unit 1 --out other.units");
    let line = format!("units count other.units {} --out results", known.depth);
    let count = Run::tabiya(&line).counting(known.nodes);
    if random.below(2) == 0 {
        let split = split.arg("--fen").arg(known.fen);
        steps.extend([split, count.clone(), count].map(Step::Run));
    }
    Scenario { steps, disk, ..Scenario::default() }
}
