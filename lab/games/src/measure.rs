//! Rounds in which each library does the same work once, in a random order.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;

use crate::counts::Counts;

/// The time and counts for a task that was done once.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The seconds.
    pub seconds: f64,
    /// The counts.
    pub counts: Counts,
}

/// A library and its task.
pub struct Entry<'a> {
    /// The name in tables.
    pub library: &'static str,
    /// The text's length in bytes.
    pub bytes: usize,
    /// The ply count, for rates.
    pub plies: u64,
    /// The counts, if they must differ from the first entry's because the text is another one.
    pub expected: Option<Counts>,
    /// The task.
    pub run: Box<dyn FnMut() -> Result<Sample> + 'a>,
}

/// A library's results in a row.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The name in tables.
    pub library: &'static str,
    /// The bytes per second in each round.
    pub rates: Vec<f64>,
    /// The plies per byte of text.
    pub plies_per_byte: f64,
}

impl Measured {
    /// Returns the median rate in bytes per second.
    pub fn rate(&self) -> f64 {
        median(self.rates.clone())
    }

    /// Returns the median over the ratios in each round: this library's rate divided by the other
    /// one's.
    pub fn ratio_to(&self, other: &Self) -> f64 {
        let ratios = self.rates.iter().zip(&other.rates).map(|(ours, theirs)| ours / theirs);
        median(ratios.collect())
    }
}

/// Returns the median; 0 without values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let low = values.len().saturating_sub(1) / 2;
    let high = values.len() / 2;
    let value = |index: usize| values.get(index).copied().unwrap_or_default();
    f64::midpoint(value(low), value(high))
}

/// Measures a row's entries.
///
/// # Errors
/// Returns an error if a task fails, or if counts differ.
pub fn measure(row: &str, entries: &mut [Entry<'_>], rounds: usize) -> Result<Vec<Measured>> {
    let mut rng = Rng::with_seed(4);
    let mut measured: Vec<_> = entries
        .iter()
        .map(|entry| Measured {
            library: entry.library,
            rates: Vec::new(),
            plies_per_byte: entry.plies as f64 / entry.bytes as f64,
        })
        .collect();
    let mut counts = vec![Counts::default(); entries.len()];
    for _ in 0..rounds {
        let mut order: Vec<_> = (0..entries.len()).collect();
        rng.shuffle(&mut order);
        for index in order {
            let entry = &mut entries[index];
            let sample = (entry.run)().with_context(|| format!("{row}, {}", entry.library))?;
            measured[index].rates.push(entry.bytes as f64 / sample.seconds);
            counts[index] = sample.counts;
        }
        check_counts(row, entries, &counts)?;
    }
    Ok(measured)
}

/// Checks that all libraries have the same counts.
fn check_counts(row: &str, entries: &[Entry<'_>], counts: &[Counts]) -> Result<()> {
    for (entry, found) in entries.iter().zip(counts) {
        let expected = entry.expected.as_ref().unwrap_or(&counts[0]);
        let library = entry.library;
        let first = entries[0].library;
        ensure!(found == expected, "{row}: {library} has {found}; {first} has {expected}");
    }
    Ok(())
}

/// Times a task by this thread's CPU time, which other programs hardly affect.
///
/// # Errors
/// Returns an error from the task.
pub fn by_thread(task: impl FnOnce() -> Result<Counts>) -> Result<Sample> {
    let start = thread_time();
    let counts = task()?;
    Ok(Sample { seconds: (thread_time() - start).as_secs_f64(), counts })
}

/// Times a task by the wall clock.
///
/// # Errors
/// Returns an error from the task.
pub fn by_wall(task: impl FnOnce() -> Result<Counts>) -> Result<Sample> {
    let start = Instant::now();
    let counts = task()?;
    Ok(Sample { seconds: start.elapsed().as_secs_f64(), counts })
}

/// Returns this thread's CPU time.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

/// Returns the wall-clock time, because the system has no clock for the thread.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

/// The logical CPUs that the process may use.
#[derive(Clone, Copy, Debug)]
pub struct Cpus {
    #[cfg(target_os = "linux")]
    all: rustix::thread::CpuSet,
}

impl Cpus {
    /// Returns this process's logical CPUs.
    ///
    /// # Errors
    /// Returns an error from the operating system.
    pub fn detect() -> Result<Self> {
        Ok(Self {
            #[cfg(target_os = "linux")]
            all: rustix::thread::sched_getaffinity(None)?,
        })
    }

    /// Restricts this thread, and those that it starts, to the last logical CPUs. Other systems than Linux
    /// ignore the call.
    ///
    /// # Errors
    /// Returns an error from the operating system.
    pub fn restrict_to(&self, count: usize) -> Result<()> {
        #[cfg(target_os = "linux")]
        {
            use rustix::thread::CpuSet;
            let mut last = CpuSet::new();
            let all = (0..CpuSet::MAX_CPU).rev().filter(|&cpu| self.all.is_set(cpu));
            all.take(count).for_each(|cpu| last.set(cpu));
            rustix::thread::sched_setaffinity(None, &last)?;
        }
        #[cfg(not(target_os = "linux"))]
        let _ = count;
        Ok(())
    }
}
