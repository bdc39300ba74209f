//! Options: the knowledge of the moves before a position.

use tabiya_core::{Bitboard, Color, File, PieceType, Rank};

use super::piece_types::PieceTypes;
use super::retraction::Retraction;
use crate::board::GenericBoard;
use crate::fen::EnPassantStyle;

/// The castling rights that an earlier position may have had besides those of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PriorCastling {
    /// None: no castling is retracted, as in endgame tablebases.
    None,
    /// Those of standard chess: the king on the e-file, the rooks on the a-file and the h-file.
    #[default]
    Standard,
    /// Those of a start position, for each player: see [`PriorCastling::from_start`].
    From(StartFiles),
    /// Those of any start position of double Chess960.
    Any,
}

/// The files of kings and castling rooks in a start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartFiles {
    kings: [File; 2],
    rooks: Bitboard,
}

impl PriorCastling {
    /// Returns the castling rights of a start position, such as one of Chess960.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::retrograde::{PriorCastling, RetractionOptions};
    ///
    /// let start = Position::chess960(0).expect("a number below 960");
    /// let options = RetractionOptions::new().castling(PriorCastling::from_start(&start));
    /// # let _ = options;
    /// ```
    #[must_use]
    pub fn from_start<K>(start: &GenericBoard<K>) -> Self {
        let placement = &start.state.placement;
        let kings = [Color::White, Color::Black].map(|color| placement.king(color).file());
        Self::From(StartFiles { kings, rooks: start.state.castling_rooks })
    }

    /// Tests whether a king on a file of its back rank may have had a right.
    #[inline]
    pub(super) fn allows_king(self, color: Color, file: File) -> bool {
        match self {
            Self::None => false,
            Self::Standard => file == File::E,
            Self::From(start) => start.kings[color as usize] == file,
            Self::Any => true,
        }
    }

    /// Returns the squares on which rooks of a color may have had a right.
    #[inline]
    pub(super) fn rook_squares(self, color: Color) -> Bitboard {
        let rank = Bitboard::from_rank(Rank::First.relative_to(color));
        match self {
            Self::None => Bitboard::EMPTY,
            Self::Standard => rank & (Bitboard::from_file(File::A) | Bitboard::from_file(File::H)),
            Self::From(start) => rank & start.rooks,
            Self::Any => rank,
        }
    }
}

/// The pieces that may return to the board: for how many of each type a capture may be retracted, and how many
/// promotions.
///
/// Whatever the pocket, the earlier position has at most 16 men and 8 pawns of a color, and no more promoted pieces than
/// missing pawns.
///
/// ```
/// use tabiya::PieceType;
/// use tabiya::retrograde::Pocket;
///
/// let pocket = Pocket::EMPTY.with(PieceType::Rook, 2).with_unpromotions(1);
/// assert_eq!(pocket.count(PieceType::Rook), 2);
/// assert_eq!(pocket.unpromotions(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pocket {
    counts: [u8; 5],
    unpromotions: u8,
}

impl Pocket {
    /// The pocket that stays within an ending: no piece returns, and no promotion is retracted.
    pub const EMPTY: Self = Self { counts: [0; 5], unpromotions: 0 };
    /// The pocket without limits.
    pub const UNLIMITED: Self = Self { counts: [u8::MAX; 5], unpromotions: u8::MAX };

    /// Returns the pocket with a number of pieces of a type. Kings never return.
    #[must_use]
    pub const fn with(mut self, piece_type: PieceType, count: u8) -> Self {
        if (piece_type as usize) < self.counts.len() {
            self.counts[piece_type as usize] = count;
        }
        self
    }

    /// Returns the pocket with a number of promotions.
    #[must_use]
    pub const fn with_unpromotions(self, unpromotions: u8) -> Self {
        Self { unpromotions, ..self }
    }

    /// Returns the number of pieces of a type that may return.
    #[must_use]
    pub const fn count(self, piece_type: PieceType) -> u8 {
        if (piece_type as usize) < self.counts.len() { self.counts[piece_type as usize] } else { 0 }
    }

    /// Returns the number of promotions that may be retracted.
    #[must_use]
    pub const fn unpromotions(self) -> u8 {
        self.unpromotions
    }

