//! Comment values.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array};

use crate::columns::{GameColumns, NullableColumn};

/// Returns the selected values for some moves, in the schema's order.
pub(super) fn selected_values(games: &GameColumns, indices: &[usize]) -> Vec<ArrayRef> {
    let mut columns = Vec::new();
    for column in [&games.clocks, &games.elapsed_times].into_iter().flatten() {
        columns.push(unsigned(column, indices));
    }
    if let Some(evals) = &games.evals {
        columns.push(values(&evals.centipawns, indices, |value| value));
        columns.push(values(&evals.mates, indices, |value| value));
        columns.push(unsigned(&evals.depths, indices));
    }
    columns
}

fn unsigned(column: &NullableColumn<u32>, indices: &[usize]) -> ArrayRef {
    values(column, indices, |value| value.try_into().unwrap_or(i32::MAX))
}

fn values<T: Copy>(
    column: &NullableColumn<T>,
    indices: &[usize],
    convert: impl Fn(T) -> i32,
) -> ArrayRef {
    let values = indices.iter().map(|&index| column.get(index).map(&convert));
    Arc::new(values.collect::<Int32Array>())
}
