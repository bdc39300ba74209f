//! One board at a time, on any processor.

use tabiya_movegen::Position;

/// How many sequences of `depth` legal moves lead on from a position: moves are listed and
/// made, but for the last ply, which is counted.
pub(crate) fn perft(position: &Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_move_count() as u64,
        _ => {
            let mut sum: u64 = 0;
            for &mv in &position.legal_moves() {
                sum = sum.wrapping_add(perft(&position.after(mv), depth - 1));
            }
            sum
        }
    }
}
