//! [`PieceType`] and [`Piece`], piece types without and with a color.

use core::fmt;
use core::str::FromStr;

use crate::{Color, ParseError};

indexed_enum! {
    /// A piece type, without a [`Color`]; with one it is a [`Piece`].
    ///
    /// The text forms are lower-case letters, and parsing accepts either case.
    ///
    /// ```
    /// use tabiya::PieceType;
    ///
    /// assert_eq!("n".parse(), Ok(PieceType::Knight));
    /// assert_eq!(PieceType::Queen.to_char(), 'q');
    /// ```
    #[doc(alias = "Role")]
    "piece type" PieceType: 6 {
        /// A pawn.
        Pawn = 0,
        /// A knight.
        Knight = 1,
        /// A bishop.
        Bishop = 2,
        /// A rook.
        Rook = 3,
        /// A queen.
        Queen = 4,
        /// A king.
        King = 5,
    }
}

impl PieceType {
    /// Returns the piece type's lower-case letter: `p`, `n`, `b`, `r`, `q` or `k`.
    ///
    /// ```
    /// use tabiya::PieceType;
    ///
    /// assert_eq!(String::from_iter(PieceType::ALL.map(PieceType::to_char)), "pnbrqk");
    /// ```
    #[inline]
    pub const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the piece type for a letter in either case, or `None` for any other byte.
    ///
    /// ```
    /// use tabiya::PieceType;
    ///
    /// assert_eq!(PieceType::from_ascii(b'N'), Some(PieceType::Knight));
    /// assert_eq!(PieceType::from_ascii(b'n'), Some(PieceType::Knight));
    /// assert_eq!(PieceType::from_ascii(b'1'), None);
    /// ```
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        Some(match byte.to_ascii_lowercase() {
            b'p' => Self::Pawn,
            b'n' => Self::Knight,
            b'b' => Self::Bishop,
            b'r' => Self::Rook,
            b'q' => Self::Queen,
            b'k' => Self::King,
            _ => return None,
        })
    }

    /// Returns the piece with this type and a given color.
    ///
    /// ```
    /// use tabiya::{Color, Piece, PieceType};
    ///
    /// assert_eq!(PieceType::Rook.of(Color::Black), Piece::BlackRook);
    /// ```
    #[inline]
    pub const fn of(self, color: Color) -> Piece {
        Piece::new(color, self)
    }
}

impl fmt::Display for PieceType {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_char(), f)
    }
}

impl FromStr for PieceType {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[byte] => Self::from_ascii(byte),
            _ => None,
        }
        .ok_or(ParseError { type_name: "piece type", expected: "one of the letters pnbrqk" })
    }
}

indexed_enum! {
    /// A [`PieceType`] with a [`Color`].
    ///
    /// The text forms are the FEN letters, upper case for White.
    ///
    /// ```
    /// use tabiya::{Color, Piece, PieceType};
    ///
    /// let piece = Piece::new(Color::White, PieceType::Knight);
    /// assert_eq!(piece, Piece::WhiteKnight);
    /// assert_eq!(piece.to_string(), "N");
    /// assert_eq!("q".parse(), Ok(Piece::BlackQueen));
    /// ```
    "piece" Piece: 12 {
        /// A white pawn, `P` in a FEN.
        WhitePawn = 0,
        /// A white knight, `N` in a FEN.
        WhiteKnight = 1,
        /// A white bishop, `B` in a FEN.
        WhiteBishop = 2,
        /// A white rook, `R` in a FEN.
        WhiteRook = 3,
        /// A white queen, `Q` in a FEN.
        WhiteQueen = 4,
        /// A white king, `K` in a FEN.
        WhiteKing = 5,
        /// A black pawn, `p` in a FEN.
        BlackPawn = 6,
        /// A black knight, `n` in a FEN.
        BlackKnight = 7,
        /// A black bishop, `b` in a FEN.
        BlackBishop = 8,
        /// A black rook, `r` in a FEN.
        BlackRook = 9,
        /// A black queen, `q` in a FEN.
        BlackQueen = 10,
        /// A black king, `k` in a FEN.
        BlackKing = 11,
    }
}

