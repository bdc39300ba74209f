//! What has been compared with whom.

use tabiya::Move;

use super::reference::Reference;

/// How much was compared with one contestant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Boards whose moves, status and successors agree.
    pub boards: u64,
    /// Successors among them.
    pub successors: u64,
    /// Boards that the contestant does not take, for an explained reason.
    pub skipped: u64,
}

/// How much was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All boards.
    pub boards: u64,
    /// All their legal moves.
    pub moves: u64,
    /// Castling moves among them.
    pub castlings: u64,
    /// Captures en passant among them.
    pub en_passants: u64,
    /// Promotions among them.
    pub promotions: u64,
    /// Boards on which the side to move is in check.
    pub checks: u64,
    /// Boards on which it is mated.
    pub checkmates: u64,
    /// Boards on which it is stalemated.
    pub stalemates: u64,
    /// For each contestant.
    pub counts: Vec<Count>,
}

impl Tally {
    /// The tally of a board, before anything is compared.
    pub(super) fn of_board(ours: &Reference, contestants: usize) -> Self {
        let count =
            |is_such: fn(&Move) -> bool| ours.moves.iter().filter(|&mv| is_such(mv)).count() as u64;
        Self {
            boards: 1,
            moves: ours.moves.len() as u64,
            castlings: count(|mv| mv.is_castling()),
            en_passants: count(|mv| mv.is_en_passant()),
            promotions: count(|mv| mv.promotion().is_some()),
            checks: ours.status.check.into(),
            checkmates: ours.status.checkmate.into(),
            stalemates: ours.status.stalemate.into(),
            counts: vec![Count::default(); contestants],
        }
    }

    /// Adds another tally of the same contestants.
    pub fn add(&mut self, other: &Self) {
        self.boards += other.boards;
        self.moves += other.moves;
        self.castlings += other.castlings;
        self.en_passants += other.en_passants;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.checkmates += other.checkmates;
        self.stalemates += other.stalemates;
        let places = self.counts.len().max(other.counts.len());
        self.counts.resize(places, Count::default());
        for (count, other) in self.counts.iter_mut().zip(&other.counts) {
            count.boards += other.boards;
            count.successors += other.successors;
            count.skipped += other.skipped;
        }
    }
}
