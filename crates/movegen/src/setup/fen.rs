//! Setups as FEN, without the rules for positions.

use core::fmt::{self, Write};
use core::str::FromStr;

use tabiya_core::{Bitboard, CastlingRights, CastlingSide, Color, File, PieceType, Rank, Square};

use super::Setup;
use crate::fen::{self, FenFields, first_char};
use crate::placement::Placement;
use crate::{CastlingErrorKind, FenError, FenField, InputExcerpt};

impl Setup {
    /// Reads a FEN's fields without the rules for positions, from text or bytes.
    ///
    /// - The placement has eight ranks with eight squares each, and any pieces.
    /// - Castling rights need no king and no rook. `K` and `Q` name the outermost rook on the wing,
    ///   or else the file h or a. A file belongs to the wing on its side of the king, or of the
    ///   e-file if no king is on the back rank.
    /// - The en passant square is any square.
    /// - Clocks are up to 65535, including the fullmove number, which may be 0. A dash stands for
    ///   the default, 0 or 1.
    ///
    /// [`position`](Self::position) then checks the rules. A valid FEN yields the position that
    /// [`Position::from_fen`](crate::GenericBoard::from_fen) returns.
    ///
    /// # Errors
    ///
    /// Returns a [`FenError`] for text that is not a FEN: a missing field, ranks that do not have
    /// eight squares, unknown characters, two rights on one wing, text after the last field.
    ///
    /// ```
    /// use tabiya::{FenError, Piece, Setup, Square};
    ///
    /// // No kings yet, and a right without a king.
    /// let setup = Setup::from_fen("8/8/8/8/8/8/8/7R w K - 0 0")?;
    /// assert_eq!(setup.castling_rights().to_string(), "K");
    /// assert_eq!(setup.fullmove_number(), 0);
    /// assert!(setup.position().is_err());
    ///
    /// let setup = setup.with(Piece::WhiteKing, Square::E1).with(Piece::BlackKing, Square::E8);
    /// let position = setup.with_fullmove_number(1).position()?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    ///
    /// assert_eq!(Setup::from_fen(" "), Err(FenError::Empty));
    /// # Ok::<(), FenError>(())
    /// ```
    #[doc(alias = "parse")]
    #[inline]
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, FenError> {
        read(fen.as_ref())
    }
}

impl FromStr for Setup {
    type Err = FenError;

    #[inline]
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Writes the FEN, with castling rights in X-FEN and any en passant square.
///
/// Reading it yields an equal setup, unless a castling right's rook is not on its wing: no FEN has
/// such a right.
impl fmt::Display for Setup {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_placement(&self.unchecked_position, f)?;
        write!(f, " {} ", self.side_to_move().to_char())?;
        write_castling(self, f)?;
        match self.ep_square() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock(), self.fullmove_number())
    }
}

fn read(fen: &[u8]) -> Result<Setup, FenError> {
    let mut fields = FenFields::<false>::new(fen);
    let placement = fen::read_placement(fields.next_long_field().ok_or(FenError::Empty)?)?;
    let side_to_move = fen::read_side_to_move(fields.next())?;
    let castling_rights = read_castling(fields.next().unwrap_or(b"-"), &placement)?;
    let ep_square = fen::read_ep_square(fields.next().unwrap_or(b"-"))?;
    let halfmove_clock = read_clock(FenField::HalfmoveClock, fields.next())?.unwrap_or(0);
    let fullmove_number = read_clock(FenField::FullmoveNumber, fields.next())?.unwrap_or(1);
    if let Some(text) = fields.next() {
        return Err(FenError::TrailingText(InputExcerpt::new(text)));
    }
    let unchecked_position = fen::unchecked_position(placement, side_to_move);
    Ok(Setup { unchecked_position, castling_rights }
        .with_ep_square(ep_square)
        .with_halfmove_clock(halfmove_clock)
        .with_fullmove_number(fullmove_number))
}

/// Reads a clock; `None` if it is missing or a dash.
fn read_clock(field: FenField, text: Option<&[u8]>) -> Result<Option<u16>, FenError> {
    match text {
        None | Some(b"-") => Ok(None),
        Some(text) => fen::read_number(field, text).map(Some),
    }
}

fn read_castling(text: &[u8], placement: &Placement) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == b"-" {
        return Ok(rights);
    }
    for (index, &letter) in text.iter().enumerate() {
        let error = |fault| FenError::Castling { found: first_char(&text[index..]), fault };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, file) = match letter.to_ascii_lowercase() {
            b'k' => named_right(placement, color, CastlingSide::KingSide),
            b'q' => named_right(placement, color, CastlingSide::QueenSide),
            lower => {
                let file = File::from_ascii(lower);
                let file = file.ok_or_else(|| error(CastlingErrorKind::UnknownLetter))?;
                (wing_of_file(placement, color, file), file)
            }
        };
        if rights.rook_file(color, side).is_some() {
            return Err(error(CastlingErrorKind::Repeated));
        }
        rights = rights.with(color, side, file);
    }
    Ok(rights)
}

/// Returns the right that `K`, `Q`, `k` or `q` names.
fn named_right(placement: &Placement, color: Color, side: CastlingSide) -> (CastlingSide, File) {
    let king = king_on_back_rank(placement, color);
    let back_rank = Bitboard::from(king.rank());
    let rooks = placement.colors(color) & placement.pieces(PieceType::Rook);
    let rooks = rooks & fen::wing_squares(king, back_rank, side);
    let (outermost, corner) = match side {
        CastlingSide::KingSide => (rooks.last(), File::H),
        CastlingSide::QueenSide => (rooks.first(), File::A),
    };
    (side, outermost.map_or(corner, Square::file))
}

/// Returns the wing to which a file belongs as a castling rook's file.
fn wing_of_file(placement: &Placement, color: Color, file: File) -> CastlingSide {
    if file > king_on_back_rank(placement, color).file() {
        CastlingSide::KingSide
    } else {
        CastlingSide::QueenSide
    }
}

/// Returns a player's first king on the back rank, or the square on the e-file without one.
fn king_on_back_rank(placement: &Placement, color: Color) -> Square {
    let back_rank = Rank::First.relative_to(color);
    let kings = placement.colors(color) & placement.kings() & Bitboard::from(back_rank);
    kings.first().unwrap_or(Square::new(File::E, back_rank))
}

fn write_castling(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rights = setup.castling_rights();
    if rights.is_empty() {
        return f.write_char('-');
    }
    let placement = &setup.unchecked_position.state.placement;
    for (color, side, file) in rights.iter() {
        let names_file = wing_of_file(placement, color, file) == side
            && named_right(placement, color, side) != (side, file);
        let letter = match (color, side) {
            _ if names_file => fen::file_letter(color, file),
            (Color::White, CastlingSide::KingSide) => 'K',
            (Color::White, CastlingSide::QueenSide) => 'Q',
            (Color::Black, CastlingSide::KingSide) => 'k',
            (Color::Black, CastlingSide::QueenSide) => 'q',
        };
        f.write_char(letter)?;
    }
    Ok(())
}
