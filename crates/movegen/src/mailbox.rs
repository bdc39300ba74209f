//! The observer that stores the piece on each square.

use core::ops::Index;

use tabiya_core::{Piece, Square};

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::observer::MakeObserver;
use crate::placed_pieces::place_all;

/// The piece on each of a board's squares, updated by each move.
///
/// A board stores sets of squares, and [`piece_on`](GenericBoard::piece_on) finds the set that has
/// a square. An array needs one load instead, and each move stores two or three of its entries.
///
/// ```
/// use tabiya::{Board, Mailbox, Move, Piece, Square};
///
/// let mut board = Board::default();
/// let mut mailbox = Mailbox::from(&board);
/// board.make_move_observed(Move::new(Square::E2, Square::E4), &mut mailbox);
/// assert_eq!(mailbox[Square::E4], Some(Piece::WhitePawn));
/// assert_eq!(mailbox[Square::E2], None);
/// ```
#[doc(alias = "8x8")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox([Option<Piece>; Square::COUNT]);

impl Index<Square> for Mailbox {
    type Output = Option<Piece>;

    #[inline]
    fn index(&self, square: Square) -> &Self::Output {
        &self.0[square.index()]
    }
}

impl MakeObserver for Mailbox {
    #[inline]
    fn removed(&mut self, _: Piece, square: Square) {
        self.0[square.index()] = None;
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0[square.index()] = Some(piece);
    }
}

impl<K: BoardKey> From<&GenericBoard<K>> for Mailbox {
    fn from(board: &GenericBoard<K>) -> Self {
        let mut mailbox = Self([None; Square::COUNT]);
        place_all(board, &mut mailbox);
        mailbox
    }
}
