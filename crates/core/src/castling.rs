//! Castling rights and the two castling sides.

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::{Color, File, ParseError};

indexed_enum! {
    /// The side to which a king castles, in Chess960 as in standard chess.
    ///
    /// Each right in [`CastlingRights`] belongs to a [`Color`] and a castling side. The text forms
    /// are `kingside` and `queenside`.
    ///
    /// ```
    /// use tabiya::CastlingSide;
    ///
    /// assert_eq!(CastlingSide::KingSide.to_string(), "kingside");
    /// assert_eq!("queenside".parse(), Ok(CastlingSide::QueenSide));
    /// ```
    "castling side" CastlingSide: 2 {
        /// Castling with the king to the g-file and the rook to the f-file.
        KingSide = 0,
        /// Castling with the king to the c-file and the rook to the d-file.
        QueenSide = 1,
    }
}

impl CastlingSide {
    /// Returns the king's destination file: g or c.
    ///
    /// ```
    /// use tabiya::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::KingSide.king_destination(), File::G);
    /// assert_eq!(CastlingSide::QueenSide.king_destination(), File::C);
    /// ```
    #[doc(alias = "king_to_file")]
    #[inline]
    pub const fn king_destination(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// Returns the rook's destination file: f or d.
    ///
    /// ```
    /// use tabiya::{CastlingSide, Rank, Square};
    ///
    /// let file = CastlingSide::QueenSide.rook_destination();
    /// assert_eq!(Square::new(file, Rank::Eighth), Square::D8);
    /// ```
    #[doc(alias = "rook_to_file")]
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
            _ => Err(ParseError { type_name: "castling side", expected: "kingside or queenside" }),
        }
    }
}

/// The castling rights of both players: at most one rook per [`Color`] and [`CastlingSide`].
///
/// Each right stores its rook's file instead of a bit: h or a in standard chess, any file in
/// Chess960 and double Chess960.
///
/// The text form is `-` or a part of `KQkq`, in this order. The rook's file follows the letter
/// unless that file is h (kingside) or a (queenside): for example, `KgQb` names the rooks on g1 and
/// b1. Unlike a FEN's castling field, this form has the same meaning on every board.
///
/// ```
/// use tabiya::{CastlingRights, CastlingSide, Color, File};
///
/// let rights = CastlingRights::STANDARD.without(Color::White, CastlingSide::QueenSide);
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::KingSide), Some(File::H));
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::QueenSide), None);
/// assert!(rights.has_castling_rights(Color::Black));
/// assert_eq!(rights.to_string(), "Kkq");
/// ```
#[doc(alias = "castling")]
#[doc(alias = "CastleRights")]
#[doc(alias = "Castles")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rook_files: [[Option<File>; CastlingSide::COUNT]; Color::COUNT],
}

impl CastlingRights {
    /// No rights.
    pub const NONE: Self = Self { rook_files: [[None; 2]; 2] };

    /// All four rights, with rooks on the h-file and the a-file.
    pub const STANDARD: Self = Self { rook_files: [[Some(File::H), Some(File::A)]; 2] };

    /// Returns the file that holds the rook with which a player may castle to a side, or `None` if
    /// the player lacks this right.
    ///
    /// ```
    /// use tabiya::{CastlingRights, CastlingSide, Color, File};
    ///
    /// let rights = CastlingRights::STANDARD;
    /// assert_eq!(rights.rook_file(Color::Black, CastlingSide::QueenSide), Some(File::A));
    /// ```
    #[doc(alias = "castle_rights")]
    #[doc(alias = "has_kingside")]
    #[doc(alias = "has_queenside")]
    #[doc(alias = "has")]
    #[inline]
    pub const fn rook_file(self, color: Color, side: CastlingSide) -> Option<File> {
        self.rook_files[color as usize][side as usize]
    }

    /// Returns the rights with one added or replaced: the player's right to castle to a side with
    /// the rook on the file `rook`.
    ///
    /// ```
    /// use tabiya::{CastlingRights, CastlingSide, Color, File};
    ///
    /// // A Chess960 game whose rook starts on f1.
    /// let rights = CastlingRights::NONE.with(Color::White, CastlingSide::KingSide, File::F);
    /// assert_eq!(rights.rook_file(Color::White, CastlingSide::KingSide), Some(File::F));
    /// ```
    #[inline]
    #[must_use = "the set of rights is returned, not changed"]
    pub const fn with(mut self, color: Color, side: CastlingSide, rook: File) -> Self {
        self.rook_files[color as usize][side as usize] = Some(rook);
        self
    }

