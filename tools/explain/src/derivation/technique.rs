//! [`Technique`], the ways to compute the squares that a piece attacks.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use tabiya::PieceType;

/// A move generation technique, which a [`Derivation`](super::Derivation) shows as steps.
///
/// ```
/// use tabiya::PieceType;
/// use tabiya_explain::derivation::Technique;
///
/// assert_eq!("magic".parse(), Ok(Technique::Magic));
/// assert!(Technique::Magic.applies_to(PieceType::Bishop));
/// assert!(!Technique::Magic.applies_to(PieceType::Knight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Technique {
    /// Shifts of a whole set, with a mask for the files that would wrap.
    #[cfg_attr(feature = "serde", serde(rename = "shifts"))]
    Shifts,
    /// The Kogge-Stone fill: rays from a whole set of sliders in three shifts per direction.
    #[doc(alias = "occluded fill")]
    #[cfg_attr(feature = "serde", serde(rename = "kogge-stone"))]
    KoggeStone,
    /// The attack set on a reference square, shifted to another square and masked.
    #[cfg_attr(feature = "serde", serde(rename = "spans"))]
    Spans,
    /// Hyperbola quintessence: the subtraction `o - 2r` along a line and along its mirror image.
    #[doc(alias = "o^(o-2r)")]
    #[cfg_attr(feature = "serde", serde(rename = "hyperbola"))]
    Hyperbola,
    /// A table look-up: a leaper's attack set, or a slider's rays.
    #[doc(alias = "classical approach")]
    #[cfg_attr(feature = "serde", serde(rename = "lookup"))]
    Lookup,
    /// Loops over an array with eight rows and eight columns, testing both bounds.
    #[doc(alias = "mailbox")]
    #[cfg_attr(feature = "serde", serde(rename = "8x8"))]
    Array8x8,
    /// Loops that add offsets on 128 cells, with the test `cell & 0x88`.
    #[cfg_attr(feature = "serde", serde(rename = "0x88"))]
    X88,
    /// Magic bitboards: a multiplication hashes the blockers to a table's index.
    #[doc(alias = "magic bitboards")]
    #[cfg_attr(feature = "serde", serde(rename = "magic"))]
    Magic,
    /// PEXT bitboards, with the instructions PEXT and PDEP in software.
    #[doc(alias = "BMI2")]
    #[cfg_attr(feature = "serde", serde(rename = "pext"))]
    Pext,
}

impl Technique {
    /// The number of techniques.
    pub const COUNT: usize = 9;

    /// All techniques, in the order in which they are documented.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Shifts,
        Self::KoggeStone,
        Self::Spans,
        Self::Hyperbola,
        Self::Lookup,
        Self::Array8x8,
        Self::X88,
        Self::Magic,
        Self::Pext,
    ];

    /// Returns the name in lower case: `shifts`, `kogge-stone`, `0x88`. [`FromStr`] parses it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shifts => "shifts",
            Self::KoggeStone => "kogge-stone",
            Self::Spans => "spans",
            Self::Hyperbola => "hyperbola",
            Self::Lookup => "lookup",
            Self::Array8x8 => "8x8",
            Self::X88 => "0x88",
            Self::Magic => "magic",
            Self::Pext => "pext",
        }
    }

    /// Tests whether the technique derives attacks for this piece type.
    pub const fn applies_to(self, piece_type: PieceType) -> bool {
        let is_slider =
            matches!(piece_type, PieceType::Bishop | PieceType::Rook | PieceType::Queen);
        match self {
            Self::Shifts => !is_slider,
            Self::Spans => matches!(piece_type, PieceType::Knight | PieceType::King),
            Self::KoggeStone | Self::Hyperbola | Self::Magic | Self::Pext => is_slider,
            Self::Lookup | Self::Array8x8 | Self::X88 => true,
        }
    }

    /// Tests whether the technique computes the attacks from any number of pieces at once.
    pub const fn is_setwise(self) -> bool {
        matches!(self, Self::Shifts | Self::KoggeStone)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Parses a technique's name.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text.
    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        Self::ALL.into_iter().find(|technique| technique.name() == text).ok_or(UnknownTechnique)
    }
}

/// The error from parsing a [`Technique`]: the text does not name one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTechnique;

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "technique: unknown name; expected {}", name_list(Technique::ALL))
    }
}

impl Error for UnknownTechnique {}

/// Returns the names of the techniques that derive attacks for a piece type, as a list in a
/// sentence.
pub fn names_for(piece_type: PieceType) -> String {
    name_list(Technique::ALL.into_iter().filter(|technique| technique.applies_to(piece_type)))
}

/// Returns the names as a list in a sentence: `magic, 0x88 or pext`.
fn name_list(techniques: impl IntoIterator<Item = Technique>) -> String {
    let names: Vec<_> = techniques.into_iter().map(Technique::name).collect();
    match names.split_last() {
        Some((last, [])) => String::from(*last),
        Some((last, others)) => others.join(", ") + " or " + last,
        None => String::new(),
    }
}
