//! A position's leaf count with and without edits.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya::Position;

use super::cause::Cause;
use super::edit::{Edit, EditSet};
use super::error::{DiagnosisError, check_depth};
use super::evaluation::move_text;
use super::limits::Limits;
use super::reference::Board;
use super::tally::Tally;
use super::walk::{EditSelection, Walker};

/// A position's leaf count at a depth, by the rules and with every single edit.
///
/// A single tree walk yields all these counts.
#[derive(Clone, Debug)]
pub struct LeafCounts(Tally);

impl LeafCounts {
    /// Counts a position's leaves at a depth.
    ///
    /// # Errors
    ///
    /// Returns an error if the depth is 0 or above [`MAX_DEPTH`](super::MAX_DEPTH), the tree
    /// exceeds the limits, or `keep_going` returns `false`.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagnosis::{Edit, LeafCounts, Limits};
    ///
    /// let counts = LeafCounts::new(&Position::START, 3, Limits::default(), &mut || true)?;
    /// assert_eq!(counts.right(), 8902);
    /// let edit = Edit::from_code("no-double-push").expect("a code of the grammar");
    /// assert_eq!(counts.with(edit), 2124);
    /// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
    /// ```
    pub fn new(
        position: &Position,
        depth: u8,
        limits: Limits,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Self, DiagnosisError> {
        check_depth(depth)?;
        let selection = EditSelection::new(EditSet::EMPTY, Edit::all().collect(), None);
        let mut walker = Walker::new(limits.positions, keep_going);
        Ok(Self(walker.tally(&position.into(), depth, &selection, i64::MAX)?))
    }

    /// Returns the leaf count by the rules.
    pub fn right(&self) -> u64 {
        self.0.right as u64
    }

    /// Returns the leaf count with an edit.
    pub fn with(&self, edit: Edit) -> u64 {
        self.0.with(Some(edit)) as u64
    }
}

/// Counts the leaves in a tree with a cause's edits.
///
/// # Errors
///
/// Returns an error if the depth is 0 or above [`MAX_DEPTH`](super::MAX_DEPTH), the tree exceeds the
/// limits, or `keep_going` returns `false`.
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Cause, Limits, count_leaves};
///
/// assert_eq!(count_leaves(&Position::START, 4, &Cause::NONE, Limits::default(), &mut || true), Ok(197_281));
/// ```
pub fn count_leaves(
    position: &Position,
    depth: u8,
    cause: &Cause,
    limits: Limits,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<u64, DiagnosisError> {
    check_depth(depth)?;
    let active = cause.edits().iter().copied().collect();
    let selection = EditSelection::new(active, EditSet::EMPTY, None);
    let mut walker = Walker::new(limits.positions, keep_going);
    Ok(walker.count(&position.into(), depth, &selection)? as u64)
}

/// Counts the leaves behind each root move that a generator with a cause's edits finds, in UCI
/// notation.
///
/// # Errors
///
/// Returns the same errors as [`count_leaves`].
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Cause, Edit, Limits, divide_leaves};
///
/// let edit = Edit::from_code("no-double-push").expect("a code of the grammar");
/// let moves = divide_leaves(&Position::START, 1, &edit.into(), Limits::default(), &mut || true)?;
/// assert_eq!(moves.len(), 12);
/// # Ok::<(), tabiya_explain::diagnosis::DiagnosisError>(())
/// ```
pub fn divide_leaves(
    position: &Position,
    depth: u8,
    cause: &Cause,
    limits: Limits,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Vec<(String, u64)>, DiagnosisError> {
    check_depth(depth)?;
    let root = Board::from(position);
    let active = cause.edits().iter().copied().collect();
    let selection = EditSelection::new(active, EditSet::EMPTY, None);
    let mut walker = Walker::new(limits.positions, keep_going);
    let rows = walker.divide(&root, depth, &selection)?;
    Ok(rows.iter().map(|row| (move_text(&root, row, |_| false), row.leaves.right as u64)).collect())
}

/// Returns the moves that a generator with a cause's edits finds after a line of its moves, all in UCI notation, or
/// `None` if it does not find a move of the line.
///
/// Unlike a position, the line keeps what the edits have changed, such as a castling right that was not lost.
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagnosis::{Edit, moves_after};
///
/// // Black believes that it can still capture en passant, two moves after the double push.
/// let position = Position::from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")?;
/// let edit = Edit::from_code("en-passant-square-kept-too-long").expect("a code of the grammar");
/// let moves = moves_after(&position, &["e2e4", "e8d8", "e1d1"], &edit.into());
/// assert!(moves.expect("the line is legal").contains(&"d4e3".to_owned()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use]
pub fn moves_after(position: &Position, line: &[&str], cause: &Cause) -> Option<Vec<String>> {
    let active = cause.edits().iter().copied().collect();
    let selection = EditSelection::new(active, EditSet::EMPTY, None);
    let mut keep_going = || true;
    let mut walker = Walker::new(Limits::default().positions, &mut keep_going);
    let mut board = Board::from(position);
    let mut rows = walker.divide(&board, 1, &selection).ok()?;
    for text in line {
        let row = rows.iter().find(|row| move_text(&board, row, |_| false) == *text)?;
        board = selection.after(&board, &row.candidate);
        rows = walker.divide(&board, 1, &selection).ok()?;
    }
    let generated = rows.iter().filter(|row| row.leaves.right > 0);
    Some(generated.map(|row| move_text(&board, row, |_| false)).collect())
}
