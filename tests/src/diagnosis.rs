//! Data for the diagnosis measures: wrong totals that people posted, and counts with given causes.

use std::collections::BTreeMap;
use std::fs;

use tabiya::Position;
use tabiya_explain::diagnosis::{
    Cause, Diagnosis, Limits, Observation, Question, Reported, count_leaves, diagnose,
};
use tabiya_suites::data;
use tabiya_suites::random::SplitMix;

/// The start position's FEN.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The FEN for the position that is known as Kiwipete.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Limits that no tree in a test reaches.
pub const NO_LIMITS: Limits = Limits { positions: u64::MAX };

/// Returns the position that a FEN describes.
///
/// # Panics
///
/// Panics if the FEN is invalid.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Counts the leaves in a tree with a cause's edits.
///
/// # Panics
///
/// Panics if the depth is 0 or too large.
pub fn count(position: &Position, depth: u8, cause: &Cause) -> u64 {
    count_leaves(position, depth, cause, NO_LIMITS, &mut || true).expect("a valid depth")
}

/// Returns the diagnosis for some observations.
///
/// # Panics
///
/// Panics if there are none, or their trees exceed the default limits.
pub fn find(observations: &[Observation]) -> Diagnosis {
    diagnose(observations, Limits::default(), &mut || true).expect("small trees")
}

/// Returns a reported total as an observation.
///
/// # Panics
///
/// Panics if the FEN is invalid.
pub fn total(fen: &str, depth: u8, total: u64) -> Observation {
    Observation { position: position(fen), depth, reported: Reported::Total(total) }
}

/// A wrong total that somebody posted.
#[derive(Debug)]
pub struct PostedTotal {
    /// The tree and the posted leaf count.
    pub observation: Observation,
    /// The correct leaf count.
    pub right: u64,
    /// The code for the edit that is its cause, codes joined by +, or "unexplained".
    pub cause: String,
    /// The thread, issue or page where the total was posted.
    pub source: String,
}

impl PostedTotal {
    /// Tests whether the cause is known, and a single edit.
    pub fn is_explained(&self) -> bool {
        self.cause != "unexplained" && !self.cause.contains('+')
    }
}

/// Reads the posted totals. Sums over depths become the difference to the sum at the previous depth.
///
/// # Panics
///
/// Panics if the file is missing or malformed.
pub fn posted_totals() -> Vec<PostedTotal> {
    let text =
        fs::read_to_string(data("perft/posted-wrong-totals.tsv")).expect("the file is there");
    let mut sums = BTreeMap::new();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let [fen, depth, kind, posted, right, _, source, cause] = fields[..] else {
            panic!("{line}: expected 8 fields");
        };
        let [depth, mut posted, mut right] =
            [depth, posted, right].map(|text| text.parse::<u64>().expect(line));
        if kind == "sum" {
            sums.insert((fen, depth), (posted, right));
            let Some(before) = sums.get(&(fen, depth - 1)) else { continue };
            posted -= before.0;
            right -= before.1;
        }
        if right < 10_000_000 {
            let observation = total(fen, depth as u8, posted);
            rows.push(PostedTotal {
                observation,
                right,
                cause: cause.to_owned(),
                source: source.to_owned(),
            });
        }
    }
    rows
}

/// Returns the explained totals from sources that posted several with one cause.
pub fn posted_series() -> Vec<Vec<PostedTotal>> {
    let mut series: BTreeMap<_, Vec<PostedTotal>> = BTreeMap::new();
    for row in posted_totals().into_iter().filter(|row| row.cause != "unexplained") {
        series.entry((row.source.clone(), row.cause.clone())).or_default().push(row);
    }
    series.into_values().filter(|rows| rows.len() > 1).collect()
}

/// Draws a wrong total for Kiwipete at depth 3, whose offset is a posted total's offset times ½ to
/// 2.
pub fn random_wrong_total(random: &mut SplitMix, posted: &[PostedTotal]) -> Observation {
    let row = &posted[random.below(posted.len())];
    let offset = row.observation.reported.total() as i64 - row.right as i64;
    let size = (offset.abs() * (50 + random.below(151) as i64) / 100).max(1);
    total(KIWIPETE, 3, (97_862 + offset.signum() * size).max(1) as u64)
}

/// Returns the question that distinguishes causes, if any does.
///
/// # Panics
///
/// Panics if a built-in position's depth is too large.
pub fn question(causes: &[Cause]) -> Option<Question> {
    Question::between(causes, NO_LIMITS, &mut || true).expect("valid depths")
}
