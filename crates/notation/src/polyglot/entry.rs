//! An entry in a Polyglot book.

use tabiya_core::{Move, MoveKind, PieceType, Square};
use tabiya_movegen::{BoardKey, GenericBoard};

use super::BookError;
use crate::uci::infer_move;

/// An entry in a Polyglot book: a position, a move, its weight and learning data.
///
/// Entries are ordered by key first, as a [`Book`](super::Book) stores them.
///
/// ```
/// use tabiya::polyglot::Entry;
/// use tabiya::{Board, Move, Square};
///
/// let board = Board::default();
/// let entry = Entry::new(&board, Move::new(Square::G1, Square::F3), 12);
/// assert_eq!(entry.key, board.polyglot_key());
/// assert_eq!(Entry::from_bytes(&entry.to_bytes()), entry);
/// assert_eq!(entry.to_move(&board), Ok(Move::new(Square::G1, Square::F3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The position's [`polyglot_key`](GenericBoard::polyglot_key).
    pub key: u64,
    /// The stored move: see [`move_bits`](Self::move_bits).
    pub bits: u16,
    /// The move's weight, relative to the other moves in its position.
    pub weight: u16,
    /// The learning data, which most programs leave 0.
    pub learn: u32,
}

impl Entry {
    /// The entry size in bytes.
    pub const LEN: usize = 16;

    /// Creates an entry for a move on a board, without learning data. The move is not checked.
    ///
    /// ```
    /// use tabiya::polyglot::Entry;
    /// use tabiya::{Board, Move, Square};
    ///
    /// let entry = Entry::new(&Board::default(), Move::new(Square::E2, Square::E4), 3);
    /// assert_eq!(entry.key, 0x463b_9618_1691_fc9c); // an example of the format's specification
    /// assert_eq!((entry.weight, entry.learn), (3, 0));
    /// ```
    #[inline]
    #[must_use = "the entry is not stored"]
    pub fn new<K: BoardKey>(board: &GenericBoard<K>, mv: Move, weight: u16) -> Self {
        Self { key: board.polyglot_key(), bits: Self::move_bits(mv), weight, learn: 0 }
    }

    /// Returns the 16 bits that store a move.
    ///
    /// | bits | content |
    /// |---|---|
    /// | 0 to 5 | the target square; for castling, that of the king's own rook |
    /// | 6 to 11 | the origin square |
    /// | 12 to 14 | the promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen |
    ///
    /// ```
    /// use tabiya::polyglot::Entry;
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let promotion = Move::with_kind(Square::A7, Square::B8, MoveKind::PromoteToQueen);
    /// let expected = 4 << 12 | (Square::A7 as u16) << 6 | Square::B8 as u16;
    /// assert_eq!(Entry::move_bits(promotion), expected);
    /// ```
    #[inline]
    pub const fn move_bits(mv: Move) -> u16 {
        let promotion = match mv.promotion() {
            Some(piece_type) => piece_type as u16,
            None => 0,
        };
        mv.to() as u16 | (mv.from() as u16) << 6 | promotion << 12
    }

    /// Decodes an entry from its 16 bytes. Every value is accepted: see [`to_move`](Self::to_move).
    ///
    /// ```
    /// use tabiya::polyglot::Entry;
    ///
    /// let entry = Entry::from_bytes(&[0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 0, 0, 4]);
    /// assert_eq!(entry, Entry { key: 1, bits: 2, weight: 3, learn: 4 });
    /// ```
    #[inline]
    pub const fn from_bytes(bytes: &[u8; Self::LEN]) -> Self {
        let value = u128::from_be_bytes(*bytes);
        Self {
            key: (value >> 64) as u64,
            bits: (value >> 48) as u16,
            weight: (value >> 32) as u16,
            learn: value as u32,
        }
    }

    /// Returns the encoded entry's 16 bytes.
    ///
    /// ```
    /// use tabiya::polyglot::Entry;
    ///
    /// let bytes = Entry { key: 1, bits: 2, weight: 3, learn: 4 }.to_bytes();
    /// assert_eq!(bytes, [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 0, 0, 4]);
    /// ```
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        let low = (self.bits as u64) << 48 | (self.weight as u64) << 32 | self.learn as u64;
        ((self.key as u128) << 64 | low as u128).to_be_bytes()
    }

    /// Returns the entry's move on a board, if it is legal there. The key is not compared.
    ///
    /// Castling is read in both forms: as the king's move to the square of its own rook, which the
    /// format specifies, and as the king's move by two squares, which some programs write. Bit 15 is ignored.
    ///
    /// # Errors
    ///
    /// Returns [`BookError::Promotion`] for an unknown promotion code, and [`BookError::Illegal`]
    /// for a move that is illegal on the board.
    ///
    /// ```
    /// use tabiya::polyglot::{BookError, Entry};
    /// use tabiya::{Board, Move, MoveKind, Square};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// for to in [Square::H1, Square::G1] {
    ///     assert_eq!(Entry::new(&board, Move::new(Square::E1, to), 1).to_move(&board), Ok(castling));
    /// }
    /// let entry = Entry::new(&board, Move::new(Square::E1, Square::E3), 1);
    /// assert!(matches!(entry.to_move(&board), Err(BookError::Illegal { .. })));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn to_move<K: BoardKey>(self, board: &GenericBoard<K>) -> Result<Move, BookError> {
        let to = Square::from_low_bits(self.bits as u8);
        let from = Square::from_low_bits((self.bits >> 6) as u8);
        let mv = match self.bits >> 12 & 7 {
            0 => infer_move(&board.position(), from, to),
            1 => Move::with_kind(from, to, MoveKind::PromoteToKnight),
            2 => Move::with_kind(from, to, MoveKind::PromoteToBishop),
            3 => Move::with_kind(from, to, MoveKind::PromoteToRook),
            4 => Move::with_kind(from, to, MoveKind::PromoteToQueen),
            code => return Err(BookError::Promotion { code }),
        };
        match board.why_illegal(mv) {
            Ok(()) => Ok(mv),
            Err(reason) => Err(BookError::Illegal { mv, reason }),
        }
    }
}

// The format counts promotion pieces from 1, the knight, which is the index of a `PieceType`.
const _: () = assert!(PieceType::Knight as u16 == 1 && PieceType::Queen as u16 == 4);
