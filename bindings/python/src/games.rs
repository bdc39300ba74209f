//! Columns of games as movetext.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya::{Position, variation};

use crate::batch::{Threads, collect};
use crate::columns::{Chunk, for_each_chunk};
use crate::derived::result;
use crate::errors::{Kind, RowError};
use crate::positions::Positions;
use crate::reading::null_error;

/// Games as positions, with the move that leads to each (0 for start positions), and the number of
/// positions of each game.
#[derive(Default)]
struct Games {
    positions: Vec<Position>,
    moves: Vec<u16>,
    lengths: Vec<i64>,
}

impl Games {
    fn read(&mut self, start: Position, movetext: &[u8]) -> Result<(), RowError> {
        let first = self.positions.len();
        self.positions.push(start);
        self.moves.push(0);
        let mut position = start;
        for mv in variation::read(&start, movetext) {
            let mv = mv.map_err(|error| RowError::text("san", &error))?;
            position = position.after(mv);
            self.positions.push(position);
            self.moves.push(mv.to_bits());
        }
        self.lengths.push((self.positions.len() - first) as i64);
        Ok(())
    }
}

/// Reads a column of games as movetext, from the start position or from one position per game.
pub fn read_games<'py>(
    column: &Bound<'py, PyAny>,
    starts: Option<&[Position]>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, threads) = (column.py(), Threads::new(threads)?);
    let (mut games, mut first) = (Games::default(), 0);
    for_each_chunk(column, |chunk| {
        let end = first + chunk.len();
        if starts.is_some_and(|starts| starts.len() < end) {
            return Err(PyValueError::new_err(
                "starts: fewer rows than games; expected one per game",
            ));
        }
        let start = |row: usize| starts.map_or(Position::START, |starts| starts[first + row]);
        let parts = read_chunk(py, &threads, chunk, (first, &start))?;
        for mut part in parts {
            games.positions.append(&mut part.positions);
            games.moves.append(&mut part.moves);
            games.lengths.append(&mut part.lengths);
        }
        first = end;
        Ok(())
    })?;
    let mut offset = 0;
    let ends = games.lengths.iter().map(|length| {
        offset += length;
        offset
    });
    let offsets: Vec<_> = std::iter::once(0).chain(ends).collect();
    let (moves, offsets) = (PyArray1::from_vec(py, games.moves), PyArray1::from_vec(py, offsets));
    result(py, "Games", (Positions::from(games.positions), moves, offsets))
}

fn read_chunk(
    py: Python<'_>,
    threads: &Threads,
    chunk: &Chunk<'_>,
    (first, start): (usize, &(dyn Fn(usize) -> Position + Sync)),
) -> PyResult<Vec<Games>> {
    collect(py, threads, chunk.len(), |rows| {
        let mut games = Games::default();
        for row in rows {
            let read = chunk.with_row(row, |text| {
                let text = text.ok_or_else(|| null_error(Kind::Move, "san"))?;
                games.read(start(row), text)
            });
            read.map_err(|error| error.at(first + row))?;
        }
        Ok(games)
    })
}
