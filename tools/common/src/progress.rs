//! Progress bars on the terminal, and Ctrl-C.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::verdict::Verdict;

/// The progress bar on the terminal, which an exit must clear.
static CURRENT_BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// The action that the first Ctrl-C runs.
static INTERRUPT_ACTION: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// The time limit for clearing the progress bar at an exit.
const CLEAR_TIMEOUT: Duration = Duration::from_millis(200);

/// Creates a progress bar on standard error, hidden unless that is a terminal.
///
/// Ctrl-C clears the bar before the program exits.
pub fn new_bar(len: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(len).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    if let Ok(mut current) = CURRENT_BAR.lock() {
        *current = Some(bar.clone());
    }
    handle_interrupts();
    bar
}

/// Sets the action of the first Ctrl-C. The second one exits the program.
pub fn on_interrupt(action: impl FnOnce() + Send + 'static) {
    if let Ok(mut current) = INTERRUPT_ACTION.lock() {
        *current = Some(Box::new(action));
    }
    handle_interrupts();
}

/// Returns a flag that the first Ctrl-C sets. The second one exits the program.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&flag);
    on_interrupt(move || interrupted.store(true, Relaxed));
    flag
}

/// Installs the Ctrl-C handler at the first call: it runs the action, or else clears the terminal
/// and exits.
fn handle_interrupts() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler, Ctrl-C still ends the program.
        let _ = ctrlc::set_handler(|| {
            match INTERRUPT_ACTION.lock().ok().and_then(|mut action| action.take()) {
                Some(action) => action(),
                None => exit_interrupted(),
            }
        });
    });
}

/// Clears the progress bar and exits the program after Ctrl-C.
pub fn exit_interrupted() {
    let (done, cleared) = channel();
    thread::spawn(move || {
        clear_bar();
        done.send(())
    });
    // The lock holder may be blocked on a reader of the output that has stopped.
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
