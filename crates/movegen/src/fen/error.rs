//! The error from reading a FEN, and its kinds.

use core::error::Error;
use core::fmt;

use tabiya_core::{Color, Rank, Square};

use super::excerpt::InputExcerpt;

/// The six fields in a FEN.
///
/// ```
/// use tabiya::{FenField, Position};
///
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3").unwrap_err();
/// assert_eq!(error.field(), FenField::SideToMove);
/// assert_eq!(error.to_string(), "side to move: the field is missing");
/// // The order is that of the fields in a FEN.
/// assert!(FenField::Placement < FenField::SideToMove);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenField {
    /// The piece placement.
    Placement,
    /// The side to move.
    SideToMove,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// The number of half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The full move's number, from 1.
    FullmoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placement => "placement",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "fullmove number",
        })
    }
}

/// The kind of error in the castling field; see [`FenError::Castling`].
///
/// ```
/// use tabiya::{CastlingErrorKind, FenError, Position};
///
/// // K already names the rook on h1.
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w KH - 0 1").unwrap_err();
/// assert_eq!(error, FenError::Castling { found: 'H', fault: CastlingErrorKind::Repeated });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CastlingErrorKind {
    /// The character is not one of `KQkq`, `A` to `H`, `a` to `h`.
    UnknownLetter,
    /// The king is not on its back rank.
    KingNotHome,
    /// The player has no rook that the character names.
    NoRook,
    /// The player already has a right on this wing.
    Repeated,
    /// The king is not on the e-file, or the rook is not on the a-file or the h-file.
    ///
    /// Only [`FenOptions::require_standard_castling`](crate::FenOptions::require_standard_castling)
    /// enables this rule.
    NotStandard,
}

impl fmt::Display for CastlingErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownLetter => "unknown letter; expected KQkq or the file of a rook",
            Self::KingNotHome => "the king is not on its back rank",
            Self::NoRook => "no rook for this right on the back rank",
            Self::Repeated => "second right on the same wing",
            Self::NotStandard => "king or rook not on its square in standard chess",
        })
    }
}

/// The kind of error in the en passant field; see [`FenError::EnPassant`].
///
/// ```
/// use tabiya::{EnPassantErrorKind, FenError, Position};
///
/// // White is to move, so the last move was not a double push of a white pawn.
/// let error = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1").unwrap_err();
/// assert!(matches!(error, FenError::EnPassant { fault: EnPassantErrorKind::WrongRank, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnPassantErrorKind {
    /// The text is neither `-` nor a square.
    NotASquare,
    /// The square is not on the sixth rank of the side to move.
    WrongRank,
    /// A piece is on the square.
    Occupied,
    /// A piece is on the double push's origin.
    OriginOccupied,
    /// The opponent has no pawn in front of the square, where a double push ends.
    NoPawn,
}

impl fmt::Display for EnPassantErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotASquare => "not a square; expected - or a square",
            Self::WrongRank => "wrong rank; expected 6 with White to move, 3 with Black to move",
            Self::Occupied => "the square is occupied",
            Self::OriginOccupied => "the origin of the double push is occupied",
            Self::NoPawn => "no pawn of the opponent in front of the square",
        })
    }
}

/// The kind of error in a clock; see [`FenError::Clock`].
///
/// ```
/// use tabiya::{ClockErrorKind, FenError, FenField, Position};
///
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0").unwrap_err();
/// assert_eq!(error.field(), FenField::FullmoveNumber);
/// assert!(matches!(error, FenError::Clock { fault: ClockErrorKind::Zero, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClockErrorKind {
    /// The field is empty or contains a byte that is not a decimal digit.
    NotDigits,
    /// The value is greater than 65,535.
    TooLarge,
    /// The fullmove number is 0; it starts at 1.
    Zero,
}

impl fmt::Display for ClockErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotDigits => "expected decimal digits",
            Self::TooLarge => "expected at most 65535",
            Self::Zero => "expected at least 1",
        })
    }
}

/// The reason why no last move can have given the checks; see [`FenError::ImpossibleCheck`].
///
/// ```
/// use tabiya::{FenError, ImpossibleCheck, Position};
///
/// // Whichever rook moved last, the other one gave check before.
/// let error = Position::from_fen("4k3/8/8/8/r3K2r/8/8/8 w - - 0 1").unwrap_err();
/// assert_eq!(error, FenError::ImpossibleCheck(ImpossibleCheck::OneLine));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImpossibleCheck {
    /// More than two pieces give check.
    TooMany,
    /// Two knights or pawns give check, but only one of them can have moved last.
    TwoLeapers,
    /// Two sliders give check along one line, so neither can be a discovered check.
    OneLine,
    /// A checker is neither the double push's pawn nor a slider whose check it discovered.
    ///
    /// The en passant square proves that the last move was a double push.
    NotFromDoublePush,
}

