//! Work on another thread, while the calling thread checks for signals such as Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::batch::lock;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// The time limit for work to end after an interrupt, so that the work removes its files.
const GRACE: Duration = Duration::from_millis(500);

/// Runs work on another thread without the GIL, and returns its result.
///
/// A signal handler's exception sets `stop`. It is returned when the work ends, or else after half a second.
pub fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let slot = Arc::new(Mutex::new(None));
    let result = Arc::clone(&slot);
    wait_until_done(py, stop, Box::new(move || *lock(&result) = Some(work())))?;
    let result = lock(&slot).take();
    result.ok_or_else(|| PyRuntimeError::new_err("threads: no result"))
}

/// Runs work like [`wait_for`]. Without a type parameter, there is one copy of the channel.
fn wait_until_done(
    py: Python<'_>,
    stop: &AtomicBool,
    work: Box<dyn FnOnce() + Send>,
) -> PyResult<()> {
    let (sender, mut receiver) = mpsc::channel();
    let start = thread::Builder::new().spawn(move || {
        work();
        // The receiver is gone after an interrupt.
        let _ = sender.send(());
    });
    let thread = start.map_err(|error| PyRuntimeError::new_err(format!("threads: {error}")))?;
    loop {
        // A unique reference to the receiver can leave the thread, a shared one cannot.
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(INTERVAL)) {
            Ok(()) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return thread.join().map_err(|panic| resume_unwind(panic));
            }
        }
        if let Err(error) = py.check_signals() {
            stop.store(true, Ordering::Relaxed);
            let waiting = &mut receiver;
            let _ = py.detach(move || waiting.recv_timeout(GRACE));
            return Err(error);
        }
    }
}
