//! A game's start position.

use core::error::Error;
use core::fmt::{self, Write};

use arrayvec::ArrayString;
use tabiya_movegen::{EnPassantStyle, FenError, FenOptions, FenReport, InputExcerpt, Position};

use super::split::RawGame;

/// The names in the tag pair `Variant` for standard chess, and for variants with the same moves.
/// They are compared without case, blanks and signs.
///
/// The names come from Lichess, chess.com, `XBoard` and its servers, `ChessBase`, SCID and pychess.
const STANDARD: [&str; 13] = [
    "",
    "standard",
    "standardchess",
    "chess",
    "regular",
    "classical",
    "classic",
    "normal",
    "orthodox",
    "fromposition",
    "kingofthehill",
    "threecheck",
    "3check",
];

/// The names for Chess960 in the tag pair `Variant`, in the same form.
const CHESS960: [&str; 11] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "frc",
    "freestyle",
    "freestylechess",
    "chess9lx",
    "wildfr",
];

/// A length that no position's FEN exceeds.
const MAX_FEN_LEN: usize = 128;

/// A game's start, returned by [`RawGame::start`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameStart {
    /// The start position.
    pub position: Position,
    /// The rules that were waived for the tag pair `FEN`.
    pub report: FenReport,
    /// `true` if the tag pair `FEN` is empty or `?`, which stands for the standard start position.
    pub is_fen_unknown: bool,
}

impl GameStart {
    const STANDARD: Self =
        Self { position: Position::START, report: FenReport::EMPTY, is_fen_unknown: false };
}

impl RawGame<'_> {
    /// Returns the game's start position: from the tag pair `FEN`, or else the standard start position.
    ///
    /// The FEN is used whatever the tag pair `SetUp` says. [`FenOptions::lenient`] reads it,
    /// because files have castling rights without a rook or the fullmove number 0.
    /// [`start`](Self::start) also returns which rules were waived.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`] if the FEN is invalid, if the tag pair `Variant` names a variant with
    /// other moves, or if Chess960 lacks a FEN.
    ///
    /// ```
    /// use tabiya::pgn::{RawGame, StartError};
    ///
    /// let game = RawGame::new("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
    /// assert_eq!(game.start_position()?.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    /// let game = RawGame::new("[Variant \"Crazyhouse\"]\n\n1. e4 *");
    /// assert!(matches!(game.start_position(), Err(StartError::Variant(_))));
    /// # Ok::<(), StartError>(())
    /// ```
    #[inline]
    pub fn start_position(&self) -> Result<Position, StartError> {
        Ok(self.start()?.position)
    }

    /// Returns the game's start position, and which rules were waived to read it.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`], as [`start_position`](Self::start_position) does.
    ///
    /// ```
    /// use tabiya::FenWaiver;
    /// use tabiya::pgn::{RawGame, StartError};
    ///
    /// let game = RawGame::new("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. e4 *");
    /// assert!(game.start()?.report.iter().eq([FenWaiver::FullmoveNumberZero]));
    /// assert!(RawGame::new("[FEN \"?\"]\n\n1. e4 *").start()?.is_fen_unknown);
    /// # Ok::<(), StartError>(())
    /// ```
    #[inline]
    pub fn start(&self) -> Result<GameStart, StartError> {
        if may_contain_start_tag(self.tags_text()) {
            return self.start_from_tags();
        }
        Ok(GameStart::STANDARD)
    }

    /// Returns the FEN to write for a start position if the tag pair's FEN breaks a rule, which
    /// other programs need not waive.
    pub(super) fn corrected_fen(&self, start: &Position) -> Option<ArrayString<MAX_FEN_LEN>> {
        let tag = self.tag("FEN")?;
        if Position::from_fen(tag.raw_value()).is_ok() {
            return None;
        }
        let mut fen = ArrayString::new();
        write!(fen, "{}", start.fen().en_passant(EnPassantStyle::Always)).ok()?;
        Some(fen)
    }

    #[cold]
    fn start_from_tags(&self) -> Result<GameStart, StartError> {
        let variant = self.tag("Variant").map(|tag| tag.raw_value()).unwrap_or_default();
        let is_named = |names: &[&str]| names.iter().any(|name| is_variant(variant, name));
        let is_chess960 = is_named(&CHESS960);
        if !is_chess960 && !is_named(&STANDARD) {
            return Err(StartError::Variant(InputExcerpt::new(variant.trim_ascii())));
        }
        match self.tag("FEN").map(|fen| fen.raw_value().trim_ascii()) {
            None | Some(b"" | b"?") if is_chess960 => Err(StartError::MissingFen),
            None => Ok(GameStart::STANDARD),
            Some(b"" | b"?") => Ok(GameStart { is_fen_unknown: true, ..GameStart::STANDARD }),
            Some(fen) => {
                let read = FenOptions::lenient().read_with_report(fen);
                let (position, report) = read.map_err(StartError::Fen)?;
                Ok(GameStart { position, report, is_fen_unknown: false })
            }
        }
    }
}

/// Tests whether a value in the tag pair `Variant` is a name, without case, blanks and signs.
fn is_variant(value: &[u8], name: &str) -> bool {
    let letters = value.iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    letters.map(u8::to_ascii_lowercase).eq(name.bytes())
}

/// Tests whether a text may contain a tag pair that concerns the start position: `FEN` or `Variant`.
///
/// The compared bytes exclude frequent names, such as `FICSGamesDBGameNo` and `Variation`. There
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

/// An error from [`RawGame::start_position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The error for an invalid tag pair `FEN`.
    Fen(FenError),
    /// The error for a variant whose moves differ from those of chess.
    Variant(InputExcerpt),
    /// The error for a Chess960 game without a tag pair `FEN`.
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
