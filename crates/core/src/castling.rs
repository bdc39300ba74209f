//! Who may still castle, and with which rook.

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::{Color, File, ParseError};

indexed_enum! {
    /// The two wings: named by where the king goes, also in Chess960.
    ///
    /// Reads and writes as `kingside` and `queenside`.
    ///
    /// ```
    /// use tabiya_core::CastlingSide;
    ///
    /// assert_eq!(CastlingSide::KingSide.to_string(), "kingside");
    /// assert_eq!("queenside".parse(), Ok(CastlingSide::QueenSide));
    /// ```
    "castling side" CastlingSide: 2 {
        /// The king goes to the g-file, the rook to the f-file.
        KingSide = 0,
        /// The king goes to the c-file, the rook to the d-file.
        QueenSide = 1,
    }
}

impl CastlingSide {
    /// The file on which the king lands: g or c.
    ///
    /// ```
    /// use tabiya_core::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::KingSide.king_destination(), File::G);
    /// assert_eq!(CastlingSide::QueenSide.king_destination(), File::C);
    /// ```
    #[inline]
    pub const fn king_destination(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// The file on which the rook lands: f or d.
    ///
    /// ```
    /// use tabiya_core::{CastlingSide, Rank, Square};
    ///
    /// let file = CastlingSide::QueenSide.rook_destination();
    /// assert_eq!(Square::new(file, Rank::Eighth), Square::D8);
    /// ```
    #[inline]
    pub const fn rook_destination(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }
}

impl fmt::Display for CastlingSide {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::KingSide => "kingside",
            Self::QueenSide => "queenside",
        })
    }
}

impl FromStr for CastlingSide {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "kingside" => Ok(Self::KingSide),
            "queenside" => Ok(Self::QueenSide),
            _ => Err(ParseError { what: "castling side", expected: "kingside or queenside" }),
        }
    }
}

/// The files of the rooks that may still castle: up to one a player and wing.
///
/// In standard chess the files are h and a; Chess960 and double Chess960 use any, which is
/// why a right is a file here and not a bit.
///
/// Reads and writes as `KQkq`, in this order, or `-`. The file of a rook that is not on h
/// or a follows the letter of its wing: `KgQb` castles with the rooks on g1 and b1. Unlike
/// the field of a FEN, this needs no board to be understood.
///
/// ```
/// use tabiya_core::{CastlingRights, CastlingSide, Color, File};
///
/// let rights = CastlingRights::STANDARD.without(Color::White, CastlingSide::QueenSide);
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::KingSide), Some(File::H));
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::QueenSide), None);
/// assert!(rights.has_castling_rights(Color::Black));
/// assert_eq!(rights.to_string(), "Kkq");
/// ```
#[doc(alias = "castling")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: [[Option<File>; CastlingSide::COUNT]; Color::COUNT],
}

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: Self = Self { rooks: [[None; 2]; 2] };

    /// Both may castle to both wings, with rooks on h and a.
    pub const STANDARD: Self = Self { rooks: [[Some(File::H), Some(File::A)]; 2] };

    /// The file of the rook that a player may castle with on a wing.
    ///
    /// ```
    /// use tabiya_core::{CastlingRights, CastlingSide, Color, File};
    ///
    /// let rights = CastlingRights::STANDARD;
    /// assert_eq!(rights.rook_file(Color::Black, CastlingSide::QueenSide), Some(File::A));
    /// ```
    #[inline]
    pub const fn rook_file(self, color: Color, side: CastlingSide) -> Option<File> {
        self.rooks[color as usize][side as usize]
    }

    /// The rights with one more: this player, on this wing, with the rook of this file.
    ///
    /// ```
    /// use tabiya_core::{CastlingRights, CastlingSide, Color, File};
    ///
    /// // A Chess960 game whose rook starts on f1.
    /// let rights = CastlingRights::NONE.with(Color::White, CastlingSide::KingSide, File::F);
    /// assert_eq!(rights.rook_file(Color::White, CastlingSide::KingSide), Some(File::F));
    /// ```
    #[inline]
    #[must_use = "the set of rights is returned, not changed"]
    pub const fn with(mut self, color: Color, side: CastlingSide, rook: File) -> Self {
        self.rooks[color as usize][side as usize] = Some(rook);
        self
    }

    /// The rights with one less.
    ///
    /// ```
    /// use tabiya_core::{CastlingRights, CastlingSide, Color};
    ///
    /// // The rook leaves h8: Black may still castle to the other wing.
    /// let rights = CastlingRights::STANDARD.without(Color::Black, CastlingSide::KingSide);
    /// assert!(rights.has_castling_rights(Color::Black));
    /// ```
    #[inline]
    #[must_use = "the set of rights is returned, not changed"]
    pub const fn without(mut self, color: Color, side: CastlingSide) -> Self {
        self.rooks[color as usize][side as usize] = None;
        self
    }

    /// The rights one by one: the player, the wing, and the file of the rook; White's first,
    /// and the king's side first.
    ///
    /// ```
    /// use tabiya_core::{CastlingRights, CastlingSide, Color, File};
    ///
    /// let rights = CastlingRights::NONE
    ///     .with(Color::Black, CastlingSide::KingSide, File::H)
    ///     .with(Color::White, CastlingSide::QueenSide, File::B);
    /// assert!(rights.iter().eq([
    ///     (Color::White, CastlingSide::QueenSide, File::B),
    ///     (Color::Black, CastlingSide::KingSide, File::H),
    /// ]));
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Color, CastlingSide, File)> + Clone {
        PLAYERS_AND_SIDES
            .into_iter()
            .filter_map(move |(color, side)| Some((color, side, self.rook_file(color, side)?)))
    }

    /// Tests whether this player may still castle to some wing.
    ///
    /// ```
    /// use tabiya_core::{CastlingRights, CastlingSide, Color, File};
    ///
    /// let rights = CastlingRights::NONE.with(Color::White, CastlingSide::QueenSide, File::A);
    /// assert!(rights.has_castling_rights(Color::White));
    /// assert!(!rights.has_castling_rights(Color::Black));
    /// ```
    #[inline]
    pub const fn has_castling_rights(self, color: Color) -> bool {
        let [king_side, queen_side] = self.rooks[color as usize];
        king_side.is_some() || queen_side.is_some()
    }

    /// Whether nobody may castle any more.
    ///
    /// ```
    /// use tabiya_core::{CastlingRights, CastlingSide, Color};
    ///
    /// // The white king has moved; Black keeps its rights.
    /// let rights = CastlingSide::ALL
    ///     .into_iter()
    ///     .fold(CastlingRights::STANDARD, |rights, side| rights.without(Color::White, side));
    /// assert!(!rights.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        !self.has_castling_rights(Color::White) && !self.has_castling_rights(Color::Black)
    }
}

