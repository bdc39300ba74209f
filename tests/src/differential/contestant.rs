//! The interface of a generator to compare with, and what the implementations share.

use tabiya::{CastlingStyle, EnPassantStyle, Move, Position};

use super::fields::Fields;

/// A generator to compare with.
pub trait Contestant: Sync {
    /// Its name, to be printed.
    fn name(&self) -> &'static str;

    /// Sets up a position.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if the generator does not take it.
    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal>;

    /// What our fields are in the generator's conventions.
    fn expected(&self, ours: Fields) -> Fields {
        ours
    }
}

/// A position as a contestant has it.
pub trait Game {
    /// The legal moves in our encoding, in ascending order; one that comes twice is there
    /// twice.
    fn moves(&self) -> Vec<Move>;

    /// What is said about check and the end of the game.
    fn status(&self) -> Status;

    /// The fields after the move of this place in [`moves`](Self::moves).
    fn after(&self, place: usize) -> Fields;
}

/// Whether the side to move is in check, mated or stalemated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whether the king is attacked.
    pub check: bool,
    /// Whether the king is attacked, and no move is legal.
    pub checkmate: bool,
    /// Whether the king is safe, and no move is legal.
    pub stalemate: bool,
}

/// Why a contestant does not take a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// For a reason that has its test in `tests/all/differences.rs`: counted as skipped.
    Explained(&'static str),
    /// For any other: a difference.
    Unexplained(String),
}

/// The FEN that every generator for Chess960 reads: rights by the files of the rooks, and
/// the en passant square after every double push.
pub fn shredder_fen(position: &Position) -> String {
    let fen = position.fen().castling(CastlingStyle::Shredder);
    fen.en_passant(EnPassantStyle::Always).to_string()
}

/// Pairs the moves of a library with ours, in the order of ours.
pub fn paired<M: Copy>(
    moves: impl IntoIterator<Item = M>,
    encode: impl Fn(M) -> Move,
) -> Vec<(Move, M)> {
    let mut pairs: Vec<_> = moves.into_iter().map(|mv| (encode(mv), mv)).collect();
    pairs.sort_unstable_by_key(|&(ours, _)| ours);
    pairs
}

/// The first halves of pairs.
pub fn first_halves<M>(pairs: &[(Move, M)]) -> Vec<Move> {
    pairs.iter().map(|&(mv, _)| mv).collect()
}