impl fmt::Display for ImpossibleCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooMany => "more than two pieces give check",
            Self::TwoLeapers => "two knights or pawns give check",
            Self::OneLine => "two sliders attack the king along one line",
            Self::NotFromDoublePush => {
                "the double push over the en passant square does not explain the check"
            }
        })
    }
}

/// A player's pieces that must be promoted, because no start position has so many of their type.
///
/// The message names every type that has too many pieces, with their number.
///
/// ```
/// use tabiya::{FenError, Position};
///
/// // Both bishops are on dark squares, so one of them is promoted.
/// let fen = "bbrnkqrn/pppppppp/8/8/8/8/PPPPPPPP/BRBNKQRN w - - 0 1";
/// let Err(FenError::TooManyPromoted { promoted, .. }) = Position::from_fen(fen) else { panic!() };
/// assert_eq!(promoted.count(), 1);
/// assert_eq!(promoted.to_string(), "1 promoted piece (2 bishops on dark squares)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotedPieces {
    /// The piece counts, in the order of [`PROMOTED_NAMES`].
    pub(super) found: [u8; 5],
}

/// The plural name of each piece type that [`PromotedPieces`] counts, and its count in the start
/// position.
const PROMOTED_NAMES: [(&str, u8); 5] = [
    ("knights", 2),
    ("bishops on light squares", 1),
    ("bishops on dark squares", 1),
    ("rooks", 2),
    ("queens", 1),
];

impl PromotedPieces {
    /// Returns how many promoted pieces there are at least.
    #[inline]
    pub fn count(self) -> u8 {
        self.excess().map(|(_, found, initial)| found - initial).sum()
    }

    /// Yields each type with more pieces than at the start: its name, and both numbers.
    #[inline]
    fn excess(self) -> impl Iterator<Item = (&'static str, u8, u8)> {
        let types = PROMOTED_NAMES.into_iter().zip(self.found);
        types
            .filter(|&((_, initial), found)| found > initial)
            .map(|((name, initial), found)| (name, found, initial))
    }
}

impl fmt::Display for PromotedPieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count();
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{count} promoted piece{plural}")?;
        for (index, (name, found, _)) in self.excess().enumerate() {
            let start = if index == 0 { " (" } else { ", " };
            write!(f, "{start}{found} {name}")?;
        }
        f.write_str(if count == 0 { "" } else { ")" })
    }
}

/// The error from reading a FEN: the field, the invalid input, and the rule that it breaks.
///
/// [`Error::source`] returns `None`, because this error's message includes its kinds' messages,
/// such as that of [`CastlingErrorKind`].
///
/// ```
/// use tabiya::{FenField, Position};
///
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap_err();
/// assert_eq!(error.field(), FenField::Castling);
/// assert_eq!(
///     error.to_string(),
///     "castling: 'K' (white kingside) requires a white rook on rank 1, on the h-file side of the king",
/// );
/// ```
#[doc(alias = "FenParseError")]
#[doc(alias = "ParseFenError")]
#[doc(alias = "PositionError")]
#[doc(alias = "BoardBuilderError")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// The text is empty or has only spaces.
    Empty,
    /// The text ends before a required field.
    MissingField(FenField),
    /// Text follows the last field.
    TrailingText(InputExcerpt),
    /// A character in the placement is not a piece, a digit from 1 to 8 or a slash.
    UnknownPiece {
        /// The rank that contains the invalid character.
        rank: Rank,
        /// The placement's invalid character, or the byte that is not UTF-8.
        found: InputExcerpt,
    },
    /// A rank in the placement has more than eight squares.
    RankTooLong(Rank),
    /// A rank in the placement has fewer than eight squares.
    RankTooShort {
        /// The rank with fewer than eight squares.
        rank: Rank,
        /// The number of squares in the rank.
        squares: u8,
    },
    /// The placement has fewer than eight ranks.
    TooFewRanks {
        /// The number of ranks in the placement.
        found: u8,
    },
    /// The placement has more than eight ranks.
    TooManyRanks,
    /// A player has no king, or more than one.
    KingCount {
        /// The player without exactly one king.
        color: Color,
        /// The number of kings that the player has.
        found: u8,
    },
    /// The kings are on adjacent squares.
    KingsAdjacent,
    /// A pawn is on rank 1 or 8.
    PawnOnBackRank(Square),
    /// A player has more than eight pawns.
    TooManyPawns {
        /// The player with more than eight pawns.
        color: Color,
        /// The number of pawns that the player has.
        found: u8,
    },
    /// A player has more than sixteen pieces.
    TooManyPieces {
        /// The player with more than sixteen pieces.
        color: Color,
        /// The number of pieces that the player has.
        found: u8,
    },
    /// A player has more promoted pieces than missing pawns.
    TooManyPromoted {
        /// The player with too many promoted pieces.
        color: Color,
        /// The promoted pieces that the player has at least.
        promoted: PromotedPieces,
        /// The number of pawns that the player lacks.
        missing: u8,
    },
    /// The side to move is neither `w` nor `b`.
    SideToMove(InputExcerpt),
    /// The side not to move is in check.
    OpponentInCheck,
    /// A character in the castling field is invalid.
    Castling {
        /// The invalid character; U+FFFD for bytes that are not UTF-8.
        found: char,
        /// The reason why the character is invalid.
        fault: CastlingErrorKind,
    },
    /// The en passant field is invalid.
    EnPassant {
        /// The en passant field's text.
        found: InputExcerpt,
        /// The reason why the en passant field is invalid.
        fault: EnPassantErrorKind,
    },
    /// A clock is invalid.
    Clock {
        /// The invalid field: the halfmove clock or the fullmove number.
        field: FenField,
        /// The clock's text.
        found: InputExcerpt,
        /// The reason why the clock is invalid.
        fault: ClockErrorKind,
    },
    /// No last move can have given the checks.
    ///
    /// [`FenOptions::allow_impossible_checks`](crate::FenOptions::allow_impossible_checks) disables
    /// this rule, and no other, for composed positions.
    ImpossibleCheck(ImpossibleCheck),
}

