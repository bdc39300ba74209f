//! Taking turns with the stopwatch.

use std::time::Instant;

use anyhow::{Result, ensure};

/// A generator that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contestant {
    Tabiya,
    Cozy,
}

impl Contestant {
    /// All of them; the first is the one that the others are compared with.
    pub(super) const ALL: [Self; 2] = [Self::Tabiya, Self::Cozy];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Tabiya => "tabiya",
            Self::Cozy => "cozy-chess",
        }
    }

    /// The name in one word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Tabiya => "tabiya",
            Self::Cozy => "cozy",
        }
    }
}

/// What a contestant does in its turn; answers a count that all must agree on.
pub(super) type Work = Box<dyn Fn() -> u64>;

/// One piece of work, done by every contestant.
pub(super) struct Case {
    pub(super) name: String,
    /// How many leaves, positions or moves are worked through in one turn.
    pub(super) amount: u64,
    /// The count, where it is known from elsewhere.
    pub(super) expected: Option<u64>,
    /// One for each of [`Contestant::ALL`], in that order.
    pub(super) works: [Work; Contestant::ALL.len()],
}

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
}

impl Unit {
    fn figure(self, seconds: f64, amount: u64) -> f64 {
        match self {
            Self::MillionLeavesASecond => amount as f64 / seconds / 1e6,
            Self::NanosecondsA(_) => seconds * 1e9 / amount as f64,
        }
    }

    pub(super) fn words(self) -> String {
        match self {
            Self::MillionLeavesASecond => "million leaves a second".to_owned(),
            Self::NanosecondsA(what) => format!("nanoseconds a {what}"),
        }
    }
}

/// A row or a case, measured; one entry for each of [`Contestant::ALL`].
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) name: String,
    /// In the unit of the row.
    pub(super) figures: Vec<f64>,
    /// Time of this contestant by time of the first, in the same round.
    pub(super) ratios: Vec<f64>,
    /// The middle half of this contestant's times, by the median.
    pub(super) spreads: Vec<f64>,
}

/// A row, measured.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) unit: Unit,
    /// The geometric means of the cases.
    pub(super) overall: Figures,
    pub(super) cases: Vec<Figures>,
}

impl Row {
    pub(super) fn measure(&self, rounds: u32) -> Result<Measured> {
        let cases: Result<Vec<_>> =
            self.cases.iter().map(|case| case.measure(self.unit, rounds)).collect();
        let cases = cases?;
        let overall = Figures {
            name: self.name.clone(),
            figures: means(&cases, |case| &case.figures),
            ratios: means(&cases, |case| &case.ratios),
            spreads: means(&cases, |case| &case.spreads),
        };
        Ok(Measured { unit: self.unit, overall, cases })
    }
}

impl Case {
    fn measure(&self, unit: Unit, rounds: u32) -> Result<Figures> {
        let contestants = Contestant::ALL.len();
        let expected = self.expected.unwrap_or_else(|| self.works[0]());
        let mut seconds = vec![Vec::new(); contestants];
        for round in 0..rounds as usize {
            // Another one begins in each round: who follows a slow one, or a pause, differs.
            for turn in 0..contestants {
                let index = (round + turn) % contestants;
                let start = Instant::now();
                let count = self.works[index]();
                seconds[index].push(start.elapsed().as_secs_f64());
                let who = Contestant::ALL[index].name();
                ensure!(count == expected, "{}: {who} counts {count}, not {expected}", self.name);
            }
        }
        let ratios = seconds.iter().map(|theirs| {
            let paired = theirs.iter().zip(&seconds[0]).map(|(theirs, first)| theirs / first);
            median(paired.collect())
        });
        Ok(Figures {
            name: self.name.clone(),
            figures: seconds
                .iter()
                .map(|seconds| unit.figure(median(seconds.clone()), self.amount))
                .collect(),
            ratios: ratios.collect(),
            spreads: seconds.into_iter().map(spread).collect(),
        })
    }
}

/// The geometric mean over the cases, contestant by contestant.
fn means(cases: &[Figures], of: impl Fn(&Figures) -> &Vec<f64>) -> Vec<f64> {
    let mean = |index: usize| {
        let logarithms: f64 = cases.iter().map(|case| of(case)[index].ln()).sum();
        (logarithms / cases.len() as f64).exp()
    };
    (0..Contestant::ALL.len()).map(mean).collect()
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
    use super::{Case, Row, Unit, median, spread};

    fn row(counts: [u64; 2], expected: Option<u64>) -> Row {
        let works = counts.map(|count| Box::new(move || count) as super::Work);
        let case = Case { name: "case".to_owned(), amount: 1, expected, works };
        Row { name: "row".to_owned(), unit: Unit::MillionLeavesASecond, cases: vec![case] }
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
        assert!(row([7, 7], None).measure(2).is_ok());
        let error = row([7, 8], None).measure(2).expect_err("8 is not 7");
        assert_eq!(error.to_string(), "case: cozy-chess counts 8, not 7");
        let error = row([7, 7], Some(8)).measure(2).expect_err("7 is not 8");
        assert_eq!(error.to_string(), "case: tabiya counts 7, not 8");
    }
}
