//! The counts that are written down, a line for each compiler and case.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;

use anyhow::{Context, Result};

/// Where they stand, seen from the root of the workspace.
pub const PATH: &str = "benches/instructions/baselines.tsv";

/// By how much a count may grow.
const TOLERANCE: f64 = 0.03;

/// The counts by compiler and case.
pub struct Baselines(BTreeMap<(String, String), f64>);

/// How a count compares with what is written down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing is written down for this compiler.
    Unknown,
    /// As the one written down, or better.
    Fine(f64),
    /// More than the tolerance above it.
    Slower(f64),
}

impl Baselines {
    /// Reads the file.
    pub fn read() -> Result<Self> {
        let text = fs::read_to_string(PATH).with_context(|| format!("{PATH} cannot be read"))?;
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let rows = rows.map(|line| {
            let mut cells = line.split('\t');
            let mut next = || cells.next().with_context(|| format!("{PATH}: {line:?} is no row"));
            let (compiler, case, count) = (next()?.to_owned(), next()?.to_owned(), next()?);
            let count = count.parse().with_context(|| format!("{PATH}: {count:?} is no count"))?;
            Ok(((compiler, case), count))
        });
        Ok(Self(rows.collect::<Result<_>>()?))
    }

    /// Compares a count.
    pub fn judge(&self, compiler: &str, case: &str, count: f64) -> Verdict {
        match self.0.get(&(compiler.to_owned(), case.to_owned())) {
            None => Verdict::Unknown,
            Some(&baseline) if count > baseline * (1.0 + TOLERANCE) => Verdict::Slower(baseline),
            Some(&baseline) => Verdict::Fine(baseline),
        }
    }

    /// Notes a count.
    pub fn set(&mut self, compiler: &str, case: &str, count: f64) {
        self.0.insert((compiler.to_owned(), case.to_owned()), count);
    }

    /// Writes the file.
    pub fn write(&self) -> Result<()> {
        let mut text = String::from("# compiler\tcase\tinstructions, on x86-64-v3\n");
        for ((compiler, case), count) in &self.0 {
            text += &format!("{compiler}\t{case}\t{count:.1}\n");
        }
        fs::write(PATH, text).with_context(|| format!("{PATH} cannot be written"))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => write!(f, "{:>10}", "none"),
            Self::Fine(baseline) => write!(f, "{baseline:>10.1}"),
            Self::Slower(baseline) => write!(f, "{baseline:>10.1}  SLOWER"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hundredths_are_seen() {
        let mut baselines = Baselines(BTreeMap::new());
        baselines.set("rustc 1", "list", 100.0);
        assert_eq!(baselines.judge("rustc 1", "list", 102.9), Verdict::Fine(100.0));
        assert_eq!(baselines.judge("rustc 1", "list", 103.1), Verdict::Slower(100.0));
        assert_eq!(baselines.judge("rustc 2", "list", 103.1), Verdict::Unknown);
    }
}
