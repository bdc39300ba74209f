//! The counts that a diagnosis examines, read from Python tuples.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use tabiya::Position;
use tabiya::uci::{self, CastlingNotation};
use tabiya_explain::diagnosis::{Category, MAX_DEPTH, Observation, Reported};
use tabiya_explain::divide::Divide;

use crate::arguments::{bounded, extraction_error, items, mismatch};
use crate::base_position::BasePosition;
use crate::chess_move::Move;
use crate::memory::memory_error;
use crate::position::read_text;

/// The dict key that stands for all leaves, as in category tables.
const ALL_LEAVES: &str = "nodes";

/// Reads the argument `counts`: tuples with a position, a depth and a count.
pub fn observations(counts: &Bound<'_, PyAny>) -> PyResult<Vec<Observation>> {
    let mut observations = Vec::new();
    let tuples = items("counts", counts, "an iterable of tuples (position, depth, count)")?;
    for (row, value) in tuples.enumerate() {
        // An iterator in C may have no end.
        counts.py().check_signals()?;
        let item = Item { row, name: format!("counts: row {row}") };
        let found = item.observations(&value?)?;
        observations.try_reserve(found.len()).map_err(memory_error)?;
        observations.extend(found);
    }
    if observations.is_empty() {
        let message = "counts: empty; expected at least one tuple (position, depth, count)";
        return Err(PyValueError::new_err(message));
    }
    Ok(observations)
}

/// An item in the argument, for the errors in it.
struct Item {
    row: usize,
    name: String,
}

impl Item {
    /// Returns the name that errors use for a part of the item.
    fn part(&self, name: &str) -> String {
        format!("{}: {name}", self.name)
    }

    fn error(&self, problem: impl std::fmt::Display) -> PyErr {
        PyValueError::new_err(format!("{}: {problem}", self.name))
    }

    /// Reads the item. Each category yields an observation.
    fn observations(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<Observation>> {
        let expected = "a tuple (position, depth, count)";
        let fields = value.cast::<PyTuple>().map_err(|_| mismatch(&self.name, value, expected))?;
        let Ok([position, depth, count]) = fields.extract::<[Bound<'_, PyAny>; 3]>() else {
            return Err(self.error(format!("{} values; expected {expected}", fields.len())));
        };
        let position = self.position(&position)?;
        let depth = bounded(&self.part("depth"), &depth, 1..=MAX_DEPTH.into())? as u8;
        let reported = self.reported(&position, &count)?;
        Ok(reported.into_iter().map(|reported| Observation { position, depth, reported }).collect())
    }

    fn position(&self, value: &Bound<'_, PyAny>) -> PyResult<Position> {
        if let Ok(base) = value.cast::<BasePosition>() {
            return Ok(base.get().board().position());
        }
        let expected = "a FEN, a tabiya.Position or a tabiya.Board";
        let fen = value.extract::<&str>();
        let fen =
            fen.map_err(|error| extraction_error(&self.part("position"), value, expected, error))?;
        let position = read_text(fen, false);
        position.map_err(|error| error.at(self.row).into_python(value.py()))
    }

    /// Reads a total, divide output as text, or counts by move or category.
    fn reported(&self, position: &Position, value: &Bound<'_, PyAny>) -> PyResult<Vec<Reported>> {
        let name = self.part("count");
        let expected = "an integer, a divide output or a dict";
        if let Ok(counts) = value.cast::<PyDict>() {
            return self.named_counts(position, counts);
        }
        if value.is_instance_of::<PyString>() {
            let text = value.extract::<&str>();
            let text = text.map_err(|error| extraction_error(&name, value, expected, error))?;
            let divide = Divide::parse(text).map_err(|error| self.error(error))?;
            return Ok([self.divide(position, &divide)?].into());
        }
        if !value.hasattr("__index__")? {
            return Err(mismatch(&name, value, expected));
        }
        Ok([Reported::Total(bounded(&name, value, 0..=u64::MAX)?)].into())
    }

    fn named_counts(
        &self,
        position: &Position,
        counts: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<Reported>> {
        let mut reported = Vec::new();
        let mut divide = Divide::default();
        // A copy, since reading a number may change the dict.
        for entry in counts.items() {
            let (key, count): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
            let key = self.key(&key)?;
            let count = bounded(&self.part(&key), &count, 0..=u64::MAX)?;
            if key == ALL_LEAVES {
                reported.push(Reported::Total(count));
            } else if let Some(category) = Category::from_name(&key) {
                reported.push(Reported::Category(category, count));
            } else {
                self.add_move(&mut divide, &key, count)?;
            }
        }
        if !divide.rows().is_empty() || reported.is_empty() {
            divide.check(true).map_err(|error| self.error(error))?;
            reported.push(self.divide(position, &divide)?);
        }
        Ok(reported)
    }

    /// Adds a move and its count to a divide output.
    fn add_move(&self, divide: &mut Divide, mv: &str, count: u64) -> PyResult<()> {
        let rows = divide.rows().len();
        if !mv.contains(char::is_whitespace) {
            divide.add_line(&format!("{mv}: {count}"));
        }
        match divide.rows().get(rows..) {
            Some([row]) if row.count == u128::from(count) => Ok(()),
            _ => {
                let expected = "a move such as \"e2e4\", or a category such as \"captures\"";
                Err(self.error(format!("{mv:?}; expected {expected}")))
            }
        }
    }

    /// Returns a move's text, or a key that is a text.
    fn key(&self, key: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(mv) = key.cast::<Move>() {
            // The rook's square names castling in every position.
            return Ok(uci::display(mv.get().0, CastlingNotation::for_chess960(true)).to_string());
        }
        let expected = "a move or category as a str, or a tabiya.Move";
        let text = key.extract::<String>();
        text.map_err(|error| extraction_error(&self.part("key"), key, expected, error))
    }

    fn divide(&self, position: &Position, divide: &Divide) -> PyResult<Reported> {
        let reported = Reported::from_divide(position, divide)
            .ok_or_else(|| self.error("count too large; expected at most 64 bits"))?;
        match reported.repeated_move() {
            Some(mv) => {
                Err(self.error(format!("{mv} occurs more than once; expected each move once")))
            }
            None => Ok(reported),
        }
    }
}
