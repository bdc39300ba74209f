//! Training data with damage, headers that promise much, and signals at random moments.

use tabiya_suites::random::SplitMix;

use crate::mutation::{choose, mutate_bytes};
use crate::scenario::{InputFile, Run, Scenario, Signal, Step};

/// Files of random games.
const FILES: [&[u8]; 3] = [
    include_bytes!("../../../../tests/data/binpack/rules.binpack"),
    include_bytes!("../../../../tests/data/binpack/three-chunks.binpack"),
    include_bytes!("../../../../tests/data/binpack/odd-stems.binpack"),
];

/// Command lines that read the file.
const LINES: [&str; 8] = [
    "check FILE",
    "check --json --truncated --threads 2 FILE",
    "convert FILE -o new.plain --force",
    "convert FILE -o new.viri.zst --quiet-only --force",
    "convert FILE --to bulletformat -o new.bin --sample 0.5 --force",
    "convert FILE -o new.binpack --max-score 100 --drop --force",
    "convert FILE FILE --to scored-fen --dedupe --memory 1M",
    "mix FILE FILE -o new.binpack --parts 3 --memory 1M --force",
];

/// Command lines that read what others wrote.
const SECOND_LINES: [&str; 4] = [
    "check new.plain",
    "convert new.plain -o again.binpack --force",
    "convert new.viri.zst -o again.binpack --force",
    "mix new.plain -o again.plain --force",
];

/// The most memory of a run in mebibytes, whatever a file says.
const MEMORY: u64 = 96;

pub fn scenario(random: &mut SplitMix) -> Scenario {
    let mut bytes = choose(random, &FILES).to_vec();
    match random.below(5) {
        0 => {}
        // A size that the file does not have.
        1 => bytes[4..8].copy_from_slice(&[0, 0, 0x40, random.below(8) as u8]),
        2 => bytes.truncate(random.below(bytes.len())),
        _ => mutate_bytes(random, &mut bytes),
    }
    if random.below(8) == 0 {
        bytes = bytes.repeat(1 + random.below(200));
    }
    let data = |line: &str| Run::tabiya(&format!("data {}", line.replace("FILE", "a.binpack")));
    let mut steps = Vec::new();
    for _ in 0..1 + random.below(4) {
        let run = data(choose(random, &LINES)).with_memory(MEMORY);
        steps.push(Step::Run(match random.below(6) {
            0 => run.with_signal(choose(random, &Signal::ALL), random.below(30)),
            _ => run,
        }));
        if random.below(2) == 0 {
            steps.push(Step::Run(data(choose(random, &SECOND_LINES)).with_memory(MEMORY)));
        }
    }
    Scenario { files: vec![InputFile::new("a.binpack", bytes)], steps, ..Scenario::default() }
}
