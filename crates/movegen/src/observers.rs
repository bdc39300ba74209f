//! Observers that engines keep beside a board: correction keys, and the piece on each square.

use core::ops::Index;

use tabiya_core::{Piece, PieceType, Square};
use tabiya_tables::keys;

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::legality::PlacedPiece;
use crate::observer::MakeObserver;

/// Hashes for parts of a position, which index an engine's correction history.
///
/// A correction history stores by how much a search differed from the evaluation in similar
/// positions. Each hash combines its pieces' Zobrist keys by exclusive or, and making and undoing
/// moves updates all of them.
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
fn place_all<K: BoardKey>(board: &GenericBoard<K>, observer: &mut impl MakeObserver) {
    let pieces = board.placed_pieces();
    pieces.for_each(|PlacedPiece { piece, square }| observer.placed(piece, square));
}
