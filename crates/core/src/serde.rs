//! `Serialize` and `Deserialize` for the types in this crate: as text in human-readable formats, as
//! numbers in binary ones.

use core::convert::identity;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::castling::RIGHTS_IN_FEN_ORDER;
use crate::moves::MoveSquares;
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveInfo, MoveKind, ParseError,
    Piece, PieceType, Rank, Square,
};

/// Deserializes a value from its text form. Only Tabiya's crates use it.
///
/// # Errors
///
/// Returns the deserializer's error if the input is not text, and the error from `parse` if that
/// rejects the text.
#[inline]
pub fn read_text<'de, D: Deserializer<'de>, T, E: Display>(
    deserializer: D,
    expected: &'static str,
    parse: fn(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextVisitor { expected, parse, value: PhantomData })
}

struct TextVisitor<T, E> {
    expected: &'static str,
    parse: fn(&str) -> Result<T, E>,
    value: PhantomData<T>,
}

impl<T, E: Display> Visitor<'_> for TextVisitor<T, E> {
    type Value = T;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    #[inline]
    fn visit_str<F: Error>(self, text: &str) -> Result<T, F> {
        (self.parse)(text).map_err(F::custom)
    }
}

/// Implements `Serialize` and `Deserialize` for enums: their text is written and read by two functions, and
/// their number is the index.
macro_rules! impl_serde_as_text_or_index {
    ($($name:ident: $expected:literal, $to_text:expr, $parse:expr;)*) => {$(
        impl Serialize for $name {
            #[inline]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(&$to_text(*self))
                } else {
                    serializer.serialize_u8((*self).into())
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            #[inline]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    read_text(deserializer, $expected, $parse)
                } else {
                    Self::try_from(u8::deserialize(deserializer)?).map_err(D::Error::custom)
                }
            }
        }
    )*};
}

impl_serde_as_text_or_index! {
    Square: "a square, like \"e4\"", identity, Square::from_str;
    File: "a file, like \"e\"", identity, File::from_str;
    Rank: "a rank, like \"4\"", identity, Rank::from_str;
    Color: "a color, \"w\" or \"b\"", Color::to_char, parse_color;
    PieceType: "a piece type, like \"n\"", identity, PieceType::from_str;
    Piece: "a piece, like \"N\"", identity, Piece::from_str;
    CastlingSide: "a castling side, \"kingside\" or \"queenside\"", identity, CastlingSide::from_str;
}

/// Parses a color's FEN letter. The names are not accepted: each color has one form.
#[inline]
fn parse_color(text: &str) -> Result<Color, ParseError> {
    match text.as_bytes() {
        &[byte] => Color::from_ascii(byte),
        _ => None,
    }
    .ok_or(ParseError { type_name: "color", expected: "w or b" })
}

/// Serializes the bits as 16 hexadecimal digits, `"0x000000000000ff00"`, or as a number.
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
            read_text(deserializer, "a set of squares, like \"0x000000000000ff00\"", parse_bitboard)
        } else {
            u64::deserialize(deserializer).map(Self)
        }
    }
}

#[inline]
fn parse_bitboard(text: &str) -> Result<Bitboard, ParseError> {
    text.strip_prefix("0x")
        // `from_str_radix` would accept a sign in place of the first digit.
        .filter(|digits| digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .map(Bitboard)
        .ok_or(ParseError { type_name: "bitboard", expected: "0x and 16 hexadecimal digits" })
}

/// A move's text form, which has a suffix for two kinds: `e1h1 castles`, `e5d6 ep`.
struct MoveText(Move);

impl Display for MoveText {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MoveSquares(self.0).fmt(f)?;
        f.write_str(match self.0.kind() {
            MoveKind::Castling => " castles",
            MoveKind::EnPassant => " ep",
            _ => "",
        })
    }
}

/// Serializes as text, like `"e2e4"`, `"e7e8q"`, `"e1h1 castles"` and `"e5d6 ep"`, or as the number
/// [`Move::to_bits`].
impl Serialize for Move {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&MoveText(*self))
        } else {
            serializer.serialize_u16(self.to_bits())
        }
    }
}

impl<'de> Deserialize<'de> for Move {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return read_text(deserializer, "a move, like \"e2e4\"", parse_move);
        }
        let bits = u16::deserialize(deserializer)?;
        Self::from_bits(bits)
            .ok_or_else(|| Error::custom(format_args!("invalid move bits {bits:#06x}")))
    }
}

#[inline]
fn parse_move(text: &str) -> Result<Move, ParseError> {
    let parse = || {
        let (&[a, b, c, d], rest) = text.as_bytes().split_first_chunk()?;
        let from = Square::from_ascii([a, b])?;
        let to = Square::from_ascii([c, d])?;
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
    parse().ok_or(ParseError { type_name: "move", expected })
}

/// Serializes as the text that `Display` writes, like `"KQkq"`, or as a number with four bits per
/// right.
///
/// From the lowest bits up, the rights are in the order `KQkq`. Each is 0, or 1 plus the index of
/// the rook's file.
impl Serialize for CastlingRights {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let mut bits = 0;
        for (index, (color, side)) in (0..).zip(RIGHTS_IN_FEN_ORDER) {
            let file = self.rook_file(color, side);
            bits |= file.map_or(0, |file| file as u16 + 1) << (4 * index);
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
        for (index, (color, side)) in (0..).zip(RIGHTS_IN_FEN_ORDER) {
            let Some(file) = (bits >> (4 * index) & 15).checked_sub(1) else { continue };
            let file = File::from_index(file.into()).ok_or_else(|| {
                Error::custom(format_args!("invalid castling rights {bits:#06x}"))
            })?;
            rights = rights.with(color, side, file);
        }
        Ok(rights)
    }
}

/// Serializes as a sequence with the three fields, in text and in binary formats.
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
