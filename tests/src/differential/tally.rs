//! Counts for the compared boards, moves and successors.

use tabiya::Move;

use super::reference::Reference;

/// One generator's counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeneratorTally {
    /// The boards whose moves, status and successors agree.
    pub boards: u64,
    /// The successors on these boards.
    pub successors: u64,
    /// The boards that the generator does not support, for a known reason.
    pub skipped: u64,
}

/// The counts from a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The boards on which all generators agree.
    pub boards: u64,
    /// The legal moves on these boards.
    pub moves: u64,
    /// The castling moves among these moves.
    pub castling_moves: u64,
    /// The captures en passant among these moves.
    pub ep_captures: u64,
    /// The promotions among these moves.
    pub promotions: u64,
    /// The boards on which the side to move is in check.
    pub checks: u64,
    /// The boards on which the side to move is checkmated.
    pub checkmates: u64,
    /// The boards on which the side to move is stalemated.
    pub stalemates: u64,
    /// Each generator's counts.
    pub generators: Vec<GeneratorTally>,
}

impl Tally {
    /// Returns a board's tally before the comparison with `generators` generators.
    pub(super) fn from_reference(reference: &Reference, generators: usize) -> Self {
        let count = |predicate: fn(&Move) -> bool| {
            reference.moves.iter().filter(|&mv| predicate(mv)).count() as u64
        };
        Self {
            boards: 1,
            moves: reference.moves.len() as u64,
            castling_moves: count(|mv| mv.is_castling()),
            ep_captures: count(|mv| mv.is_en_passant()),
            promotions: count(|mv| mv.promotion().is_some()),
            checks: reference.status.check.into(),
            checkmates: reference.status.checkmate.into(),
            stalemates: reference.status.stalemate.into(),
            generators: vec![GeneratorTally::default(); generators],
        }
    }

    /// Adds another tally over the same generators.
    pub fn add(&mut self, other: &Self) {
        self.boards += other.boards;
        self.moves += other.moves;
        self.castling_moves += other.castling_moves;
        self.ep_captures += other.ep_captures;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.checkmates += other.checkmates;
        self.stalemates += other.stalemates;
        let len = self.generators.len().max(other.generators.len());
        self.generators.resize(len, GeneratorTally::default());
        for (tally, other) in self.generators.iter_mut().zip(&other.generators) {
            tally.boards += other.boards;
            tally.successors += other.successors;
            tally.skipped += other.skipped;
        }
    }
}
