//! Counts that are right for another tree: one ply more or less, the other side to move, a well-known position.

use tabiya::Position;

use super::limits::MAX_DEPTH;
use super::observation::{Observation, Reported};

/// The tree that the reported counts belong to, if it is not the tree that they were reported for.
///
/// Such counts show no bug: output for another depth was pasted, or the position was not set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum OtherTree {
    /// The same position at a depth that is less by one.
    DepthBelow,
    /// The same position at a depth that is greater by one.
    DepthAbove,
    /// The same placement with the other side to move.
    OtherSide,
    /// The start position.
    StartPosition,
    /// Kiwipete, the second standard position for perft.
    Kiwipete,
    /// The third standard position for perft, with rooks and pawns.
    PositionThree,
    /// The fourth standard position for perft, with many promotions.
    PositionFour,
    /// The fifth standard position for perft.
    PositionFive,
    /// The sixth standard position for perft.
    PositionSix,
}

impl OtherTree {
    /// The trees whose counts are computed, the likeliest first.
    pub(super) const COMPUTED: [Self; 3] = [Self::DepthAbove, Self::DepthBelow, Self::OtherSide];

    /// The well-known positions, whose counts are published.
    const WELL_KNOWN: [Self; 6] = [
        Self::StartPosition,
        Self::Kiwipete,
        Self::PositionThree,
        Self::PositionFour,
        Self::PositionFive,
        Self::PositionSix,
    ];

    /// Returns the published counts for a well-known position, from depth 1.
    const fn published_counts(self) -> &'static [u64] {
        match self {
            Self::DepthBelow | Self::DepthAbove | Self::OtherSide => &[],
            Self::StartPosition => {
                &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860]
            }
            Self::Kiwipete => &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685],
            Self::PositionThree => &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
            Self::PositionFour => &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033],
            Self::PositionFive => &[44, 1_486, 62_379, 2_103_487, 89_941_194, 3_048_196_529],
            Self::PositionSix => &[46, 2_079, 89_890, 3_894_594, 164_075_551, 6_923_051_137],
        }
    }

    /// Returns the well-known position with a count at a depth.
    pub(super) fn from_known_count(depth: u8, count: u64) -> Option<Self> {
        let index = usize::from(depth).checked_sub(1)?;
        let has_count = |tree: &Self| tree.published_counts().get(index) == Some(&count);
        Self::WELL_KNOWN.into_iter().find(has_count)
    }

    /// Returns the same observation for this tree, or `None` if the reported count cannot belong to
    /// it.
    ///
    /// `right` is the correct count in the tree that the count was reported for.
    pub(super) fn observation(self, observation: &Observation, right: u64) -> Option<Observation> {
        let Observation { position, depth, reported } = observation;
        let total = reported.total();
        let (position, depth) = match self {
            Self::DepthAbove if total > right && *depth < MAX_DEPTH => (*position, depth + 1),
            Self::DepthBelow if total < right && *depth > 1 => (*position, depth - 1),
            Self::OtherSide => (position.null_move()?, *depth),
            _ => return None,
        };
        // The other side's root moves are illegal, so the sum stands for them.
        let reported = match reported {
            Reported::Divide(_) => Reported::Total(total),
            other => other.clone(),
        };
        Some(Observation { position, depth, reported })
    }

    /// Returns what the reported counts are right for, as the end of a sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Self::DepthBelow => "one ply less",
            Self::DepthAbove => "one ply more",
            Self::OtherSide => "the other side to move",
            Self::StartPosition => "the start position",
            Self::Kiwipete => "Kiwipete",
            Self::PositionThree => "standard position 3",
            Self::PositionFour => "standard position 4",
            Self::PositionFive => "standard position 5",
            Self::PositionSix => "standard position 6",
        }
    }

    /// Returns the tree's well-known position, or `None` if it is derived from the reported one.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagnosis::OtherTree;
    ///
    /// assert_eq!(OtherTree::StartPosition.position(), Some(Position::START));
    /// assert_eq!(OtherTree::DepthAbove.position(), None);
    /// ```
    pub fn position(self) -> Option<Position> {
        let fen = match self {
            Self::DepthBelow | Self::DepthAbove | Self::OtherSide => return None,
            Self::StartPosition => return Some(Position::START),
            Self::Kiwipete => {
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            }
            Self::PositionThree => "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            Self::PositionFour => {
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
            }
            Self::PositionFive => "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            Self::PositionSix => {
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
            }
        };
        Position::from_fen(fen).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_counts_equal_position_counts() {
        for tree in OtherTree::WELL_KNOWN {
            let position = tree.position().expect("a standard position");
            let leaves = |depth| {
                fn count(position: &Position, depth: u8) -> u64 {
                    let moves = position.legal_moves();
                    if depth == 1 {
                        return moves.len() as u64;
                    }
                    moves.iter().map(|&mv| count(&position.after(mv), depth - 1)).sum()
                }
                count(&position, depth)
            };
            for (depth, &count) in (1..=4).zip(tree.published_counts()) {
                assert_eq!(leaves(depth), count, "{tree:?} at depth {depth}");
                assert_eq!(OtherTree::from_known_count(depth, count), Some(tree));
            }
        }
        assert_eq!(OtherTree::from_known_count(0, 1), None);
        assert_eq!(OtherTree::from_known_count(9, 20), None);
    }
}
