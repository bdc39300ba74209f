//! A record in a units file: a position in 24 bytes, and its multiplicity.

use std::error::Error;
use std::fmt;

use tabiya::perft::Subtree;
use tabiya::{PackedError, PackedPosition, Position};

/// A position in a units file, and the number of paths that lead to it. A path is a move sequence
/// from the root.
///
/// The 24 bytes are those that [`PackedPosition::position_bytes`] returns for the
/// [normalized](Position::normalized) position. Two positions have the same bytes if and only if
/// they are equal by the repetition rule.
///
/// ```
/// use tabiya::Position;
/// use tabiya_units::units_file::Record;
///
/// let record = Record::new(&Position::START, 3);
/// assert_eq!(Record::from_bytes(record.to_bytes()), record);
/// assert_eq!(record.subtree()?.position, Position::START);
/// # Ok::<(), tabiya_units::units_file::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The packed position without clocks.
    pub position: [u8; 24],
    /// The number of paths from the root to the position.
    pub multiplicity: u32,
}

impl Record {
    /// A record's size in bytes.
    pub const LEN: usize = 28;

    /// Creates a position's record. Clocks, and an en passant square without a legal capture,
    /// are dropped.
    pub fn new(position: &Position, multiplicity: u32) -> Self {
        Self {
            position: *PackedPosition::from(&position.normalized()).position_bytes(),
            multiplicity,
        }
    }

    /// Creates a record from its bytes without validation; [`subtree`](Self::subtree) validates it.
    pub fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        let (position, multiplicity) = bytes.split_at(24);
        Self {
            position: position.try_into().unwrap_or([0; 24]),
            multiplicity: u32::from_le_bytes(multiplicity.try_into().unwrap_or([0; 4])),
        }
    }

    /// Returns the record's bytes.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..24].copy_from_slice(&self.position);
        bytes[24..].copy_from_slice(&self.multiplicity.to_le_bytes());
        bytes
    }

    /// Returns the position and its multiplicity.
    ///
    /// # Errors
    ///
    /// Returns a [`RecordError`] if the bytes are not those of a normalized position, or if the
    /// multiplicity is 0.
    pub fn subtree(&self) -> Result<Subtree, RecordError> {
        let packed = PackedPosition::from_position_bytes(self.position);
        let position = packed.unpack().map_err(RecordError::Position)?;
        if position.normalized() != position {
            return Err(RecordError::EnPassant);
        }
        if self.multiplicity == 0 {
            return Err(RecordError::NoPath);
        }
        Ok(Subtree { position, multiplicity: self.multiplicity.into() })
    }
}

/// The error for a record that no tree split contains.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The error for bytes that are not a position.
    Position(PackedError),
    /// The error for an en passant square on which no capture is legal.
    EnPassant,
    /// The error for a multiplicity of 0.
    NoPath,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => write!(f, "invalid position: {error}"),
            Self::EnPassant => f.write_str("found an en passant square; expected a legal capture"),
            Self::NoPath => f.write_str("found multiplicity 0; expected at least 1"),
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            Self::EnPassant | Self::NoPath => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_record_subtree_is_error() {
        let start = Record::new(&Position::START, 1);
        let fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
        let pushed = Position::from_fen(fen).expect(fen);
        let not_normalized =
            Record { position: *PackedPosition::from(&pushed).position_bytes(), multiplicity: 1 };
        let zero = Record { position: [0; 24], ..start };
        for (record, message) in [
            (not_normalized, "found an en passant square; expected a legal capture"),
            (Record { multiplicity: 0, ..start }, "found multiplicity 0; expected at least 1"),
            (zero, "invalid position: invalid position: placement: White has 0 kings; expected 1"),
        ] {
            let error = record.subtree().expect_err(message);
            assert!(message.starts_with(&error.to_string()), "{error}");
        }
        assert_eq!(
            Record::new(&pushed, 1).subtree().map(|tree| tree.position.ep_square()),
            Ok(None)
        );
    }
}