impl Piece {
    /// Returns the piece with a given color and type.
    ///
    /// ```
    /// use tabiya::{Color, Piece, PieceType};
    ///
    /// let kings = Color::ALL.map(|color| Piece::new(color, PieceType::King));
    /// assert_eq!(kings, [Piece::WhiteKing, Piece::BlackKing]);
    /// ```
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        match Self::from_index(color as usize * 6 + piece_type as usize) {
            Some(piece) => piece,
            None => Self::BlackKing, // unreachable: 11 is the highest index
        }
    }

    /// Returns the piece's color.
    ///
    /// ```
    /// use tabiya::{Color, Piece};
    ///
    /// let white = Piece::ALL.into_iter().filter(|piece| piece.color() == Color::White);
    /// assert_eq!(white.map(Piece::to_char).collect::<String>(), "PNBRQK");
    /// ```
    #[inline]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// Returns the piece's type, without its color.
    ///
    /// ```
    /// use tabiya::{Piece, PieceType};
    ///
    /// assert_eq!(Piece::WhiteQueen.piece_type(), PieceType::Queen);
    /// assert_eq!(Piece::BlackQueen.piece_type(), PieceType::Queen);
    /// ```
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        match PieceType::from_index(self as usize % 6) {
            Some(piece_type) => piece_type,
            None => PieceType::King, // unreachable: 5 is the highest index
        }
    }

    /// Returns the piece's English name, such as `white knight`.
    ///
    /// ```
    /// use tabiya::Piece;
    ///
    /// assert_eq!(Piece::BlackQueen.name(), "black queen");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WhitePawn => "white pawn",
            Self::WhiteKnight => "white knight",
            Self::WhiteBishop => "white bishop",
            Self::WhiteRook => "white rook",
            Self::WhiteQueen => "white queen",
            Self::WhiteKing => "white king",
            Self::BlackPawn => "black pawn",
            Self::BlackKnight => "black knight",
            Self::BlackBishop => "black bishop",
            Self::BlackRook => "black rook",
            Self::BlackQueen => "black queen",
            Self::BlackKing => "black king",
        }
    }

    /// Returns the piece's Unicode figurine, `♔` to `♟`.
    ///
    /// ```
    /// use tabiya::Piece;
    ///
    /// assert_eq!((Piece::WhiteKnight.figurine(), Piece::BlackKnight.figurine()), ('♘', '♞'));
    /// ```
    #[doc(alias = "unicode")]
    #[inline]
    pub const fn figurine(self) -> char {
        match self {
            Self::WhitePawn => '♙',
            Self::WhiteKnight => '♘',
            Self::WhiteBishop => '♗',
            Self::WhiteRook => '♖',
            Self::WhiteQueen => '♕',
            Self::WhiteKing => '♔',
            Self::BlackPawn => '♟',
            Self::BlackKnight => '♞',
            Self::BlackBishop => '♝',
            Self::BlackRook => '♜',
            Self::BlackQueen => '♛',
            Self::BlackKing => '♚',
        }
    }

    /// Returns the piece's FEN letter, upper case for White.
    ///
    /// ```
    /// use tabiya::Piece;
    ///
    /// assert_eq!(Piece::WhiteKnight.to_char(), 'N');
    /// assert_eq!(Piece::BlackKnight.to_char(), 'n');
    /// ```
    #[inline]
    pub const fn to_char(self) -> char {
        let letter = self.piece_type().to_char();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Returns the piece for a FEN letter, or `None` for any other byte.
    ///
    /// ```
    /// use tabiya::Piece;
    ///
    /// assert_eq!(Piece::from_ascii(b'K'), Some(Piece::WhiteKing));
    /// assert_eq!(Piece::from_ascii(b'k'), Some(Piece::BlackKing));
    /// assert_eq!(Piece::from_ascii(b'/'), None);
    /// ```
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_ascii(byte) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_char(), f)
    }
}

impl FromStr for Piece {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[byte] => Self::from_ascii(byte),
            _ => None,
        }
        .ok_or(ParseError { type_name: "piece", expected: "one of the letters PNBRQKpnbrqk" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_inverts_color_and_piece_type() {
        for piece in Piece::ALL {
            assert_eq!(Piece::new(piece.color(), piece.piece_type()), piece);
            assert_eq!(piece.piece_type().of(piece.color()), piece);
        }
    }

    #[test]
    fn from_ascii_accepts_exactly_the_twelve_letters() {
        let count: usize = (0..=u8::MAX).filter(|&byte| Piece::from_ascii(byte).is_some()).count();
        assert_eq!(count, 12);
        for piece in Piece::ALL {
            assert_eq!(Piece::from_ascii(piece.to_char() as u8), Some(piece));
        }
    }
}
