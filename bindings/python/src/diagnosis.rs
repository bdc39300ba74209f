//! Diagnoses for wrong perft counts, as the package's named tuples.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tabiya::{EnPassantStyle, Position};
use tabiya_explain::diagnosis::{
    self, Category, Cause, Comparison, Confidence, Diagnosis, DiagnosisError, Edit, Limits,
    Observation, Question,
};

use crate::arguments;
use crate::derived::result;
use crate::memory::check_available;
use crate::waiting::wait_for;

/// The bytes that a search with [`Limits::default`] needs at most: its edit pairs and hash tables.
const SEARCH_BYTES: usize = 128 << 20;

/// Finds the bugs with which a move generator yields wrong perft counts.
///
/// `counts` holds tuples with a position, a depth and a count. A position is a FEN, a `Position` or
/// a `Board`, and a depth is 1 to 30. A count is the number of leaves that your generator finds,
/// its divide output as text, or a dict. A dict's keys are moves, or categories such as `captures`,
/// `checks` and `en passant`; `nodes` stands for all leaves.
///
/// The search tries each edit to the rules, and pairs of edits if none alone yields all counts. It
/// visits at most `max_positions`, by default 20 million.
///
/// Releases the GIL. Ctrl-C ends the call.
///
/// Raises:
///     FenError: A position is invalid.
///     ValueError: A count is unusable, or all trees have too many positions.
///
/// >>> fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
/// >>> found = diagnose([(fen, 3, 2810), (fen, 4, 43087)])
/// >>> found.candidates[0][0].clause
/// 'en passant captures were never generated'
#[pyfunction]
#[pyo3(signature = (counts, *, max_positions = None))]
pub fn diagnose<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = crate::observations::observations)] counts: Vec<Observation>,
    #[pyo3(from_py_with = arguments::max_positions)] max_positions: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = max_positions.map_or_else(Limits::default, |positions| Limits { positions });
    check_available(SEARCH_BYTES)?;
    let stop = Arc::new(AtomicBool::new(false));
    let is_stopped = Arc::clone(&stop);
    let (counts, found) = wait_for(py, &stop, move || {
        let mut keep_going = || !is_stopped.load(Ordering::Relaxed);
        let found = diagnosis::diagnose(&counts, limits, &mut keep_going);
        (counts, found)
    })?;
    match found {
        Ok(found) => Tuples { py, edits: PyDict::new(py) }.diagnosis(&found, &counts),
        Err(DiagnosisError::LimitExceeded) => Err(PyValueError::new_err(format!(
            "max_positions: {}; expected more, or a count at a lower depth",
            limits.positions
        ))),
        // Only an interrupt cancels the search, and then the exception is raised.
        Err(error) => Err(PyValueError::new_err(format!("counts: {error}"))),
    }
}

/// Returns all edits to the rules that `diagnose` tries: move generator bugs, for both players or for one.
///
/// >>> edits()[0].clause
/// 'pawn pushes were never generated'
#[pyfunction]
pub fn edits(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let tuples = Tuples { py, edits: PyDict::new(py) };
    tuples.tuple(Edit::all().map(|edit| tuples.edit(edit)))
}

/// Returns an edit's example by its code, or `None`. The package's `Edit` calls it.
#[pyfunction]
pub fn edit_example<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arguments::code)] code: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let error = || PyValueError::new_err(format!("code: {code:?}; expected that of an edit"));
    let edit = Edit::from_code(code).ok_or_else(error)?;
    let example = py.detach(|| edit.example());
    let to_python = |found: diagnosis::Example| {
        let fen = fen(&found.position);
        result(py, "EditExample", (fen, found.depth, found.right, found.wrong))
    };
    example.map(to_python).transpose()
}

/// A result's named tuples.
struct Tuples<'py> {
    py: Python<'py>,
    /// The edits by code, each created once.
    edits: Bound<'py, PyDict>,
}

impl<'py> Tuples<'py> {
    fn diagnosis(&self, found: &Diagnosis, counts: &[Observation]) -> PyResult<Bound<'py, PyAny>> {
        let confidence = match found.confidence() {
            Confidence::Right => "right",
            Confidence::Fits => "fits",
            Confidence::CouldBeChance => "could_be_chance",
            Confidence::OtherTree => "other_tree",
            _ => "nothing_fits",
        };
        let comparisons = found.comparisons.iter().zip(counts);
        let fields = (
            self.causes(&found.candidates)?,
            confidence,
            found.sentence(),
            found.evidence(),
            found.chance,
            found.hypotheses,
            self.tuple(comparisons.map(|(found, count)| self.comparison(found, count)))?,
            found.question.as_ref().map(|question| self.question(question)).transpose()?,
        );
        result(self.py, "Diagnosis", fields)
    }

    fn comparison(&self, found: &Comparison, count: &Observation) -> PyResult<Bound<'py, PyAny>> {
        let category = found.category.map(Category::name);
        let fen = fen(&count.position);
        let fields = (fen, found.depth, category, found.right, found.reported, found.difference());
        result(self.py, "CountComparison", fields)
    }

    fn question(&self, question: &Question) -> PyResult<Bound<'py, PyAny>> {
        let answer = |(count, causes): &(u64, Vec<Cause>)| {
            Ok((*count, self.causes(causes)?).into_pyobject(self.py)?.into_any())
        };
        let answers = self.tuple(question.answers.iter().map(answer))?;
        let fen = fen(&question.position);
        result(self.py, "CountQuestion", (fen, question.depth, question.right, answers))
    }

    fn causes(&self, causes: &[Cause]) -> PyResult<Bound<'py, PyTuple>> {
        let cause = |cause: &Cause| {
            let edits = self.tuple(cause.edits().iter().map(|&edit| self.edit(edit)));
            edits.map(Bound::into_any)
        };
        self.tuple(causes.iter().map(cause))
    }

    fn edit(&self, edit: Edit) -> PyResult<Bound<'py, PyAny>> {
        let code = edit.code();
        if let Some(found) = self.edits.get_item(&code)? {
            return Ok(found);
        }
        let reports = PyTuple::new(self.py, edit.reports().collect::<Vec<_>>())?;
        let fields = (&code, edit.clause(), edit.rule(), edit.group(), reports);
        let found = result(self.py, "Edit", fields)?;
        self.edits.set_item(code, &found)?;
        Ok(found)
    }

    /// Returns a tuple of items.
    fn tuple(
        &self,
        items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(self.py, items.collect::<PyResult<Vec<_>>>()?)
    }
}

/// Returns a position's FEN, with the en passant square even if no capture on it is legal, because
/// an edit may capture there.
fn fen(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}
