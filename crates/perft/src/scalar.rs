//! Scalar perft: one board at a time, on every CPU.

use tabiya_core::Move;
use tabiya_movegen::Position;

/// Counts the sequences of `depth` legal moves that begin at a position.
///
/// Moves are generated and made, except at the last ply, which is bulk-counted.
///
/// # Panics
///
/// Panics with overflow checks enabled if the total does not fit 64 bits.
pub(crate) fn perft(position: &Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_move_count() as u64,
        _ => {
            let mut sum: u64 = 0;
            for &mv in &position.legal_moves() {
                sum += perft(&after_move(position, mv), depth - 1);
            }
            sum
        }
    }
}

/// Returns the position after a legal move.
///
/// All moves come from the position's move list, so builds with debug assertions skip the legality
/// test. No other function in this crate makes a move on a [`Position`].
#[inline(always)]
pub(crate) fn after_move(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.make_move_unchecked(mv);
    child
}
