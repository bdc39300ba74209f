//! The observer for an engine's correction history.

use tabiya_core::{Piece, PieceType, Square};
use tabiya_tables::keys;

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::observer::MakeObserver;
use crate::placed_pieces::place_all;

/// Hashes for parts of a position, which index an engine's correction history.
///
/// A correction history stores by how much a search differed from the evaluation in similar
/// positions. Each hash combines its pieces' Zobrist keys by exclusive or, and making and undoing
/// moves updates all of them. The side to move is no part of a hash, so a null move changes none.
///
/// ```
/// use tabiya::{Board, CorrectionKeys, Move, Square};
///
/// let mut board = Board::default();
/// let mut correction_keys = CorrectionKeys::from(&board);
/// let before = correction_keys;
///
/// board.make_move_observed(Move::new(Square::G1, Square::F3), &mut correction_keys);
/// assert_eq!(correction_keys.pawns, before.pawns);
/// assert_ne!(correction_keys.minor_pieces, before.minor_pieces);
/// assert_eq!(correction_keys, CorrectionKeys::from(&board));
/// ```
///
/// In a search that copies the board, copy the keys with it, and pass them beside the evaluation
/// in a pair:
///
/// ```
/// use tabiya::{Board, CorrectionKeys, Mailbox, Move, Square};
///
/// let board = Board::default();
/// let mut correction_keys = CorrectionKeys::from(&board);
/// let mut mailbox = Mailbox::from(&board);
///
/// let mv = Move::new(Square::E2, Square::E4);
/// let after = board.generator().make_observed(mv, &mut (&mut correction_keys, &mut mailbox));
/// assert_eq!(correction_keys, CorrectionKeys::from(&after));
/// assert_eq!(mailbox, Mailbox::from(&after));
/// ```
#[doc(alias = "correction history")]
#[doc(alias = "pawn key")]
#[doc(alias = "pawn hash")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CorrectionKeys {
    /// The pawns' hash.
    pub pawns: u64,
    /// The hash for the knights, bishops and kings.
    pub minor_pieces: u64,
    /// The hash for the rooks, queens and kings.
    pub major_pieces: u64,
    /// The hashes for the pieces other than pawns, including kings, by the index of their
    /// [`Color`](tabiya_core::Color).
    pub non_pawns: [u64; 2],
}

impl CorrectionKeys {
    /// Adds a piece, or removes it if it was added before.
    #[inline]
    const fn toggle(&mut self, piece: Piece, square: Square) {
        let key = keys::piece(piece, square);
        match piece.piece_type() {
            PieceType::Pawn => {
                self.pawns ^= key;
                return;
            }
            PieceType::Knight | PieceType::Bishop => self.minor_pieces ^= key,
            PieceType::Rook | PieceType::Queen => self.major_pieces ^= key,
            PieceType::King => {
                self.minor_pieces ^= key;
                self.major_pieces ^= key;
            }
        }
        self.non_pawns[piece.color() as usize] ^= key;
    }
}

impl MakeObserver for CorrectionKeys {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }
}

impl<K: BoardKey> From<&GenericBoard<K>> for CorrectionKeys {
    fn from(board: &GenericBoard<K>) -> Self {
        let mut keys = Self::default();
        place_all(board, &mut keys);
        keys
    }
}
