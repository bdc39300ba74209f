//! Taking turns with the stopwatch.

use std::hint::black_box;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;

use super::rows::Contestant;

/// What a contestant does in its turn; answers a count that all must agree on.
pub(super) type Work = Box<dyn FnMut() -> Result<u64>>;

/// One piece of work, done by every contestant that can.
pub(super) struct Case {
    pub(super) name: String,
    /// How many leaves, positions or moves are worked through in one turn.
    pub(super) amount: u64,
    /// The count, where it is known from elsewhere.
    pub(super) expected: Option<u64>,
    /// One for each of [`Contestant::ALL`], in that order.
    pub(super) works: Vec<Option<Work>>,
    /// How many times our time a contestant may take before it has no more than [`FEWEST_TURNS`]:
    /// more would not tell who is ahead.
    pub(super) in_doubt: f64,
}

/// A median of three is not what a single disturbance says.
const FEWEST_TURNS: usize = 3;

/// One question.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) unit: Unit,
    pub(super) cases: Vec<Case>,
}

/// How the answer is told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    MillionLeavesASecond,
    NanosecondsA(&'static str),
    Seconds,
}

impl Unit {
    fn value(self, seconds: f64, amount: u64) -> f64 {
        match self {
            Self::MillionLeavesASecond => amount as f64 / seconds / 1e6,
            Self::NanosecondsA(_) => seconds * 1e9 / amount as f64,
            Self::Seconds => seconds,
        }
    }

    pub(super) fn words(self) -> String {
        match self {
            Self::MillionLeavesASecond => "million leaves a second".to_owned(),
            Self::NanosecondsA(what) => format!("ns a {what}"),
            Self::Seconds => "s".to_owned(),
        }
    }

    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::MillionLeavesASecond => "Mleaves/s",
            Self::NanosecondsA(_) => "ns",
            Self::Seconds => "s",
        }
    }
}

/// What was found about one contestant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    /// In the unit of the row.
    pub(super) value: f64,
    /// The contestant's time by the first one's, in the same round.
    pub(super) ratio: f64,
    /// The middle half of the contestant's times, by the median.
    pub(super) spread: f64,
}

/// A row or a case, measured; one entry for each of [`Contestant::ALL`].
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) name: String,
    pub(super) of: Vec<Option<Figure>>,
}

/// A row, measured.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) unit: Unit,
    /// The geometric means of the cases.
    pub(super) overall: Figures,
    pub(super) cases: Vec<Figures>,
}

impl Measured {
    /// The fastest rival, and its time by ours.
    pub(super) fn best_rival(&self) -> Option<(Contestant, f64)> {
        let rivals = Contestant::ALL.into_iter().zip(&self.overall.of).skip(1);
        let ratios = rivals.filter_map(|(rival, figure)| Some((rival, (*figure)?.ratio)));
        ratios.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }
}

impl Row {
    pub(super) fn measure(&mut self, rounds: u32) -> Result<Measured> {
        let unit = self.unit;
        let cases: Result<Vec<_>> =
            self.cases.iter_mut().map(|case| case.measure(unit, rounds)).collect();
        let cases = cases?;
        let overall = Figures {
            name: self.name.clone(),
            of: (0..Contestant::ALL.len()).map(|index| mean(&cases, index)).collect(),
        };
        Ok(Measured { unit, overall, cases })
    }
}

impl Case {
    fn measure(&mut self, unit: Unit, rounds: u32) -> Result<Figures> {
        let contestants = self.works.len();
        let mut seconds = vec![Vec::new(); contestants];
        let mut expected = self.expected;
        let mut random = Rng::with_seed(0);
        for round in 0..rounds {
            for index in order(round, contestants) {
                let Some(work) = &mut self.works[index] else { continue };
                let has_stopped = seconds[index].len() < round as usize;
                if has_stopped || is_settled(&seconds[index], &seconds[0], self.in_doubt) {
                    continue;
                }
                let start = Instant::now();
                let counted = deeper(random.u32(..FRAMES), work);
                seconds[index].push(start.elapsed().as_secs_f64());
                let who = Contestant::ALL[index].name();
                let count = counted.with_context(|| format!("{}: {who}", self.name))?;
                let expected = *expected.get_or_insert(count);
                ensure!(count == expected, "{}: {who} counts {count}, not {expected}", self.name);
            }
        }
        let figure = |theirs: &Vec<f64>| {
            let paired = theirs.iter().zip(&seconds[0]).map(|(theirs, first)| theirs / first);
            (!theirs.is_empty()).then(|| Figure {
                value: unit.value(median(theirs.clone()), self.amount),
                ratio: median(paired.collect()),
                spread: spread(theirs.clone()),
            })
        };
        Ok(Figures { name: self.name.clone(), of: seconds.iter().map(figure).collect() })
    }
}

/// So many frames of [`deeper`] are at least a page.
const FRAMES: u32 = 64;

/// Works so many frames further down the stack.
///
/// Where the stack begins, each process draws anew, and some places are slow: a list that begins
/// where a page ends takes an eighth longer, and there were processes of which all turns took
/// longer, even twice as long. So every turn lies elsewhere.
#[inline(never)]
fn deeper(frames: u32, work: &mut Work) -> Result<u64> {
    let frame = black_box([frames; 20]);
    let counted = if frames == 0 { work() } else { deeper(frames - 1, work) };
    black_box(frame);
    counted
}

