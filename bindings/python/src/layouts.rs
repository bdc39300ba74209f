//! The functions `policy_labels` and `plane_names`, which describe the layouts.

use pyo3::prelude::*;

use crate::arguments;

use crate::labels::Policy;
use crate::planes::Layout;

/// Returns the moves of the labels of a policy layout in UCI notation, as White sees them.
///
/// A label that no piece can make is an empty text. In the layout `lc0`, a text without a
/// promotion letter is also the promotion to a knight; in the layout `az`, that to a queen.
///
/// >>> labels = policy_labels("lc0")
/// >>> len(labels), labels[0], labels[-1]
/// (1858, 'a1b1', 'h7h8b')
#[pyfunction]
pub fn policy_labels(
    #[pyo3(from_py_with = arguments::layout)] layout: &str,
) -> PyResult<Vec<String>> {
    Ok(Policy::parse(layout)?.texts())
}

/// Returns the names of the planes of a layout. Names of planes that hold a number end in `count`.
///
/// >>> names = plane_names("simple")
/// >>> len(names), names[0], names[12], names[17]
/// (18, 'white pawn', 'white to move', 'en passant')
#[pyfunction]
pub fn plane_names(
    #[pyo3(from_py_with = arguments::layout)] layout: &str,
) -> PyResult<Vec<String>> {
    Ok(Layout::parse(layout)?.names())
}
