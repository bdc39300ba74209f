//! The Python class `Predecessors`: the moves that can have led to a column's positions.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tabiya::retrograde::{PriorCastling, Retraction, RetractionList, RetractionOptions};
use tabiya::{EnPassantStyle, Move, PieceType, Position};

use crate::arguments;
use crate::batch::{Blocks, Threads, read_only};
use crate::chess_move::move_object;
use crate::derived::{iterate, row_of};
use crate::errors::RowError;
use crate::legal_moves::{push_text, range};
use crate::memory::{joined, listed, memory_error};
use crate::position;
use crate::positions::{Positions, Rows};
use crate::python_types::piece_type;
use crate::text::text_array;

/// The width for a retraction: `e1h1 castles`.
const WIDTH: usize = 12;

/// The number of rows between two checks for signals. A row has a hundred retractions, each with a
/// position.
const BLOCK: usize = 8_192;

/// The number of rows that a thread takes at once.
const CHUNK: usize = 128;

/// The arguments of `Positions.predecessors`, except for the threads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Request {
    castling: &'static str,
    en_passant: &'static str,
    impossible_checks: bool,
    states: &'static str,
}

impl Request {
    /// Parses the arguments.
    pub fn parse(
        castling: &str,
        en_passant: &str,
        impossible_checks: bool,
        states: &str,
    ) -> PyResult<Self> {
        Ok(Self {
            castling: choice("castling", castling, ["none", "standard", "any"])?,
            en_passant: choice("en_passant", en_passant, ["legal", "xfen", "fen"])?,
            impossible_checks,
            states: choice("states", states, ["least", "all"])?,
        })
    }

    /// Returns the options for the retractor.
    fn options(self) -> RetractionOptions {
        let castling = match self.castling {
            "none" => PriorCastling::None,
            "any" => PriorCastling::Any,
            _ => PriorCastling::Standard,
        };
        let style = match self.en_passant {
            "xfen" => EnPassantStyle::PseudoLegal,
            "fen" => EnPassantStyle::Always,
            _ => EnPassantStyle::Legal,
        };
        RetractionOptions::new()
            .castling(castling)
            .en_passant(style)
            .allow_impossible_checks(self.impossible_checks)
    }

    /// Returns how many prior states each move has at most.
    fn states_per_move(self) -> usize {
        if self.states == "all" { usize::MAX } else { 1 }
    }
}

/// Returns the choice that an argument names.
fn choice<const N: usize>(
    name: &str,
    value: &str,
    choices: [&'static str; N],
) -> PyResult<&'static str> {
    choices.into_iter().find(|&choice| choice == value).ok_or_else(|| {
        let (last, others) = choices.split_last().unwrap_or((&"", &[]));
        let expected = format!("{} or {last}", others.join(", "));
        PyValueError::new_err(format!("{name}: {value:?}; expected {expected}"))
    })
}

/// Earlier positions with the moves that lead on, of consecutive rows.
#[derive(Default)]
struct Part {
    moves: Vec<u16>,
    captured: Vec<u8>,
    positions: Vec<Position>,
    counts: Vec<u32>,
}

impl Part {
    /// Lists the earlier positions of rows.
    fn list(positions: &[Position], request: Request) -> Result<Self, RowError> {
        let options = request.options();
        let states_per_move = request.states_per_move();
        let mut part = Self::default();
        part.counts.try_reserve_exact(positions.len())?;
        let mut list = RetractionList::new();
        for position in positions {
            let retractor = position.retractor(&options);
            list.clear();
            retractor.retractions_into(&mut list);
            let start = part.moves.len();
            for &retraction in &list {
                // The least state comes first.
                let states = retractor.prior_states(retraction).take(states_per_move);
                part.reserve(states.len())?;
                for state in states {
                    part.push(retraction, retractor.before_with(retraction, state));
                }
            }
            part.counts.push((part.moves.len() - start) as u32);
        }
        Ok(part)
    }

    /// Reserves memory for more earlier positions.
    fn reserve(&mut self, count: usize) -> Result<(), RowError> {
        self.moves.try_reserve(count)?;
        self.captured.try_reserve(count)?;
        self.positions.try_reserve(count)?;
        Ok(())
    }

    /// Appends an earlier position, for which memory is reserved.
    fn push(&mut self, retraction: Retraction, before: Position) {
        self.moves.push(retraction.mv().to_bits());
        self.captured.push(retraction.captured().map_or(0, |captured| captured as u8 + 1));
        self.positions.push(before);
    }
}

/// The moves that can have led to each position of a column, and the positions before them.
///
/// Row `i` has the moves `moves[offsets[i]:offsets[i + 1]]`, in an order that every CPU shares.
/// `positions` and `captured` have a row for each move.
///
/// >>> column = Positions([Position("8/8/8/8/8/5k2/8/K7 b - - 0 1")])
/// >>> found = column.predecessors()
/// >>> len(found.moves), sorted(found.text().tolist())[:3]
/// (15, ['a2a1', 'a2a1xB', 'a2a1xN'])
/// >>> found.positions.after(found.moves) == column[[0] * 15]
/// True
#[pyclass(frozen, module = "tabiya")]
pub struct Predecessors {
    rows: Rows,
    request: Request,
    before: Rows,
    moves: Py<PyArray1<u16>>,
    captured: Py<PyArray1<u8>>,
    offsets: Py<PyArray1<i64>>,
}

