//! Mutated command lines and input files for every command.

use tabiya_suites::random::SplitMix;

use crate::corpus::Corpus;
use crate::mutation::{choose, mutate_args, mutate_bytes};
use crate::scenario::{Damage, Program, Run, Scenario, Step};

/// Valid command lines, without the FEN that is added to some.
///
/// Their files exist, except those that they write.
const LINES: [&str; 48] = [
    "perft 3",
    "perft 4 --divide",
    "perft 3 --json --hash 1M",
    "perft 3 --json-lines --threads 2",
    "perft 3 --no-hash --backend scalar",
    "perft 4 --divide --json --backend avx2",
    "units count split.units 4 --out results",
    "units count fens.txt 4 --out results",
    "units unique 4 --memory 1M",
    "units unique 3 --json --memory 64M",
    "perft 3 --categories",
    "perft 2 --categories --json --threads 2",
    "units split 2 --records-per-unit 9 --out new.units --memory 4M",
    "units count suite.epd 3 --unit 0..8 --out results",
    "units count split.units 3 --unit 0 --out results --recount",
    "units sum split.units 4 --unit 0..1 results results --json",
    "units verify split.units",
    "units info suite.epd --json",
    "perft 2 --allow-impossible-checks --moves e2e4",
    "compare --depth 1 --timeout 2 --engine buggy",
    "compare --depth 1 --timeout 1 --json --suite fens.txt --engine cat",
    "compare --depth 1 --timeout 1 --engine true",
    "moves --san",
    "moves --uci --from e2 --captures",
    "moves --json --moves e2e4",
    "board",
    "board --ascii --svg new.svg",
    "board --json --allow-impossible-checks",
    "explain e2e4",
    "explain Nf3 --json",
    "explain e1g1 --moves e2e4",
    "explain e2e4 --svg new.svg",
    "explain O-O --json --svg -",
    "fen check fens.txt",
    "fen check suite.epd",
    "tables knight f3 --brief",
    "tables rook c3 --occupied c5,e3,b6 --json",
    "tables between a1 --to d4 --svg new.svg",
    "tables knight b1,g1 --technique shifts",
    "diagnose startpos 3 8900",
    "diagnose startpos 2 400 3 captures 33 --json --max-positions 1e4",
    "diagnose --counts suite.epd --max-positions 1e5",
    "diagnose --engine cat --timeout 1",
    "diagnose startpos 3 --divide fens.txt",
    "suite suite.epd fens.txt --max-nodes 1e5",
    "suite suite.epd --json --threads 2",
    "bench --seconds 1 --json",
    "completions bash",
];

/// The options that mutations insert.
const OPTIONS: [&str; 38] = [
    "--fen",
    "--technique",
    "--moves",
    "--allow-impossible-checks",
    "--backend",
    "--threads",
    "--hash",
    "--no-hash",
    "--divide",
    "--json",
    "--json-lines",
    "--by-depth",
    "--categories",
    "--swap-colors",
    "--out",
    "--memory",
    "--unit",
    "--records-per-unit",
    "--recount",
    "--engine",
    "--suite",
    "--depth",
    "--timeout",
    "--san",
    "--uci",
    "--from",
    "--captures",
    "--ascii",
    "--svg",
    "--max-nodes",
    "--seconds",
    "--to",
    "--occupied",
    "--brief",
    "--help",
    "--",
    "--counts",
    "--max-positions",
];

/// The commands that may run without an end if a number is large.
const LONG_COMMANDS: [&[u8]; 7] =
    [b"perft", b"units", b"compare", b"diagnose", b"suite", b"bench", b"uci"];

/// The file that some command lines read. An earlier run writes it.
const SPLIT_FILE: &str = "split.units";

/// The time in milliseconds after which such a command is interrupted.
const PATIENCE_MILLIS: u64 = 1_500;

pub fn scenario(random: &mut SplitMix, corpus: &Corpus) -> Scenario {
    if random.below(12) == 0 {
        return engine(random).into();
    }
    let mut run = Run::tabiya(choose(random, &LINES));
    let command = run.args[0].clone();
    let takes_fen =
        matches!(&command[..], b"perft" | b"moves" | b"board" | b"explain" | b"compare");
    if takes_fen && random.below(2) == 0 {
        run = run.arg("--fen").arg(corpus.fen(random));
    }
    if command == b"fen" && random.below(2) == 0 {
        run = run.arg(corpus.fen(random));
    }
    let mut files = vec![corpus.suite(random), corpus.fens(random)];
    let mut steps = Vec::new();
    if run.args.iter().any(|arg| arg == SPLIT_FILE.as_bytes()) {
        steps.push(Step::Run(Run::tabiya("units split 1 --out").arg(SPLIT_FILE)));
        if random.below(2) == 0 {
            let damage = Damage::Flip { bit: random.next() as u32 as usize };
            steps.push(Step::Damage { file: SPLIT_FILE.to_owned(), damage });
        }
    }
    if random.below(3) > 0 {
        mutate_args(random, &mut run.args, &OPTIONS);
    }
    for file in &mut files {
        if random.below(2) == 0 {
            mutate_bytes(random, &mut file.bytes);
        }
    }
    // The mutated arguments may name another command.
    if run.args.iter().any(|arg| LONG_COMMANDS.contains(&&arg[..])) {
        run = run.interrupted_after(PATIENCE_MILLIS);
    }
    steps.push(Step::Run(run));
    Scenario { files, steps, disk: None }
}

/// Returns an engine run with mutated arguments.
fn engine(random: &mut SplitMix) -> Run {
    let mut run = Run::new(Program::Engine, ["bench", "3"]);
    mutate_args(random, &mut run.args, &["bench", "12", "--help"]);
    run.interrupted_after(PATIENCE_MILLIS)
}
