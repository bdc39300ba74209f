//! Columns as bytes in training formats, and positions as EPD lines.

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods, PyList, PyString};
use tabiya::{Color, Move, Position, bulletformat, epd, viriformat};

use crate::arguments::{self, mismatch};
use crate::batch::{BLOCK, Threads, values};
use crate::chess_move;
use crate::columns::reshape;
use crate::errors::{Kind, RowError};
use crate::games::check_offsets;
use crate::memory::{filled, joined, listed, memory_error};

/// Returns the winner by a result for White: 1, 0 or -1.
pub fn winner(result: i8, row: usize) -> Result<Option<Color>, RowError> {
    match result {
        1 => Ok(Some(Color::White)),
        -1 => Ok(Some(Color::Black)),
        0 => Ok(None),
        _ => {
            let reason = format!("{result}; expected 1, 0 or -1");
            Err(RowError::new(Kind::Position, "results", reason).at(row))
        }
    }
}

/// Returns game results, one per game: 1, 0, -1, or -128 for none.
#[pyfunction]
pub fn result_column<'py>(
    results: &Bound<'py, PyAny>,
    games: usize,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let array = arguments::integers::<i8>("results", results)?;
    let found = values("results", &array, games)?;
    if let Some(other) = found.iter().find(|result| !matches!(**result, -1..=1 | i8::MIN)) {
        let message = format!("results: {other}; expected 1, 0, -1 or -128");
        return Err(PyValueError::new_err(message));
    }
    let codes = listed(found.iter().copied()).map_err(memory_error)?;
    Ok(PyArray1::from_vec(results.py(), codes))
}

/// Returns bulletformat rows with 32 bytes each.
pub fn bulletformat<'py>(
    py: Python<'py>,
    positions: &[Position],
    scores: &Bound<'py, PyAny>,
    results: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    const LEN: usize = bulletformat::Entry::LEN;
    let scores = arguments::integers::<i16>("scores", scores)?;
    let scores = values("scores", &scores, positions.len())?;
    let results = arguments::integers::<i8>("results", results)?;
    let results = values("results", &results, positions.len())?;
    let mut bytes = filled(LEN * positions.len(), 0).map_err(memory_error)?;
    Threads::new(1)?.blocks(py).fill(&mut bytes, LEN, &|start, chunk| {
        for (row, bytes) in (start..).zip(chunk.as_chunks_mut().0) {
            let entry = bulletformat::Entry {
                position: positions[row],
                score: scores[row],
                winner: winner(results[row], row)?,
                extra: [0; 3],
            };
            *bytes = entry.to_bytes();
        }
        Ok(())
    })?;
    reshape(py, bytes, LEN)
}

/// The game columns that viriformat stores, beside the starts.
pub struct ViriformatColumns<'py> {
    pub moves: Bound<'py, PyAny>,
    pub evals: Bound<'py, PyAny>,
    pub offsets: Bound<'py, PyAny>,
    pub results: Bound<'py, PyAny>,
}

/// Returns games in viriformat.
pub fn viriformat<'py>(
    py: Python<'py>,
    starts: &[Position],
    columns: &ViriformatColumns<'py>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let moves = arguments::move_column(&columns.moves)?;
    let moves = moves.as_slice().map_err(|_| PyValueError::new_err("moves: not contiguous"))?;
    let offsets = arguments::integers::<i64>("offsets", &columns.offsets)?;
    let offsets = values("offsets", &offsets, starts.len() + 1)?;
    check_offsets(offsets, moves.len())?;
    let evals = arguments::integers::<i16>("evals", &columns.evals)?;
    let evals = values("evals", &evals, moves.len())?;
    let results = arguments::integers::<i8>("results", &columns.results)?;
    let results = values("results", &results, starts.len())?;
    let parts = Threads::new(1)?.blocks(py).collect(starts.len(), &|rows| {
        let mut bytes = Vec::new();
        for row in rows {
            let range = offsets[row] as usize..offsets[row + 1] as usize;
            let (Some(moves), Some(evals)) = (moves.get(range.clone()), evals.get(range)) else {
                let reason = format!("{}; expected an index of the moves", offsets[row + 1]);
                return Err(RowError::new(Kind::Position, "offsets", reason).at(row));
            };
            let moves = legal_moves(starts[row], moves).map_err(|error| error.at(row))?;
            let winner = winner(results[row], row)?;
            let start = viriformat::Entry { position: starts[row], eval: 0, winner, extra: 0 };
            bytes.try_reserve(viriformat::Entry::LEN + 4 * (moves.len() + 1))?;
            let steps = moves.into_iter().zip(evals.iter().copied());
            let write = |part: &[u8]| {
                bytes.extend_from_slice(part);
                Ok::<(), RowError>(())
            };
            viriformat::write_game(&start, steps, write)?;
        }
        Ok(bytes)
    })?;
    let bytes = py.detach(|| joined(parts)).map_err(memory_error)?;
    Ok(PyArray1::from_vec(py, bytes))
}

