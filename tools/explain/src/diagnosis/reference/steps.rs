//! Piece steps, and their scopes.

use tabiya::Square;

use super::super::grammar::Scope;

/// Returns the scope for a direction's lines.
pub const fn lines_scope(direction: Scope) -> Scope {
    if (direction as u8 - Scope::North as u8) % 2 == 1 {
        Scope::Diagonal
    } else {
        Scope::Orthogonal
    }
}

/// King steps and knight jumps, as differences in file and rank, in scope order.
pub const STEPS: [(i8, i8); 16] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (-2, 1),
    (-1, 2),
    (1, 2),
    (2, 1),
];

/// Returns a step's or jump's scope.
pub fn step_scope(step: (i8, i8)) -> Scope {
    STEPS
        .iter()
        .position(|&other| other == step)
        .map_or(Scope::All, |index| Scope::North.after(index))
}

/// Returns the scope for a move's direction or for a knight jump.
pub fn direction_scope(from: Square, to: Square) -> Option<Scope> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let scope = step_scope(if is_line { (files.signum(), ranks.signum()) } else { (files, ranks) });
    (scope != Scope::All).then_some(scope)
}
