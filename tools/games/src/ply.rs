//! A move or a null move in a main line.

use tabiya::pgn::{ReadError, ReadErrorKind};
use tabiya::{Move, Position};

/// A move or a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ply {
    Move(Move),
    Null,
}

impl Ply {
    /// The bits for a null move, which no move has.
    const NULL_BITS: u16 = 0;

    /// Returns the ply that a main line yields: a null move is an error there, after which it goes on.
    ///
    /// # Errors
    ///
    /// Returns the error that ends the line.
    #[inline]
    pub(crate) fn of_read(read: Result<Move, ReadError>) -> Result<Self, ReadError> {
        match read {
            Ok(mv) => Ok(Self::Move(mv)),
            Err(error) if error.fault == ReadErrorKind::NullMove => Ok(Self::Null),
            Err(error) => Err(error),
        }
    }

    /// Returns the ply for 16 bits: 0 is a null move.
    pub(crate) fn from_bits(bits: u16) -> Option<Self> {
        if bits == Self::NULL_BITS {
            Some(Self::Null)
        } else {
            Move::from_bits(bits).map(Self::Move)
        }
    }

    /// Returns the move's bits, and 0 for a null move.
    pub(crate) fn to_bits(self) -> u16 {
        self.to_move().map_or(Self::NULL_BITS, Move::to_bits)
    }

    /// Returns the move, unless it is a null move.
    pub(crate) const fn to_move(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Null => None,
        }
    }

    /// Returns the position after it; a move must be legal there. There is none for a null move in
    /// check.
    pub(crate) fn after(self, position: &Position) -> Option<Position> {
        match self {
            Self::Move(mv) => Some(position.after(mv)),
            Self::Null => position.null_move(),
        }
    }

    /// Returns the position after it, unless it is illegal.
    pub(crate) fn after_if_legal(self, position: &Position) -> Option<Position> {
        let is_legal = self.to_move().is_none_or(|mv| position.is_legal(mv));
        if is_legal { self.after(position) } else { None }
    }
}