    /// Returns the types that may return.
    #[inline]
    pub(super) fn types(self) -> PieceTypes {
        PieceTypes::ALL_BUT_KING.into_iter().filter(|&piece| self.count(piece) > 0).collect()
    }
}

/// Options for retractions: what is known about the moves before a position.
///
/// ```
/// use tabiya::retrograde::{Pocket, PriorCastling, RetractionOptions};
///
/// // Within an ending without castling.
/// let options = RetractionOptions::new().castling(PriorCastling::None).pocket(Pocket::EMPTY);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct RetractionOptions {
    pub(super) castling: PriorCastling,
    pub(super) en_passant: EnPassantStyle,
    /// The pockets of White and of Black.
    pub(super) pockets: [Pocket; 2],
    pub(super) allows_impossible_checks: bool,
    pub(super) heeds_clock: bool,
}

impl RetractionOptions {
    /// Returns the options of standard chess: castling on standard files, a missing en passant square if no capture is
    /// legal, no limits for pieces that return, possible checks only, clocks ignored.
    pub const fn new() -> Self {
        Self {
            castling: PriorCastling::Standard,
            en_passant: EnPassantStyle::Legal,
            pockets: [Pocket::UNLIMITED; 2],
            allows_impossible_checks: false,
            heeds_clock: false,
        }
    }

    /// Sets the castling rights that earlier positions may have had besides those of the position.
    pub const fn castling(self, castling: PriorCastling) -> Self {
        Self { castling, ..self }
    }

    /// Sets what a missing en passant square means, by the style in which the position's FEN was written.
    ///
    /// With [`Legal`](EnPassantStyle::Legal), no en passant capture is legal, so that a double push that allows none
    /// can be retracted. With [`Always`](EnPassantStyle::Always), the last move was no double push. A square that a
    /// position has is a fact: its double push is the only retraction.
    pub const fn en_passant(self, style: EnPassantStyle) -> Self {
        Self { en_passant: style, ..self }
    }

    /// Sets the pieces of both colors that may return.
    pub const fn pocket(self, pocket: Pocket) -> Self {
        Self { pockets: [pocket; 2], ..self }
    }

    /// Sets the pieces of a color that may return, and how many of its promotions may be retracted.
    pub const fn pocket_of(mut self, color: Color, pocket: Pocket) -> Self {
        self.pockets[color as usize] = pocket;
        self
    }

    /// Returns the options for the moves before a retraction by a color, with what is left in the pockets.
    ///
    /// ```
    /// use tabiya::retrograde::{Pocket, Retraction, RetractionOptions};
    /// use tabiya::{Color, Move, PieceType, Square};
    ///
    /// let options = RetractionOptions::new().pocket(Pocket::EMPTY.with(PieceType::Rook, 1));
    /// let capture = Retraction::new(Move::new(Square::A1, Square::A2), Some(PieceType::Rook));
    /// // White captured a black rook, so that no other one returns.
    /// let before = options.before(capture, Color::White);
    /// assert_eq!(before, options.pocket_of(Color::Black, Pocket::EMPTY));
    /// ```
    pub fn before(mut self, retraction: Retraction, mover: Color) -> Self {
        if let Some(piece_type) = retraction.captured() {
            take(&mut self.pockets[!mover as usize].counts[piece_type as usize]);
        }
        if retraction.mv().is_promotion() {
            take(&mut self.pockets[mover as usize].unpromotions);
        }
        self
    }

    /// Sets whether the side to move of the earlier position may be in a check that no move can have given, which
    /// FENs reject by default.
    pub const fn allow_impossible_checks(self, allows: bool) -> Self {
        Self { allows_impossible_checks: allows, ..self }
    }

    /// Sets whether a halfmove clock above 0 excludes captures and pawn moves.
    pub const fn halfmove_clock(self, heeds: bool) -> Self {
        Self { heeds_clock: heeds, ..self }
    }
}

impl Default for RetractionOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Takes one from a number, unless it is unlimited.
const fn take(count: &mut u8) {
    if *count > 0 && *count < u8::MAX {
        *count -= 1;
    }
}
