//! Writing FEN.

use core::fmt::{self, Write};

use tabiya_core::{Bitboard, CastlingSide, Color, File, PieceType, Rank, Square};
use tabiya_tables::pawn_attacks;

use crate::Position;

use super::castling::wing_squares;

/// The condition for writing the en passant square.
///
/// ```
/// use tabiya::{EnPassantStyle, Position};
///
/// // The capture exd6 would open the fifth rank to the queen on h5.
/// let position = Position::from_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1")?;
/// let written = |style| position.fen().en_passant(style).to_string();
/// assert_eq!(written(EnPassantStyle::Legal), "8/8/8/K2pP2q/8/8/8/7k w - - 0 1");
/// assert_eq!(written(EnPassantStyle::PseudoLegal), "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "EnPassantMode")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassantStyle {
    /// An en passant capture is legal.
    #[default]
    Legal,
    /// A pawn of the side to move attacks the square, pinned or not.
    PseudoLegal,
    /// The position has an en passant square, as after every double push.
    Always,
}

/// The notation for castling rights.
///
/// ```
/// use tabiya::{CastlingStyle, Position};
///
/// // White castles with the inner rook, which only its file can name.
/// let position = Position::from_fen("r3k3/8/8/8/8/8/8/RR2K3 w Bq - 0 1")?;
/// let written = |style| position.fen().castling(style).to_string();
/// assert_eq!(written(CastlingStyle::XFen), "r3k3/8/8/8/8/8/8/RR2K3 w Bq - 0 1");
/// assert_eq!(written(CastlingStyle::Shredder), "r3k3/8/8/8/8/8/8/RR2K3 w Ba - 0 1");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "CastlingMode")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingStyle {
    /// `KQkq` for the outermost rook on a wing, as in standard chess; the file for an inner rook.
    #[default]
    XFen,
    /// Always the rook's file, `HAha` in standard chess.
    Shredder,
}

/// A position as FEN, with options for how it is displayed; created by
/// [`GenericBoard::fen`](crate::GenericBoard::fen).
///
/// Reading the text yields the same position by the repetition rule. With
/// [`EnPassantStyle::Always`], it yields an equal position.
///
/// ```
/// use tabiya::{EnPassantStyle, Position};
///
/// let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
/// let position = Position::from_fen(fen)?;
/// assert_eq!(position.fen().en_passant(EnPassantStyle::Always).to_string(), fen);
/// assert_eq!(position.fen().to_string(), fen.replace("e3", "-"));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fen {
    position: Position,
    en_passant: EnPassantStyle,
    castling: CastlingStyle,
    clocks: bool,
}

impl Fen {
    #[inline]
    pub(crate) const fn new(position: Position) -> Self {
        let en_passant = EnPassantStyle::Legal;
        let castling = CastlingStyle::XFen;
        Self { position, en_passant, castling, clocks: true }
    }

    /// Sets when the en passant square is written.
    ///
    /// ```
    /// use tabiya::{EnPassantStyle, Move, Position, Square};
    ///
    /// // No black pawn attacks e3, so the square is left out by default.
    /// let position = Position::START.after(Move::new(Square::E2, Square::E4));
    /// let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// assert!(position.fen().to_string().contains(" KQkq - "));
    /// ```
    #[inline]
    #[must_use = "the FEN is returned, not changed"]
    pub const fn en_passant(self, en_passant: EnPassantStyle) -> Self {
        Self { en_passant, ..self }
    }

    /// Sets the notation for castling rights.
    ///
    /// ```
    /// use tabiya::{CastlingStyle, Position};
    ///
    /// let position = Position::chess960(0).expect("below 960");
    /// let fen = position.fen().castling(CastlingStyle::Shredder).to_string();
    /// assert_eq!(fen, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    /// ```
    #[inline]
    #[must_use = "the FEN is returned, not changed"]
    pub const fn castling(self, castling: CastlingStyle) -> Self {
        Self { castling, ..self }
    }

    /// Sets whether the two clocks are written.
    ///
    /// Without the clocks, the text is the four position fields of an EPD line.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let fields = Position::START.fen().clocks(false).to_string();
    /// assert_eq!(fields, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    /// ```
    #[inline]
    #[must_use = "the FEN is returned, not changed"]
    pub const fn clocks(self, clocks: bool) -> Self {
        Self { clocks, ..self }
    }

    #[inline]
    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rights = self.position.castling_rights();
        if rights.is_empty() {
            return f.write_char('-');
        }
        for (color, side, file) in rights.iter() {
            let letter = match self.castling {
                CastlingStyle::XFen if self.is_outermost_rook(color, side, file) => match side {
                    CastlingSide::KingSide => 'k',
                    CastlingSide::QueenSide => 'q',
                },
                _ => file.to_char(),
            };
            f.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
        Ok(())
    }

    /// Tests whether the player has no rook farther out on the wing.
    #[inline]
    fn is_outermost_rook(&self, color: Color, side: CastlingSide, file: File) -> bool {
        let back_rank = Rank::First.relative_to(color);
        let outer_squares =
            wing_squares(Square::new(file, back_rank), Bitboard::from(back_rank), side);
        self.position.colored_pieces(color, PieceType::Rook).is_disjoint(outer_squares)
    }

    #[inline]
    fn written_ep_square(&self) -> Option<Square> {
        let position = self.position;
        let them = !position.side_to_move();
        let is_attacked_by_pawn = |square: &Square| {
            let pawns = position.colored_pieces(position.side_to_move(), PieceType::Pawn);
            !pawn_attacks(them, *square).is_disjoint(pawns)
        };
        match self.en_passant {
            EnPassantStyle::Legal => position.legal_ep_square(),
            EnPassantStyle::PseudoLegal => position.ep_square().filter(is_attacked_by_pawn),
            EnPassantStyle::Always => position.ep_square(),
        }
    }
}

impl fmt::Display for Fen {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        write_placement(&self.position, f)?;
        write!(f, " {} ", position.side_to_move().to_char())?;
        self.write_castling(f)?;
        match self.written_ep_square() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        if self.clocks {
            write!(f, " {} {}", position.halfmove_clock(), position.fullmove_number())?;
        }
        Ok(())
    }
}

/// Writes any position's placement, valid or not.
#[inline]
pub(crate) fn write_placement(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut gap = 0;
        for file in File::ALL {
            let Some(piece) = position.piece_on(Square::new(file, rank)) else {
                gap += 1;
                continue;
            };
            write_empty_squares(f, gap)?;
            gap = 0;
            f.write_char(piece.to_char())?;
        }
        write_empty_squares(f, gap)?;
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    Ok(())
}

#[inline]
fn write_empty_squares(f: &mut fmt::Formatter<'_>, gap: u8) -> fmt::Result {
    match gap {
        0 => Ok(()),
        gap => write!(f, "{gap}"),
    }
}
