//! The conditions of a run: machine, compiler, date and rounds.

use std::fs;
use std::process::Command;

use jiff::Timestamp;

use super::rows::Name;

/// What the workspace is built with, the rivals' versions among it.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// The conditions of a run.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// `default` or `native`, as `cargo xtask rivals --target` has it.
    pub(super) target: &'static str,
    pub(super) machine: String,
    pub(super) compiler: String,
    /// The day, in UTC, as year, month and day.
    pub(super) date: String,
    /// The rounds of perft.
    pub(super) rounds: u32,
}

impl Conditions {
    /// This machine and compiler, today.
    pub(super) fn here(rounds: u32) -> Self {
        Self {
            // The feature goes with `-C target-cpu=native`.
            target: if cfg!(feature = "pext") { "native" } else { "default" },
            machine: machine(),
            compiler: compiler(),
            date: Timestamp::now().strftime("%Y-%m-%d").to_string(),
            rounds,
        }
    }

    /// All in one line.
    pub(super) fn line(&self) -> String {
        let Self { machine, compiler, date, rounds, .. } = self;
        let [builds, short] = [Name::CleanBuild, Name::SearchStep].map(|name| name.rounds(*rounds));
        format!(
            "{machine}, {compiler}, {date}; medians of {rounds} rounds of perft, up to {builds} \
             of builds, {short} of all else, minima of {rounds} of unseen positions"
        )
    }
}

/// The version of a crate of the workspace's lock file; `?` if it is not in there.
pub(super) fn version(name: &str) -> &'static str {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let rest = LOCK.split_once(&entry).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split('"').next()).unwrap_or("?")
}

fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned());
    let with = if cfg!(target_feature = "bmi2") { "with" } else { "without" };
    let built = format!("{} {with} BMI2", std::env::consts::ARCH);
    model.map_or_else(|| built.clone(), |model| format!("{model} ({built})"))
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "unknown compiler".to_owned())
}

#[cfg(test)]
mod tests {
    use super::version;
    use crate::rivals::competitors::Competitor;

    #[test]
    fn the_lock_file_has_every_rival() {
        for competitor in Competitor::ALL.iter().filter(|competitor| competitor.is_other()) {
            assert_ne!(version(competitor.name()), "?", "{}", competitor.name());
        }
        assert_eq!(version("cozy-chess"), "0.3.4");
        assert_eq!(version("no-such-crate"), "?");
    }
}