impl FenError {
    /// The error for a fullmove number 0 that was not read from text.
    pub(super) const FULLMOVE_NUMBER_ZERO: Self = Self::Clock {
        field: FenField::FullmoveNumber,
        found: InputExcerpt::ZERO,
        fault: ClockErrorKind::Zero,
    };

    /// Returns the FEN field that is invalid, or the last field if text follows it.
    ///
    /// Several fields together cause an impossible check. The result is then the placement, where
    /// the checkers are, and the message names no field.
    ///
    /// ```
    /// use tabiya::{FenError, FenField, Position};
    ///
    /// // The pieces are legal with Black to move, but not with White to move.
    /// let error = Position::from_fen("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1").unwrap_err();
    /// assert_eq!(error, FenError::OpponentInCheck);
    /// assert_eq!(error.field(), FenField::SideToMove);
    /// ```
    #[inline]
    pub const fn field(&self) -> FenField {
        match self.place() {
            Place::Field(field) | Place::Unnamed(field) => field,
        }
    }

    /// Returns the error's place, to which the message adds a sentence.
    #[inline]
    const fn place(&self) -> Place {
        match self {
            Self::Empty | Self::ImpossibleCheck(_) => Place::Unnamed(FenField::Placement),
            Self::TrailingText(_) => Place::Unnamed(FenField::FullmoveNumber),
            Self::MissingField(field) | Self::Clock { field, .. } => Place::Field(*field),
            Self::UnknownPiece { .. }
            | Self::RankTooLong(_)
            | Self::RankTooShort { .. }
            | Self::TooFewRanks { .. }
            | Self::TooManyRanks
            | Self::KingCount { .. }
            | Self::KingsAdjacent
            | Self::PawnOnBackRank(_)
            | Self::TooManyPawns { .. }
            | Self::TooManyPieces { .. }
            | Self::TooManyPromoted { .. } => Place::Field(FenField::Placement),
            Self::SideToMove(_) | Self::OpponentInCheck => Place::Field(FenField::SideToMove),
            Self::Castling { .. } => Place::Field(FenField::Castling),
            Self::EnPassant { .. } => Place::Field(FenField::EnPassant),
        }
    }
}

