//! Instruction count baselines, one per compiler and case.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;

use anyhow::{Context, Result};

/// The path to the baseline file, relative to the workspace's root.
pub const PATH: &str = "benches/instructions/baselines.tsv";

/// The accepted increase in a count, as a fraction of its baseline.
const TOLERANCE: f64 = 0.03;

/// The baselines by compiler and case.
pub struct Baselines(BTreeMap<(String, String), f64>);

/// A count's comparison with its baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// There is no baseline for this compiler.
    NoBaseline,
    /// The count is within the tolerance of this baseline, or below.
    WithinTolerance(f64),
    /// The count exceeds this baseline by more than the tolerance.
    Regression(f64),
}

impl Baselines {
    /// Reads the baseline file.
    pub fn read() -> Result<Self> {
        let text = fs::read_to_string(PATH).with_context(|| format!("cannot read {PATH}"))?;
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let rows = rows.map(|line| {
            let mut cells = line.split('\t');
            let mut next = || {
                cells.next().with_context(|| format!("{PATH}: {line:?}: expected three columns"))
            };
            let compiler = next()?.to_owned();
            let case = next()?.to_owned();
            let count = next()?;
            let count =
                count.parse().with_context(|| format!("{PATH}: {count:?}: expected a count"))?;
            Ok(((compiler, case), count))
        });
        Ok(Self(rows.collect::<Result<_>>()?))
    }

    /// Compares a count with its baseline.
    pub fn compare(&self, compiler: &str, case: &str, count: f64) -> Comparison {
        match self.0.get(&(compiler.to_owned(), case.to_owned())) {
            None => Comparison::NoBaseline,
            Some(&baseline) if count > baseline * (1.0 + TOLERANCE) => {
                Comparison::Regression(baseline)
            }
            Some(&baseline) => Comparison::WithinTolerance(baseline),
        }
    }

    /// Replaces a baseline by a count.
    pub fn set(&mut self, compiler: &str, case: &str, count: f64) {
        self.0.insert((compiler.to_owned(), case.to_owned()), count);
    }

    /// Writes the baseline file.
    pub fn write(&self) -> Result<()> {
        let mut text = String::from("# compiler\tcase\tinstructions, on x86-64-v3\n");
        for ((compiler, case), count) in &self.0 {
            text += &format!("{compiler}\t{case}\t{count:.1}\n");
        }
        fs::write(PATH, text).with_context(|| format!("cannot write {PATH}"))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBaseline => write!(f, "{:>10}", "none"),
            Self::WithinTolerance(baseline) => write!(f, "{baseline:>10.1}"),
            Self::Regression(baseline) => write!(f, "{baseline:>10.1}  SLOWER"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increase_above_three_percent_is_a_regression() {
        let mut baselines = Baselines(BTreeMap::new());
        baselines.set("rustc 1", "list", 100.0);
        let compare = |compiler, count| baselines.compare(compiler, "list", count);
        assert_eq!(compare("rustc 1", 102.9), Comparison::WithinTolerance(100.0));
        assert_eq!(compare("rustc 1", 103.1), Comparison::Regression(100.0));
        assert_eq!(compare("rustc 2", 103.1), Comparison::NoBaseline);
    }
}
