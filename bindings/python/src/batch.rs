//! Loops over a column's rows: in blocks, without the GIL, on one or several threads.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::RowError;
use crate::memory::{self, filled, memory_error};

/// The number of rows between two checks for signals such as Ctrl-C.
pub const BLOCK: usize = 65_536;

/// The number of rows that a pool thread takes at once.
const CHUNK: usize = 1_024;

/// The threads for a call: the calling thread alone, or a pool that lives as long as the call.
///
/// A process-wide pool would not survive `fork`, which data loaders use.
pub struct Threads(Option<ThreadPool>);

impl Threads {
    /// Creates the threads; 0 stands for one per logical CPU.
    pub fn new(threads: usize) -> PyResult<Self> {
        if threads == 1 {
            return Ok(Self(None));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let error = |_| PyRuntimeError::new_err(format!("threads: cannot start {threads} threads"));
        Ok(Self(Some(pool.map_err(error)?)))
    }

    /// Divides a column's rows into blocks of the usual length.
    pub const fn blocks<'py>(&self, py: Python<'py>) -> Blocks<'_, 'py> {
        Blocks { py, threads: self, block_rows: BLOCK, chunk_rows: CHUNK }
    }

    /// Sums a value over the items.
    pub fn sum<T: Sync>(&self, items: &[T], value: impl Fn(&T) -> u128 + Sync) -> u128 {
        let sum = Mutex::new(0_u128);
        self.for_each(items.len(), &|index| {
            let value = value(&items[index]);
            let mut sum = lock(&sum);
            *sum = sum.saturating_add(value);
        });
        *lock(&sum)
    }

    /// Calls a function with each index below `count`.
    ///
    /// The function is not a type parameter, because each type would get a copy of the code that
    /// divides the work.
    fn for_each(&self, count: usize, call: &(dyn Fn(usize) + Sync)) {
        match &self.0 {
            None => (0..count).for_each(call),
            Some(pool) => {
                let indices = (0..count).into_par_iter().with_max_len(1);
                pool.install(|| indices.for_each(call));
            }
        }
    }
}

/// Locks a mutex, even after another thread panicked while it had the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A column's rows in blocks, between which signals are checked. The pool's threads divide a block
/// into chunks.
#[derive(Clone, Copy)]
pub struct Blocks<'a, 'py> {
    pub py: Python<'py>,
    pub threads: &'a Threads,
    /// The number of rows per block, rounded up to whole chunks.
    pub block_rows: usize,
    /// The number of rows per chunk.
    pub chunk_rows: usize,
}

impl Blocks<'_, '_> {
    /// Fills an array with `width` values per row, by a function that takes a first row and the
    /// values from there on.
    pub fn fill<T: Send>(
        self,
        out: &mut [T],
        width: usize,
        write: &(dyn Fn(usize, &mut [T]) -> Result<(), RowError> + Sync),
    ) -> PyResult<()> {
        let rows = self.rows_at_once();
        let chunks = memory::listed(out.chunks_mut(rows * width).map(Mutex::new));
        let chunks = chunks.map_err(memory_error)?;
        self.for_each(chunks.len(), &|chunk| write(chunk * rows, &mut lock(&chunks[chunk])))
    }

    /// Collects what a function returns for ranges of rows, in row order.
    pub fn collect<T: Send>(
        self,
        rows: usize,
        read: &(dyn Fn(Range<usize>) -> Result<T, RowError> + Sync),
    ) -> PyResult<Vec<T>> {
        let len = self.rows_at_once();
        let results = memory::listed((0..rows.div_ceil(len)).map(|_| Mutex::new(None)));
        let results = results.map_err(memory_error)?;
        let mut parts = Vec::new();
        parts.try_reserve_exact(results.len()).map_err(memory_error)?;
        self.for_each(results.len(), &|chunk| {
            let start = chunk * len;
            let result = read(start..rows.min(start + len))?;
            *lock(&results[chunk]) = Some(result);
            Ok(())
        })?;
        parts.extend(results.iter().filter_map(|result| lock(result).take()));
        Ok(parts)
    }

