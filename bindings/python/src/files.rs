//! Columns from files: EPD, viriformat and bulletformat.

use std::path::Path;
use std::{fs, io};

use numpy::PyArray1;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use tabiya::{Color, FenOptions, Position, bulletformat, epd, viriformat};

use crate::batch::{BLOCK, Invalid, Threads};
use crate::derived::result;
use crate::errors::{Kind, RowError};
use crate::memory::{listed, memory_error};
use crate::positions::Positions;
use crate::reading::{positions_object, read_rows, with_mask};

/// Reads a file without the GIL. Errors are those that `open` raises: an `OSError` subclass with the path.
fn read_file(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    py.detach(|| fs::read(path)).map_err(|error| open_error(py, path, &error))
}

/// Returns the exception for a file that cannot be read, as `open` raises it.
fn open_error(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyValueError::new_err(format!("path: {error}; expected the path of a file"));
    };
    let path = path.as_os_str();
    let message = error.to_string();
    // Windows has its own error codes, passed as the fourth argument, which determine `errno`.
    let error = if cfg!(windows) {
        py.get_type::<PyOSError>().call1((0, message, path, code))
    } else {
        let text = py.import("os").and_then(|os| os.call_method1("strerror", (code,)));
        text.and_then(|text| py.get_type::<PyOSError>().call1((code, text, path)))
    };
    error.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for a file that cannot be used: the one from `open`, or an `OSError` with the path.
pub fn os_error(path: &Path, error: io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(_) => Python::attach(|py| open_error(py, path, &error)),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Reads a file with EPD lines. An error's row is the line number, from 0.
pub fn read_epd<'py>(
    py: Python<'py>,
    path: &Path,
    options: FenOptions,
    invalid: Invalid,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = read_file(py, path)?;
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter(|(_, line)| !epd::is_blank_or_comment(line));
    let mut rows = Vec::new();
    for line in lines {
        rows.try_reserve(1).map_err(memory_error)?;
        rows.push(line);
    }
    let read = |row: usize| {
        let (number, line): (usize, &[u8]) = rows[row];
        let read = epd::read_lenient(options, line).map(|epd| *epd.position());
        read.map_err(|error| RowError::position("epd", &error).at(number))
    };
    let threads = Threads::new(1)?;
    positions_object(py, read_rows(threads.blocks(py), rows.len(), read, invalid)?)
}

/// Returns a game result for White: 1, 0 or -1.
pub fn result_code(winner: Option<Color>) -> i8 {
    match winner {
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => 0,
    }
}

/// The columns from a viriformat file.
#[derive(Default)]
struct Games {
    positions: Vec<Position>,
    moves: Vec<u16>,
    evals: Vec<i16>,
    offsets: Vec<i64>,
    results: Vec<i8>,
}

impl Games {
    /// Reads a game and returns the bytes after it.
    fn read<'a>(&mut self, bytes: &'a [u8]) -> Result<&'a [u8], RowError> {
        let game = viriformat::Game::read(bytes);
        let mut game = game.map_err(|error| RowError::position("viriformat", &error))?;
        let winner = game.start().winner;
        for step in &mut game {
            let step = step.map_err(|error| RowError::position("viriformat", &error))?;
            self.positions.try_reserve(1)?;
            self.moves.try_reserve(1)?;
            self.evals.try_reserve(1)?;
            self.positions.push(step.position);
            self.moves.push(step.mv.to_bits());
            self.evals.push(step.eval);
        }
        self.offsets.try_reserve(1)?;
        self.results.try_reserve(1)?;
        self.offsets.push(self.positions.len() as i64);
        self.results.push(result_code(winner));
        Ok(game.rest())
    }

    /// Reads games up to the next check for signals.
    fn read_block<'a>(&mut self, mut rest: &'a [u8]) -> Result<&'a [u8], RowError> {
        let end = self.positions.len() + BLOCK;
        while !rest.is_empty() && self.positions.len() < end {
            let game = self.results.len();
            rest = self.read(rest).map_err(|error| error.at(game))?;
        }
        Ok(rest)
    }
}

/// Reads a viriformat file.
pub fn read_viriformat<'py>(py: Python<'py>, path: &Path) -> PyResult<Bound<'py, PyAny>> {
    let bytes = read_file(py, path)?;
    let mut games = Games { offsets: vec![0], ..Games::default() };
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        let read = py.detach(|| games.read_block(rest));
        rest = read.map_err(|error| error.into_python(py))?;
        py.check_signals()?;
    }
    let Games { positions, moves, evals, offsets, results } = games;
    let fields = (
        Positions::from(positions),
        PyArray1::from_vec(py, moves),
        PyArray1::from_vec(py, evals),
        PyArray1::from_vec(py, offsets),
        PyArray1::from_vec(py, results),
    );
    result(py, "ViriformatGames", fields)
}

/// Reads a bulletformat file.
pub fn read_bulletformat<'py>(
    py: Python<'py>,
    path: &Path,
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = read_file(py, path)?;
    let (entries, rest) = bytes.as_chunks::<{ bulletformat::Entry::LEN }>();
    if !rest.is_empty() {
        let reason = format!("{} bytes; expected a multiple of 32", bytes.len());
        return Err(RowError::new(Kind::Position, "bulletformat", reason).into_python(py));
    }
    let read = |row: usize| {
        let entry = bulletformat::Entry::from_bytes(&entries[row])
            .map_err(|error| RowError::position("bulletformat", &error).at(row))?;
        Ok((entry.position, entry.score, result_code(entry.winner)))
    };
    let threads = Threads::new(threads)?;
    let read = read_rows(threads.blocks(py), entries.len(), read, invalid)?;
    let rows = read.values;
    let positions = py.detach(|| listed(rows.iter().map(|row| row.0))).map_err(memory_error)?;
    let scores = listed(rows.iter().map(|row| row.1)).map_err(memory_error)?;
    let results = listed(rows.iter().map(|row| row.2)).map_err(memory_error)?;
    let scores = PyArray1::from_vec(py, scores);
    let results = PyArray1::from_vec(py, results);
    let fields = (Positions::from(positions), scores, results);
    with_mask(result(py, "BulletformatRows", fields)?, read.mask)
}
