//! Perft count properties.

use tabiya::Position;
use tabiya_suites::suite_counts::available_perfts;

use super::moves::first_and_last_position;

/// The estimated leaf count above which a depth is skipped.
const MAX_LEAVES: usize = 20_000;

/// Checks that all back ends count as recursion over the legal moves does, from a game's first and
/// last position.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_perft(bytes: &[u8]) {
    first_and_last_position(bytes).iter().for_each(back_ends_agree);
}

#[track_caller]
fn back_ends_agree(position: &Position) {
    let move_count = position.legal_moves().len();
    for depth in 1..=3 {
        if move_count.pow(depth) > MAX_LEAVES {
            break;
        }
        let depth = depth as u8;
        let expected = u128::from(recursive_count(position, depth));
        for perft in available_perfts() {
            let backend = perft.backend();
            assert_eq!(perft.count(position, depth), expected, "{backend}, {depth}: {position:?}");
            let divided: u128 = perft.divide(position, depth).map(|(_, nodes)| nodes).sum();
            assert_eq!(expected, divided, "divide by {backend}, {depth}: {position:?}");
        }
    }
}

/// Counts leaves by the definition of perft.
fn recursive_count(position: &Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().iter().map(|&mv| recursive_count(&position.after(mv), depth - 1)).sum()
}
