//! Large tables and budgets under a limited address space.

use tabiya_suites::random::SplitMix;

use crate::corpus::KNOWN_COUNTS;
use crate::mutation::choose;
use crate::scenario::{Input, Limit, Run, Scenario};

/// Sizes below, near and far above the limits.
const SIZES: [&str; 12] = [
    "1M",
    "64M",
    "256M",
    "512M",
    "1G",
    "4G",
    "64G",
    "1T",
    "1000T",
    "16E",
    "8191P",
    "9223372036854775807",
];

pub fn scenario(random: &mut SplitMix) -> Scenario {
    let size = choose(random, &SIZES);
    let known = choose(random, &KNOWN_COUNTS[2..]);
    let run = match random.below(4) {
        0 | 1 => {
            let line =
                format!("perft {} --hash {size} --threads {}", known.depth, 1 + random.below(4));
            Run::tabiya(&line).arg("--fen").arg(known.fen).counting(known.nodes)
        }
        2 => Run::tabiya(&format!("units unique 4 --threads 2 --memory {size}")),
        _ => {
            let hash = choose(random, &["1", "64", "512", "1024", "2048", "4096"]);
            let session = format!("setoption name Hash value {hash}\nisready\ngo depth 4\n");
            Run::engine().with_input(Input::Text(session.into_bytes()))
        }
    };
    // 0.5 to 8 GiB. The limit holds for the address space; the resident memory stays low.
    let limit = Limit::AddressSpace(1 << (19 + random.below(5)));
    let run = run.with_memory(1_024);
    match random.below(3) {
        0 => run.into(),
        _ => run.with_limit(limit).into(),
    }
}
