//! The unit counters that the process keeps from one count to the next.

use std::mem;
use std::process;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use tabiya::perft::{Backend, ParallelPerftError, Perft};
use tabiya_units::counter::UnitCounter;

/// The idle counters, each with its settings. The next count drops those with other settings.
static IDLE: Mutex<Vec<(CounterKey, UnitCounter)>> = Mutex::new(Vec::new());

/// The settings for a count: counters with equal settings are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CounterKey {
    /// The process: a counter's threads do not survive `fork`.
    pid: u32,
    backend: Backend,
    threads: usize,
    hash_bytes: Option<u64>,
}

impl CounterKey {
    /// Reads the arguments for a count.
    pub fn new(name: Option<&str>, threads: usize, hash_bytes: Option<u64>) -> PyResult<Self> {
        let backend = match name {
            None => Backend::best(),
            Some(name) => name
                .parse()
                .map_err(|error| PyValueError::new_err(format!("backend: {name:?}: {error}")))?,
        };
        create_perft(backend)?;
        Ok(Self { pid: process::id(), backend, threads, hash_bytes })
    }

    /// Takes an idle counter, or creates one.
    pub fn counter(&self) -> PyResult<UnitCounter> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut equal, others): (Vec<_>, _) =
            mem::take(&mut *idle).into_iter().partition(|(key, _)| key == self);
        let taken = equal.pop();
        *idle = equal;
        for (key, counter) in others {
            if key.pid != self.pid {
                // Its threads exist in the parent only, and cannot be ended here.
                mem::forget(counter);
            }
        }
        drop(idle);
        if let Some((_, counter)) = taken {
            return Ok(counter);
        }
        UnitCounter::new(create_perft(self.backend)?, self.threads, self.hash_bytes).map_err(
            |error| match error {
                ParallelPerftError::Threads { .. } => {
                    PyRuntimeError::new_err(format!("threads: {error}"))
                }
                ParallelPerftError::Memory { .. } => {
                    PyMemoryError::new_err(format!("hash: {error}"))
                }
                error => PyValueError::new_err(format!("hash: {error}")),
            },
        )
    }

    /// Keeps a counter for the next count.
    pub fn keep(self, counter: UnitCounter) {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push((self, counter));
    }
}

fn create_perft(backend: Backend) -> PyResult<Perft> {
    Perft::with(backend).map_err(|error| PyValueError::new_err(format!("backend: {error}")))
}
