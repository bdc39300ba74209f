//! The conditions of a run: machine, compiler, date and rounds.

use std::fs;
use std::process::Command;

use jiff::Timestamp;

use super::rows::RowName;

/// The workspace's lock file, which contains the versions of the libraries.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// The conditions of a run.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The value of `cargo xtask bench-compare --target`: `default` or `native`.
    pub(super) target: &'static str,
    pub(super) machine: String,
    pub(super) compiler: String,
    /// The UTC date, as year, month and day.
    pub(super) date: String,
    /// The rounds of perft.
    pub(super) rounds: u32,
}

impl Conditions {
    /// Returns the conditions of this machine and compiler, today.
    pub(super) fn detect(rounds: u32) -> Self {
        Self {
            // A native build sets this feature together with `-C target-cpu=native`.
            target: if cfg!(feature = "pext") { "native" } else { "default" },
            machine: machine(),
            compiler: compiler(),
            date: Timestamp::now().strftime("%Y-%m-%d").to_string(),
            rounds,
        }
    }

    /// Returns the machine, the compiler and the date.
    pub(super) fn environment(&self) -> String {
        let Self { machine, compiler, date, .. } = self;
        format!("{machine}, {compiler}, {date}")
    }

    /// Returns the statistic and the number of rounds of each kind of row.
    pub(super) fn statistics(&self) -> String {
        let rounds = self.rounds;
        let names = [RowName::CleanBuild, RowName::SearchStep, RowName::GameList];
        let [builds, short, games] = names.map(|name| name.rounds(rounds));
        format!(
            "medians of {rounds} rounds of perft, up to {builds} of builds and {short} of other rows; \
             minima of {rounds} rounds of searches and unseen positions, and {games} of positions in game order"
        )
    }
}

/// Returns the version of a crate in the workspace's lock file; `?` if the crate is absent.
pub(super) fn version(name: &str) -> &'static str {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let rest = LOCK.split_once(&entry).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split('"').next()).unwrap_or("?")
}

/// Returns the model of the CPU and the compilation target.
fn machine() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned());
    let bmi2 = if cfg!(target_feature = "bmi2") { "with BMI2" } else { "without BMI2" };
    let target = format!("{} {bmi2}", std::env::consts::ARCH);
    model.map_or_else(|| target.clone(), |model| format!("{model} ({target})"))
}

/// Returns the version line of the compiler.
fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "unknown compiler".to_owned())
}

#[cfg(test)]
mod tests {
    use super::version;
    use crate::compare::competitors::Competitor;

    #[test]
    fn lock_file_has_every_library() {
        for competitor in Competitor::ALL.iter().filter(|competitor| competitor.is_other()) {
            assert_ne!(version(competitor.name()), "?", "{}", competitor.name());
        }
        assert_eq!(version("cozy-chess"), "0.3.4");
        assert_eq!(version("no-such-crate"), "?");
    }
}
