//! Library timing in interleaved rounds.

use std::collections::HashMap;
use std::hint::black_box;

use anyhow::{Context, Result};
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::clock::{Clock, Stopwatch};
use super::competitors::Competitor;
use super::levels::Level;

/// A library's work in one round; returns a count that all libraries must agree on.
pub(super) type Work = Box<dyn FnMut() -> Result<u64>>;

/// A measured task with every library's work.
pub(super) struct Case {
    pub(super) name: String,
    /// The number of leaves, positions or moves per round.
    pub(super) amount: u64,
    /// The known count; `None` if the most common count is taken as correct.
    pub(super) expected: Option<u64>,
    /// The work for each of [`Competitor::ALL`], in that order; `None` if the library has no call
    /// for it.
    pub(super) works: Vec<Option<Work>>,
    /// The ratio to Tabiya's time above which a library stops after [`MIN_ROUNDS`], because more
    /// rounds would not change the order.
    pub(super) max_ratio: f64,
    pub(super) statistic: Statistic,
    pub(super) clock: Clock,
}

/// The statistic that summarizes a library's times.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statistic {
    /// The median of many short rounds. Ratios are paired: two times from the same round.
    Median,
    /// The minimum of a few long rounds. Each has the same amount of unpredictable work, so that
    /// noise only adds to the time.
    Minimum,
}

/// The minimum number of rounds: a single disturbance does not determine a median of three.
const MIN_ROUNDS: usize = 3;

/// Cases with a name.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) level: Option<Level>,
    pub(super) unit: Unit,
    pub(super) cases: Vec<Case>,
    /// The parts of each library's time, in the same order as [`Competitor::ALL`]; empty for most
    /// rows.
    pub(super) parts: Vec<Option<PartsCase>>,
}

/// The works by which the parts of one library's time are measured: the row's work, the same with
/// every library call made twice, and the same with a second key.
pub(super) struct PartsCase(pub(super) Case);

/// The parts of a library's time in a row, as fractions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Parts {
    /// The library's calls.
    pub(super) library: f64,
    /// The key that all libraries share.
    pub(super) key: f64,
}

impl PartsCase {
    fn measure(&mut self, unit: Unit, rounds: u32) -> Result<Option<Parts>> {
        let figures = self.0.measure(unit, rounds)?;
        let ratio = |index: usize| figures.entries[index].figure().map(|figure| figure.ratio);
        let part = |index| Some(ratio(index)? - 1.0);
        Ok(part(1).zip(part(2)).map(|(library, key)| Parts { library, key }))
    }
}

/// The unit for a row's figures.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Unit {
    MillionLeavesPerSecond,
    MillionNodesPerSecond,
    NanosecondsPerMove,
    NanosecondsPerPosition,
    NanosecondsPerFen,
    Seconds,
}

impl Unit {
    fn value(self, seconds: f64, amount: u64) -> f64 {
        match self {
            Self::MillionLeavesPerSecond | Self::MillionNodesPerSecond => {
                amount as f64 / seconds / 1e6
            }
            Self::Seconds => seconds,
            _ => seconds * 1e9 / amount as f64,
        }
    }

    /// Returns the unit with its denominator, such as `ns/move`.
    pub(super) const fn long_symbol(self) -> &'static str {
        match self {
            Self::MillionLeavesPerSecond => "million leaves/s",
            Self::MillionNodesPerSecond => "million nodes/s",
            Self::NanosecondsPerMove => "ns/move",
            Self::NanosecondsPerPosition => "ns/position",
            Self::NanosecondsPerFen => "ns/FEN",
            Self::Seconds => "s",
        }
    }

    /// Returns the unit as in tables, such as `ns`.
    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::MillionLeavesPerSecond => "Mleaves/s",
            Self::MillionNodesPerSecond => "Mnodes/s",
            Self::Seconds => "s",
            _ => "ns",
        }
    }
}

/// One library's summarized times in one row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Figure {
    /// The value in the row's unit.
    pub(super) value: f64,
    /// The library's time divided by Tabiya's.
    pub(super) ratio: f64,
    /// The interquartile range divided by the median.
    pub(super) spread: f64,
}

