//! The Python class `Positions`: a column of positions.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};
use tabiya::{FenOptions, Move, PackedPosition, PieceType, Position as Inner, san, uci};

use crate::arguments::{self, en_passant_style, items, mismatch};
use crate::arrays::{self, MaskRequest, Output, PlaneRequest, Selection};
use crate::base_position::BasePosition;
use crate::batch::{BLOCK, Blocks, Invalid, Threads, map_rows, values};
use crate::chess_move::read_move;
use crate::columns::reshape;
use crate::errors::RowError;
use crate::labels::{NO_LABEL, Policy};
use crate::legal_moves::{LegalMoves, push_text};
use crate::memory::{filled, joined, memory_error};
use crate::position::{Position, castling_notation};
use crate::predecessors::{Predecessors, Request};
use crate::python_types::{Termination, read_color};
use crate::reading::{self, Notation, OnInvalid};
use crate::text::{Lines, SAN_WIDTH, UCI_WIDTH, text_array};
use crate::writers::{self, ViriformatColumns};
use crate::{binpack, bitboards, derived, files, games, legality, perft, text};

pub use crate::rows::Rows;

/// A column of positions, owned by Rust: immutable, checked once, 48 bytes per row.
///
/// The constructor reads any sequence of `Position`. Calls over all rows release the GIL, react to
/// Ctrl-C, and use `threads` threads; 0 stands for all CPUs. Results are in row order.
///
/// >>> positions = Positions.from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Position().fen()])
/// >>> len(positions), positions[1] == Position(), positions.legal_counts().tolist()
/// (2, True, [6, 20])
#[pyclass(frozen, sequence, module = "tabiya")]
pub struct Positions {
    /// The positions.
    pub rows: Rows,
}

impl From<Rows> for Positions {
    fn from(rows: Rows) -> Self {
        Self { rows }
    }
}

impl From<Vec<Inner>> for Positions {
    fn from(positions: Vec<Inner>) -> Self {
        Self { rows: positions.into() }
    }
}

impl Positions {
    /// Returns a value per row.
    fn map<'py, T: numpy::Element + Copy + Default>(
        &self,
        py: Python<'py>,
        threads: usize,
        value: impl Fn(&Inner) -> T + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        map_rows(py, threads, self.rows.len(), |row| Ok(value(&self.rows[row])))
    }

    /// Returns the rows that the argument `rows` selects.
    fn selection(&self, rows: Option<&Bound<'_, PyAny>>) -> PyResult<Selection<'_>> {
        let rows = derived::selected_rows(self.rows.len(), rows)?;
        Ok(Selection { positions: &self.rows, rows })
    }

    /// Returns a row's legal move, by its bits.
    pub fn legal_move(&self, row: usize, bits: u16) -> Result<Move, RowError> {
        let mv = read_move(bits).map_err(|error| error.at(row))?;
        let legal = self.rows[row].why_illegal(mv);
        legal.map_err(|reason| RowError::illegal(mv, reason).at(row))?;
        Ok(mv)
    }

    /// Returns one legal move per row as text, and the mask of valid rows if invalid ones are masked.
    fn move_texts<'py>(
        &self,
        blocks: Blocks<'_, 'py>,
        moves: &[u16],
        width: usize,
        invalid: Invalid,
        push: impl Fn(&Inner, Move, &mut Vec<u32>) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parts = blocks.collect(moves.len(), &|rows| {
            let mut codes = Vec::new();
            codes.try_reserve_exact(rows.len() * width)?;
            let mut valid = Vec::new();
            valid.try_reserve_exact(rows.len())?;
            for row in rows {
                let mv = self.legal_move(row, moves[row]);
                valid.push(mv.is_ok());
                match mv {
                    Ok(mv) => push(&self.rows[row], mv, &mut codes),
                    Err(error) if invalid == Invalid::Raise => return Err(error),
                    // An empty text.
                    Err(_) => codes.resize(codes.len() + width, 0),
                }
            }
            Ok((codes, valid))
        })?;
        let (codes, valid): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let codes = blocks.py.detach(|| joined(codes)).map_err(memory_error)?;
        let valid = blocks.py.detach(|| joined(valid)).map_err(memory_error)?;
        reading::with_mask(text_array(blocks.py, codes, width)?, invalid.mask(valid))
    }
}