impl Predecessors {
    /// Finds a column's earlier positions.
    pub fn find(py: Python<'_>, rows: &Rows, request: Request, threads: usize) -> PyResult<Self> {
        let threads = Threads::new(threads)?;
        let blocks = Blocks { block_rows: BLOCK, chunk_rows: CHUNK, ..threads.blocks(py) };
        let parts = blocks.collect(rows.len(), &|range| Part::list(&rows[range], request))?;
        let (part, offsets) = py
            .detach(|| {
                let mut moves = Vec::new();
                let mut captured = Vec::new();
                let mut positions = Vec::new();
                moves.try_reserve_exact(parts.len())?;
                captured.try_reserve_exact(parts.len())?;
                positions.try_reserve_exact(parts.len())?;
                let mut offsets = Vec::new();
                offsets.try_reserve_exact(rows.len() + 1)?;
                let mut offset = 0;
                offsets.push(offset);
                for part in parts {
                    offsets.extend(part.counts.into_iter().map(|count| {
                        offset += i64::from(count);
                        offset
                    }));
                    moves.push(part.moves);
                    captured.push(part.captured);
                    positions.push(part.positions);
                }
                let part = Part {
                    moves: joined(moves)?,
                    captured: joined(captured)?,
                    positions: joined(positions)?,
                    counts: Vec::new(),
                };
                Ok((part, offsets))
            })
            .map_err(memory_error)?;
        Ok(Self {
            rows: rows.clone(),
            request,
            before: part.positions.into(),
            moves: read_only(PyArray1::from_vec(py, part.moves))?.unbind(),
            captured: read_only(PyArray1::from_vec(py, part.captured))?.unbind(),
            offsets: read_only(PyArray1::from_vec(py, offsets))?.unbind(),
        })
    }
}

/// Returns a retraction from its row in both arrays.
fn retraction(bits: u16, captured: u8) -> Option<Retraction> {
    Some(Retraction::new(Move::from_bits(bits)?, captured_type(captured)))
}

/// Returns the captured type from its number in Python, or `None` for 0.
fn captured_type(number: u8) -> Option<PieceType> {
    usize::from(number).checked_sub(1).and_then(PieceType::from_index)
}

#[pymethods]
impl Predecessors {
    /// The moves, legal in the earlier positions: `uint16` of shape (m,), read-only.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> &Bound<'py, PyArray1<u16>> {
        self.moves.bind(py)
    }

    /// The captured pieces' types, as `PieceType` values, or 0: `uint8` of shape (m,), read-only.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> &Bound<'py, PyArray1<u8>> {
        self.captured.bind(py)
    }

    /// The index of each row's first move, and m: `int64` of shape (n + 1,), read-only.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> &Bound<'py, PyArray1<i64>> {
        self.offsets.bind(py)
    }

    /// The number of moves per row: `int64` of shape (n,).
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let offsets = self.offsets.bind(py).readonly();
        let counts = offsets.as_slice()?.windows(2).map(|pair| pair[1] - pair[0]);
        Ok(PyArray1::from_vec(py, listed(counts).map_err(memory_error)?))
    }

    /// The positions before the moves: m rows.
    #[getter]
    fn positions(&self) -> Positions {
        Positions::from(self.before.clone())
    }

    /// Returns the moves as text, with what they captured: `U12` of shape (m,).
    ///
    /// Examples are `d6e7`, `d6e7xB`, `b7a8qxN`, `e5d6 ep` and `e1h1 castles`.
    #[pyo3(signature = (*, threads = 1))]
    fn text<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.moves.bind(py).readonly();
        let captured = self.captured.bind(py).readonly();
        let moves = moves.as_slice()?;
        let captured = captured.as_slice()?;
        let parts = Threads::new(threads)?.blocks(py).collect(moves.len(), &|range| {
            let mut codes = Vec::new();
            codes.try_reserve_exact(WIDTH * range.len())?;
            for index in range {
                // The bits are those of a move.
                if let Some(retraction) = retraction(moves[index], captured[index]) {
                    push_text(&mut codes, WIDTH, retraction);
                }
            }
            Ok(codes)
        })?;
        let codes = py.detach(|| joined(parts)).map_err(memory_error)?;
        text_array(py, codes, WIDTH)
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns a row's moves, each as a tuple: the move, the captured type or `None`, the position before.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let row = row_of(index, self.rows.len())?;
        let moves = self.moves.bind(py).readonly();
        let captured = self.captured.bind(py).readonly();
        let offsets = self.offsets.bind(py).readonly();
        let moves = moves.as_slice()?;
        let captured = captured.as_slice()?;
        let list = PyList::empty(py);
        for index in range(offsets.as_slice()?, row) {
            let Some(mv) = Move::from_bits(moves[index]) else { continue };
            let captured =
                captured_type(captured[index]).map(|found| piece_type(py, found)).transpose()?;
            let before = position::Position::create(py, self.before[index].into(), false)?;
            list.append((move_object(py, mv)?, captured, before))?;
        }
        Ok(list)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf.as_any(), slf.get().rows.len())
    }

    /// Compares the column's positions, with clocks and en passant squares, and the arguments.
    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        let other = other.get();
        // All else follows from these.
        self.request == other.request && *self.rows == *other.rows
    }

    fn __hash__(&self) -> u64 {
        self.rows.hash_value()
    }

    fn __repr__(&self) -> String {
        let moves = self.before.len();
        let rows = self.rows.len();
        format!("<Predecessors: {moves} moves to {rows} positions>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<Positions>,))> {
        let Request { castling, en_passant, impossible_checks, states } = self.request;
        let arguments = PyDict::new(py);
        arguments.set_item("castling", castling)?;
        arguments.set_item("en_passant", en_passant)?;
        arguments.set_item("impossible_checks", impossible_checks)?;
        arguments.set_item("states", states)?;
        let find = py.get_type::<Positions>().getattr("predecessors")?;
        let partial = py.import("functools")?.getattr("partial")?;
        let positions = Py::new(py, Positions::from(self.rows.clone()))?;
        Ok((partial.call((find,), Some(&arguments))?, (positions,)))
    }
}
