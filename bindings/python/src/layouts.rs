//! The functions `policy_labels` and `plane_names`, which describe the layouts.

use pyo3::prelude::*;

use crate::arguments;

use crate::labels::Policy;
use crate::planes::Layout;

/// Returns each label's move in a policy layout, in UCI notation, as White sees it.
///
/// The text is empty if no piece can make the move. A text without a promotion letter also stands
/// for a promotion: to a knight in the layout `lc0`, and to a queen in the layout `az`.
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

/// Returns a layout's plane names. A name ends in `count` if the plane holds a number.
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