/// Whether a contestant's times so far lie further from ours than a case leaves in doubt.
fn is_settled(theirs: &[f64], ours: &[f64], in_doubt: f64) -> bool {
    let enough = theirs.len().min(ours.len()) >= FEWEST_TURNS;
    enough && median(theirs.to_vec()) > in_doubt * median(ours.to_vec())
}

/// The contestants in the order of their turns in a round, another one each time: who comes after
/// long work, or after a pause, finds the machine otherwise.
fn order(round: u32, contestants: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..contestants).collect();
    Rng::with_seed(round.into()).shuffle(&mut order);
    order
}

/// A contestant's geometric mean over the cases; `None` if it has no part in one of them.
fn mean(cases: &[Figures], index: usize) -> Option<Figure> {
    let figures: Vec<_> = cases.iter().map(|case| case.of[index]).collect::<Option<_>>()?;
    let mean = |of: fn(&Figure) -> f64| {
        let logarithms: f64 = figures.iter().map(|figure| of(figure).ln()).sum();
        (logarithms / figures.len() as f64).exp()
    };
    Some(Figure {
        value: mean(|figure| figure.value),
        ratio: mean(|figure| figure.ratio),
        spread: mean(|figure| figure.spread),
    })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// How far apart the quartiles lie, by the median.
fn spread(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let quarter = values.len() / 4;
    let middle_half = values[values.len() - 1 - quarter] - values[quarter];
    middle_half / median(values)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeSet;
    use std::rc::Rc;
    use std::thread;
    use std::time::Duration;

    use super::{
        Case, Contestant, FEWEST_TURNS, FRAMES, Measured, Row, Unit, Work, deeper, median, spread,
    };
    use anyhow::Result;

    #[test]
    fn all_have_a_turn_and_none_always_follows_the_same() {
        let orders = [0, 1, 2].map(|round| super::order(round, 7));
        let mut before: Vec<_> = (0..7)
            .map(|who| {
                let place = |order: &Vec<usize>| order.iter().position(|&index| index == who);
                orders.iter().map(|order| Some(order[place(order)?.checked_sub(1)?])).collect()
            })
            .collect::<Vec<BTreeSet<_>>>();
        before.retain(|before| before.len() < 2);
        assert!(before.is_empty(), "{before:?} in {orders:?}");
    }

    /// Measures a row of which the contestants count so; `None` has no part in it.
    fn measure(counts: [Option<u64>; 3], expected: Option<u64>) -> Result<Measured> {
        let work = |count: u64| Box::new(move || Ok(count)) as Work;
        let mut works: Vec<_> = counts.into_iter().map(|count| count.map(work)).collect();
        works.resize_with(Contestant::ALL.len(), || None);
        let in_doubt = f64::INFINITY;
        let case = Case { name: "case".to_owned(), amount: 1, expected, works, in_doubt };
        Row { name: "row".to_owned(), unit: Unit::Seconds, cases: vec![case] }.measure(2)
    }

    #[test]
    fn who_is_far_behind_has_fewer_turns() {
        for (in_doubt, expected) in [(2.0, FEWEST_TURNS), (f64::INFINITY, 7)] {
            let turns = Rc::new([Cell::new(0), Cell::new(0)]);
            let works = [0, 2].into_iter().enumerate().map(|(who, milliseconds)| {
                let counted = Rc::clone(&turns);
                let work: Work = Box::new(move || {
                    counted[who].set(counted[who].get() + 1);
                    thread::sleep(Duration::from_millis(milliseconds));
                    Ok(7)
                });
                Some(work)
            });
            let (name, works) = ("case".to_owned(), works.collect());
            let mut case = Case { name, amount: 1, expected: None, works, in_doubt };
            case.measure(Unit::Seconds, 7).expect("they agree");
            assert_eq!([turns[0].get(), turns[1].get()], [7, expected], "in doubt to {in_doubt}");
        }
    }

    #[test]
    fn turns_lie_all_over_a_page() {
        let address_below = |frames| {
            let mut work: Work = Box::new(|| {
                let local = 0_u8;
                Ok(std::ptr::from_ref(std::hint::black_box(&local)).addr() as u64)
            });
            deeper(frames, &mut work).expect("an address")
        };
        let addresses = [0, 1, FRAMES / 2, FRAMES].map(address_below);
        assert!(addresses.is_sorted_by(|above, below| above > below), "{addresses:?}");
        assert!(addresses[0] - addresses[3] >= 4096, "{addresses:?}");
        assert!(addresses[0] - addresses[1] <= 256, "{addresses:?}");
    }

    #[test]
    fn medians_and_spreads() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(spread(vec![1.0, 2.0, 100.0, 4.0, 3.0]), 2.0 / 3.0);
        assert_eq!(spread(vec![1.0]), 0.0);
    }

    #[test]
    fn who_counts_differently_is_named() {
        // Whoever comes second.
        let named = ["case: cozy-chess counts 8, not 7", "case: tabiya counts 7, not 8"];
        let error = measure([Some(7), Some(8), None], None).expect_err("8 is not 7").to_string();
        assert!(named.contains(&error.as_str()), "{error}");
        let error = measure([Some(7), None, None], Some(8)).expect_err("7 is not 8");
        assert_eq!(error.to_string(), "case: tabiya counts 7, not 8");
    }

    #[test]
    fn who_has_no_part_has_no_figure() {
        let measured = measure([Some(7), None, Some(7)], None).expect("they agree");
        let has_part: Vec<_> = measured.overall.of.iter().map(Option::is_some).collect();
        assert_eq!(has_part, [true, false, true, false, false, false, false]);
    }
}