/// One library's result in one row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Entry {
    /// The library has no call for the task.
    Absent,
    /// The count differs from the correct one by this much, so that the time is meaningless.
    Wrong(i64),
    Timed(Figure),
}

impl Entry {
    pub(super) const fn figure(self) -> Option<Figure> {
        match self {
            Self::Timed(figure) => Some(figure),
            Self::Absent | Self::Wrong(_) => None,
        }
    }

    pub(super) const fn count_difference(self) -> Option<i64> {
        match self {
            Self::Wrong(difference) => Some(difference),
            Self::Absent | Self::Timed(_) => None,
        }
    }
}

/// The results for a row or a case, one entry for each of [`Competitor::ALL`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
}

/// A row's results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RowResult {
    pub(super) level: Option<Level>,
    pub(super) unit: Unit,
    /// The geometric means over the cases.
    pub(super) overall: Figures,
    pub(super) cases: Vec<Figures>,
    /// The parts of each library's time; empty for most rows.
    pub(super) parts: Vec<Option<Parts>>,
}

impl RowResult {
    /// Returns the name, with the CPU level if there is one.
    pub(super) fn label(&self) -> String {
        let name = &self.overall.name;
        self.level.map_or_else(|| name.clone(), |level| format!("{name} {}", level.name()))
    }

    /// Returns each library with its entry.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Competitor, Entry)> {
        Competitor::ALL.iter().copied().zip(self.overall.entries.iter().copied())
    }

    /// Returns the fastest other library, with its time divided by Tabiya's.
    pub(super) fn fastest_other(&self) -> Option<(Competitor, f64)> {
        // A ratio to a wrong result is meaningless.
        self.overall.entries[0].figure()?;
        let others = self.entries().filter(|(competitor, _)| competitor.is_other());
        let ratios = others.filter_map(|(other, entry)| Some((other, entry.figure()?.ratio)));
        ratios.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// Returns the named library's time divided by Tabiya's.
    pub(super) fn ratio_to(&self, name: &str) -> Option<f64> {
        self.overall.entries[0].figure()?;
        let mut entries = self.entries();
        let (_, entry) = entries.find(|(competitor, _)| competitor.name() == name)?;
        entry.figure().map(|figure| figure.ratio)
    }
}

impl Row {
    pub(super) fn measure(&mut self, rounds: u32) -> Result<RowResult> {
        let unit = self.unit;
        let cases: Result<Vec<_>> =
            self.cases.iter_mut().map(|case| case.measure(unit, rounds)).collect();
        let cases = cases?;
        let overall = Figures {
            name: self.name.clone(),
            entries: (0..Competitor::ALL.len())
                .map(|index| geometric_mean(&cases, index))
                .collect(),
        };
        let parts = self.parts.iter_mut().map(|case| match case {
            Some(case) => case.measure(unit, rounds),
            None => Ok(None),
        });
        let parts = parts.collect::<Result<_>>()?;
        Ok(RowResult { level: self.level, unit, overall, cases, parts })
    }
}

/// One library's rounds.
#[derive(Clone, Default)]
struct Rounds {
    seconds: Vec<f64>,
    counts: Vec<u64>,
}

impl Case {
    fn measure(&mut self, unit: Unit, rounds: u32) -> Result<Figures> {
        let mut libraries = vec![Rounds::default(); self.works.len()];
        let mut random = Rng::with_seed(0);
        for round in 0..rounds {
            for index in shuffled_order(round, libraries.len()) {
                let Some(work) = &mut self.works[index] else { continue };
                let has_stopped = libraries[index].seconds.len() < round as usize;
                if has_stopped
                    || is_clearly_slower(
                        &libraries[index].seconds,
                        &libraries[0].seconds,
                        self.max_ratio,
                    )
                {
                    continue;
                }
                let watch = Stopwatch::start(self.clock);
                let count = run_at_stack_offset(random.u32(..FRAMES), work);
                let seconds = watch.seconds();
                let name = || format!("{}: {}", self.name, Competitor::ALL[index].name());
                libraries[index].counts.push(count.with_context(name)?);
                libraries[index].seconds.push(seconds);
            }
        }
        let correct = self.expected.or_else(|| most_common_count(&libraries));
        let entry = |rounds: &Rounds| match correct {
            Some(correct) => self.entry(unit, rounds, &libraries[0], correct),
            None => Entry::Absent,
        };
        Ok(Figures { name: self.name.clone(), entries: libraries.iter().map(entry).collect() })
    }

