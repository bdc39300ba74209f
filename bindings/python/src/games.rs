//! Game columns: as movetext, and as start positions and moves.

use std::collections::TryReserveError;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya::{Position, variation};

use crate::arguments;
use crate::batch::{Blocks, Invalid, Threads, values};
use crate::chess_move::read_move;
use crate::columns::{Chunk, for_each_chunk};
use crate::derived::result;
use crate::errors::{Kind, RowError};
use crate::memory::{append, memory_error};
use crate::positions::Positions;
use crate::reading::{null_error, with_mask};

/// The bits for a null move in a move column.
const NULL_MOVE: u16 = 0;

/// Games as positions, with the move that leads to each (0 for start positions and null moves), and
/// the number of positions per game.
#[derive(Default)]
struct Games {
    positions: Vec<Position>,
    moves: Vec<u16>,
    lengths: Vec<i64>,
    /// The mask of valid games.
    valid: Vec<bool>,
}

impl Games {
    fn push_row(&mut self, position: Position, bits: u16) -> Result<(), RowError> {
        self.positions.try_reserve(1)?;
        self.moves.try_reserve(1)?;
        self.positions.push(position);
        self.moves.push(bits);
        Ok(())
    }

    /// Appends a game's rows. After an error, the rows before it remain.
    fn read(&mut self, start: Position, movetext: &[u8]) -> Result<(), RowError> {
        self.push_row(start, 0)?;
        let mut position = start;
        for mv in variation::read(&start, movetext) {
            let mv = mv.map_err(|error| RowError::text("san", &error))?;
            position = position.after(mv);
            self.push_row(position, mv.to_bits())?;
        }
        Ok(())
    }

    /// Appends the rows for a game whose moves and null moves are known. All are checked.
    fn replay(&mut self, start: Position, moves: &[u16]) -> Result<(), RowError> {
        self.push_row(start, 0)?;
        let mut position = start;
        for &bits in moves {
            if bits == NULL_MOVE {
                position = position.null_move().ok_or_else(|| {
                    RowError::new(Kind::Move, "move", "null move in check".to_owned())
                })?;
            } else {
                let mv = read_move(bits)?;
                position.why_illegal(mv).map_err(|reason| RowError::illegal(mv, reason))?;
                position.make_move(mv);
            }
            self.push_row(position, bits)?;
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
        self.valid.try_reserve(1)?;
        self.lengths.try_reserve(1)?;
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

    fn append(&mut self, other: Self) -> Result<(), TryReserveError> {
        append(&mut self.positions, other.positions)?;
        append(&mut self.moves, other.moves)?;
        append(&mut self.lengths, other.lengths)?;
        append(&mut self.valid, other.valid)
    }

    /// Returns the named tuple `GameRows`.
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let offsets = py.detach(|| self.offsets()).map_err(memory_error)?;
        let offsets = PyArray1::from_vec(py, offsets);
        let moves = PyArray1::from_vec(py, self.moves);
        result(py, "GameRows", (Positions::from(self.positions), moves, offsets))
    }

    /// Returns each game's first row, and the number of rows.
    fn offsets(&self) -> Result<Vec<i64>, TryReserveError> {
        let mut offsets = Vec::new();
        offsets.try_reserve_exact(self.lengths.len() + 1)?;
        let mut offset = 0;
        offsets.push(offset);
        offsets.extend(self.lengths.iter().map(|length| {
            offset += length;
            offset
        }));
        Ok(offsets)
    }
}

/// Reads a column with games as movetext, from the start position or from one position per game.
pub fn read_games<'py>(
    column: &Bound<'py, PyAny>,
    starts: Option<&[Position]>,
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    let threads = Threads::new(threads)?;
    let mut games = Games::default();
    let mut first = 0;
    for_each_chunk(column, |chunk| {
        let end = first + chunk.len();
        if let Some(starts) = starts.filter(|starts| starts.len() < end) {
            return Err(starts_error(starts.len(), &format!("at least {end}")));
        }
        let start = |row: usize| starts.map_or(Position::START, |starts| starts[first + row]);
        for part in read_chunk(threads.blocks(py), chunk, first, &start, invalid)? {
            py.detach(|| games.append(part)).map_err(memory_error)?;
        }
        first = end;
        Ok(())
    })?;
    if let Some(starts) = starts.filter(|starts| starts.len() != first) {
        return Err(starts_error(starts.len(), &first.to_string()));
    }
    let valid = std::mem::take(&mut games.valid);
    with_mask(games.into_python(py)?, invalid.mask(valid))
}

fn starts_error(found: usize, expected: &str) -> PyErr {
    let message = format!("starts: {found} rows; expected {expected}, one per game");
    PyValueError::new_err(message)
}

fn read_chunk(
    blocks: Blocks<'_, '_>,
    chunk: &Chunk<'_>,
    first: usize,
    start: &(dyn Fn(usize) -> Position + Sync),
    invalid: Invalid,
) -> PyResult<Vec<Games>> {
    blocks.collect(chunk.len(), &|rows| {
        let mut games = Games::default();
        for row in rows {
            let read = games.push(|games| {
                chunk.with_row(row, |text| {
                    let text = text.ok_or_else(|| null_error(Kind::Move, "san"))?;
                    games.read(start(row), text)
                })
            });
            match read {
                Err(error) if invalid == Invalid::Raise || error.is_memory() => {
                    return Err(error.at(first + row));
                }
                _ => {}
            }
        }
        Ok(games)
    })
}

/// Returns the positions in games: start positions, and the positions after each move.
///
/// Raises:
///     IllegalMoveError: A move is illegal. `row` is the game's number.
#[pyfunction]
#[pyo3(signature = (starts, moves, offsets, threads))]
pub fn replay_games<'py>(
    #[pyo3(from_py_with = arguments::start_column)] starts: PyRef<'py, Positions>,
    #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
    #[pyo3(from_py_with = arguments::offset_column)] offsets: PyReadonlyArray1<'py, i64>,
    #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = starts.py();
    let starts = &starts.rows;
    let offsets = values("offsets", &offsets, starts.len() + 1)?;
    let moves = moves.as_slice().map_err(|_| PyValueError::new_err("moves: not contiguous"))?;
    check_offsets(offsets, moves.len())?;
    let mut games = Games::default();
    let parts = Threads::new(threads)?.blocks(py).collect(starts.len(), &|rows| {
        let mut games = Games::default();
        for row in rows {
            let range = offsets[row] as usize..offsets[row + 1] as usize;
            let moves = moves.get(range).ok_or_else(|| {
                let reason = format!("{}; expected an index of the moves", offsets[row + 1]);
                RowError::new(Kind::Move, "offsets", reason).at(row)
            })?;
            games.push(|games| games.replay(starts[row], moves)).map_err(|error| error.at(row))?;
        }
        Ok(games)
    })?;
    py.detach(|| parts.into_iter().try_for_each(|part| games.append(part)))
        .map_err(memory_error)?;
    games.into_python(py)
}

/// Checks that games begin at the first move and end at the last.
pub fn check_offsets(offsets: &[i64], moves: usize) -> PyResult<()> {
    let first = offsets.first().copied().unwrap_or(0);
    let last = offsets.last().copied().unwrap_or(0);
    let message = if first != 0 {
        format!("offsets: {first} at the start; expected 0")
    } else if last != moves as i64 {
        format!("moves: {moves} values; expected {last}, the last offset")
    } else {
        return Ok(());
    };
    Err(PyValueError::new_err(message))
}
