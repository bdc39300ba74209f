//! The Python class `LegalMoves`: a column's legal moves.

use std::fmt::Write;
use std::ops::Range;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tabiya::{Move, Position, san, uci};

use crate::arguments;
use crate::batch::{Threads, read_only};
use crate::chess_move::move_list;
use crate::derived::{iterate, row_of};
use crate::errors::RowError;
use crate::labels::Policy;
use crate::memory::{joined, memory_error};
use crate::position::castling_notation;
use crate::positions::{Positions, Rows};
use crate::text::{Cell, SAN_WIDTH, UCI_WIDTH, text_array};

/// The legal moves in each position of a column.
///
/// Row `i` has the moves `moves[offsets[i]:offsets[i + 1]]`.
///
/// >>> moves = Positions([Position()]).legal_moves()
/// >>> moves.offsets.tolist(), moves.san()[:3].tolist()
/// ([0, 20], ['a4', 'b4', 'c4'])
#[pyclass(frozen, module = "tabiya")]
pub struct LegalMoves {
    rows: Rows,
    moves: Py<PyArray1<u16>>,
    offsets: Py<PyArray1<i64>>,
}

/// Appends the legal moves in positions, and how many each has.
fn list_moves(positions: &[Position]) -> Result<(Vec<u16>, Vec<u16>), RowError> {
    let mut moves = Vec::new();
    let mut counts = Vec::new();
    moves.try_reserve(positions.len() * 32)?;
    counts.try_reserve_exact(positions.len())?;
    let mut list = tabiya::MoveList::new();
    for position in positions {
        list.clear();
        position.legal_moves_into(&mut list);
        moves.try_reserve(list.len())?;
        moves.extend(list.iter().map(|mv| mv.to_bits()));
        counts.push(list.len() as u16);
    }
    Ok((moves, counts))
}

/// Returns the moves in all positions, and the offsets between the positions.
pub fn list_all(
    py: Python<'_>,
    positions: &[Position],
    threads: usize,
) -> PyResult<(Vec<u16>, Vec<i64>)> {
    let threads = Threads::new(threads)?;
    let parts =
        threads.blocks(py).collect(positions.len(), &|rows| list_moves(&positions[rows]))?;
    py.detach(|| {
        let mut moves = Vec::new();
        moves.try_reserve_exact(parts.iter().map(|(moves, _)| moves.len()).sum())?;
        let mut offsets = Vec::new();
        offsets.try_reserve_exact(positions.len() + 1)?;
        let mut offset = 0;
        offsets.push(offset);
        for (part, counts) in parts {
            moves.extend_from_slice(&part);
            offsets.extend(counts.into_iter().map(|count| {
                offset += i64::from(count);
                offset
            }));
        }
        Ok((moves, offsets))
    })
    .map_err(memory_error)
}

impl LegalMoves {
    /// Generates a column's moves.
    pub fn generate(py: Python<'_>, rows: &Rows, threads: usize) -> PyResult<Self> {
        let (moves, offsets) = list_all(py, rows, threads)?;
        Ok(Self {
            rows: rows.clone(),
            moves: read_only(PyArray1::from_vec(py, moves))?.unbind(),
            offsets: read_only(PyArray1::from_vec(py, offsets))?.unbind(),
        })
    }

    /// Collects `width` values per move, by a function that takes a position and its moves.
    fn collect_values<T: Send + Copy>(
        &self,
        py: Python<'_>,
        threads: usize,
        width: usize,
        append: impl Fn(&Position, &[u16], &mut Vec<T>) + Sync,
    ) -> PyResult<Vec<T>> {
        let moves = self.moves.bind(py).readonly();
        let offsets = self.offsets.bind(py).readonly();
        let moves = moves.as_slice()?;
        let offsets = offsets.as_slice()?;
        let parts = Threads::new(threads)?.blocks(py).collect(self.rows.len(), &|rows| {
            let mut values = Vec::new();
            for row in rows {
                let moves = &moves[range(offsets, row)];
                values.try_reserve(width * moves.len())?;
                append(&self.rows[row], moves, &mut values);
            }
            Ok(values)
        })?;
        py.detach(move || joined(parts)).map_err(memory_error)
    }
}

