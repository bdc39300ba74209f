//! Scalar counting, one board at a time, on every CPU.

use tabiya_core::Move;
use tabiya_movegen::Position;

/// Counts the sequences of `depth` legal moves that begin at a position: moves are generated and
/// made, but for the last ply, which is counted.
///
/// # Panics
///
/// Where overflow checks are on, if the total does not fit 64 bits.
pub(crate) fn perft(position: &Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_move_count() as u64,
        _ => {
            let mut sum: u64 = 0;
            for &mv in &position.legal_moves() {
                sum += perft(&after(position, mv), depth - 1);
            }
            sum
        }
    }
}

/// Returns the position after a legal move. This crate makes moves of [`Position`] here alone.
///
/// Every move comes from a list of the position, so that builds with debug assertions need not
/// test again whether it is legal.
#[inline(always)]
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.make_move_unchecked(mv);
    after
}