    /// Returns the rights without the player's right to castle to a side.
    ///
    /// ```
    /// use tabiya::{CastlingRights, CastlingSide, Color};
    ///
    /// // The rook leaves h8: Black may still castle queenside.
    /// let rights = CastlingRights::STANDARD.without(Color::Black, CastlingSide::KingSide);
    /// assert!(rights.has_castling_rights(Color::Black));
    /// ```
    #[inline]
    #[must_use = "the set of rights is returned, not changed"]
    pub const fn without(mut self, color: Color, side: CastlingSide) -> Self {
        self.rook_files[color as usize][side as usize] = None;
        self
    }

    /// Iterates over the rights: the player, the castling side and the rook's file.
    ///
    /// White's rights come first, and kingside comes before queenside.
    ///
    /// ```
    /// use tabiya::{CastlingRights, CastlingSide, Color, File};
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
        RIGHTS_IN_FEN_ORDER
            .into_iter()
            .filter_map(move |(color, side)| Some((color, side, self.rook_file(color, side)?)))
    }

    /// Tests whether a player has at least one right.
    ///
    /// ```
    /// use tabiya::{CastlingRights, CastlingSide, Color, File};
    ///
    /// let rights = CastlingRights::NONE.with(Color::White, CastlingSide::QueenSide, File::A);
    /// assert!(rights.has_castling_rights(Color::White));
    /// assert!(!rights.has_castling_rights(Color::Black));
    /// ```
    #[doc(alias = "has_color")]
    #[inline]
    pub const fn has_castling_rights(self, color: Color) -> bool {
        let [king_side, queen_side] = self.rook_files[color as usize];
        king_side.is_some() || queen_side.is_some()
    }

    /// Tests whether there are no rights.
    ///
    /// ```
    /// use tabiya::{CastlingRights, CastlingSide, Color};
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

/// The player and the castling side for each right, in FEN order.
pub(crate) const RIGHTS_IN_FEN_ORDER: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

/// Returns the FEN letter for a castling right.
#[inline]
const fn fen_letter(color: Color, side: CastlingSide) -> char {
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
            f.write_char(fen_letter(color, side))?;
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
        let mut remaining = text.as_bytes();
        for (color, side) in RIGHTS_IN_FEN_ORDER {
            let [first, tail @ ..] = remaining else { break };
            if *first != fen_letter(color, side) as u8 {
                continue;
            }
            remaining = tail;
            let mut rook = Self::STANDARD.rook_file(color, side);
            if let [second, tail @ ..] = remaining
                && let Some(file) = File::from_ascii(*second)
            {
                remaining = tail;
                rook = Some(file);
            }
            rights.rook_files[color as usize][side as usize] = rook;
        }
        if !remaining.is_empty() || rights.is_empty() {
            let expected = "- or letters of KQkq, each followed by the rook's file if not h or a";
            return Err(ParseError { type_name: "set of castling rights", expected });
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
    fn with_and_without_change_one_right() {
        for (color, side) in RIGHTS_IN_FEN_ORDER {
            let rights = CastlingRights::NONE.with(color, side, File::B);
            for other in RIGHTS_IN_FEN_ORDER {
                let rook_file = rights.rook_file(other.0, other.1);
                assert_eq!(rook_file, ((color, side) == other).then_some(File::B));
            }
            assert!(rights.iter().eq([(color, side, File::B)]));
            assert!(rights.has_castling_rights(color) && !rights.has_castling_rights(!color));
            assert_eq!(rights.without(color, side), CastlingRights::NONE);
        }
        assert!(CastlingRights::NONE.is_empty() && !CastlingRights::STANDARD.is_empty());
    }

    /// Tests every set of rights: four rights with nine values each.
    #[test]
    fn rights_display_parses_to_the_same_rights() {
        for code in (0..9usize.pow(4)).step_by(if cfg!(miri) { 37 } else { 1 }) {
            let file = |digit: u32| File::from_index(code / 9usize.pow(digit) % 9);
            let rights = CastlingRights { rook_files: [[file(0), file(1)], [file(2), file(3)]] };
            let text = rights.to_string();
            assert_eq!(text.parse(), Ok(rights), "{text}");
        }
    }

    #[test]
    fn malformed_rights_are_rejected() {
        for text in ["", "--", "KK", "QK", "qk", "-K", "Kk-", "Ki", "KA", "HAha", "Kgg", "g"] {
            assert!(text.parse::<CastlingRights>().is_err(), "{text}");
        }
    }
}
