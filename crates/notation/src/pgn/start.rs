//! The start position of a game.

use core::error::Error;
use core::fmt;

use tabiya_movegen::{FenError, FenOptions, InputExcerpt, Position};

use super::split::RawGame;

/// The names of standard chess, and of variants that have its moves, in the tag pair `Variant`.
const STANDARD: [&str; 8] = [
    "",
    "Standard",
    "Chess",
    "Classical",
    "Normal",
    "From Position",
    "King of the Hill",
    "Three-check",
];

/// The names of Chess960 in the tag pair `Variant`.
const CHESS960: [&str; 6] =
    ["Chess960", "Chess 960", "Fischerandom", "Fischerrandom", "Fischer Random", "Freestyle"];

impl RawGame<'_> {
    /// Returns the start position of the game: that of the tag pair `FEN`, or the one of standard chess.
    ///
    /// The FEN is used whatever the tag pair `SetUp` says. Composed positions are accepted.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`] if the FEN is invalid, if the tag pair `Variant` names a variant with
    /// other moves, or if Chess960 lacks a FEN.
    ///
    /// ```
    /// use tabiya_notation::pgn::{RawGame, StartError};
    ///
    /// let game = RawGame::new("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
    /// assert_eq!(game.start_position()?.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    /// let game = RawGame::new("[Variant \"Crazyhouse\"]\n\n1. e4 *");
    /// assert!(matches!(game.start_position(), Err(StartError::Variant(_))));
    /// # Ok::<(), StartError>(())
    /// ```
    #[inline]
    pub fn start_position(&self) -> Result<Position, StartError> {
        let text = self.tags_text();
        if may_contain_start_tag(text) {
            return self.start_from_tags();
        }
        Ok(Position::START)
    }

    #[cold]
    fn start_from_tags(&self) -> Result<Position, StartError> {
        let variant = self.tag("Variant").map(|tag| tag.raw_value()).unwrap_or_default();
        let variant = variant.trim_ascii();
        let is_named = |name: &&str| variant.eq_ignore_ascii_case(name.as_bytes());
        let is_chess960 = CHESS960.iter().any(is_named);
        if !is_chess960 && !STANDARD.iter().any(is_named) {
            return Err(StartError::Variant(InputExcerpt::new(variant)));
        }
        match self.tag("FEN") {
            Some(fen) => FenOptions::new()
                .allow_impossible_checks(true)
                .read(fen.raw_value().trim_ascii())
                .map_err(StartError::Fen),
            None if is_chess960 => Err(StartError::MissingFen),
            None => Ok(Position::START),
        }
    }
}

/// Tests whether a text may contain a tag pair that concerns the start position: `FEN` or `Variant`.
///
/// The bytes that are compared exclude frequent names, such as `FICSGamesDBGameNo` and `Variation`. There
/// are no branches, so that the compiler vectorizes the search.
#[inline]
fn may_contain_start_tag(text: &[u8]) -> bool {
    let from = |index: usize| text.get(index..).unwrap_or_default();
    let bytes = text.iter().zip(from(1)).zip(from(2)).zip(from(7));
    bytes.fold(false, |found, (((&first, &second), &third), &eighth)| {
        let is_fen = (second == b'F') & (third == b'E');
        let is_variant = (second == b'V') & (eighth == b't');
        let is_blank = (second == b' ') | (second == b'\t');
        found | ((first == b'[') & (is_fen | is_variant | is_blank))
    })
}

/// An error of [`RawGame::start_position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The error of an invalid tag pair `FEN`.
    Fen(FenError),
    /// The error of a variant whose moves are not those of chess.
    Variant(InputExcerpt),
    /// The error of a game of Chess960 without a tag pair `FEN`.
    MissingFen,
}

impl StartError {
    /// Returns the name of the tag pair that is in error.
    #[inline]
    #[must_use]
    pub const fn tag_name(&self) -> &'static str {
        match self {
            Self::Fen(_) => "FEN",
            Self::Variant(_) | Self::MissingFen => "Variant",
        }
    }
}

impl fmt::Display for StartError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(_) => f.write_str("invalid tag pair FEN"),
            Self::Variant(found) => write!(f, "{found}: not a supported variant"),
            Self::MissingFen => f.write_str("Chess960 without a tag pair FEN"),
        }
    }
}

impl Error for StartError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            _ => None,
        }
    }
}
