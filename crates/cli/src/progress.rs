//! Progress on the terminal, and leaving it whole when the user has had enough.

use std::sync::mpsc::channel;
use std::sync::{Mutex, Once};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::verdict::Verdict;

/// The bar that is on the terminal, for whoever ends the program.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// What Ctrl-C does, once.
static ACTION: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// How long clearing the bar may take then.
const PATIENCE: Duration = Duration::from_millis(200);

/// A bar over some units of work, on standard error; hidden where that is no terminal.
/// Ctrl-C removes it before it ends the program.
pub fn bar(len: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(len).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    if let Ok(mut shown) = SHOWN.lock() {
        *shown = Some(bar.clone());
    }
    handle_interrupts();
    bar
}

/// What Ctrl-C is to do instead of ending the program; the second one ends it all the same.
pub fn on_interrupt(act: impl FnOnce() + Send + 'static) {
    if let Ok(mut action) = ACTION.lock() {
        *action = Some(Box::new(act));
    }
    handle_interrupts();
}

/// From the first call on, Ctrl-C acts as told, or clears the terminal and ends the program.
fn handle_interrupts() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler, Ctrl-C ends the program all the same.
        let _ = ctrlc::set_handler(|| match ACTION.lock().ok().and_then(|mut act| act.take()) {
            Some(act) => act(),
            None => leave(),
        });
    });
}

fn leave() {
    let (done, cleared) = channel();
    thread::spawn(move || {
        clear();
        done.send(())
    });
    // Whoever holds the bar may be waiting for a reader that has stopped.
    let _ = cleared.recv_timeout(PATIENCE);
    std::process::exit(Verdict::Interrupted.exit_code().into());
}

fn clear() {
    if let Ok(shown) = SHOWN.lock()
        && let Some(bar) = &*shown
    {
        bar.finish_and_clear();
    }
}
