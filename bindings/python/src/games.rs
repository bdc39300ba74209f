//! Columns of games as movetext.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya::{Position, variation};

use crate::batch::{Invalid, Threads, collect};
use crate::columns::{Chunk, for_each_chunk};
use crate::derived::result;
use crate::errors::{Kind, RowError};
use crate::positions::Positions;
use crate::reading::{null_error, with_mask};

/// Games as positions, with the move that leads to each (0 for start positions), and the number of
/// positions of each game.
#[derive(Default)]
struct Games {
    positions: Vec<Position>,
    moves: Vec<u16>,
    lengths: Vec<i64>,
    /// The mask of valid games.
    valid: Vec<bool>,
}

impl Games {
    /// Appends the rows of a game. After an error, the rows before it remain.
    fn read(&mut self, start: Position, movetext: &[u8]) -> Result<(), RowError> {
        self.positions.push(start);
        self.moves.push(0);
        let mut position = start;
        for mv in variation::read(&start, movetext) {
            let mv = mv.map_err(|error| RowError::text("san", &error))?;
            position = position.after(mv);
            self.positions.push(position);
            self.moves.push(mv.to_bits());
        }
        Ok(())
    }

    /// Appends a game, or removes the rows of an invalid one.
    fn push(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let first = self.positions.len();
        let read = read(self);
        self.valid.push(read.is_ok());
        match read {
            Ok(()) => self.lengths.push((self.positions.len() - first) as i64),
            Err(_) => {
                self.positions.truncate(first);
                self.moves.truncate(first);
            }
        }
        read
    }

    fn append(&mut self, mut other: Self) {
        self.positions.append(&mut other.positions);
        self.moves.append(&mut other.moves);
        self.lengths.append(&mut other.lengths);
        self.valid.append(&mut other.valid);
    }

    /// Returns the first row of each game, and the number of rows.
    fn offsets(&self) -> Vec<i64> {
        let mut offsets = Vec::with_capacity(self.lengths.len() + 1);
        let mut offset = 0;
        offsets.push(offset);
        offsets.extend(self.lengths.iter().map(|length| {
            offset += length;
            offset
        }));
        offsets
    }
}

/// Reads a column of games as movetext, from the start position or from one position per game.
pub fn read_games<'py>(
    column: &Bound<'py, PyAny>,
    starts: Option<&[Position]>,
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, threads) = (column.py(), Threads::new(threads)?);
    let (mut games, mut first) = (Games::default(), 0);
    for_each_chunk(column, |chunk| {
        let end = first + chunk.len();
        if let Some(starts) = starts.filter(|starts| starts.len() < end) {
            return Err(starts_error(starts.len(), &format!("at least {end}")));
        }
        let start = |row: usize| starts.map_or(Position::START, |starts| starts[first + row]);
        for part in read_chunk(py, &threads, (chunk, first), &start, invalid)? {
            py.detach(|| games.append(part));
        }
        first = end;
        Ok(())
    })?;
    if let Some(starts) = starts.filter(|starts| starts.len() != first) {
        return Err(starts_error(starts.len(), &first.to_string()));
    }
    let offsets = PyArray1::from_vec(py, py.detach(|| games.offsets()));
    let moves = PyArray1::from_vec(py, games.moves);
    let valid = games.valid;
    let games = result(py, "Games", (Positions::from(games.positions), moves, offsets))?;
    match invalid {
        Invalid::Raise => Ok(games),
        Invalid::Mask => with_mask(games, valid),
    }
}

fn starts_error(found: usize, expected: &str) -> PyErr {
    let message = format!("starts: {found} rows; expected {expected}, one per game");
    PyValueError::new_err(message)
}

fn read_chunk(
    py: Python<'_>,
    threads: &Threads,
    (chunk, first): (&Chunk<'_>, usize),
    start: &(dyn Fn(usize) -> Position + Sync),
    invalid: Invalid,
) -> PyResult<Vec<Games>> {
    collect(py, threads, chunk.len(), |rows| {
        let mut games = Games::default();
        for row in rows {
            let read = games.push(|games| {
                chunk.with_row(row, |text| {
                    let text = text.ok_or_else(|| null_error(Kind::Move, "san"))?;
                    games.read(start(row), text)
                })
            });
            if invalid == Invalid::Raise {
                read.map_err(|error| error.at(first + row))?;
            }
        }
        Ok(games)
    })
}
