//! The door to code compiled for more of the processor than the build asks for.
//!
//! A popcount is one instruction where the processor has it and fifteen where the build may
//! not assume so. Who counts moves passes here, and is sent on by what the processor has: in
//! a plain build, bulk perft is a third faster by it (0.15 s instead of 0.20 s for Kiwipete,
//! five plies). Lists gain nothing, and have no door.

use crate::Position;
use crate::generate::legal_move_count as count;

/// How many legal moves a position has.
#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "popcnt")))]
#[inline]
pub(crate) fn legal_move_count(position: &Position) -> usize {
    #[target_feature(enable = "popcnt,bmi1")]
    fn count_by_popcnt(position: &Position) -> usize {
        count(position)
    }

    if std::is_x86_feature_detected!("popcnt") && std::is_x86_feature_detected!("bmi1") {
        // SAFETY: the processor was just found to have both features that the function is
        // compiled for, and that is all it asks.
        unsafe { count_by_popcnt(position) }
    } else {
        count(position)
    }
}

/// How many legal moves a position has: there is one dialect alone.
#[cfg(not(all(feature = "std", target_arch = "x86_64", not(target_feature = "popcnt"))))]
#[inline]
pub(crate) fn legal_move_count(position: &Position) -> usize {
    count(position)
}

#[cfg(test)]
mod tests {
    use super::{count, legal_move_count};
    use crate::Position;

    /// Through the door and past it.
    #[test]
    fn every_dialect_counts_the_same() {
        for (fen, moves) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
            ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
            ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", 6),
        ] {
            let position = Position::from_fen(fen).expect(fen);
            assert_eq!(legal_move_count(&position), moves, "{fen}");
            assert_eq!(count(&position), moves, "{fen}");
        }
    }
}