    /// Summarizes a library's rounds relative to Tabiya's.
    fn entry(&self, unit: Unit, rounds: &Rounds, tabiya: &Rounds, correct: u64) -> Entry {
        let Rounds { seconds, counts } = rounds;
        if seconds.is_empty() {
            return Entry::Absent;
        }
        if let Some(&count) = counts.iter().find(|&&count| count != correct) {
            return Entry::Wrong(count.cast_signed().wrapping_sub(correct.cast_signed()));
        }
        let (time, ratio) = match self.statistic {
            Statistic::Median => {
                let ratios = seconds.iter().zip(&tabiya.seconds).map(|(time, base)| time / base);
                (median(seconds.clone()), median(ratios.collect()))
            }
            Statistic::Minimum => (minimum(seconds), minimum(seconds) / minimum(&tabiya.seconds)),
        };
        let spread = spread(seconds.clone());
        Entry::Timed(Figure { value: unit.value(time, self.amount), ratio, spread })
    }
}

/// Returns the most common count in the first rounds; on a tie, the first library's.
fn most_common_count(libraries: &[Rounds]) -> Option<u64> {
    let mut frequencies = HashMap::new();
    let first_counts = || libraries.iter().filter_map(|rounds| rounds.counts.first().copied());
    for count in first_counts() {
        *frequencies.entry(count).or_insert(0_u32) += 1;
    }
    let highest = frequencies.values().copied().max()?;
    first_counts().find(|count| frequencies[count] == highest)
}

/// The number of [`run_at_stack_offset`] frames that cover at least a page.
const FRAMES: u32 = 64;

/// Runs the work at a stack offset that is this many frames.
///
/// The operating system randomizes each process's stack address. Some addresses are slow, such as
/// those at which a move list crosses a page. Random offsets average over them: see
/// `docs/benchmarking.md`.
#[inline(never)]
fn run_at_stack_offset(frames: u32, work: &mut Work) -> Result<u64> {
    let frame = black_box([frames; 20]);
    let count = if frames == 0 { work() } else { run_at_stack_offset(frames - 1, work) };
    black_box(frame);
    count
}

/// Tests whether a library's median time divided by Tabiya's already exceeds the limit.
fn is_clearly_slower(library: &[f64], tabiya: &[f64], max_ratio: f64) -> bool {
    let is_conclusive = library.len().min(tabiya.len()) >= MIN_ROUNDS;
    is_conclusive && median(library.to_vec()) > max_ratio * median(tabiya.to_vec())
}

/// Returns the order in which the libraries run in a round.
///
/// The order is shuffled, so that each library runs after different predecessors: a long run or a
/// pause affects the next time.
fn shuffled_order(round: u32, libraries: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..libraries).collect();
    Rng::with_seed(round.into()).shuffle(&mut order);
    order
}

/// Returns a library's geometric mean over the cases; wrong or absent if a case is.
fn geometric_mean(cases: &[Figures], index: usize) -> Entry {
    let entries = || cases.iter().map(|case| case.entries[index]);
    if entries().any(|entry| entry.count_difference().is_some()) {
        return Entry::Wrong(entries().filter_map(Entry::count_difference).sum());
    }
    let Some(figures) = entries().map(Entry::figure).collect::<Option<Vec<_>>>() else {
        return Entry::Absent;
    };
    let mean = |field: fn(&Figure) -> f64| {
        let logarithms: f64 = figures.iter().map(|figure| field(figure).ln()).sum();
        (logarithms / figures.len() as f64).exp()
    };
    Entry::Timed(Figure {
        value: mean(|figure| figure.value),
        ratio: mean(|figure| figure.ratio),
        spread: mean(|figure| figure.spread),
    })
}

fn minimum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// Returns the interquartile range divided by the median.
fn spread(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let quarter = values.len() / 4;
    let middle_half = values[values.len() - 1 - quarter] - values[quarter];
    middle_half / median(values)
}

#[cfg(test)]
mod tests;
