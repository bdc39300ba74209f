//! Loops over the rows of a column: in blocks, without the GIL, on one or several threads.

use std::ops::Range;

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::RowError;
use crate::memory::{filled, memory_error};

/// The number of rows between two checks for signals such as Ctrl-C.
pub const BLOCK: usize = 65_536;

/// The number of rows that a thread takes at once.
const CHUNK: usize = 1_024;

/// The threads of a call: the calling thread alone, or a pool that lives as long as the call.
///
/// A pool of the process would not survive `fork`, which data loaders use.
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

    /// Returns the sum of the values of items.
    pub fn sum<T: Sync>(&self, items: &[T], value: impl Fn(&T) -> u128 + Sync) -> u128 {
        match &self.0 {
            None => items.iter().map(value).fold(0, u128::saturating_add),
            Some(pool) => pool.install(|| {
                items.par_iter().with_max_len(1).map(&value).reduce(|| 0, u128::saturating_add)
            }),
        }
    }
}

/// Fills an array of `width` values per row by a function of the first row and its values.
pub fn fill<T: Send>(
    py: Python<'_>,
    threads: &Threads,
    out: (&mut [T], usize),
    write: impl Fn(usize, &mut [T]) -> Result<(), RowError> + Sync,
) -> PyResult<()> {
    fill_blocks(py, threads, out, (BLOCK, CHUNK), write)
}

/// Fills an array as [`fill`] does, with the rows of a block and those of a thread at once.
pub fn fill_blocks<T: Send>(
    py: Python<'_>,
    threads: &Threads,
    (out, width): (&mut [T], usize),
    (block_rows, chunk_rows): (usize, usize),
    write: impl Fn(usize, &mut [T]) -> Result<(), RowError> + Sync,
) -> PyResult<()> {
    for (index, block) in out.chunks_mut(block_rows * width).enumerate() {
        let start = index * block_rows;
        py.detach(|| match &threads.0 {
            None => write(start, block),
            Some(pool) => pool.install(|| {
                let chunks = block.par_chunks_mut(chunk_rows * width).enumerate();
                let results: Vec<_> =
                    chunks.map(|(index, chunk)| write(start + chunk_rows * index, chunk)).collect();
                results.into_iter().collect()
            }),
        })
        .map_err(|error| error.into_python(py))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Collects the results of a function of a range of rows, in the order of the rows.
pub fn collect<T: Send>(
    py: Python<'_>,
    threads: &Threads,
    rows: usize,
    read: impl Fn(Range<usize>) -> Result<T, RowError> + Sync,
) -> PyResult<Vec<T>> {
    let mut results = Vec::new();
    for start in (0..rows).step_by(BLOCK) {
        let block = start..rows.min(start + BLOCK);
        py.detach(|| match &threads.0 {
            None => read(block).map(|result| results.push(result)),
            Some(pool) => pool.install(|| {
                let end = block.end;
                let starts: Vec<_> = block.step_by(CHUNK).collect();
                let chunks =
                    starts.into_par_iter().map(|start| read(start..end.min(start + CHUNK)));
                chunks.collect::<Vec<_>>().into_iter().try_for_each(|result| {
                    results.push(result?);
                    Ok(())
                })
            }),
        })
        .map_err(|error| error.into_python(py))?;
        py.check_signals()?;
    }
    Ok(results)
}

/// Creates an array of one value per row, by a function of the row.
pub fn map_rows<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    threads: usize,
    rows: usize,
    value: impl Fn(usize) -> Result<T, RowError> + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let mut out = filled(rows, T::default()).map_err(memory_error)?;
    fill(py, &Threads::new(threads)?, (&mut out, 1), |start, chunk| {
        for (row, slot) in (start..).zip(chunk) {
            *slot = value(row)?;
        }
        Ok(())
    })?;
    Ok(PyArray1::from_vec(py, out))
}

/// Returns the values of an array with one value per row.
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

/// The treatment of invalid rows: `errors="raise"` or `errors="mask"`.
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
}

/// Freezes an array, so that an immutable object can own it.
pub fn read_only<'py, T: Element>(
    array: Bound<'py, PyArray1<T>>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    array.readwrite().make_nonwriteable();
    Ok(array)
}
