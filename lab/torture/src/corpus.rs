//! Valid input, from which attacks start, and counts that are known.

use anyhow::{Context, Result};
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::{Row, all_suites, load};
use tabiya_tests::corpus;

use crate::scenario::InputFile;

/// Valid input from which attacks start.
pub struct Corpus {
    pub rows: Vec<Row>,
    pub epds: Vec<Vec<u8>>,
    pub sessions: Vec<Vec<u8>>,
}

/// A position and its leaf count at a depth.
#[derive(Clone, Copy, Debug)]
pub struct KnownCount {
    pub fen: &'static str,
    pub depth: u8,
    pub nodes: u64,
}

/// Counts for the usual perft positions. Each takes a fraction of a second to a few seconds.
pub const KNOWN_COUNTS: [KnownCount; 4] = [
    KnownCount {
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: 119_060_324,
    },
    KnownCount {
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: 193_690_690,
    },
    KnownCount { fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 6, nodes: 11_030_083 },
    KnownCount {
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
        nodes: 89_941_194,
    },
];

impl Corpus {
    /// Reads the suites and corpora in `tests/data`.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read.
    pub fn load() -> Result<Self> {
        let mut rows = Vec::new();
        for suite in all_suites()? {
            rows.extend(load(&suite)?);
        }
        // Suites whose counts take long would only be interrupted.
        rows.retain(|row| row.counts.iter().any(|&(_, nodes)| nodes < 1_000_000));
        let inputs = |name| corpus::load(name).with_context(|| format!("corpus {name}"));
        Ok(Self { rows, epds: inputs("epd")?, sessions: inputs("uci")? })
    }

    fn row(&self, random: &mut SplitMix) -> &Row {
        &self.rows[random.below(self.rows.len())]
    }

    /// Returns a random position's FEN.
    pub fn fen(&self, random: &mut SplitMix) -> &str {
        &self.row(random).fen
    }

    /// Returns a suite with some positions and their small counts.
    pub fn suite(&self, random: &mut SplitMix) -> InputFile {
        let mut text = String::new();
        for _ in 0..=random.below(5) {
            let row = self.row(random);
            text += &row.fen;
            for (depth, nodes) in row.counts.iter().filter(|(_, nodes)| *nodes < 1_000_000) {
                text += &format!(" ;D{depth} {nodes}");
            }
            text.push('\n');
        }
        InputFile::new("suite.epd", text)
    }

    /// Returns a file with some FENs and EPDs.
    pub fn fens(&self, random: &mut SplitMix) -> InputFile {
        let mut text = Vec::new();
        for _ in 0..=random.below(8) {
            match random.below(2) {
                0 => text.extend_from_slice(self.fen(random).as_bytes()),
                _ => text.extend_from_slice(&self.epds[random.below(self.epds.len())]),
            }
            text.push(b'\n');
        }
        InputFile::new("fens.txt", text)
    }
}

#[cfg(test)]
mod tests {
    use tabiya::Position;
    use tabiya::perft::{ParallelPerft, Perft};

    use super::KNOWN_COUNTS;

    #[test]
    fn known_counts_are_right() {
        let perft = ParallelPerft::new(Perft::new(), 2).and_then(|perft| perft.with_hash(1 << 24));
        let perft = perft.expect("two threads and 16 MiB");
        for count in KNOWN_COUNTS {
            let position = Position::from_fen(count.fen).expect("a valid FEN");
            assert_eq!(perft.count(&position, count.depth), count.nodes.into(), "{}", count.fen);
        }
    }
}
