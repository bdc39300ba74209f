//! Position serialization: FEN in human-readable formats, 28 bytes in others.

use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};
use tabiya_core::Color;
use tabiya_core::serde::read_text;

use crate::{
    Board, EnPassantStyle, FenError, FenOptions, Outcome, PackedError, PackedPosition, Position,
};

/// Serializes as 56 hexadecimal digits in human-readable formats, as bytes in others.
impl Serialize for PackedPosition {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_bytes(self.as_ref())
        }
    }
}

impl<'de> Deserialize<'de> for PackedPosition {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            read_text::<_, _, PackedError>(deserializer, "56 hexadecimal digits", str::parse)
        } else {
            deserializer.deserialize_bytes(BytesVisitor)
        }
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = PackedPosition;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", PackedPosition::LEN)
    }

    #[inline]
    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<PackedPosition, E> {
        bytes.try_into().map_err(|_| Error::invalid_length(bytes.len(), &self))
    }

    /// Accepts an integer sequence, for formats without a type for bytes.
    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<PackedPosition, A::Error> {
        let mut bytes = [0; PackedPosition::LEN];
        for (index, byte) in bytes.iter_mut().enumerate() {
            let element = elements.next_element()?;
            *byte = element.ok_or_else(|| Error::invalid_length(index, &self))?;
        }
        match elements.next_element::<u8>()? {
            None => Ok(PackedPosition::from_bytes(bytes)),
            Some(_) => Err(Error::invalid_length(PackedPosition::LEN + 1, &self)),
        }
    }
}

/// Serializes as FEN with every en passant square in human-readable formats, as packed bytes in
/// others.
///
/// Composed positions are accepted.
impl Serialize for Position {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&self.fen().en_passant(EnPassantStyle::Always))
        } else {
            PackedPosition::from(self).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Position {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            read_text(deserializer, "a FEN", read_fen)
        } else {
            // `serde` errors have no source, so the broken rule's message is used.
            PackedPosition::deserialize(deserializer)?.unpack().map_err(|error| match error {
                PackedError::Rule(rule) => Error::custom(rule),
                error => Error::custom(error),
            })
        }
    }
}

#[inline]
fn read_fen(text: &str) -> Result<Position, FenError> {
    FenOptions::COMPOSED.read(text.as_bytes())
}

/// Serializes like a [`Position`]; deserialization computes the key.
impl Serialize for Board {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.position().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Position::deserialize(deserializer).map(Self::from)
    }
}

/// All outcomes, in the order of their index in serialized data.
const OUTCOMES_BY_INDEX: [Outcome; 5] = [
    Outcome::Checkmate { winner: Color::White },
    Outcome::Checkmate { winner: Color::Black },
    Outcome::Stalemate,
    Outcome::InsufficientMaterial,
    Outcome::SeventyFiveMoves,
];

/// Serializes as displayed in human-readable formats, as the index in `OUTCOMES_BY_INDEX` in others.
impl Serialize for Outcome {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(self.description());
        }
        serializer.serialize_u8(match self {
            Self::Checkmate { winner: Color::White } => 0,
            Self::Checkmate { winner: Color::Black } => 1,
            Self::Stalemate => 2,
            Self::InsufficientMaterial => 3,
            Self::SeventyFiveMoves => 4,
        })
    }
}

impl<'de> Deserialize<'de> for Outcome {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return read_text(deserializer, "an outcome in words", |text| {
                let outcome =
                    OUTCOMES_BY_INDEX.into_iter().find(|outcome| outcome.description() == text);
                outcome.ok_or("not an outcome: expected words like `draw by stalemate`")
            });
        }
        let index = u8::deserialize(deserializer)?;
        let outcome = OUTCOMES_BY_INDEX.get(usize::from(index)).copied();
        outcome.ok_or_else(|| {
            Error::custom(format_args!("invalid outcome index {index} (expected 0 to 4)"))
        })
    }
}
