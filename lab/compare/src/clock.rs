//! Clocks for timing.

use std::time::{Duration, Instant};

/// A clock.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clock {
    /// This thread's CPU time, which other programs hardly affect. If the operating system has no
    /// such clock, the wall-clock time is used.
    Thread,
    /// The wall-clock time, which includes child processes.
    Wall,
}

/// A running stopwatch.
#[derive(Debug)]
pub(super) struct Stopwatch {
    clock: Clock,
    start: Instant,
    thread_start: Duration,
}

impl Stopwatch {
    pub(super) fn start(clock: Clock) -> Self {
        Self { clock, start: Instant::now(), thread_start: thread_cpu_time().unwrap_or_default() }
    }

    /// Returns the seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        let elapsed = match (self.clock, thread_cpu_time()) {
            (Clock::Thread, Some(now)) => now - self.thread_start,
            _ => self.start.elapsed(),
        };
        elapsed.as_secs_f64()
    }
}

/// Returns this thread's CPU time; `None` without such a clock.
fn thread_cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    return rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok();
    #[cfg(not(unix))]
    return None;
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Returns the seconds that each clock counts during a pause.
    fn pause() -> [f64; 2] {
        let watches = [Clock::Thread, Clock::Wall].map(Stopwatch::start);
        thread::sleep(Duration::from_millis(200));
        watches.map(|watch| watch.seconds())
    }

    #[test]
    #[cfg(unix)]
    fn thread_clock_excludes_pauses() {
        let [thread, wall] = pause();
        assert!(thread < 0.1 && wall >= 0.2, "{thread} and {wall}");
    }

    #[test]
    #[cfg(unix)]
    fn thread_clock_includes_work() {
        let watch = Stopwatch::start(Clock::Thread);
        let start = Instant::now();
        let mut steps = 0_u64;
        while start.elapsed() < Duration::from_millis(50) {
            steps = std::hint::black_box(steps + 1);
        }
        assert!(watch.seconds() > 0.0, "{steps} steps");
    }
}
