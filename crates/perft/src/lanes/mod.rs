//! SIMD perft over board lanes: eight in a 512-bit register, four in a 256-bit one.
//!
//! A board's legal moves can be counted set-wise, with no loop over pieces, no table and no branch.
//! So each SIMD lane counts its own board.
//!
//! Slider attacks are Kogge-Stone fills from all sliders at once. In one direction at most one
//! slider attacks a square: the nearest behind it. So the fill's popcount is the number of moves in
//! that direction:
//!
//! ```text
//! sliders           one step          two more          with the blockers
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! R . . . . p . .   R x . . . p . .   R x x x x p . .   . x x x x X . .
//! . . Q . . . R .   . . Q x . . R x   . . Q x x x R x   . . . x x x . x
//! ```
//!
//! In the third row the queen's ray ends before the rook, which has her own color.
//!
//! The same holds for each of the eight knight steps and each pawn step; the king is one piece.
//! The same fills find checks and pins: see `checks_and_pins`.
//!
//! | file | contents |
//! |---|---|
//! | `vector` | the operations on a bitboard register |
//! | `rays` | directions, steps (a shift and a mask) and Kogge-Stone fills |
//! | `bitslice` | bit-sliced numbers, one for each square |
//! | `boards`, `castling` | positions in lanes, as register structures |
//! | `checks_and_pins` | checks, the check mask, pins and king danger squares |
//! | `moves`, `count` | legal moves as sets, and their number |
//! | `children` | making moves in registers |
//! | `null_move_delta` | delta counting for the last two plies, relative to a null move |
//! | `recursion` | the recursion down to the last two plies |

#[cfg(test)]
mod array;
mod bitslice;
mod boards;
mod castling;
mod checks_and_pins;
mod children;
mod count;
mod moves;
mod null_move_delta;
#[cfg(feature = "symbolic")]
pub(crate) mod proof;
mod rays;
mod recursion;
#[cfg(test)]
mod tests;
mod vector;

pub(crate) use boards::Boards;
pub(crate) use castling::Castling;
pub(crate) use children::MoveBatchList;
pub(crate) use recursion::{PerftKernel, count_leaves, count_two_plies, expand, perft};
pub use vector::Lanes;
pub(crate) use vector::operators;