/// Returns the range of a row's moves.
pub fn range(offsets: &[i64], row: usize) -> Range<usize> {
    offsets[row] as usize..offsets[row + 1] as usize
}

/// Calls a function with each move.
fn for_each(bits: &[u16], mut call: impl FnMut(Move)) {
    bits.iter().filter_map(|&bits| Move::from_bits(bits)).for_each(&mut call);
}

#[pymethods]
impl LegalMoves {
    /// The moves in all positions: `uint16` of shape (m,), read-only.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> &Bound<'py, PyArray1<u16>> {
        self.moves.bind(py)
    }

    /// The index of each position's first move, and m: `int64` of shape (n + 1,), read-only.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> &Bound<'py, PyArray1<i64>> {
        self.offsets.bind(py)
    }

    /// The column's positions.
    #[getter]
    fn positions(&self) -> Positions {
        Positions::from(self.rows.clone())
    }

    /// Returns the moves in UCI notation: `U5` of shape (m,).
    ///
    /// With `chess960=None`, castling is `e1h1` if the position has a castling right that does not
    /// exist in standard chess, else `e1g1`.
    #[pyo3(signature = (*, chess960 = None, threads = 1))]
    fn uci<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::chess960_or_none)] chess960: Option<bool>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let codes = self.collect_values(py, threads, UCI_WIDTH, |position, moves, codes| {
            let castling = castling_notation(position, chess960);
            for_each(moves, |mv| push_text(codes, UCI_WIDTH, uci::display(mv, castling)));
        })?;
        text_array(py, codes, UCI_WIDTH)
    }

    /// Returns the moves in SAN: `U7` of shape (m,).
    #[pyo3(signature = (*, threads = 1))]
    fn san<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let codes = self.collect_values(py, threads, SAN_WIDTH, |position, moves, codes| {
            for_each(moves, |mv| push_text(codes, SAN_WIDTH, san::display(position, mv)));
        })?;
        text_array(py, codes, SAN_WIDTH)
    }

    /// Returns the moves' labels in a policy layout: `uint16` of shape (m,).
    ///
    /// The layouts are `lc0` (1858 labels), `az` (4672) and `uci` (1968).
    #[pyo3(signature = (layout, *, threads = 1))]
    fn policy<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::layout)] layout: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let policy = Policy::parse(layout)?;
        let labels = self.collect_values(py, threads, 1, |position, moves, values| {
            let labels = policy.labels(position.side_to_move());
            for_each(moves, |mv| values.push(labels.of(mv)));
        })?;
        Ok(PyArray1::from_vec(py, labels))
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let row = row_of(index, self.rows.len())?;
        let moves = self.moves.bind(py).readonly();
        let offsets = self.offsets.bind(py).readonly();
        let bits = &moves.as_slice()?[range(offsets.as_slice()?, row)];
        let moves: Vec<_> = bits.iter().filter_map(|&bits| Move::from_bits(bits)).collect();
        move_list(py, &moves)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf.as_any(), slf.get().rows.len())
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        // The moves follow from the positions.
        self.rows.same_positions(&other.get().rows)
    }

    fn __hash__(&self) -> u64 {
        self.rows.hash_value()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rows = self.rows.len();
        let moves = self.moves.bind(py).readonly().as_slice()?.len();
        Ok(format!("<LegalMoves: {moves} moves of {rows} positions>"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<Positions>,))> {
        let positions = Py::new(py, self.positions())?;
        let generate = py.get_type::<Positions>().getattr("legal_moves")?;
        Ok((generate, (positions,)))
    }
}

/// Appends a text as a cell with a width.
pub fn push_text(codes: &mut Vec<u32>, width: usize, text: impl std::fmt::Display) {
    let start = codes.len();
    codes.resize(start + width, 0);
    // No text is longer than its width.
    let _ = write!(Cell::new(&mut codes[start..]), "{text}");
}
