//! The signals that interrupt a program: SIGINT (Ctrl-C), SIGTERM and SIGHUP.
//!
//! One thread waits for them, and programs that this one starts receive them as usual.

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The signal number for SIGINT.
const SIGINT: u8 = 2;

/// The number of the last signal that was received, or 0.
static LAST_SIGNAL: AtomicU8 = AtomicU8::new(0);

/// Returns the program's exit code after the last signal, as shells expect: 130 after SIGINT, 143
/// after SIGTERM, 129 after SIGHUP.
pub fn exit_code() -> u8 {
    match LAST_SIGNAL.load(Relaxed) {
        0 => 128 + SIGINT,
        signal => 128 + signal,
    }
}

/// Tests whether a signal was received.
pub fn is_received() -> bool {
    LAST_SIGNAL.load(Relaxed) != 0
}

/// Tests whether the last signal was SIGTERM or SIGHUP, which nobody repeats.
pub fn is_termination() -> bool {
    is_received() && LAST_SIGNAL.load(Relaxed) != SIGINT
}

/// Calls `action` in a separate thread whenever a signal arrives, which then does not end the program.
///
/// A signal that was ignored when the program started stays so: `nohup` ignores SIGHUP.
pub fn receive(mut action: impl FnMut() + Send + 'static) {
    // Without the thread, a signal ends the program as if there were no action.
    let _ = system::receive(move |signal| {
        LAST_SIGNAL.store(signal, Relaxed);
        action();
    });
}

#[cfg(unix)]
mod system {
    use std::{fs, io, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    pub fn receive(mut action: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
        let ignored = ignored_signals();
        let is_received = |signal: &i32| ignored & (1 << (signal - 1)) == 0;
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(is_received))?;
        let wait = move || signals.forever().for_each(|signal| action(signal as u8));
        thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// Returns the signals that the program ignores: bit 0 is signal 1.
    fn ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    pub fn receive(mut action: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
        // Ctrl-C is SIGINT.
        ctrlc::set_handler(move || action(2)).map_err(io::Error::other)
    }
}