#[pymethods]
impl Positions {
    /// Creates a column of positions.
    #[new]
    #[pyo3(signature = (positions = None))]
    fn new(positions: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut rows = Vec::new();
        if let Some(positions) = positions {
            let found = items("positions", positions, "an iterable of tabiya.Position")?;
            for (row, item) in found.enumerate() {
                let item = item?;
                let Ok(found) = item.cast::<BasePosition>() else {
                    let name = format!("positions: row {row}");
                    return Err(mismatch(&name, &item, "a tabiya.Position"));
                };
                rows.try_reserve(1).map_err(memory_error)?;
                rows.push(found.get().board().position());
                if row % BLOCK == 0 {
                    item.py().check_signals()?;
                }
            }
        }
        Ok(rows.into())
    }

    /// Reads a column of FENs: a list of `str` or `bytes`, a NumPy text array, or Arrow strings, as
    /// Polars, pyarrow, pandas and DuckDB hold them.
    ///
    /// Any white space may separate the fields and stand at the ends. EPD operations after the
    /// position are ignored, except those for the clocks.
    ///
    /// With `errors="mask"`, invalid rows are dropped, and the result is a pair: the valid
    /// positions, and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     FenError: A row is invalid, with `errors="raise"`.
    #[staticmethod]
    #[pyo3(signature = (column, *, errors = "raise", allow_impossible_checks = false, threads = 1))]
    fn from_fens<'py>(
        column: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::allow_impossible_checks)] allow_impossible_checks: bool,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = FenOptions::new().allow_impossible_checks(allow_impossible_checks);
        reading::read_fens(column, options, Invalid::parse(errors)?, threads)
    }

    /// Reads packed positions: `uint8` of shape (n, 28).
    ///
    /// With `errors="mask"`, invalid rows are dropped, and the result is a pair: the valid
    /// positions, and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     FenError: A row is invalid, with `errors="raise"`.
    #[staticmethod]
    #[pyo3(signature = (packed, *, errors = "raise", threads = 1))]
    fn from_packed<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::packed_column)] packed: PyReadonlyArray2<'py, u8>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        reading::read_packed_rows(py, packed.as_slice()?, Invalid::parse(errors)?, threads)
    }

    /// Reads a file with an EPD line or a FEN per row; empty lines and lines with `#` are skipped.
    ///
    /// Lines are read as `from_fens` reads texts: operations need not be valid.
    ///
    /// With `errors="mask"`, invalid rows are dropped, and the result is a pair: the valid
    /// positions, and a `bool` mask of shape (rows,), without the skipped lines.
    ///
    /// Raises:
    ///     FenError: A row is invalid, with `errors="raise"`; `row` is the line number, from 0.
    ///     OSError: The file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, errors = "raise", allow_impossible_checks = false))]
    fn from_epd<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::allow_impossible_checks)] allow_impossible_checks: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = FenOptions::new().allow_impossible_checks(allow_impossible_checks);
        files::read_epd(py, &path, options, Invalid::parse(errors)?)
    }

    /// Reads the games in a viriformat file: the positions before each move, with their moves.
    ///
    /// There is no `errors="mask"`: after an invalid game, the start of the next one is unknown.
    ///
    /// Raises:
    ///     FenError: The file is invalid; `row` is the game's number.
    ///     OSError: The file cannot be read.
    #[staticmethod]
    fn from_viriformat(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
    ) -> PyResult<Bound<'_, PyAny>> {
        files::read_viriformat(py, &path)
    }

    /// Reads a binpack file as one batch of `iter_binpack`, with the same conditions for rows.
    ///
    /// Raises:
    ///     FenError: The file is invalid.
    ///     OSError: The file cannot be read.
    ///     ValueError: The file has more than `max_positions` rows.
    #[staticmethod]
    #[pyo3(signature = (path, *, max_positions, **conditions))]
    fn from_binpack<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        max_positions: &Bound<'py, PyAny>,
        conditions: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        binpack::read_binpack(py, &path, max_positions, conditions)
    }

    /// Reads a bulletformat file. The positions have White to move.
    ///
    /// With `errors="mask"`, invalid rows are dropped, and the result is a pair: the valid rows,
    /// and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     FenError: A row is invalid, with `errors="raise"`, or the file ends within a row.
    ///     OSError: The file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, errors = "raise", threads = 1))]
    fn from_bulletformat<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        files::read_bulletformat(py, &path, Invalid::parse(errors)?, threads)
    }

    /// Reads a column with games as movetext: `1. e4 e5 2. Nf3`. Each game yields the start
    /// position and one position per move.
    ///
    /// `starts` are the start positions, one per game. With `errors="mask"`, games with an illegal
    /// move are dropped, and the result is a pair: the valid games, and a `bool` mask of
    /// shape (games,).
    ///
    /// Raises:
    ///     IllegalMoveError: A game has an illegal move, with `errors="raise"`; `row` is the game's
    ///         number.
    ///     ValueError: `starts` and `column` have different lengths.
    #[staticmethod]
    #[pyo3(signature = (column, starts = None, *, errors = "raise", threads = 1))]
    fn from_games<'py>(
        column: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::starts)] starts: Option<PyRef<'py, Self>>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let starts = starts.as_ref().map(|starts| &*starts.rows);
        games::read_games(column, starts, Invalid::parse(errors)?, threads)
    }

    /// Joins the columns from an iterable.
    ///
    /// Raises:
    ///     MemoryError: The rows do not fit in memory.
    #[staticmethod]
    fn concat(columns: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut found = Vec::new();
        for item in items("columns", columns, "an iterable of tabiya.Positions")? {
            let item = item?;
            let column = item.cast::<Self>();
            let column = column.map_err(|_| mismatch("columns", &item, "tabiya.Positions"))?;
            found.push(column.get().rows.clone());
        }
        Ok(derived::concat(columns.py(), &found)?.into())
    }

    /// The positions in 28 bytes each: `uint8` of shape (n, 28).
    #[getter]
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let mut bytes = filled(28 * self.rows.len(), 0).map_err(memory_error)?;
        Threads::new(1)?.blocks(py).fill(&mut bytes, 28, &|start, chunk| {
            for (position, bytes) in self.rows[start..].iter().zip(chunk.as_chunks_mut().0) {
                *bytes = PackedPosition::from(position).to_bytes();
            }
            Ok(())
        })?;
        reshape(py, bytes, 28)
    }

    /// Returns the FENs as a list.
    ///
    /// `en_passant` is `legal`, `xfen` or `fen`, as for `Position.fen`.
    #[pyo3(signature = (*, en_passant = "legal", threads = 1))]
    fn fens<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::en_passant)] en_passant: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let style = en_passant_style(en_passant)?;
        let parts = Threads::new(threads)?.blocks(py).collect(self.rows.len(), &|rows| {
            let mut lines = Lines::default();
            rows.clone().try_for_each(|row| lines.push(self.rows[row].fen().en_passant(style)))?;
            Ok(lines)
        })?;
        text::list(py, &parts)
    }

    /// Returns the positions as EPD lines. `operations` are columns by opcode, with a value per row.
    ///
    /// Values are as in `Position.epd`. A row with `None` lacks the operation.
    ///
    /// Raises:
    ///     ValueError: A column has another length, or an operation is invalid.
    ///
    /// >>> Positions([Position()]).epds({"id": ["first"]})
    /// ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "first";']
    #[pyo3(signature = (operations = None))]
    fn epds<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::operations)] operations: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        writers::epd_lines(py, &self.rows, operations.as_ref())
    }

    /// Returns the rows for a bulletformat file: `uint8` of shape (n, 32), for its method `tofile`.
    ///
    /// `scores` and `results` are integers of shape (n,), for White; results are 1, 0 or -1.
    ///
    /// Raises:
    ///     FenError: A result is another number.
    fn to_bulletformat<'py>(
        &self,
        scores: &Bound<'py, PyAny>,
        results: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        writers::bulletformat(scores.py(), &self.rows, scores, results)
    }

    /// Returns games in viriformat that start from these positions: `uint8` of shape (bytes,).
    ///
    /// Game `i` has the moves `moves[offsets[i]:offsets[i + 1]]`. `evals` are integers of
    /// shape (m,), for White before each move, and `results` of shape (n,): 1, 0 or -1 for White.
    ///
    /// Raises:
    ///     FenError: A result is another number, or an offset is not an index into the moves.
    ///     IllegalMoveError: A move is illegal; `row` is the game's number.
    fn to_viriformat<'py>(
        &self,
        moves: Bound<'py, PyAny>,
        evals: Bound<'py, PyAny>,
        offsets: Bound<'py, PyAny>,
        results: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let py = moves.py();
        let columns = ViriformatColumns { moves, evals, offsets, results };
        writers::viriformat(py, &self.rows, &columns)
    }

    /// Returns piece squares as bitboards, bit 0 for a1: `uint64` of shape (n,).
    ///
    /// >>> hex(Positions([Position()]).pieces(PieceType.KNIGHT, Color.BLACK)[0])
    /// '0x4200000000000000'
    #[pyo3(signature = (piece_type = None, color = None))]
    fn pieces<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::piece_type_or_none)] piece_type: Option<PieceType>,
        color: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        bitboards::pieces(py, &self.rows, piece_type, color.map(read_color).transpose()?)
    }

    /// Returns the squares that the piece on one square per row attacks: `uint64` of shape (n,).
    ///
    /// `squares` are integers of shape (n,), 0 for a1. An empty square attacks none.
    fn attacks<'py>(&self, squares: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        bitboards::attacks(&self.rows, squares)
    }

    /// Returns a player's pieces that attack one square per row: `uint64` of shape (n,).
    fn attackers<'py>(
        &self,
        color: &Bound<'py, PyAny>,
        squares: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        bitboards::attackers(&self.rows, read_color(color)?, squares)
    }

    /// Returns the opposing pieces that a player attacks, defended or not: `uint64` of shape (n,).
    fn threats<'py>(&self, color: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let player = read_color(color)?;
        bitboards::map(color.py(), &self.rows, &|position| {
            position.attack_map(player) & position.colors(!player)
        })
    }

    /// Returns the pieces that give check: `uint64` of shape (n,).
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        bitboards::map(py, &self.rows, &|position| position.checkers())
    }

    /// Returns the pinned pieces of the side to move: `uint64` of shape (n,).
    fn pinned<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        bitboards::map(py, &self.rows, &|position| position.generator().pinned())
    }

    /// Returns the piece counts: `uint8` of shape (n, 2, 6), for White and Black, pawn to king.
    fn material<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut counts = filled(12 * self.rows.len(), 0).map_err(memory_error)?;
        Threads::new(1)?.blocks(py).fill(&mut counts, 12, &|start, chunk| {
            let rows = self.rows[start..].iter();
            rows.zip(chunk.as_chunks_mut().0)
                .for_each(|(row, to)| bitboards::piece_counts(row, to));
            Ok(())
        })?;
        PyArray1::from_vec(py, counts).call_method1("reshape", (self.rows.len(), 2, 6))
    }

    /// Returns the plies since the last capture or pawn move: `uint16` of shape (n,).
    fn halfmove_clocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        self.map(py, 1, |position| position.halfmove_clock())
    }

    /// Generates the legal moves in all positions.
    #[pyo3(signature = (*, threads = 1))]
    fn legal_moves(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<LegalMoves> {
        LegalMoves::generate(py, &self.rows, threads)
    }

    /// Returns the legal move counts: `uint16` of shape (n,).
    #[pyo3(signature = (*, threads = 1))]
    fn legal_counts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        self.map(py, threads, |position| position.legal_move_count() as u16)
    }

    /// Returns the legal move mask in a policy layout: `bool` of shape (n, labels).
    ///
    /// With `packed`, the result is `uint8` of shape (n, ceil(labels / 8)), lowest bit first:
    /// `numpy.unpackbits(mask, axis=1, bitorder="little", count=labels)` expands it. `out` is
    /// filled and returned. `rows`, a mask or indices, selects rows in the column.
    #[pyo3(signature = (layout, *, packed = false, rows = None, out = None, threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::layout)] layout: &str,
        #[pyo3(from_py_with = arguments::packed)] packed: bool,
        rows: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let request = MaskRequest::parse(layout, packed)?;
        let selection = self.selection(rows)?;
        arrays::legal_mask(py, &selection, request, Output { out, threads })
    }

    /// Returns the planes in a layout, `lc0`, `az` or `simple`.
    ///
    /// `dtype` is `bits`: `uint64` of shape (n, planes); `uint8` or `float32`: shape (n, planes, 8, 8).
    /// `games` are game offsets, `int64` of shape (games + 1,): a row's history is the rows before it in
    /// its game. `fill` is `zeros` or `repeat`, for the history before a game. `rows`, a mask or indices,
    /// selects rows in the column, whose history still comes from the whole column. `out` is filled and
    /// returned.
    #[pyo3(signature = (layout, *, dtype = "uint8", games = None, fill = "zeros", rows = None, out = None, threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::layout)] layout: &str,
        #[pyo3(from_py_with = arguments::dtype_name)] dtype: &str,
        #[pyo3(from_py_with = arguments::game_offsets)] games: Option<PyReadonlyArray1<'py, i64>>,
        #[pyo3(from_py_with = arguments::fill)] fill: &str,
        rows: Option<&Bound<'py, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let request = PlaneRequest::parse(layout, dtype, fill)?;
        arrays::planes(py, &self.selection(rows)?, games, request, Output { out, threads })
    }

    /// Returns one legal move's label per row in a policy layout: `uint16` of shape (n,).
    ///
    /// `moves` are `uint16` of shape (n,). A move that has no label in the layout gets 65,535.
    /// With `errors="mask"`, illegal moves get it too, and the result is a pair: the labels, and a
    /// `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal, with `errors="raise"`.
    #[pyo3(signature = (moves, layout, *, errors = "raise", threads = 1))]
    fn policy<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::layout)] layout: &str,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let policy = Policy::parse(layout)?;
        let invalid = Invalid::parse(errors)?;
        let moves = values("moves", &moves, self.rows.len())?;
        let label = |row: usize| {
            let mv = self.legal_move(row, moves[row])?;
            Ok(policy.labels(self.rows[row].side_to_move()).of(mv))
        };
        reading::map_rows_or_mask(
            py,
            threads,
            moves.len(),
            label,
            OnInvalid { invalid, value: NO_LABEL },
        )
    }

    /// Returns the legal moves for labels in a policy layout, one per row: `uint16` of shape (n,).
    ///
    /// `labels` are integers of shape (n,), such as the `argmax` of a network's output. With
    /// `errors="mask"`, a label without a legal move yields 0, and the result is a pair: the moves,
    /// and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     IllegalMoveError: A label has no legal move, with `errors="raise"`.
    #[pyo3(signature = (labels, layout, *, errors = "raise", threads = 1))]
    fn moves_from_policy<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::label_column)] labels: PyReadonlyArray1<'py, i64>,
        #[pyo3(from_py_with = arguments::layout)] layout: &str,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let policy = Policy::parse(layout)?;
        let invalid = Invalid::parse(errors)?;
        let labels = values("labels", &labels, self.rows.len())?;
        let mv = |row: usize| {
            let mv = policy.legal_move(&self.rows[row], labels[row]);
            mv.map(Move::to_bits).map_err(|error| error.at(row))
        };
        reading::map_rows_or_mask(py, threads, labels.len(), mv, OnInvalid { invalid, value: 0 })
    }

    /// Returns the Zobrist keys: `uint64` of shape (n,). En passant counts if a capture is legal.
    #[pyo3(signature = (*, threads = 1))]
    fn keys<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.map(py, threads, Inner::computed_key)
    }

    /// Returns the keys for Polyglot opening books: `uint64` of shape (n,).
    #[pyo3(signature = (*, threads = 1))]
    fn polyglot_keys<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.map(py, threads, Inner::polyglot_key)
    }

    /// Tests whether White is to move: `bool` of shape (n,).
    fn white_to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.map(py, 1, |position| position.side_to_move().is_white())
    }

    /// Tests whether the side to move is in check: `bool` of shape (n,).
    #[pyo3(signature = (*, threads = 1))]
    fn in_check<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.map(py, threads, Inner::is_check)
    }

    /// Returns the rules that end the game, as `Termination` values, or 0: `uint8` of shape (n,).
    ///
    /// After checkmate, the side to move has lost. All other values are draws.
    #[pyo3(signature = (*, threads = 1))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let value = |position: &Inner| {
            position.outcome().map_or(0, |outcome| Termination::from(outcome) as u8)
        };
        self.map(py, threads, value)
    }

    /// Returns the gains from the exchanges that legal moves start (SEE): `int32` of shape (n,).
    ///
    /// `moves` are `uint16` of shape (n,), one per row. With `errors="mask"`, the gain from an
    /// illegal move is 0, and the result is a pair: the gains, and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal, with `errors="raise"`.
    #[pyo3(signature = (moves, *, errors = "raise", threads = 1))]
    fn see<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let invalid = Invalid::parse(errors)?;
        let moves = values("moves", &moves, self.rows.len())?;
        let gain = |row: usize| Ok(self.rows[row].see(self.legal_move(row, moves[row])?));
        reading::map_rows_or_mask(py, threads, moves.len(), gain, OnInvalid { invalid, value: 0 })
    }

    /// Returns why moves are illegal, as `Legality` values, 0 for legal ones: `uint8` of shape (n,).
    ///
    /// `moves` are `uint16` of shape (n,), one per row. Any bits are accepted.
    /// `Position.explain_move` returns the reason for one row as a sentence, with the squares on
    /// which it rests.
    #[pyo3(signature = (moves, *, threads = 1))]
    fn legality<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let moves = values("moves", &moves, self.rows.len())?;
        map_rows(py, threads, moves.len(), |row| Ok(legality::code(&self.rows[row], moves[row])))
    }

    /// Returns the positions after one move per row, `uint16` of shape (n,).
    ///
    /// With `errors="mask"`, rows with an illegal move are dropped, and the result is a pair: the
    /// positions, and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal, with `errors="raise"`.
    #[pyo3(signature = (moves, *, errors = "raise", threads = 1))]
    fn after<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let invalid = Invalid::parse(errors)?;
        let moves = values("moves", &moves, self.rows.len())?;
        let read = |row: usize| {
            let mv = self.legal_move(row, moves[row])?;
            Ok(self.rows[row].after(mv))
        };
        let threads = Threads::new(threads)?;
        let read = reading::read_rows(threads.blocks(py), moves.len(), read, invalid)?;
        reading::positions_object(py, read)
    }

    /// Returns the positions after every legal move, with each one's row and move.
    #[pyo3(signature = (*, threads = 1))]
    fn successors<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        derived::successors(py, &self.rows, threads)
    }

    /// Finds the moves that can have led to each position, and the positions before them.
    ///
    /// Each move is legal in its earlier position, and leads to the row's position, clocks aside.
    /// `castling` says which castling rights earlier positions may have besides those that are left:
    /// `none`, `standard` (those of standard chess) or `any` (those of double Chess960).
    /// `en_passant` is the style in which missing en passant squares are missing, as in
    /// `Position.fen`: with `fen`, the last move was no double push. With `impossible_checks`,
    /// earlier positions may have checks that no move can have given.
    ///
    /// With `states="least"`, a move has one earlier position, with the fewest castling rights and no
    /// en passant square that it does not need. With `all`, it has a row for each.
    ///
    /// >>> found = Positions([Position("4k3/8/8/8/8/8/8/5K1R b - - 3 9")]).predecessors(states="all")
    /// >>> before = found.positions[found.text() == "e1f1"]
    /// >>> before.fens()
    /// ['4k3/8/8/8/8/8/8/4K2R w - - 2 9', '4k3/8/8/8/8/8/8/4K2R w K - 2 9']
    #[pyo3(signature = (*, castling = "standard", en_passant = "legal", impossible_checks = false, states = "least", threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn predecessors(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::castling)] castling: &str,
        #[pyo3(from_py_with = arguments::en_passant)] en_passant: &str,
        #[pyo3(from_py_with = arguments::impossible_checks)] impossible_checks: bool,
        #[pyo3(from_py_with = arguments::states)] states: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Predecessors> {
        let request = Request::parse(castling, en_passant, impossible_checks, states)?;
        Predecessors::find(py, &self.rows, request, threads)
    }

    /// Tests whether a move can have led to each position: `bool` of shape (n,).
    ///
    /// The rules are those of double Chess960. FENs with a check are read if the checkers alone can
    /// come from one move, so a few valid positions have none.
    ///
    /// >>> positions = Positions.from_fens(["8/8/8/r3pK2/8/8/8/4k3 w - e6 0 1", Position().fen()])
    /// >>> positions.has_last_move().tolist()
    /// [False, True]
    #[pyo3(signature = (*, threads = 1))]
    fn has_last_move<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.map(py, threads, Inner::has_last_move)
    }

    /// Returns the distinct positions, ordered by their first rows.
    ///
    /// Positions are equal by the repetition rule; with `exact`, clocks and any en passant square
    /// count too.
    #[pyo3(signature = (*, exact = false))]
    fn unique<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::exact)] exact: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        derived::unique(py, &self.rows, exact)
    }

    /// Counts the sequences of `depth` legal moves from each position: `uint64` of shape (n,).
    ///
    /// Raises:
    ///     OverflowError: A count exceeds 64 bits.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::depth)] depth: u8,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(PyArray1::from_vec(py, perft::count_rows(py, &self.rows, depth, threads)?))
    }

    /// Reads a move column in SAN, one move per row: `uint16` of shape (n,).
    ///
    /// With `errors="mask"`, invalid moves are 0, and the result is a pair: the moves, and a `bool`
    /// mask of shape (n,).
    ///
    /// Raises:
    ///     IllegalMoveError: A text is not a legal move, with `errors="raise"`.
    #[pyo3(signature = (column, *, errors = "raise", threads = 1))]
    fn parse_san<'py>(
        &self,
        column: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let invalid = Invalid::parse(errors)?;
        reading::read_moves(column, &self.rows, Notation::San, invalid, threads)
    }

    /// Reads a move column in UCI notation, as `parse_san` does.
    #[pyo3(signature = (column, *, errors = "raise", threads = 1))]
    fn parse_uci<'py>(
        &self,
        column: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let invalid = Invalid::parse(errors)?;
        reading::read_moves(column, &self.rows, Notation::Uci, invalid, threads)
    }

    /// Returns one legal move per row in SAN: `U7` of shape (n,).
    ///
    /// With `errors="mask"`, the text for an illegal move is empty, and the result is a pair: the
    /// texts, and a `bool` mask of shape (n,).
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal, with `errors="raise"`.
    #[pyo3(signature = (moves, *, errors = "raise", threads = 1))]
    fn san<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let invalid = Invalid::parse(errors)?;
        let moves = values("moves", &moves, self.rows.len())?;
        let threads = Threads::new(threads)?;
        self.move_texts(threads.blocks(py), moves, SAN_WIDTH, invalid, |position, mv, codes| {
            push_text(codes, SAN_WIDTH, san::display(position, mv));
        })
    }

    /// Returns one legal move per row in UCI notation: `U5` of shape (n,).
    ///
    /// `chess960` is as in `LegalMoves.uci`, and `errors` as in `san`.
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal, with `errors="raise"`.
    #[pyo3(signature = (moves, *, chess960 = None, errors = "raise", threads = 1))]
    fn uci<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::chess960_or_none)] chess960: Option<bool>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let invalid = Invalid::parse(errors)?;
        let moves = values("moves", &moves, self.rows.len())?;
        let threads = Threads::new(threads)?;
        self.move_texts(threads.blocks(py), moves, UCI_WIDTH, invalid, |position, mv, codes| {
            let castling = castling_notation(position, chess960);
            push_text(codes, UCI_WIDTH, uci::display(mv, castling));
        })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns one position, or the rows that a slice, a mask, or a list or array of indices selects.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(self.rows.len() as isize)?;
            let rows =
                derived::slice(&self.rows, indices.start, indices.step, indices.slicelength)?;
            return Ok(Bound::new(py, Self::from(rows))?.into_any());
        }
        if let Some(rows) = derived::select(&self.rows, index)? {
            return Ok(Bound::new(py, Self::from(rows))?.into_any());
        }
        let row = derived::row_of(index, self.rows.len())?;
        Ok(Position::create(py, self.rows[row].into(), false)?.into_bound(py).into_any())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        derived::iterate(slf.as_any(), slf.get().rows.len())
    }

    /// Compares row by row by the repetition rule, as `Position` does.
    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.rows.same_positions(&other.get().rows)
    }

    fn __hash__(&self) -> u64 {
        self.rows.hash_value()
    }

    /// Represents the rows, or only their number if there are more than four.
    fn __repr__<'py>(slf: &Bound<'py, Self>) -> PyResult<String> {
        let rows = &slf.get().rows;
        if rows.len() > 4 {
            return Ok(format!("<Positions: {} rows>", rows.len()));
        }
        let items: PyResult<Vec<String>> =
            slf.as_any().try_iter()?.map(|item| Ok(item?.repr()?.to_string())).collect();
        Ok(format!("Positions([{}])", items?.join(", ")))
    }

    /// Returns the first rows as boards, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tabiya._notebook")?.call_method1("positions_html", (slf,))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyArray2<u8>>,))> {
        Ok((slf.get_type().getattr("from_packed")?, (slf.get().packed(slf.py())?,)))
    }
}
