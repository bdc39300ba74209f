//! [`Layout`], the mapping from squares to a number's bits.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use tabiya::{Bitboard, Square};

/// A mapping from squares to a number's bits.
///
/// A layout counts the squares rank by rank or file by file, each ascending or descending. The
/// squares for bit 0 and bit 1 determine it, so the variants are named after them. [`Layout::LERF`]
/// is the layout that [`Bitboard`] uses.
///
/// ```
/// use tabiya::{Bitboard, Square};
/// use tabiya_explain::bitboards::Layout;
///
/// assert_eq!(Layout::LERF.index(Square::B1), 1);
/// assert_eq!(Layout::A8B8.index(Square::B1), 57);
///
/// let rank_8 = Layout::A8B8.to_set(0xff);
/// assert_eq!(rank_8, Bitboard::from(tabiya::Rank::Eighth));
/// assert_eq!(Layout::LERF.to_bits(rank_8), 0xff00_0000_0000_0000);
/// ```
#[doc(alias = "square mapping")]
#[doc(alias = "endianness")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "&'static str"))]
pub enum Layout {
    /// Rank by rank from a1: Little-Endian Rank-File Mapping, [`Layout::LERF`].
    #[default]
    A1B1,
    /// Rank by rank from h1.
    H1G1,
    /// Rank by rank from a8, as one reads.
    A8B8,
    /// Rank by rank from h8.
    H8G8,
    /// File by file from a1: Little-Endian File-Rank Mapping, [`Layout::LEFR`].
    A1A2,
    /// File by file from a8.
    A8A7,
    /// File by file from h1.
    H1H2,
    /// File by file from h8.
    H8H7,
}

impl Layout {
    /// The number of layouts.
    pub const COUNT: usize = 8;

    /// All layouts, in the order in which they are documented.
    pub const ALL: [Self; Self::COUNT] = [
        Self::A1B1,
        Self::H1G1,
        Self::A8B8,
        Self::H8G8,
        Self::A1A2,
        Self::A8A7,
        Self::H1H2,
        Self::H8H7,
    ];

    /// Little-Endian Rank-File Mapping: a1 is bit 0, b1 is bit 1, h8 is bit 63.
    #[doc(alias = "Little-Endian Rank-File Mapping")]
    pub const LERF: Self = Self::A1B1;

    /// Little-Endian File-Rank Mapping: a1 is bit 0, a2 is bit 1, h8 is bit 63.
    #[doc(alias = "Little-Endian File-Rank Mapping")]
    pub const LEFR: Self = Self::A1A2;

    /// Returns the name, which [`FromStr`] parses: `lerf`, `lefr`, or the squares for the two
    /// lowest bits.
    ///
    /// The Chess Programming Wiki has names for two layouts. `BERF`, which occurs elsewhere, means
    /// different layouts.
    ///
    /// ```
    /// use tabiya_explain::bitboards::Layout;
    ///
    /// assert_eq!(Layout::LERF.name(), "lerf");
    /// assert_eq!("a8-b8".parse(), Ok(Layout::A8B8));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::A1B1 => "lerf",
            Self::H1G1 => "h1-g1",
            Self::A8B8 => "a8-b8",
            Self::H8G8 => "h8-g8",
            Self::A1A2 => "lefr",
            Self::A8A7 => "a8-a7",
            Self::H1H2 => "h1-h2",
            Self::H8H7 => "h8-h7",
        }
    }

    /// Returns a description that fits into a list of layouts.
    pub const fn description(self) -> &'static str {
        match self {
            Self::A1B1 => "bit 0 is a1, bit 1 is b1: Little-Endian Rank-File Mapping (LERF)",
            Self::H1G1 => "bit 0 is h1, bit 1 is g1: rank by rank, files descending",
            Self::A8B8 => "bit 0 is a8, bit 1 is b8: rank by rank, ranks descending",
            Self::H8G8 => "bit 0 is h8, bit 1 is g8: rank by rank, files and ranks descending",
            Self::A1A2 => "bit 0 is a1, bit 1 is a2: Little-Endian File-Rank Mapping (LEFR)",
            Self::A8A7 => "bit 0 is a8, bit 1 is a7: file by file, ranks descending",
            Self::H1H2 => "bit 0 is h1, bit 1 is h2: file by file, files descending",
            Self::H8H7 => "bit 0 is h8, bit 1 is h7: file by file, files and ranks descending",
        }
    }

    /// Returns a square's bit, 0 to 63.
    pub const fn index(self, square: Square) -> usize {
        self.to_bits(square.bitboard()).trailing_zeros() as usize
    }

    /// Returns the number that stands for a set in this layout.
    pub const fn to_bits(self, set: Bitboard) -> u64 {
        let flipped = self.flip(set);
        if self.is_file_by_file() { flipped.flip_diagonal().0 } else { flipped.0 }
    }

    /// Returns the set for which a number stands in this layout.
    pub const fn to_set(self, bits: u64) -> Bitboard {
        let set = Bitboard(bits);
        self.flip(if self.is_file_by_file() { set.flip_diagonal() } else { set })
    }

    const fn is_file_by_file(self) -> bool {
        matches!(self, Self::A1A2 | Self::A8A7 | Self::H1H2 | Self::H8H7)
    }

    /// Mirrors a set so that bit 0's square becomes a1, and back.
    const fn flip(self, set: Bitboard) -> Bitboard {
        match self {
            Self::A1B1 | Self::A1A2 => set,
            Self::H1G1 | Self::H1H2 => set.flip_horizontal(),
            Self::A8B8 | Self::A8A7 => set.flip_vertical(),
            Self::H8G8 | Self::H8H7 => set.rotate_180(),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl From<Layout> for &'static str {
    fn from(layout: Layout) -> Self {
        layout.name()
    }
}

impl FromStr for Layout {
    type Err = UnknownLayoutError;

    /// Parses a layout's name, in upper or lower case.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text.
    fn from_str(text: &str) -> Result<Self, UnknownLayoutError> {
        Self::ALL
            .into_iter()
            .find(|layout| layout.name().eq_ignore_ascii_case(text))
            .ok_or(UnknownLayoutError)
    }
}

/// The error from parsing a [`Layout`]: the text does not name one.
#[doc(alias = "UnknownLayout")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLayoutError;

impl fmt::Display for UnknownLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("layout: unknown name; expected")?;
        for (index, layout) in Layout::ALL.into_iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator} {layout}")?;
        }
        Ok(())
    }
}

impl Error for UnknownLayoutError {}
