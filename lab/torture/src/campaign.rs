//! A campaign: all attacks in turn for some minutes, and a summary table.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use tabiya_suites::parallel::cpu_count;
use tabiya_suites::random::SplitMix;

use crate::attacks::Attack;
use crate::corpus::Corpus;
use crate::expectation::{Finding, Kind};
use crate::options::Arguments;
use crate::reduction::reduce;
use crate::runner::Programs;
use crate::scenario::Scenario;
use crate::shell;
use crate::trial::Environment;

/// The number of findings after which an attack ends.
const MAX_FINDINGS: usize = 5;

/// An attack's progress.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    cases: u64,
    finished: u64,
    findings: usize,
    /// The time that finished cases took.
    time: Duration,
}

/// Attacks the programs, prints the findings and a table, and returns how many findings there are.
///
/// # Errors
///
/// Returns an error if an argument is invalid or a program is missing.
pub fn run(arguments: &Arguments) -> Result<usize> {
    let mut attacks = Attack::ALL.to_vec();
    if let Some(name) = &arguments.only {
        attacks.retain(|attack| attack.name() == name);
        ensure!(!attacks.is_empty(), "--only {name}: expected {}", Attack::names());
    }
    let seed = arguments.seed.unwrap_or_else(|| {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        SplitMix(time.as_nanos() as u64).next() % 1_000_000
    });
    println!("seed {seed}");
    let campaign = Campaign::new(seed, attacks, &arguments.programs)?;
    if !campaign.environment.can_mount {
        println!("no small file systems: mounting is not allowed; a limit of file sizes is used");
    }
    match arguments.case {
        Some(case) => campaign.run_case(0, case)?,
        None => campaign.run_all(Duration::from_secs_f64(arguments.minutes * 60.0))?,
    }
    Ok(campaign.print_summary())
}

struct Campaign {
    seed: u64,
    attacks: Vec<Attack>,
    corpus: Corpus,
    environment: Environment,
    /// The parent folder for the findings' scripts.
    folder: PathBuf,
    progress: Mutex<Vec<Progress>>,
}

impl Campaign {
    /// Finds the programs in a folder.
    fn new(seed: u64, attacks: Vec<Attack>, programs: &Path) -> Result<Self> {
        let programs = fs::canonicalize(programs)
            .with_context(|| format!("{}: not built", programs.display()))?;
        let path = |name: &str| {
            let path = programs.join(name);
            ensure!(path.is_file(), "{}: not built; use `cargo xtask torture`", path.display());
            Ok(path)
        };
        let target = programs.parent().context("the programs have no target folder")?;
        let folder = target.join("torture");
        // `tabiya units …`, `tabiya games …` and `tabiya data …` run them.
        path("tabiya-data")?;
        path("tabiya-units")?;
        path("tabiya-games")?;
        let programs = Programs { tabiya: path("tabiya")?, engine: path("tabiya-engine")? };
        let environment = Environment::new(programs, folder.join("trials"))?;
        let progress = Mutex::new(vec![Progress::default(); attacks.len()]);
        Ok(Self { seed, attacks, corpus: Corpus::load()?, environment, folder, progress })
    }

    /// Runs cases from all attacks on all CPUs, until the time has passed.
    fn run_all(&self, limit: Duration) -> Result<()> {
        let start = Instant::now();
        let has_failed = AtomicBool::new(false);
        thread::scope(|scope| {
            let work = || -> Result<()> {
                while start.elapsed() < limit && !has_failed.load(Ordering::Relaxed) {
                    let Some((index, case)) = self.next_case() else { break };
                    let result = self.run_case(index, case);
                    has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    result?;
                }
                Ok(())
            };
            let workers: Vec<_> = (0..cpu_count().min(8)).map(|_| scope.spawn(work)).collect();
            let join = |worker: thread::ScopedJoinHandle<'_, Result<()>>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().try_for_each(join)
        })
    }

    /// Reserves the next case in the attack that has used the least time.
    fn next_case(&self) -> Option<(usize, u64)> {
        let mut progress = self.progress.lock().ok()?;
        let (index, next) = progress
            .iter_mut()
            .enumerate()
            .filter(|(_, progress)| progress.findings < MAX_FINDINGS)
            .min_by_key(|(_, progress)| progress.expected_time())?;
        let case = next.cases;
        next.cases += 1;
        Some((index, case))
    }

    /// Runs a case, and reports its finding.
    fn run_case(&self, index: usize, case: u64) -> Result<()> {
        let attack = self.attacks[index];
        let start = Instant::now();
        let mut random = attack.random(self.seed, case);
        let scenario = attack.scenario(&mut random, &self.corpus);
        let finding = self.environment.try_scenario(&scenario)?;
        let elapsed = start.elapsed();
        if let Some(finding) = &finding {
            let is_found = |smaller: &_| {
                let found = self.environment.try_scenario(smaller).ok().flatten();
                found.is_some_and(|found| found.kind == finding.kind)
            };
            // A game count holds for the whole files only.
            let is_reducible = finding.kind != Kind::LostGames;
            let reduced = if is_reducible { reduce(scenario, is_found) } else { scenario };
            self.report(attack, case, finding, &reduced)?;
        }
        if let Ok(mut progress) = self.progress.lock() {
            let progress = &mut progress[index];
            progress.time += elapsed;
            progress.finished += 1;
            progress.findings += usize::from(finding.is_some());
        }
        Ok(())
    }

    /// Prints a finding with its commands, and saves the reduced scenario.
    fn report(
        &self,
        attack: Attack,
        case: u64,
        finding: &Finding,
        reduced: &Scenario,
    ) -> Result<()> {
        let name = attack.name();
        let seed = self.seed;
        let folder = self.folder.join(format!("{name}-{seed}-{case}"));
        // Files from an earlier finding with this name do not belong to this one.
        let _ = fs::remove_dir_all(&folder);
        shell::save(reduced, &folder)
            .with_context(|| format!("cannot write {}", folder.display()))?;
        let script: Vec<_> = shell::script(reduced)
            .lines()
            .skip(1)
            .map(|line| line.chars().take(500).collect::<String>())
            .collect();
        println!(
            "\nfinding in {name}: {finding}\n  \
             cargo xtask torture --seed {seed} --only {name} --case {case}\n  \
             cd {}\n  {}",
            shell::quote(folder.as_os_str().as_encoded_bytes()),
            script.join("\n  ")
        );
        Ok(())
    }

    /// Prints the attack table, and returns how many findings there are.
    fn print_summary(&self) -> usize {
        let progress = self.progress.lock().map(|progress| progress.clone()).unwrap_or_default();
        println!("\n{:<12}{:>8}{:>10}{:>10}", "attack", "cases", "findings", "seconds");
        for (attack, progress) in self.attacks.iter().zip(&progress) {
            let Progress { finished, findings, time, .. } = progress;
            let seconds = time.as_secs_f64();
            println!("{:<12}{finished:>8}{findings:>10}{seconds:>10.1}", attack.name());
        }
        let findings = progress.iter().map(|progress| progress.findings).sum();
        println!("{findings} findings with seed {}", self.seed);
        findings
    }
}

impl Progress {
    /// Returns the time that finished cases took, plus the mean for each running case.
    ///
    /// A worker therefore prefers an attack that no other worker runs.
    fn expected_time(&self) -> Duration {
        let running = u32::try_from(self.cases - self.finished).unwrap_or(u32::MAX);
        let finished = u32::try_from(self.finished).unwrap_or(u32::MAX);
        let mean = self.time.checked_div(finished).unwrap_or(Duration::from_millis(100));
        self.time + mean.saturating_mul(running)
    }
}
