//! Tests of the diagnosis: its generator against the suites, its bugs on their examples and on the
//! six standard positions of the Chess Programming Wiki, and wrong totals that people posted.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::sync::{LazyLock, Mutex};
use std::thread;

use tabiya::Position;
use tabiya::perft::perft;
use tabiya_explain::diagnosis::{
    Bug, BugSet, Diagnosis, LeafCounts, Limits, Observation, Reported, SearchExtent, count_leaves,
    diagnose,
};
use tabiya_suites::data;
use tabiya_suites::parallel::cpu_count;
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::{all_suites, load};

/// The six standard positions, each with its greatest depth.
const STANDARD: [(&str, u8); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn explore(fen: &str, depth: u8) -> LeafCounts {
    let counts = LeafCounts::new(&position(fen), depth, Limits::default(), &mut || true);
    counts.unwrap_or_else(|error| panic!("{fen}, depth {depth}: {error}"))
}

/// The counts of the standard positions at depths from 3.
static COUNTS: LazyLock<Vec<LeafCounts>> = LazyLock::new(|| {
    let trees: Vec<_> =
        STANDARD.iter().flat_map(|&(fen, max)| (3..=max).map(move |depth| (fen, depth))).collect();
    let next = Mutex::new(trees.iter().enumerate());
    let done = Mutex::new(HashMap::new());
    thread::scope(|scope| {
        for _ in 0..cpu_count() {
            scope.spawn(|| {
                loop {
                    let tree = next.lock().expect("no thread panicked").next();
                    let Some((index, &(fen, depth))) = tree else { return };
                    let counts = explore(fen, depth);
                    done.lock().expect("no thread panicked").insert(index, counts);
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panicked");
    (0..trees.len()).filter_map(|index| done.remove(&index)).collect()
});

/// Returns all pairs of different bugs.
fn pairs() -> Vec<BugSet> {
    let pair = |a: Bug, b: Bug| BugSet::EMPTY.with(a).with(b);
    let partners = |a: Bug| Bug::ALL.iter().filter(move |&&b| a < b).map(move |&b| pair(a, b));
    Bug::ALL.iter().flat_map(|&a| partners(a)).collect()
}

/// Returns some pairs in which no bug is without effect on the standard positions.
fn random_pairs(count: usize, seed: u64) -> Vec<BugSet> {
    let mut pairs = pairs();
    let effective: BugSet = COUNTS
        .iter()
        .flat_map(|counts| counts.effective_bugs().iter().collect::<Vec<_>>())
        .collect();
    pairs.retain(|pair| pair.difference(effective).is_empty());
    let mut random = SplitMix(seed);
    (0..count).map(|_| pairs.swap_remove(random.below(pairs.len()))).collect()
}

#[test]
fn generator_without_bugs_equals_perft_on_all_suites() {
    let mut positions = 0;
    for path in all_suites().expect("the suites are there") {
        for row in load(&path).expect("the suite is valid") {
            let position = row.position().expect("the FEN is valid");
            let expected = perft(&position, 2) as u64;
            assert_eq!(count_leaves(&position, 2, BugSet::EMPTY), expected, "{}", row.fen);
            positions += 1;
        }
    }
    assert!(positions > 6000);
}

#[test]
fn counts_without_bugs_equal_perft_on_standard_positions() {
    let trees = STANDARD.iter().flat_map(|&(fen, max)| (3..=max).map(move |depth| (fen, depth)));
    for ((fen, depth), counts) in trees.zip(&*COUNTS) {
        let expected = perft(&position(fen), depth) as u64;
        assert_eq!(counts.count(BugSet::EMPTY), expected, "{fen}, depth {depth}");
    }
}

/// The walk that branches behind queries agrees with a plain count for each set of bugs.
#[test]
fn counts_with_bugs_equal_plain_counts() {
    let mut random = SplitMix(34);
    let all = pairs();
    let fens = STANDARD.iter().map(|&(fen, _)| (fen, 2));
    let rules = Bug::ALL.iter().map(|bug| (bug.example().fen, 3));
    for (fen, depth) in fens.chain(rules) {
        let counts = explore(fen, depth);
        let mut sets: Vec<_> = Bug::ALL.iter().map(|&bug| BugSet::EMPTY.with(bug)).collect();
        sets.extend((0..40).map(|_| all[random.below(all.len())]));
        for bugs in sets {
            let expected = count_leaves(&position(fen), depth, bugs);
            assert_eq!(counts.count(bugs), expected, "{fen}, depth {depth}: {bugs}");
        }
    }
}

#[test]
fn bug_changes_count_of_its_example_at_least_depth() {
    for &bug in Bug::ALL {
        let example = bug.example();
        let root = position(example.fen);
        for depth in 1..=example.depth {
            let right = perft(&root, depth) as u64;
            let wrong = count_leaves(&root, depth, BugSet::EMPTY.with(bug));
            let expected =
                if depth < example.depth { (right, right) } else { (example.right, example.wrong) };
            assert_eq!((right, wrong), expected, "{bug}: {}, depth {depth}", example.fen);
        }
        assert_ne!(example.right, example.wrong, "{bug}");
    }
}

/// Returns the candidates for the numbers that bugs produce on the standard positions, and on the
/// examples.
fn candidates(bugs: BugSet, examples: &[(Bug, LeafCounts)]) -> Vec<BugSet> {
    let own = examples.iter().filter(|(bug, _)| bugs.contains(*bug)).map(|(_, counts)| counts);
    let trees: Vec<_> =
        COUNTS.iter().chain(own).map(|counts| (counts, counts.count(bugs))).collect();
    LeafCounts::explain(&trees)
}

#[test]
fn each_bug_is_found_from_its_numbers() {
    let example = |&bug: &Bug| (bug, explore(bug.example().fen, bug.example().depth));
    let examples: Vec<_> = Bug::ALL.iter().map(example).collect();
    for &bug in Bug::ALL {
        let bugs = BugSet::EMPTY.with(bug);
        let found = candidates(bugs, &examples);
        assert!(found.contains(&bugs) && found.len() <= 2, "{bug}: {found:?}");
    }
}

#[test]
fn random_pairs_are_found_from_their_numbers() {
    let pairs = random_pairs(100, 34);
    let mut missed = Vec::new();
    for &pair in &pairs {
        let found = candidates(pair, &[]);
        // A bug that hides the other one has the same numbers alone.
        let is_single =
            found.iter().all(|bugs| bugs.len() == 1 && bugs.difference(pair).is_empty());
        if !found.contains(&pair) && !is_single || found.len() > 4 {
            missed.push((pair.to_string(), found));
        }
    }
    assert!(missed.len() <= 5, "{missed:?}");
}

fn diagnose_total(fen: &str, depth: u8, total: u64) -> Diagnosis {
    let position = position(fen);
    let observation = Observation { position, depth, reported: Reported::Total(total) };
    diagnose(&[observation], Limits::default(), &mut || true)
        .unwrap_or_else(|error| panic!("{fen}, depth {depth}: {error}"))
}

/// A sum over depths is compared by its difference to the sum at the previous depth.
#[test]
fn posted_wrong_totals_have_the_recorded_diagnosis() {
    let text =
        fs::read_to_string(data("perft/posted-wrong-totals.tsv")).expect("the file is there");
    let mut sums = HashMap::new();
    let mut explained = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let [fen, depth, kind, posted, right, _, _, expected] = fields[..] else {
            panic!("{line}: expected 8 fields");
        };
        let number = |text: &str| text.parse::<u64>().expect(line);
        let depth = number(depth) as u8;
        let posted = number(posted);
        let right = number(right);
        let mut total = Some((posted, right));
        if kind == "sum" {
            sums.insert((fen, depth), (posted, right));
            let before = sums.get(&(fen, depth - 1));
            total = before.map(|before| (posted - before.0, right - before.1));
        }
        let Some((total, right)) = total.filter(|&(_, right)| right < 10_000_000) else { continue };
        let diagnosis = diagnose_total(fen, depth, total);
        assert_eq!(diagnosis.comparisons[0].right, right, "{line}");
        let names: Vec<_> = diagnosis.candidates.iter().map(ToString::to_string).collect();
        if expected == "unexplained" {
            assert!(
                names.is_empty() && diagnosis.extent == SearchExtent::Pairs,
                "{line}: {names:?}"
            );
        } else {
            assert_eq!(names, [expected], "{line}");
            explained += 1;
        }
    }
    assert_eq!(explained, 6);
}

/// Returns a divide of lines like `e2e4 20`.
fn parse_divide(text: &str) -> Reported {
    let parse = |line: &str| {
        let (mv, leaves) = line.split_once(' ').expect(line);
        (mv.to_owned(), leaves.parse().expect(line))
    };
    Reported::Divide(text.split(", ").map(parse).collect())
}

fn check_divide(fen: &str, depth: u8, divide: &str, expected: &[&str]) {
    let observation =
        Observation { position: position(fen), depth, reported: parse_divide(divide) };
    let diagnosis =
        diagnose(&[observation], Limits::default(), &mut || true).expect("the tree is small");
    let names: Vec<_> = diagnosis.candidates.iter().map(ToString::to_string).collect();
    assert_eq!(names, expected, "{fen}: {divide}");
}

/// The divides are those of Drofa's issue 207 and of `BitBishop`'s `docs/debug_perft.md`.
#[test]
fn posted_divides_are_explained() {
    check_divide(
        STANDARD[0].0,
        4,
        "a2a3 8457, b2b3 9347, c2c3 9347, d2d3 11961, e2e3 13280, f2f3 8457, g2g3 9347, h2h3 8457, \
         a2a4 9329, b2b4 9332, c2c4 9818, d2d4 12437, e2e4 13308, f2f4 8929, g2g4 9328, h2h4 9329, \
         b1a3 8885, b1c3 9757, g1f3 9754, g1h3 8883",
        &["legality-not-tested"],
    );
    check_divide(
        STANDARD[2].0,
        5,
        "a5a4 52943, a5a6 59028, b4b1 69653, b4b2 48486, b4b3 59708, b4a4 45580, b4c4 63770, \
         b4d4 59563, b4e4 54181, b4f4 10774, e2e3 45326, e2e4 36889, g2g3 14747, g2g4 53895",
        &["en-passant-no-evasion"],
    );
}

#[test]
fn divide_with_castling_in_both_notations_is_explained() {
    let fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    let moves = "e2e3 1, e2e4 1, e1d1 1, e1d2 1, e1f1 1, e1f2 1, h1f1 1, h1g1 1, h1h2 1, h1h3 1, \
                 h1h4 1, h1h5 1, h1h6 1, h1h7 1, h1h8 1";
    check_divide(fen, 1, moves, &["no-castling", "no-kingside-castling"]);
    for castling in ["e1g1", "e1h1"] {
        let moves = moves.replace("e2e4 1, ", "");
        check_divide(fen, 1, &format!("{moves}, {castling} 1"), &["no-double-push"]);
    }
    check_divide(fen, 1, &format!("{moves}, e1g1 1, a1a2 1"), &[]);
}

#[test]
fn page_of_classic_bugs_lists_the_catalogue() {
    let mut table = String::new();
    let mut group = "";
    for &bug in Bug::ALL {
        if bug.group() != group {
            group = bug.group();
            let head =
                "| bug | rule | position | depth | right | wrong |\n|---|---|---|---|---|---|";
            let _ = writeln!(table, "\n## {group}\n\n{head}");
        }
        let example = bug.example();
        let _ = writeln!(
            table,
            "| `{bug}` | {} | `{}` | {} | {} | {} |",
            bug.rule(),
            example.fen,
            example.depth,
            example.right,
            example.wrong,
        );
    }
    let path = data("../../docs/reference/classic-bugs.md");
    let page = fs::read_to_string(path).expect("the page is there");
    assert!(
        page.ends_with(&table),
        "expected at the end of docs/reference/classic-bugs.md:\n{table}"
    );
}
