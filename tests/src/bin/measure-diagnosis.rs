//! Measures the diagnosis on posted totals, random edits, random pairs, random offsets and all edits, and
//! writes `docs/reference/diagnosis.md`.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};
use std::{fs, slice};

use tabiya_explain::diagnosis::{Cause, Confidence, Diagnosis, Edit, LeafCounts, Observation};
use tabiya_suites::data;
use tabiya_suites::random::SplitMix;
use tabiya_tests::diagnosis::{
    KIWIPETE, NO_LIMITS, START, count, find, position, posted_series, posted_totals, question,
    random_wrong_total, total,
};

const HEAD: &str = "\
# Measures of the diagnosis

You can see here how often [`tabiya diagnose`](../cli.md#diagnose-a-wrong-number) is right. The command
`cargo run --release -p tabiya-tests --bin measure-diagnosis` writes this page, in about half an hour. Its random numbers
have fixed seeds, so only the times differ between runs; they are those of one core.
";

/// The seed for all samples.
const SEED: u64 = 54;

fn main() -> Result<(), std::io::Error> {
    let mut page = format!("{HEAD}\n| measure | goal | result |\n|---|---|---|\n");
    let (posted, posted_table) = posted_singly();
    let (series, series_table) = posted_by_source();
    for row in [posted, series, random_singles(), random_pairs(), random_offsets()] {
        page.push_str(&row);
    }
    let (questions, questions_table) = questions_for_all_edits();
    let _ = write!(page, "{questions}{posted_table}{series_table}{questions_table}");
    fs::write(data("../../docs/reference/diagnosis.md"), page)
}

/// The time within which an answer should come.
const TIME_GOAL: Duration = Duration::from_secs(10);

/// The answers to a sample, and their times.
#[derive(Default)]
struct Sample {
    size: usize,
    right: usize,
    times: Vec<Duration>,
}

impl Sample {
    /// Diagnoses observations, and notes the time.
    fn find(&mut self, observations: &[Observation]) -> Diagnosis {
        let start = Instant::now();
        let diagnosis = find(observations);
        self.times.push(start.elapsed());
        self.size += 1;
        diagnosis
    }

    fn row(mut self, measure: &str, goal: &str) -> String {
        self.times.sort();
        let seconds = |index: usize| self.times[index].as_secs_f64();
        let [median, greatest] = [self.size / 2, self.size - 1].map(seconds);
        let fast = self.times.iter().filter(|time| **time <= TIME_GOAL).count();
        let Self { size, right, .. } = self;
        let times = format!("{fast} within 10 s, median {median:.1} s, at most {greatest:.1} s");
        format!("| {measure} | {goal} | {right} of {size}; {times} |\n")
    }
}

/// Returns a cause's place among the candidates, from 1 on.
fn place(diagnosis: &Diagnosis, code: &str) -> Option<usize> {
    let place = diagnosis.candidates.iter().position(|cause| cause.to_string() == code);
    place.map(|place| place + 1)
}

fn posted_singly() -> (String, String) {
    let mut table = "\n## Posted totals, each alone\n\n\
        | position | depth | reported | right | cause | edits that fit | place of the cause |\n\
        |---|---|---|---|---|---|---|\n"
        .to_owned();
    let mut sample = Sample::default();
    for row in posted_totals().iter().filter(|row| row.is_explained()) {
        let diagnosis = sample.find(slice::from_ref(&row.observation));
        let place = place(&diagnosis, &row.cause);
        sample.right += usize::from(place.is_some());
        let place = place.map_or("missing".to_owned(), |place| place.to_string());
        let Observation { position, depth, reported } = &row.observation;
        let _ = writeln!(
            table,
            "| `{}` | {depth} | {} | {} | `{}` | {} | {place} |",
            position.fen(),
            reported.total(),
            row.right,
            row.cause,
            diagnosis.candidates.len(),
        );
    }
    (sample.row("posted totals, each alone: the cause is a candidate", "15 of 18"), table)
}

fn posted_by_source() -> (String, String) {
    let mut table = "\n## Posted totals of one source, together\n\n\
        | source | totals | cause | edits that fit | place of the cause |\n|---|---|---|---|---|\n"
        .to_owned();
    let mut sample = Sample::default();
    for rows in posted_series() {
        let observations: Vec<_> = rows.iter().map(|row| row.observation.clone()).collect();
        let diagnosis = sample.find(&observations);
        let cause = &rows[0].cause;
        let place = place(&diagnosis, cause);
        sample.right += usize::from(place.is_some_and(|place| place <= 3));
        let place = place.map_or("missing".to_owned(), |place| place.to_string());
        let fits = diagnosis.candidates.len();
        let _ = writeln!(
            table,
            "| {} | {} | `{cause}` | {fits} | {place} |",
            rows[0].source,
            rows.len()
        );
    }
    (sample.row("posted totals by source: the cause among the first three", "all"), table)
}

fn random_singles() -> String {
    let trees =
        [START, KIWIPETE].into_iter().flat_map(|fen| (1..=5).map(move |depth| (fen, depth)));
    let counts: Vec<_> = trees
        .map(|(fen, depth)| {
            let counts = LeafCounts::new(&position(fen), depth, NO_LIMITS, &mut || true);
            (fen, depth, counts.expect("no limits"))
        })
        .collect();
    let edits: Vec<_> = Edit::all().collect();
    let mut random = SplitMix(SEED);
    let mut sample = Sample::default();
    for _ in 0..200 {
        let edit = edits[random.below(edits.len())];
        let observe =
            |(fen, depth, counts): &(&str, u8, LeafCounts)| total(fen, *depth, counts.with(edit));
        let observations: Vec<_> = counts.iter().map(observe).collect();
        let diagnosis = sample.find(&observations);
        // All candidates yield the same counts, so they form one class.
        let is_named = diagnosis.candidates.contains(&edit.into());
        sample.right += usize::from(is_named || diagnosis.confidence() == Confidence::Right);
    }
    sample.row(
        "random edits, start position and Kiwipete at depths 1 to 5: the edit is in the only class that fits, or changes no count",
        "95 of 100, 10 s",
    )
}

fn random_pairs() -> String {
    let edits: Vec<_> = Edit::all().filter(|edit| !edit.code().starts_with("hash-key")).collect();
    let mut random = SplitMix(SEED);
    let mut sample = Sample::default();
    for _ in 0..100 {
        let pair = [(); 2].map(|()| edits[random.below(edits.len())]);
        let cause = Cause::from(pair);
        let trees =
            [START, KIWIPETE].into_iter().flat_map(|fen| (1..=4).map(move |depth| (fen, depth)));
        let observations: Vec<_> = trees
            .map(|(fen, depth)| total(fen, depth, count(&position(fen), depth, &cause)))
            .collect();
        let diagnosis = sample.find(&observations);
        // An edit that changes no count beside the other leaves the same counts as a single one.
        let is_named = diagnosis
            .candidates
            .iter()
            .take(5)
            .any(|found| found.edits().iter().all(|edit| pair.contains(edit)));
        sample.right += usize::from(is_named || diagnosis.confidence() == Confidence::Right);
    }
    sample.row(
        "random pairs, start position and Kiwipete at depths 1 to 4: the pair, or its only edit that changes a count, among the first five",
        "90 of 100, 30 s",
    )
}

fn random_offsets() -> String {
    let posted = posted_totals();
    let mut random = SplitMix(SEED);
    let mut sample = Sample::default();
    for _ in 0..100 {
        let observation = random_wrong_total(&mut random, &posted);
        let diagnosis = sample.find(slice::from_ref(&observation));
        sample.right += usize::from(diagnosis.confidence() != Confidence::Fits);
    }
    sample.row("random offsets of Kiwipete at depth 3: not named as if sure", "95 of 100")
}

/// Follows the questions from all edits to each class whose edits have equal counts.
fn questions_for_all_edits() -> (String, String) {
    let mut edits_by_questions = BTreeMap::<usize, usize>::new();
    let all: Vec<Cause> = Edit::all().map(Cause::from).chain([Cause::NONE]).collect();
    let mut open = vec![(0, all)];
    while let Some((asked, causes)) = open.pop() {
        match question(&causes) {
            Some(question) => {
                open.extend(question.answers.into_iter().map(|(_, causes)| (asked + 1, causes)));
            }
            None => *edits_by_questions.entry(asked).or_default() += causes.len(),
        }
    }
    let most = edits_by_questions.keys().last().expect("at least one class");
    let row = format!(
        "| questions to an engine with any edit, or none | at most 12 | at most {most} |\n"
    );
    let mut table =
        "\n## Questions\n\nThe number of counts that name an edit of an engine, or find \
        none:\n\n| questions | edits |\n|---|---|\n"
            .to_owned();
    for (questions, edits) in edits_by_questions {
        let _ = writeln!(table, "| {questions} | {edits} |");
    }
    (row, table)
}