/// Whose right each is, and to which wing, in the order in which they are written.
pub(crate) const PLAYERS_AND_SIDES: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

/// The letter of a right in a FEN.
#[inline]
const fn letter(color: Color, side: CastlingSide) -> char {
    match (color, side) {
        (Color::White, CastlingSide::KingSide) => 'K',
        (Color::White, CastlingSide::QueenSide) => 'Q',
        (Color::Black, CastlingSide::KingSide) => 'k',
        (Color::Black, CastlingSide::QueenSide) => 'q',
    }
}

impl fmt::Display for CastlingRights {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_char('-');
        }
        for (color, side, file) in self.iter() {
            f.write_char(letter(color, side))?;
            if Self::STANDARD.rook_file(color, side) != Some(file) {
                f.write_char(file.to_char())?;
            }
        }
        Ok(())
    }
}

impl FromStr for CastlingRights {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "-" {
            return Ok(Self::NONE);
        }
        let mut rights = Self::NONE;
        let mut rest = text.as_bytes();
        for (color, side) in PLAYERS_AND_SIDES {
            let [first, after @ ..] = rest else { break };
            if *first != letter(color, side) as u8 {
                continue;
            }
            rest = after;
            let mut rook = Self::STANDARD.rook_file(color, side);
            if let [second, after @ ..] = rest
                && let Some(named) = File::from_ascii(*second)
            {
                rest = after;
                rook = Some(named);
            }
            rights.rooks[color as usize][side as usize] = rook;
        }
        if !rest.is_empty() || rights.is_empty() {
            let expected = "- or letters of KQkq, each with its rook's file if not h or a";
            return Err(ParseError { what: "set of castling rights", expected });
        }
        Ok(rights)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn each_right_is_kept_apart() {
        for (color, side) in PLAYERS_AND_SIDES {
            let rights = CastlingRights::NONE.with(color, side, File::B);
            for other in PLAYERS_AND_SIDES {
                let found = rights.rook_file(other.0, other.1);
                assert_eq!(found, ((color, side) == other).then_some(File::B));
            }
            assert!(rights.iter().eq([(color, side, File::B)]));
            assert!(rights.has_castling_rights(color) && !rights.has_castling_rights(!color));
            assert_eq!(rights.without(color, side), CastlingRights::NONE);
        }
        assert!(CastlingRights::NONE.is_empty() && !CastlingRights::STANDARD.is_empty());
    }

    /// Every set of rights there is, nine choices for each of four.
    #[test]
    fn text_goes_out_and_comes_back() {
        for number in (0..9usize.pow(4)).step_by(if cfg!(miri) { 37 } else { 1 }) {
            let file = |place: u32| File::from_index(number / 9usize.pow(place) % 9);
            let rights = CastlingRights { rooks: [[file(0), file(1)], [file(2), file(3)]] };
            let text = rights.to_string();
            assert_eq!(text.parse(), Ok(rights), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "--", "KK", "QK", "qk", "-K", "Kk-", "Ki", "KA", "HAha", "Kgg", "g"] {
            assert!(text.parse::<CastlingRights>().is_err(), "{text}");
        }
    }
}
