//! What must hold of the counts of any tree.

use tabiya::Position;

use super::moves::ends;
use crate::count::perfts;

/// Leaves that the plain count names one by one, at most: deeper trees are left out.
const LEAVES: usize = 20_000;

/// At both ends of any game, every back end counts what making each legal move counts.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_perft(bytes: &[u8]) {
    ends(bytes).iter().for_each(agree);
}

#[track_caller]
fn agree(position: &Position) {
    let width = position.legal_moves().len();
    for depth in 1..=3 {
        if width.pow(depth) > LEAVES {
            break;
        }
        let depth = depth as u8;
        let expected = u128::from(plain_count(position, depth));
        for perft in perfts() {
            let backend = perft.backend();
            assert_eq!(perft.count(position, depth), expected, "{backend}, {depth}: {position:?}");
            let divided: u128 = perft.divide(position, depth).map(|(_, nodes)| nodes).sum();
            assert_eq!(expected, divided, "{backend}, {depth}, divided: {position:?}");
        }
    }
}

/// The definition, move by move.
fn plain_count(position: &Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().iter().map(|&mv| plain_count(&position.after(mv), depth - 1)).sum()
}
