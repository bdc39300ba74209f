//! The interface between the comparison and another generator, and the code that adapters share.

use tabiya::{CastlingStyle, EnPassantStyle, Move, Position};

use super::position_fields::PositionFields;

/// An adapter for a generator that the legal generator is compared with.
pub trait GeneratorAdapter: Sync {
    /// Returns the generator's name.
    fn name(&self) -> &'static str;

    /// Sets up a position and lists its legal moves.
    ///
    /// # Errors
    ///
    /// Returns a [`SetUpError`] if the generator rejects the position.
    fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError>;

    /// Converts a position's fields to the generator's conventions.
    fn expected_fields(&self, fields: PositionFields) -> PositionFields {
        fields
    }
}

/// A position in another generator's representation.
pub trait PositionAdapter {
    /// Returns the legal moves as [`Move`] values, sorted. Duplicates are kept.
    fn moves(&self) -> Vec<Move>;

    /// Returns whether the side to move is in check, mated or stalemated.
    fn status(&self) -> Status;

    /// Returns the position's fields after the move at an index in [`moves`](Self::moves).
    fn fields_after(&self, index: usize) -> PositionFields;
}

/// The state of the side to move: in check, mated or stalemated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// `true` if the king is attacked.
    pub check: bool,
    /// `true` if the king is attacked and there is no legal move.
    pub checkmate: bool,
    /// `true` if the king is not attacked and there is no legal move.
    pub stalemate: bool,
}

/// The reason why a generator rejects a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// A known limitation, which a test states. The position is skipped.
    Unsupported(&'static str),
    /// Another reason, which is a difference.
    Unexpected(String),
}

/// Returns the FEN that all Chess960 generators parse: castling rights as rook files, and the en
/// passant square after every double push.
pub fn shredder_fen(position: &Position) -> String {
    let fen = position.fen().castling(CastlingStyle::Shredder);
    fen.en_passant(EnPassantStyle::Always).to_string()
}

/// Pairs each library move with its [`Move`], sorted by the latter.
pub fn pair_moves<M: Copy>(
    moves: impl IntoIterator<Item = M>,
    encode: impl Fn(M) -> Move,
) -> Vec<(Move, M)> {
    let mut pairs: Vec<_> = moves.into_iter().map(|mv| (encode(mv), mv)).collect();
    pairs.sort_unstable_by_key(|&(ours, _)| ours);
    pairs
}

/// Returns the [`Move`] in each pair.
pub fn encoded_moves<M>(pairs: &[(Move, M)]) -> Vec<Move> {
    pairs.iter().map(|&(mv, _)| mv).collect()
}
