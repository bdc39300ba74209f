//! Progress bars on the terminal, and what Ctrl-C, SIGTERM and SIGHUP do.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::counting::start_thread;
use crate::signals;
use crate::verdict::Verdict;

/// The progress bar on the terminal, which an exit must clear.
static CURRENT_BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// The action that the first signal runs.
static INTERRUPT_ACTION: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// The action that precedes the exit after a signal.
static EXIT_ACTION: OnceLock<fn()> = OnceLock::new();

/// The time after the first signal in which others repeat it: `timeout` sends SIGTERM to its child and to
/// its group, and a terminal that closes sends SIGHUP twice.
const REPETITION: Duration = Duration::from_millis(100);

/// The time limit within which a program must end after SIGTERM or SIGHUP. It may be blocked on a
/// pipe, and a second signal may never come.
const TERMINATION_TIMEOUT: Duration = Duration::from_secs(9);

/// The time limit for clearing the progress bar at an exit.
const CLEAR_TIMEOUT: Duration = Duration::from_millis(200);

/// Creates a progress bar on standard error, hidden unless that is a terminal.
///
/// A signal clears the bar before the program exits.
pub fn new_bar(len: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(len).with_style(style);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    if let Ok(mut current) = CURRENT_BAR.lock() {
        *current = Some(bar.clone());
    }
    bar
}

/// Sets the action for the first signal. A later one exits the program.
pub fn on_interrupt(action: impl FnOnce() + Send + 'static) {
    if let Ok(mut current) = INTERRUPT_ACTION.lock() {
        *current = Some(Box::new(action));
    }
}

/// Sets an action for each exit after a signal, such as removing incomplete files. The first one
/// stays.
pub fn on_exit(action: fn()) {
    let _ = EXIT_ACTION.set(action);
}

/// Returns a flag that the first signal sets. A later one exits the program.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&flag);
    on_interrupt(move || interrupted.store(true, Relaxed));
    // A signal between two parts of a command has set the flag of the first part only. The next one
    // is not the first.
    if signals::is_received()
        && let Ok(mut action) = INTERRUPT_ACTION.lock()
    {
        flag.store(true, Relaxed);
        *action = None;
    }
    flag
}

/// Receives the signals that interrupt the program: the first one runs the action from
/// [`on_interrupt`], a later one ends the program. After SIGTERM and SIGHUP, the program also ends
/// after 9 s.
///
/// Without it, a signal ends the program at once.
pub fn handle_signals() {
    let mut first: Option<Instant> = None;
    signals::receive(move || {
        match INTERRUPT_ACTION.lock().ok().and_then(|mut action| action.take()) {
            Some(action) => {
                first = Some(Instant::now());
                action();
                if signals::is_termination() {
                    // Without the thread, the program ends when the action has.
                    let _ = start_thread(|| {
                        thread::sleep(TERMINATION_TIMEOUT);
                        exit_interrupted();
                    });
                }
            }
            None if first.is_some_and(|first| first.elapsed() < REPETITION) => {}
            None => exit_interrupted(),
        }
    });
}

/// Clears the progress bar, removes incomplete files and exits the program after a signal.
pub fn exit_interrupted() {
    if let Some(action) = EXIT_ACTION.get() {
        action();
    }
    let (done, cleared) = channel();
    // Without the thread, the bar stays on the screen.
    let _ = start_thread(move || {
        clear_bar();
        let _ = done.send(());
    });
    // The lock holder may be blocked because a reader of the output has stopped.
    let _ = cleared.recv_timeout(CLEAR_TIMEOUT);
    std::process::exit(Verdict::Interrupted.exit_code().into());
}

fn clear_bar() {
    if let Ok(current) = CURRENT_BAR.lock()
        && let Some(bar) = &*current
    {
        bar.finish_and_clear();
    }
}
