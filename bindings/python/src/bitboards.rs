//! Bitboard columns: the pieces, attacks, checks and pins in each row as `uint64`.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya::{Bitboard, Color, PieceType, Position, Square};

use crate::arguments;
use crate::batch::{map_rows, values};
use crate::memory::memory_error;

/// Returns a bitboard per row.
pub fn map<'py>(
    py: Python<'py>,
    positions: &[Position],
    squares: &(dyn Fn(&Position) -> Bitboard + Sync),
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    map_rows(py, 1, positions.len(), |row| Ok(squares(&positions[row]).0))
}

/// Returns piece squares by type and player. `None` stands for all.
pub fn pieces<'py>(
    py: Python<'py>,
    positions: &[Position],
    piece_type: Option<PieceType>,
    color: Option<Color>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    map(py, positions, &|position| {
        let typed =
            piece_type.map_or(position.occupied(), |piece_type| position.pieces(piece_type));
        color.map_or(typed, |color| typed & position.colors(color))
    })
}

/// Reads the argument `squares`: one square per row.
fn square_column(positions: &[Position], squares: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let numbers = arguments::integers::<i64>("squares", squares)?;
    let numbers = values("squares", &numbers, positions.len())?;
    let square = |(row, &number): (usize, &i64)| {
        let error = || {
            let message = format!("squares: row {row}: {number}; expected 0 to 63");
            PyValueError::new_err(message)
        };
        usize::try_from(number).ok().and_then(Square::from_index).ok_or_else(error)
    };
    let mut squares = Vec::new();
    squares.try_reserve_exact(numbers.len()).map_err(memory_error)?;
    for item in numbers.iter().enumerate() {
        squares.push(square(item)?);
    }
    Ok(squares)
}

/// Returns the squares that the piece on one square per row attacks.
pub fn attacks<'py>(
    positions: &[Position],
    squares: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let on = square_column(positions, squares)?;
    let attacked = |row: usize| Ok(positions[row].attacks_from(on[row]).0);
    map_rows(squares.py(), 1, positions.len(), attacked)
}

/// Returns a player's pieces that attack one square per row.
pub fn attackers<'py>(
    positions: &[Position],
    color: Color,
    squares: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let on = square_column(positions, squares)?;
    let attackers = |row: usize| {
        let position = &positions[row];
        let found = position.attackers_to(on[row], position.occupied());
        Ok((found & position.colors(color)).0)
    };
    map_rows(squares.py(), 1, positions.len(), attackers)
}

/// Counts the pieces: twelve numbers, from White's pawns to its king, then Black's.
pub fn piece_counts(position: &Position, counts: &mut [u8; 12]) {
    let colors = [Color::White, Color::Black];
    let kinds = colors.into_iter().flat_map(|color| PieceType::ALL.map(|kind| (color, kind)));
    for (count, (color, kind)) in counts.iter_mut().zip(kinds) {
        *count = position.colored_pieces(color, kind).len() as u8;
    }
}