/// Reads moves by their bits, each legal after those before it.
pub fn legal_moves(start: Position, bits: &[u16]) -> Result<Vec<Move>, RowError> {
    let mut moves = Vec::new();
    moves.try_reserve_exact(bits.len())?;
    let mut position = start;
    for &bits in bits {
        let mv = chess_move::read_move(bits)?;
        position.why_illegal(mv).map_err(|reason| RowError::illegal(mv, reason))?;
        position.make_move(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// Returns consecutive moves from a position in SAN, with move numbers.
pub fn variation_san(position: &Position, moves: &Bound<'_, PyAny>) -> PyResult<String> {
    let bits = arguments::move_column(moves)?;
    let bits = bits.as_slice().map_err(|_| PyValueError::new_err("moves: not contiguous"))?;
    let moves = legal_moves(*position, bits).map_err(|error| error.into_python(moves.py()))?;
    Ok(tabiya::variation::display(position, &moves).to_string())
}

/// A position's operations, by opcode.
type Operations<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// Reads a dictionary, which Python code could change while it is iterated.
fn read_operations<'py>(operations: Option<&Bound<'py, PyDict>>) -> PyResult<Operations<'py>> {
    let items = operations.map(PyDictMethods::items);
    let read = |item: Bound<'py, PyAny>| {
        let (opcode, value) = item.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
        let text = opcode.extract::<String>();
        let text = text.map_err(|_| mismatch("operations", &opcode, "opcodes as str"))?;
        Ok((text, value))
    };
    items.iter().flatten().map(read).collect()
}

/// Returns a position as an EPD line. The operations are numbers, texts, moves or move lists, by opcode.
pub fn epd_line(position: &Position, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    write_epd(position, &read_operations(operations)?)
}

fn write_epd(position: &Position, operations: &Operations<'_>) -> PyResult<String> {
    let mut line = String::new();
    let error = |error: epd::OperationError| PyValueError::new_err(format!("operations: {error}"));
    let writer = epd::Writer::new(position, &mut line);
    let mut writer = writer.map_err(|_| error(epd::OperationError::Output))?;
    for (opcode, operand) in operations {
        if operand.is_none() {
            continue;
        }
        let written = if let Ok(text) = operand.cast::<PyString>() {
            let text = text.to_cow();
            let text = text.map_err(|error| {
                PyValueError::new_err(format!("{opcode}: {error}; expected a text"))
            })?;
            writer.text(opcode, text.as_bytes())
        } else if let Ok(mv) = operand.cast::<chess_move::Move>() {
            writer.moves(opcode, &[mv.get().0])
        } else if operand.hasattr("__index__")? {
            let number = operand.extract::<i64>().map_err(|_| {
                PyValueError::new_err(format!(
                    "{opcode}: {operand}; expected an integer of 64 bits"
                ))
            })?;
            writer.number(opcode, number)
        } else {
            let moves = listed_moves(opcode, operand)?;
            if opcode == "pv" { writer.line(opcode, &moves) } else { writer.moves(opcode, &moves) }
        };
        written.map_err(error)?;
    }
    Ok(line)
}

/// Returns an EPD line per position. Operations are columns by opcode, whose values follow the row order.
pub fn epd_lines<'py>(
    py: Python<'py>,
    positions: &[Position],
    operations: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let mut columns = Vec::new();
    for (opcode, column) in read_operations(operations)? {
        let len = column.len().map_err(|_| mismatch("operations", &column, "columns"))?;
        if len != positions.len() {
            let message =
                format!("operations: {opcode}: {len} values; expected {}", positions.len());
            return Err(PyValueError::new_err(message));
        }
        columns.push((opcode, column.try_iter()?));
    }
    let lines = PyList::empty(py);
    for (row, position) in positions.iter().enumerate() {
        let mut operations = Vec::new();
        for (opcode, values) in &mut columns {
            let missing = || {
                let message =
                    format!("operations: {opcode}: no value; expected {}", positions.len());
                PyValueError::new_err(message)
            };
            let value = values.next().unwrap_or_else(|| Err(missing()))?;
            operations.push((opcode.clone(), value));
        }
        let line = write_epd(position, &operations).map_err(|error| at_row(py, row, error))?;
        lines.append(line)?;
        if row % BLOCK == 0 {
            py.check_signals()?;
        }
    }
    Ok(lines)
}

/// Adds a row to an argument error's message.
fn at_row(py: Python<'_>, row: usize, error: PyErr) -> PyErr {
    let message = format!("operations: row {row}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else if error.is_instance_of::<PyValueError>(py) {
        PyValueError::new_err(message)
    } else {
        error
    }
}

/// Reads an operation's moves.
fn listed_moves(opcode: &str, operand: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
    let expected = "an int, a str, a tabiya.Move or several";
    let items = arguments::items(opcode, operand, expected)?;
    let mv = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        let mv = item.cast::<chess_move::Move>().map_err(|_| mismatch(opcode, &item, expected))?;
        Ok(mv.get().0)
    };
    items.map(mv).collect()
}
