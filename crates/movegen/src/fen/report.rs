//! The rules that were waived for a FEN.

use core::fmt;

use tabiya_core::Square;

use super::error::{FenField, ImpossibleCheck};

/// A FEN rule that was waived, and the change that it caused: an entry in a [`FenReport`].
///
/// ```
/// use tabiya::{FenField, FenOptions, FenWaiver, Square};
///
/// // White is to move, so the last move was not a double push over e3.
/// let fen = "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1";
/// let (position, report) = FenOptions::lenient().read_with_report(fen)?;
/// assert_eq!(position.ep_square(), None);
///
/// let waiver = report.iter().next().expect("the square was dropped");
/// assert_eq!(waiver, FenWaiver::EnPassantSquareDropped(Square::E3));
/// assert_eq!(waiver.field(), FenField::EnPassant);
/// assert_eq!(waiver.to_string(), "en passant: dropped e3, not crossed by a double push");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenWaiver {
    /// The castling right that this character in the castling field names was dropped.
    CastlingRightDropped(char),
    /// The en passant square was dropped.
    EnPassantSquareDropped(Square),
    /// A dash in place of this clock was read as the clock's default, 0 or 1.
    ClockDash(FenField),
    /// The fullmove number 0 was read as 1.
    FullmoveNumberZero,
    /// Checks that no last move can have given were accepted.
    ImpossibleCheck(ImpossibleCheck),
    /// More pieces than a game can lead to were accepted.
    ExcessMaterial,
}

impl FenWaiver {
    /// Returns the FEN field whose rule was waived, as [`FenError::field`] does for errors.
    ///
    /// [`FenError::field`]: crate::FenError::field
    ///
    /// ```
    /// use tabiya::{FenField, FenWaiver};
    ///
    /// assert_eq!(FenWaiver::CastlingRightDropped('K').field(), FenField::Castling);
    /// ```
    #[inline]
    pub const fn field(self) -> FenField {
        match self {
            Self::CastlingRightDropped(_) => FenField::Castling,
            Self::EnPassantSquareDropped(_) => FenField::EnPassant,
            Self::ClockDash(field) => field,
            Self::FullmoveNumberZero => FenField::FullmoveNumber,
            Self::ImpossibleCheck(_) | Self::ExcessMaterial => FenField::Placement,
        }
    }
}

impl fmt::Display for FenWaiver {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field();
        match self {
            Self::CastlingRightDropped(letter) => {
                write!(f, "{field}: dropped '{letter}', king or rook not in place")
            }
            Self::EnPassantSquareDropped(square) => {
                write!(f, "{field}: dropped {square}, not crossed by a double push")
            }
            Self::ClockDash(_) => {
                let default = if field == FenField::HalfmoveClock { 0 } else { 1 };
                write!(f, "{field}: read - as {default}")
            }
            Self::FullmoveNumberZero => write!(f, "{field}: read 0 as 1"),
            Self::ImpossibleCheck(kind) => write!(f, "impossible check: {kind}"),
            Self::ExcessMaterial => {
                write!(f, "{field}: accepted more material than promotions explain")
            }
        }
    }
}

/// The rules that were waived for a FEN, as [`FenWaiver`]s; returned by
/// [`FenOptions::read_with_report`](crate::FenOptions::read_with_report).
///
/// It is empty for every FEN that strict reading accepts.
///
/// ```
/// use tabiya::{FenOptions, FenReport};
///
/// let options = FenOptions::lenient();
/// let (_, report) = options.read_with_report("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
/// assert_eq!(report, FenReport::EMPTY);
///
/// // Two knights give check.
/// let (_, report) = options.read_with_report("4k3/8/3N1N2/8/8/8/8/4K3 b - - - -")?;
/// let lines: Vec<_> = report.iter().map(|waiver| waiver.to_string()).collect();
/// assert_eq!(
///     lines,
///     [
///         "halfmove clock: read - as 0",
///         "fullmove number: read - as 1",
///         "impossible check: two knights or pawns give check",
///     ],
/// );
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FenReport {
    /// A bit for each of [`CASTLING_LETTERS`].
    dropped_rights: u32,
    dropped_ep_square: Option<Square>,
    /// A bit for each of [`CLOCKS`].
    clock_dashes: u8,
    is_fullmove_number_zero: bool,
    impossible_check: Option<ImpossibleCheck>,
    has_excess_material: bool,
}

