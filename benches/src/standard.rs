//! The six standard perft positions.

/// A position with its known perft counts.
#[derive(Clone, Copy, Debug)]
pub struct StandardPosition {
    /// The position's common name.
    pub name: &'static str,
    /// The position's FEN.
    pub fen: &'static str,
    /// The perft counts at depths 1, 2, …
    pub leaves: &'static [u64],
}

impl StandardPosition {
    /// Returns the greatest known depth with a perft count of at most `limit`, and that count.
    ///
    /// # Panics
    ///
    /// Panics if the count at depth 1 exceeds `limit`.
    pub fn deepest_within(&self, limit: u64) -> (u8, u64) {
        let depth = self.leaves.iter().take_while(|&&leaves| leaves <= limit).count();
        (depth as u8, self.leaves[depth - 1])
    }
}

/// The six positions from the page "Perft Results" in the Chess Programming Wiki.
pub const STANDARD_POSITIONS: [StandardPosition; 6] = [
    StandardPosition {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        leaves: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    },
    StandardPosition {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        leaves: &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    },
    StandardPosition {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        leaves: &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
    },
    StandardPosition {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        leaves: &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033],
    },
    StandardPosition {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        leaves: &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    },
    StandardPosition {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        leaves: &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    },
];
