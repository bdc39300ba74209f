//! The words of chess in serialised data: text in formats that people read, numbers in the
//! others.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::castling::PLAYERS_AND_SIDES;
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveInfo, MoveKind, ParseError,
    Piece, PieceType, Rank, Square,
};

/// Reads a value from its text. For the crates of Tabiya alone.
///
/// # Errors
///
/// The format's, if there is no text, and that of `read`, if it refuses the text.
#[inline]
pub fn read_text<'de, D: Deserializer<'de>, T, E: Display>(
    deserializer: D,
    expected: &'static str,
    read: fn(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Text { expected, read, value: PhantomData })
}

struct Text<T, E> {
    expected: &'static str,
    read: fn(&str) -> Result<T, E>,
    value: PhantomData<T>,
}

impl<T, E: Display> Visitor<'_> for Text<T, E> {
    type Value = T;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    #[inline]
    fn visit_str<F: Error>(self, text: &str) -> Result<T, F> {
        (self.read)(text).map_err(F::custom)
    }
}

/// Serialises enums as the words they display as, or as their indices.
macro_rules! words {
    ($($name:ident: $expected:literal;)*) => {$(
        impl Serialize for $name {
            #[inline]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    serializer.serialize_u8((*self).into())
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            #[inline]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    read_text(deserializer, $expected, Self::from_str)
                } else {
                    Self::try_from(u8::deserialize(deserializer)?).map_err(D::Error::custom)
                }
            }
        }
    )*};
}

words! {
    Square: "a square, like \"e4\"";
    File: "a file, like \"e\"";
    Rank: "a rank, like \"4\"";
    Color: "a color, \"w\" or \"b\"";
    PieceType: "a piece type, like \"n\"";
    Piece: "a piece, like \"N\"";
    CastlingSide: "a castling side, \"kingside\" or \"queenside\"";
}

/// Text: the number in 16 hexadecimal digits, `"0x000000000000ff00"`.
impl Serialize for Bitboard {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{:#018x}", self.0))
        } else {
            serializer.serialize_u64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            read_text(deserializer, "a set of squares, like \"0x000000000000ff00\"", read_bitboard)
        } else {
            u64::deserialize(deserializer).map(Self)
        }
    }
}

#[inline]
fn read_bitboard(text: &str) -> Result<Bitboard, ParseError> {
    text.strip_prefix("0x")
        // A sign is no digit, but `from_str_radix` lets one pass.
        .filter(|digits| digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .map(Bitboard)
        .ok_or(ParseError { what: "bitboard", expected: "0x and 16 hexadecimal digits" })
}

/// A move with its kind in words, where its squares do not tell: `e1h1 castles`, `e5d6 ep`.
struct Spelled(Move);

impl Display for Spelled {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        f.write_str(match self.0.kind() {
            MoveKind::Castling => " castles",
            MoveKind::EnPassant => " ep",
            _ => "",
        })
    }
}

/// Text: `"e2e4"`, `"e7e8q"`, `"e1h1 castles"` and `"e5d6 ep"`; number:
/// [`Move::to_bits`].
impl Serialize for Move {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&Spelled(*self))
        } else {
            serializer.serialize_u16(self.to_bits())
        }
    }
}

impl<'de> Deserialize<'de> for Move {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return read_text(deserializer, "a move, like \"e2e4\"", read_move);
        }
        let bits = u16::deserialize(deserializer)?;
        Self::from_bits(bits).ok_or_else(|| Error::custom(format_args!("{bits:#06x} is no move")))
    }
}

#[inline]
fn read_move(text: &str) -> Result<Move, ParseError> {
    let read = || {
        let (&[a, b, c, d], rest) = text.as_bytes().split_first_chunk()?;
        let (from, to) = (Square::from_ascii([a, b])?, Square::from_ascii([c, d])?);
        let kind = match rest {
            b"" => MoveKind::Normal,
            b" castles" => MoveKind::Castling,
            b" ep" => MoveKind::EnPassant,
            &[letter @ b'a'..=b'z'] => MoveKind::promotion_to(PieceType::from_ascii(letter)?)?,
            _ => return None,
        };
        (from != to).then_some(Move::with_kind(from, to, kind))
    };
    let expected = "two squares, then nothing, a promotion letter, ` castles` or ` ep`";
    read().ok_or(ParseError { what: "move", expected })
}

/// Text: `"KQkq"`, as displayed; number: four bits a right, White's first and the king's
/// side first from the lowest, each 0 or the index of the rook's file plus one.
impl Serialize for CastlingRights {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let mut bits = 0;
        for (place, (color, side)) in (0..).zip(PLAYERS_AND_SIDES) {
            let file = self.rook_file(color, side);
            bits |= file.map_or(0, |file| file as u16 + 1) << (4 * place);
        }
        serializer.serialize_u16(bits)
    }
}

impl<'de> Deserialize<'de> for CastlingRights {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return read_text(deserializer, "castling rights, like \"KQkq\"", Self::from_str);
        }
        let bits = u16::deserialize(deserializer)?;
        let mut rights = Self::NONE;
        for (place, (color, side)) in (0..).zip(PLAYERS_AND_SIDES) {
            let Some(index) = (bits >> (4 * place) & 15).checked_sub(1) else { continue };
            let file = File::from_index(index.into()).ok_or_else(|| {
                Error::custom(format_args!("{bits:#06x} is no set of castling rights"))
            })?;
            rights = rights.with(color, side, file);
        }
        Ok(rights)
    }
}

/// The three fields in their order.
impl Serialize for MoveInfo {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.mv, self.moved, self.captured).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MoveInfo {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mv, moved, captured) = Deserialize::deserialize(deserializer)?;
        Ok(Self { mv, moved, captured })
    }
}
