//! Signals at random moments while units are counted, damaged units and results, and resumed
//! counts.

use tabiya_suites::random::SplitMix;

use crate::corpus::KNOWN_COUNTS;
use crate::mutation::choose;
use crate::scenario::{Damage, Run, Scenario, Signal, Step};

/// The files that may be damaged: the units file, and some results.
const FILES: [&str; 4] = [
    "count.units",
    "results/00000/00000000.result",
    "results/00000/00000001.result",
    "results/00000/00000002.result",
];

pub fn scenario(random: &mut SplitMix) -> Scenario {
    if random.below(5) == 0 {
        return interrupted(random).into();
    }
    let known = choose(random, &KNOWN_COUNTS);
    let hash = choose(random, &["--no-hash", "--hash=1M", "--hash=64M"]);
    let threads = choose(random, &["1", "2", "4"]);
    let records = choose(random, &["1", "5", "20"]);
    let split = format!("units split 2 --records-per-unit {records} --out count.units");
    let split = Run::tabiya(&split).arg("--fen").arg(known.fen).ending_with(&[0]);
    let count = format!("units count count.units {} --out results", known.depth);
    let count = Run::tabiya(&format!("{count} {hash} --threads {threads}"))
        .counting(known.nodes)
        .ending_with(&[0]);
    let sum = Run::tabiya(&format!("units sum count.units {} results", known.depth));
    let sum = sum.counting(known.nodes);
    let mut steps = vec![Step::Run(split)];
    for _ in 0..1 + random.below(3) {
        let signal = choose(random, &Signal::ALL);
        steps.push(Step::Run(count.clone().with_signal(signal, random.below(900))));
    }
    if random.below(2) == 0 {
        let damage = match random.below(3) {
            0 => Damage::Truncate { length: random.next() as u32 as usize },
            _ => Damage::Flip { bit: random.next() as u32 as usize },
        };
        let file = choose(random, &FILES).to_owned();
        steps.push(Step::Damage { file, damage });
        // The sum lists the damaged file. Then it is refused, or the count is right.
        steps.push(Step::Run(sum));
        steps.push(Step::Run(count.ending_with(&[0, 2])));
    } else {
        steps.push(Step::Run(count));
        steps.push(Step::Run(sum.ending_with(&[0])));
    }
    Scenario { steps, ..Scenario::default() }
}

/// Lines without units, which a signal must end at once.
const LINES: [&str; 8] = [
    "perft 12 --no-hash",
    "perft 12 --json-lines",
    "perft 9 --divide",
    "units unique 9 --memory 8M",
    "units split 7 --out new.units --memory 8M",
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
