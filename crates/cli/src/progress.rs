//! Progress on the terminal, and leaving it whole when the user has had enough.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The bar that is on the terminal, for whoever ends the program.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// What a shell sees of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;
/// How long clearing the bar may take then.
const PATIENCE: Duration = Duration::from_millis(200);

/// A bar over some units of work, on standard error; hidden where that is no terminal.
/// Ctrl-C removes it before it ends the program.
pub fn bar(len: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(len).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    if let Ok(mut shown) = SHOWN.lock()
        && shown.replace(bar.clone()).is_none()
    {
        // Without a handler, Ctrl-C ends the program all the same.
        let _ = ctrlc::set_handler(|| {
            let (done, cleared) = channel();
            thread::spawn(move || {
                clear();
                done.send(())
            });
            // Whoever holds the bar may be waiting for a reader that has stopped.
            let _ = cleared.recv_timeout(PATIENCE);
            std::process::exit(INTERRUPTED);
        });
    }
    bar
}

fn clear() {
    if let Ok(shown) = SHOWN.lock()
        && let Some(bar) = &*shown
    {
        bar.finish_and_clear();
    }
}