/// The letters that name castling rights in a FEN.
const CASTLING_LETTERS: [u8; 20] = *b"KQABCDEFGHkqabcdefgh";

const CLOCKS: [FenField; 2] = [FenField::HalfmoveClock, FenField::FullmoveNumber];

impl FenReport {
    /// The report for a valid FEN, without waivers.
    pub const EMPTY: Self = Self {
        dropped_rights: 0,
        dropped_ep_square: None,
        clock_dashes: 0,
        is_fullmove_number_zero: false,
        impossible_check: None,
        has_excess_material: false,
    };

    /// Tests whether no rule was waived, so that strict reading accepts the FEN.
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let (_, report) = FenOptions::lenient().read_with_report("4k3/8/8/8/8/8/8/4K3 w - - 0 0")?;
    /// assert!(!report.is_empty());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Iterates over the waivers in field order, with impossible checks and excess material last.
    ///
    /// White's castling rights come first. Each player's rights are in the order `K`, `Q`, `A` to
    /// `H`.
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver};
    ///
    /// let (_, report) = FenOptions::lenient().read_with_report("4k3/8/8/8/8/8/8/4K3 w qQ - 0 1")?;
    /// assert!(report.iter().eq(['Q', 'q'].map(FenWaiver::CastlingRightDropped)));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = FenWaiver> + Clone {
        let is_set = |bits: u32, index: usize| bits >> index & 1 != 0;
        let rights = CASTLING_LETTERS
            .into_iter()
            .enumerate()
            .filter(move |&(index, _)| is_set(self.dropped_rights, index))
            .map(|(_, letter)| FenWaiver::CastlingRightDropped(letter.into()));
        let dashes = CLOCKS
            .into_iter()
            .enumerate()
            .filter(move |&(index, _)| is_set(self.clock_dashes.into(), index))
            .map(|(_, field)| FenWaiver::ClockDash(field));
        rights
            .chain(self.dropped_ep_square.map(FenWaiver::EnPassantSquareDropped))
            .chain(dashes)
            .chain(self.is_fullmove_number_zero.then_some(FenWaiver::FullmoveNumberZero))
            .chain(self.impossible_check.map(FenWaiver::ImpossibleCheck))
            .chain(self.has_excess_material.then_some(FenWaiver::ExcessMaterial))
    }

    /// Adds a waiver, and returns whether the report did not contain it.
    ///
    /// A character that is not one of the castling letters is ignored.
    #[inline]
    pub(super) fn insert(&mut self, waiver: FenWaiver) -> bool {
        let before = *self;
        match waiver {
            FenWaiver::CastlingRightDropped(letter) => {
                let index = CASTLING_LETTERS.iter().position(|&known| char::from(known) == letter);
                self.dropped_rights |= index.map_or(0, |index| 1 << index);
            }
            FenWaiver::EnPassantSquareDropped(square) => self.dropped_ep_square = Some(square),
            FenWaiver::ClockDash(field) => {
                self.clock_dashes |= if field == FenField::HalfmoveClock { 1 } else { 2 };
            }
            FenWaiver::FullmoveNumberZero => self.is_fullmove_number_zero = true,
            FenWaiver::ImpossibleCheck(kind) => self.impossible_check = Some(kind),
            FenWaiver::ExcessMaterial => self.has_excess_material = true,
        }
        *self != before
    }
}

/// Lists the waivers.
impl fmt::Debug for FenReport {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
