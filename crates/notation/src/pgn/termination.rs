//! Termination markers: a game's result at its end.

use core::fmt;

use super::characters::Character;
use super::syntax::{is_delimiter, skip_blanks};

/// The length up to which control characters in a result count as spaces.
const MAX_SPACED_LEN: usize = 32;

/// A game's result, as its termination marker and the tag pair `Result` give it.
///
/// ```
/// use tabiya::pgn::Termination;
///
/// assert_eq!(Termination::from_ascii("1/2-1/2"), Some(Termination::Draw));
/// assert_eq!(Termination::Unfinished.to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `0-0`: a double forfeit, which both players lose.
    BothLose,
    /// `*`: a game in progress, abandoned, or with an unknown result.
    Unfinished,
}

impl Termination {
    /// Parses a termination marker from the PGN standard.
    #[inline]
    #[must_use]
    pub fn from_ascii(text: impl AsRef<[u8]>) -> Option<Self> {
        match text.as_ref() {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unfinished),
            _ => None,
        }
    }

    /// Parses a result in any form that programs write, such as `1/2`, `½-½`, `0.5-0.5`, `1:0` and `1 – 0`.
    ///
    /// Use it for the tag pair `Result`. White space around the result is ignored, and control characters
    /// count as spaces. The value may also be a forfeit result, which arbiters write with `+` and `-`.
    ///
    /// ```
    /// use tabiya::pgn::Termination;
    ///
    /// for text in ["1/2-1/2", "1/2", "½", "½–½", "0.5-0.5", " 1/2:1/2 "] {
    ///     assert_eq!(Termination::from_text(text), Some(Termination::Draw), "{text}");
    /// }
    /// for text in ["1:0", "+:-", "+ - -"] {
    ///     assert_eq!(Termination::from_text(text), Some(Termination::WhiteWins), "{text}");
    /// }
    /// assert_eq!(Termination::from_text("White wins"), None);
    /// ```
    #[must_use]
    pub fn from_text(text: impl AsRef<[u8]>) -> Option<Self> {
        let text = text.as_ref();
        Self::from_ascii(text.trim_ascii()).or_else(|| Self::from_odd_text(text))
    }

    #[cold]
    fn from_odd_text(text: &[u8]) -> Option<Self> {
        let is_visible = |byte: &u8| !byte.is_ascii_whitespace() && !byte.is_ascii_control();
        let start = text.iter().position(is_visible)?;
        let end = text.iter().rposition(is_visible)? + 1;
        let text = &text[start..end];
        let mut spaced = [0; MAX_SPACED_LEN];
        let Some(spaced) = spaced.get_mut(..text.len()) else { return Self::from_trimmed(text) };
        for (byte, &found) in spaced.iter_mut().zip(text) {
            *byte = if found.is_ascii_control() { b' ' } else { found };
        }
        Self::from_trimmed(spaced)
    }

    fn from_trimmed(text: &[u8]) -> Option<Self> {
        Self::from_ascii(text).or_else(|| Self::forfeit(text)).or_else(|| {
            let (termination, len) = Self::parse_prefix(text)?;
            matches!(text[len..], [] | [b'.']).then_some(termination)
        })
    }

    /// Parses the result of a game that was not played, such as `+:-` and `- - +`.
    fn forfeit(text: &[u8]) -> Option<Self> {
        let mut signs = text.iter().filter(|byte| !byte.is_ascii_whitespace());
        let [white, separator, black] = [signs.next()?, signs.next()?, signs.next()?];
        if signs.next().is_some() || !matches!(separator, b'-' | b':') {
            return None;
        }
        match [white, black] {
            [b'+', b'-'] => Some(Self::WhiteWins),
            [b'-', b'+'] => Some(Self::BlackWins),
            [b'-', b'-'] => Some(Self::BothLose),
            _ => None,
        }
    }

    /// Parses the result at the start of a text, in any form but `*`; returns it and its length.
    pub(super) fn parse_prefix(text: &[u8]) -> Option<(Self, usize)> {
        let (first, first_len) = Score::parse_prefix(text)?;
        let separator = separator_len(&text[first_len..]);
        let second = Score::parse_prefix(text.get(first_len + separator..)?);
        let (termination, len) = match (first, second) {
            (Score::Half, None) => (Self::Draw, first_len),
            _ if separator == 0 => return None,
            (first, Some((second, len))) => {
                (Self::from_scores(first, second)?, first_len + separator + len)
            }
            _ => return None,
        };
        let ends = text.get(len).is_none_or(|&byte| is_delimiter(byte) || byte == b'.');
        ends.then_some((termination, len))
    }

    const fn from_scores(white: Score, black: Score) -> Option<Self> {
        match (white, black) {
            (Score::Win, Score::Loss) => Some(Self::WhiteWins),
            (Score::Loss, Score::Win) => Some(Self::BlackWins),
            (Score::Half, Score::Half) => Some(Self::Draw),
            (Score::Loss, Score::Loss) => Some(Self::BothLose),
            _ => None,
        }
    }

    /// Returns the termination marker.
    #[inline]
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::BothLose => "0-0",
            Self::Unfinished => "*",
        }
    }
}

/// A player's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    Win,
    Half,
    Loss,
}

impl Score {
    /// Parses the points at the start of a text; returns them and their length.
    fn parse_prefix(text: &[u8]) -> Option<(Self, usize)> {
        const FORMS: [(&str, Score); 8] = [
            ("1/2", Score::Half),
            ("½", Score::Half),
            ("0.5", Score::Half),
            ("0,5", Score::Half),
            ("1", Score::Win),
            ("0", Score::Loss),
            ("O", Score::Loss),
            ("o", Score::Loss),
        ];
        // The byte 0xBD is this sign in Windows-1252.
        if Character::at(text, 0) == Some(Character { value: '½', len: 1 }) {
            return Some((Self::Half, 1));
        }
        let form = FORMS.iter().find(|(form, _)| text.starts_with(form.as_bytes()));
        form.map(|&(form, score)| (score, form.len()))
    }
}

/// Returns the length of the sign between both players' points, with the blanks around it.
fn separator_len(text: &[u8]) -> usize {
    let sign = skip_blanks(text, 0);
    let len = match text.get(sign) {
        Some(b'-' | b':') => 1,
        _ => Character::at(text, sign).filter(|found| found.is_dash()).map_or(0, |dash| dash.len),
    };
    let end = skip_blanks(text, sign + len);
    // A blank on one side alone would be a list.
    let is_symmetric = (sign > 0) == (end > sign + len);
    if len > 0 && is_symmetric { end } else { 0 }
}

impl fmt::Display for Termination {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
