//! All pieces on a board, from which an evaluation or an observer starts.

use tabiya_core::Piece;

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::legality::PlacedPiece;
use crate::observer::MakeObserver;

impl<K: BoardKey> GenericBoard<K> {
    /// Yields all pieces with their squares, grouped by piece.
    ///
    /// For example, compute an evaluation from them, and let an observer update it by each move.
    ///
    /// ```
    /// use tabiya::{Piece, Position};
    ///
    /// let pieces = Position::START.placed_pieces();
    /// assert_eq!(pieces.filter(|placed| placed.piece == Piece::BlackPawn).count(), 8);
    /// ```
    pub fn placed_pieces(&self) -> impl Iterator<Item = PlacedPiece> + use<K> {
        let board = *self;
        Piece::ALL.into_iter().flat_map(move |piece| {
            let squares = board.colored_pieces(piece.color(), piece.piece_type()).into_iter();
            squares.map(move |square| PlacedPiece { piece, square })
        })
    }
}

/// Reports all pieces on a board as placed.
pub fn place_all<K: BoardKey>(board: &GenericBoard<K>, observer: &mut impl MakeObserver) {
    let pieces = board.placed_pieces();
    pieces.for_each(|PlacedPiece { piece, square }| observer.placed(piece, square));
}
