//! A run's conditions: machine, compiler, date and rounds.

use tabiya_conditions::{compiler, cpu_model, today};

use super::rows::RowName;

/// A run's conditions.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The value for `cargo xtask bench-compare --target`: `default` or `native`.
    pub(super) target: &'static str,
    pub(super) machine: String,
    pub(super) compiler: String,
    /// The UTC date, as year, month and day.
    pub(super) date: String,
    /// The number of perft rounds.
    pub(super) rounds: u32,
}

impl Conditions {
    /// Returns the conditions for this machine and compiler, today.
    pub(super) fn detect(rounds: u32) -> Self {
        Self {
            // A native build sets this feature together with `-C target-cpu=native`.
            target: if cfg!(feature = "pext") { "native" } else { "default" },
            machine: machine(),
            compiler: compiler(),
            date: today(),
            rounds,
        }
    }

    /// Returns the machine, the compiler and the date.
    pub(super) fn environment(&self) -> String {
        let Self { machine, compiler, date, .. } = self;
        format!("{machine}, {compiler}, {date}")
    }

    /// Returns the statistic and the number of rounds for each kind of row.
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

/// Returns the CPU model and the compilation target.
fn machine() -> String {
    let bmi2 = if cfg!(target_feature = "bmi2") { "with BMI2" } else { "without BMI2" };
    let target = format!("{} {bmi2}", std::env::consts::ARCH);
    cpu_model().map_or_else(|| target.clone(), |model| format!("{model} ({target})"))
}

#[cfg(test)]
mod tests {
    use tabiya_conditions::version;

    use crate::competitors::Competitor;

    #[test]
    fn lock_file_has_every_library() {
        for competitor in Competitor::ALL.iter().filter(|competitor| competitor.is_other()) {
            assert_ne!(version(competitor.name()), "?", "{}", competitor.name());
        }
    }
}