/// The place of an error in a FEN.
enum Place {
    /// The field with which the message starts.
    Field(FenField),
    /// The field nearest to an error in the whole FEN, which the message does not name.
    Unnamed(FenField),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Place::Field(field) = self.place() {
            write!(f, "{field}: ")?;
        }
        match self {
            Self::Empty => f.write_str("the FEN is empty"),
            Self::MissingField(_) => f.write_str("the field is missing"),
            Self::TrailingText(found) => write!(f, "found {found} after the last field"),
            Self::UnknownPiece { rank, found } => write!(
                f,
                "found {found} in rank {rank}; expected a piece (pnbrqkPNBRQK) or a digit from 1 to 8"
            ),
            Self::RankTooLong(rank) => write!(f, "rank {rank} has more than 8 squares"),
            Self::RankTooShort { rank, squares } => {
                write!(f, "rank {rank} has {squares} squares; expected 8")
            }
            Self::TooFewRanks { found } => write!(f, "found {found} ranks; expected 8"),
            Self::TooManyRanks => f.write_str("found more than 8 ranks"),
            Self::KingCount { color, found } => {
                write!(f, "{} has {found} kings; expected 1", color.name())
            }
            Self::KingsAdjacent => f.write_str("the kings are on adjacent squares"),
            Self::PawnOnBackRank(square) => {
                write!(f, "found a pawn on {square}; expected none on ranks 1 and 8")
            }
            Self::TooManyPawns { color, found } => {
                write!(f, "{} has {found} pawns; expected at most 8", color.name())
            }
            Self::TooManyPieces { color, found } => {
                write!(f, "{} has {found} pieces; expected at most 16", color.name())
            }
            Self::TooManyPromoted { color, promoted, missing } => write!(
                f,
                "{} has {promoted}; expected at most {missing}, the number of missing pawns",
                color.name()
            ),
            Self::SideToMove(found) => write!(f, "found {found}; expected w or b"),
            Self::OpponentInCheck => f.write_str("the opponent of the side to move is in check"),
            Self::Castling { found, fault } => write_castling_error(f, *found, *fault),
            Self::EnPassant { found, fault } => write_en_passant_error(f, found, *fault),
            Self::Clock { found, fault, .. } => write!(f, "found {found}; {fault}"),
            Self::ImpossibleCheck(kind) => write!(f, "impossible check: {kind}"),
        }
    }
}

impl Error for FenError {}

/// Writes the error for a character in the castling field, with the expected piece and square.
#[inline]
fn write_castling_error(
    f: &mut fmt::Formatter<'_>,
    found: char,
    kind: CastlingErrorKind,
) -> fmt::Result {
    let color = if found.is_ascii_uppercase() { Color::White } else { Color::Black };
    let (adjective, rank) = match color {
        Color::White => ("white", 1),
        Color::Black => ("black", 8),
    };
    match (kind, found.to_ascii_lowercase()) {
        (CastlingErrorKind::UnknownLetter, _) => {
            write!(f, "found '{}'; expected KQkq or the file of a rook", found.escape_debug())
        }
        (CastlingErrorKind::KingNotHome, _) => {
            write!(f, "'{found}' requires the {adjective} king on rank {rank}")
        }
        (CastlingErrorKind::NoRook, letter @ ('k' | 'q')) => {
            let (wing, side) = if letter == 'k' { ("kingside", 'h') } else { ("queenside", 'a') };
            write!(
                f,
                "'{found}' ({adjective} {wing}) requires a {adjective} rook on rank {rank}, on the \
                 {side}-file side of the king"
            )
        }
        (CastlingErrorKind::NoRook, file) => {
            write!(f, "'{found}' requires a {adjective} castling rook on {file}{rank}")
        }
        (CastlingErrorKind::Repeated, _) => {
            write!(f, "'{found}' gives {} a second right on the same wing", color.name())
        }
        (CastlingErrorKind::NotStandard, _) => write!(
            f,
            "'{found}' requires the {adjective} king on e{rank} and its rook on a{rank} or h{rank}"
        ),
    }
}

/// Writes the error for the en passant field, with the double push's squares.
#[inline]
fn write_en_passant_error(
    f: &mut fmt::Formatter<'_>,
    found: &InputExcerpt,
    kind: EnPassantErrorKind,
) -> fmt::Result {
    let square = match *found.as_bytes() {
        [file, rank] => Square::from_ascii([file, rank]),
        _ => None,
    };
    let Some(square) = square else {
        return write!(f, "found {found}; expected - or a square");
    };
    // The square is on the third rank, as seen by the player who made the double push.
    let (pawn, pusher) = match square.rank() {
        Rank::Third => ("white pawn", Color::White),
        _ => ("black pawn", Color::Black),
    };
    let on = |rank: Rank| Square::new(square.file(), rank.relative_to(pusher));
    let origin = on(Rank::Second);
    let target = on(Rank::Fourth);
    match kind {
        EnPassantErrorKind::NotASquare | EnPassantErrorKind::WrongRank => write!(
            f,
            "{square} is on rank {}; expected rank 6 with White to move, rank 3 with Black to move",
            square.rank()
        ),
        EnPassantErrorKind::Occupied => write!(f, "{square} is occupied; expected an empty square"),
        EnPassantErrorKind::OriginOccupied => {
            write!(
                f,
                "{origin} is occupied; expected the empty origin of a double push over {square}"
            )
        }
        EnPassantErrorKind::NoPawn => {
            write!(f, "no {pawn} on {target}; expected one after a double push over {square}")
        }
    }
}
