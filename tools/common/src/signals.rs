//! The signals that interrupt a program: SIGINT (Ctrl-C), SIGTERM and SIGHUP.
//!
//! On Unix, all threads block them and one thread waits for them. A handler of the system would do less:
//! only unsafe code can install one, and a blocked signal is never lost between two handlers.

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The number of SIGINT.
const SIGINT: u8 = 2;

/// The number of the last signal that was received, or 0.
static LAST_SIGNAL: AtomicU8 = AtomicU8::new(0);

/// Returns the exit code of a program after the last signal, as shells expect: 130 after SIGINT, 143 after
/// SIGTERM, 129 after SIGHUP.
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

/// Calls `action` at each signal from now on, in a thread of its own, instead of the end of the program.
///
/// This must precede the start of any other thread. A signal that was ignored or blocked when the program
/// started stays so: `nohup` ignores SIGHUP.
pub fn receive(mut action: impl FnMut() + Send + 'static) {
    // Without the thread, a signal ends the program as if there were no action.
    let _ = system::receive(move |signal| {
        LAST_SIGNAL.store(signal, Relaxed);
        action();
    });
}

/// Starts another program by `start`, which receives the signals as if this program did not.
///
/// A signal that arrives during the call ends this program at once.
pub fn start_program<T>(start: impl FnOnce() -> T) -> T {
    system::without_mask(start)
}

#[cfg(unix)]
mod system {
    use std::sync::OnceLock;
    use std::{fs, io, thread};

    use nix::sys::signal::{SigSet, Signal};

    /// The signals that the program waits for.
    static RECEIVED: OnceLock<SigSet> = OnceLock::new();

    pub fn receive(mut action: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
        let blocked = SigSet::thread_get_mask()?;
        let ignored = ignored_signals();
        let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter();
        let is_free = |signal: &Signal| {
            !blocked.contains(*signal) && ignored & (1 << (*signal as u32 - 1)) == 0
        };
        let received = *RECEIVED.get_or_init(|| signals.filter(is_free).collect());
        received.thread_block()?;
        let wait = move || {
            while let Ok(signal) = received.wait() {
                action(signal as u8);
            }
        };
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(wait);
        thread.map(drop).inspect_err(|_| {
            let _ = received.thread_unblock();
        })
    }

    /// Returns the signals that the program ignores: bit 0 is signal 1.
    ///
    /// Linux delivers an ignored signal to a thread that waits for it, other systems do not.
    fn ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }

    pub fn without_mask<T>(start: impl FnOnce() -> T) -> T {
        let Some(received) = RECEIVED.get() else { return start() };
        let _ = received.thread_unblock();
        let result = start();
        let _ = received.thread_block();
        result
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;

    pub fn receive(mut action: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
        // Ctrl-C is SIGINT.
        ctrlc::set_handler(move || action(2)).map_err(io::Error::other)
    }

    pub fn without_mask<T>(start: impl FnOnce() -> T) -> T {
        start()
    }
}