    /// Computes a value per row, by calling a function with the row.
    pub fn map<T: Clone + Default + Send>(
        self,
        rows: usize,
        value: impl Fn(usize) -> Result<T, RowError> + Sync,
    ) -> PyResult<Vec<T>> {
        let mut values = filled(rows, T::default()).map_err(memory_error)?;
        self.fill(&mut values, 1, &|start, chunk: &mut [T]| {
            for (row, slot) in (start..).zip(chunk) {
                *slot = value(row)?;
            }
            Ok(())
        })?;
        Ok(values)
    }

    /// Returns the number of rows that a thread takes at once: a block if it is alone.
    const fn rows_at_once(self) -> usize {
        if self.threads.0.is_some() { self.chunk_rows } else { self.block_rows }
    }

    /// Calls a function with each chunk, without the GIL, and checks for signals after each block.
    /// Returns the error from the first chunk that has one.
    fn for_each(
        self,
        chunks: usize,
        call: &(dyn Fn(usize) -> Result<(), RowError> + Sync),
    ) -> PyResult<()> {
        let Self { py, threads, block_rows, .. } = self;
        let chunks_at_once = block_rows.div_ceil(self.rows_at_once());
        for first in (0..chunks).step_by(chunks_at_once) {
            let count = chunks_at_once.min(chunks - first);
            let first_error = Mutex::new(None);
            py.detach(|| {
                threads.for_each(count, &|index| {
                    if let Err(error) = call(first + index) {
                        let mut found = lock(&first_error);
                        if found.as_ref().is_none_or(|(other, _)| index < *other) {
                            *found = Some((index, error));
                        }
                    }
                });
            });
            if let Some((_, error)) = lock(&first_error).take() {
                return Err(error.into_python(py));
            }
            py.check_signals()?;
        }
        Ok(())
    }
}

/// Creates an array with one value per row, by a function that takes the row.
pub fn map_rows<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    threads: usize,
    rows: usize,
    value: impl Fn(usize) -> Result<T, RowError> + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    Ok(PyArray1::from_vec(py, Threads::new(threads)?.blocks(py).map(rows, value)?))
}

/// Returns the values in an array that has one value per row.
pub fn values<'a, T: Element + Copy>(
    name: &str,
    array: &'a PyReadonlyArray1<'_, T>,
    rows: usize,
) -> PyResult<&'a [T]> {
    let slice = array
        .as_slice()
        .map_err(|_| PyValueError::new_err(format!("{name}: not contiguous; expected a copy")))?;
    if slice.len() == rows {
        return Ok(slice);
    }
    Err(PyValueError::new_err(format!("{name}: {} values; expected {rows}", slice.len())))
}

/// The policy for invalid rows: `errors="raise"` or `errors="mask"`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Invalid {
    /// The first invalid row raises its error.
    Raise,
    /// Invalid rows are dropped, and a mask marks the valid ones.
    Mask,
}

impl Invalid {
    /// Parses the argument `errors`.
    pub fn parse(errors: &str) -> PyResult<Self> {
        match errors {
            "raise" => Ok(Self::Raise),
            "mask" => Ok(Self::Mask),
            _ => Err(PyValueError::new_err(format!("errors: {errors:?}; expected raise or mask"))),
        }
    }

    /// Returns the mask of valid rows, if invalid ones are masked.
    pub fn mask(self, valid: Vec<bool>) -> Option<Vec<bool>> {
        (self == Self::Mask).then_some(valid)
    }
}

/// Freezes an array, so that an immutable object can own it.
pub fn read_only<'py, T: Element>(
    array: Bound<'py, PyArray1<T>>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    array.readwrite().make_nonwriteable();
    Ok(array)
}
