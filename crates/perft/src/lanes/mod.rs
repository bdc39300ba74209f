//! Boards counted side by side: eight in a register of 512 bits, four in one of 256.
//!
//! How many legal moves a board has can be found with no loop over its pieces, no table and
//! no branch, so that several boards take hardly longer than one. In one direction at most
//! one slider reaches a square, the nearest behind it; so all of them flow at once, and the
//! squares that they reach are as many as their moves:
//!
//! ```text
//! sliders           one step          two more          with what stops them
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! R . . . . p . .   R x . . . p . .   R x x x x p . .   . x x x x X . .
//! . . Q . . . R .   . . Q x . . R x   . . Q x x x R x   . . . x x x . x
//! ```
//!
//! In the third row the queen's ray ends before the rook, which is her own. The same holds
//! for each leap of the knights and each step of the pawns; the king is one piece. Checks
//! and pins come from the same rays: see `safety`.
//!
//! | file | says |
//! |---|---|
//! | `vector` | what a register of boards can do |
//! | `rays` | directions, each a step, the squares it can land on and its axis; rays |
//! | `tally` | numbers written on squares, digit by digit |
//! | `boards`, `castling` | positions side by side |
//! | `safety` | checks, pins, and where the king may not go |
//! | `moves`, `count` | legal moves, as sets and as numbers |
//! | `children` | the boards after moves, built in registers |
//! | `pass` | two plies at once: most moves need not be made |
//! | `walk` | the recursion |

#[cfg(test)]
mod array;
mod boards;
mod castling;
mod children;
mod count;
mod moves;
mod pass;
mod rays;
mod safety;
mod tally;
#[cfg(test)]
mod tests;
mod vector;
mod walk;

pub(crate) use boards::Boards;
pub(crate) use castling::Castling;
pub(crate) use children::List;
pub(crate) use vector::{Lanes, operators};
pub(crate) use walk::{Walk, count_leaves, count_two_plies, expand, perft};
