//! The extension module `tabiya._tabiya` in the Python package `tabiya`.
//!
//! [`base_position::BasePosition`] has the queries on one position; `Position` and `Board` extend
//! it. [`positions::Positions`] holds a position column, [`legal_moves::LegalMoves`] a column's moves,
//! and [`predecessors::Predecessors`] the moves that led to it. [`batch`] runs a column's work in blocks, without the GIL and interruptible.
//! [`game_reader::GameReader`] reads game files for the package's class `Games`, and
//! [`game_tree::GameTree`] is one game for its class `Game`. [`diagnosis`] returns a generator's
//! bugs, from counts that [`observations`] reads. [`units::UnitsFile`] and
//! [`unit_results::UnitResult`] are classes in `tabiya.scale`.

mod arguments;
mod arrays;
mod base_position;
mod batch;
mod binpack;
mod bitboards;
mod board;
mod boards;
mod chess_move;
mod columns;
mod derived;
mod diagnosis;
mod drawing;
mod errors;
mod explanation;
mod files;
mod game_errors;
mod game_reader;
mod game_source;
mod game_thread;
mod game_tree;
mod games;
mod labels;
mod layouts;
mod legal_moves;
mod legality;
mod memory;
mod observations;
mod perft;
mod planes;
mod position;
mod positions;
mod predecessors;
mod python_chess;
mod python_types;
mod reading;
mod rows;
mod text;
mod unit_counter;
mod unit_errors;
mod unit_results;
mod units;
mod waiting;
mod writers;

/// The extension module: the classes that the package re-exports.
#[pyo3::pymodule(gil_used = false)]
mod _tabiya {
    use numpy::{PyArray1, PyArrayMethods};
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::base_position::BasePosition;
    #[pymodule_export]
    use crate::binpack::{BinpackEncoder, BinpackReader};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::boards::Boards;
    #[pymodule_export]
    use crate::chess_move::Move;
    #[pymodule_export]
    use crate::derived::selected_numbers;
    #[pymodule_export]
    use crate::diagnosis::{diagnose, edit_example, edits};
    #[pymodule_export]
    use crate::game_reader::GameReader;
    #[pymodule_export]
    use crate::game_tree::GameTree;
    #[pymodule_export]
    use crate::games::replay_games;
    #[pymodule_export]
    use crate::layouts::{plane_names, policy_labels};
    #[pymodule_export]
    use crate::legal_moves::LegalMoves;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::positions::Positions;
    #[pymodule_export]
    use crate::predecessors::Predecessors;
    #[pymodule_export]
    use crate::unit_results::{Agreement, ResultFolder, UnitResult, resolve};
    #[pymodule_export]
    use crate::units::UnitsFile;
    #[pymodule_export]
    use crate::writers::result_column;

    /// Loads NumPy's C interface, so that Ctrl-C cannot interrupt that in a later call.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        py.import("numpy")?;
        module.add("UnitsError", py.get_type::<crate::unit_errors::UnitsError>())?;
        let kinds = PyTuple::new(py, crate::game_errors::finding_kinds())?;
        module.add("FINDING_KINDS", kinds)?;
        drop(PyArray1::<u8>::zeros(py, 0, false).readwrite());
        Ok(())
    }
}
