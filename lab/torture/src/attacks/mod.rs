//! The attacks, each of which yields a scenario per case.

mod arguments;
mod data;
mod disks;
mod floods;
mod games;
mod hangs;
mod kills;
mod memory;
mod races;
mod uci;

use tabiya_suites::random::SplitMix;

use crate::corpus::Corpus;
use crate::scenario::Scenario;

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Mutated arguments and input files.
    Arguments,
    /// UCI sessions with random and mutated commands.
    Uci,
    /// Input without an end, and engines that write without an end.
    Floods,
    /// Input that is closed or stays open, and output that is closed or full.
    Hangs,
    /// Signals at random moments, damaged units and results, and resumed counts.
    Kills,
    /// Full disks.
    Disks,
    /// Two runs that write the same file.
    Races,
    /// Address space limits.
    Memory,
    /// Damaged game files, signals at random moments, and outputs that do not fit.
    Games,
    /// Damaged training data, and signals at random moments.
    Data,
}

impl Attack {
    pub const ALL: [Self; 10] = [
        Self::Arguments,
        Self::Uci,
        Self::Floods,
        Self::Hangs,
        Self::Kills,
        Self::Disks,
        Self::Races,
        Self::Memory,
        Self::Games,
        Self::Data,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arguments => "arguments",
            Self::Uci => "uci",
            Self::Floods => "floods",
            Self::Hangs => "hangs",
            Self::Kills => "kills",
            Self::Disks => "disks",
            Self::Races => "races",
            Self::Memory => "memory",
            Self::Games => "games",
            Self::Data => "data",
        }
    }

    /// Returns all attacks' names, separated by commas.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Returns a case's random numbers.
    pub fn random(self, seed: u64, case: u64) -> SplitMix {
        let attack = SplitMix(seed).next() ^ self as u64;
        SplitMix(SplitMix(attack).next() ^ case)
    }

    /// Returns the scenario for a case, which depends on the random numbers only.
    pub fn scenario(self, random: &mut SplitMix, corpus: &Corpus) -> Scenario {
        match self {
            Self::Arguments => arguments::scenario(random, corpus),
            Self::Uci => uci::scenario(random, corpus),
            Self::Floods => floods::scenario(random),
            Self::Hangs => hangs::scenario(random, corpus),
            Self::Kills => kills::scenario(random),
            Self::Disks => disks::scenario(random),
            Self::Races => races::scenario(random),
            Self::Memory => memory::scenario(random),
            Self::Games => games::scenario(random),
            Self::Data => data::scenario(random),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Attack;
    use crate::corpus::Corpus;

    #[test]
    fn scenarios_depend_on_seed_only() {
        let corpus = Corpus::load().expect("the data can be read");
        for attack in Attack::ALL {
            let scenario = |seed, case| {
                format!("{:?}", attack.scenario(&mut attack.random(seed, case), &corpus))
            };
            for case in 0..20 {
                assert_eq!(scenario(1, case), scenario(1, case), "{}", attack.name());
            }
            let distinct: HashSet<_> = [1, 2]
                .iter()
                .flat_map(|&seed| (0..20).map(move |case| scenario(seed, case)))
                .collect();
            assert!(distinct.len() > 5, "{}: {} of 40 differ", attack.name(), distinct.len());
        }
    }
}
