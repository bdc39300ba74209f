//! Places in a text's lines.

/// A place in a text's lines.
///
/// ```
/// use tabiya_games::LinePlace;
///
/// let place = LinePlace::end_of(b"1. e4\n1... ");
/// assert_eq!((place.breaks, place.column), (1, 5));
/// assert_eq!(place.plus(LinePlace::end_of(b"e5")).column, 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "convert", derive(serde::Serialize, serde::Deserialize))]
pub struct LinePlace {
    /// The number of line breaks before it.
    pub breaks: u64,
    /// The number of bytes between the last line break and the place.
    pub column: u64,
}

impl LinePlace {
    /// Returns the place at a text's end, relative to its start.
    #[must_use]
    pub fn end_of(text: &[u8]) -> Self {
        let breaks = count_line_breaks(text);
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let last = if breaks > 0 { text.iter().rposition(is_break) } else { None };
        let column = text.len() - last.map_or(0, |index| index + 1);
        Self { breaks, column: column as u64 }
    }

    /// Returns the place that is `relative` to this one. Sums saturate.
    #[must_use]
    pub const fn plus(self, relative: Self) -> Self {
        match relative.breaks {
            0 => Self { breaks: self.breaks, column: self.column.saturating_add(relative.column) },
            breaks => Self { breaks: self.breaks.saturating_add(breaks), column: relative.column },
        }
    }

    /// Returns the places for offsets in a text that begins at this place. The offsets are in
    /// order, so that the text is read once.
    ///
    /// ```
    /// use tabiya_games::LinePlace;
    ///
    /// let lines = LinePlace::default().of_offsets(b"1. e4\n\n1. d4", [3, 10]);
    /// assert_eq!(lines.map(|place| place.breaks).collect::<Vec<_>>(), [0, 2]);
    /// ```
    ///
    /// # Panics
    ///
    /// The iterator panics at an offset that is smaller than the one before, or beyond the text.
    pub fn of_offsets(
        self,
        text: &[u8],
        offsets: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = Self> {
        offsets.into_iter().scan((self, 0), |(place, done), offset| {
            *place = place.plus(Self::end_of(&text[*done..offset]));
            *done = offset;
            Some(*place)
        })
    }
}

/// Returns the number of line breaks in a text: `\n`, `\r` and both together.
fn count_line_breaks(text: &[u8]) -> u64 {
    let Some((&first, rest)) = text.split_first() else { return 0 };
    let is_break = |before: u8, byte: u8| (byte == b'\r') | (byte == b'\n') & (before != b'\r');
    // Byte sums, which do not overflow in such a chunk, are vectorized well.
    let chunk_sum = |(before, chunk): (&[u8], &[u8])| {
        before
            .iter()
            .zip(chunk)
            .map(|(&before, &byte)| u8::from(is_break(before, byte)))
            .sum::<u8>()
    };
    let len = usize::from(u8::MAX);
    let sum: u64 =
        text.chunks(len).zip(rest.chunks(len)).map(|pair| u64::from(chunk_sum(pair))).sum();
    sum + u64::from(is_break(0, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_break_counts_once() {
        let end = |text: &str| {
            let LinePlace { breaks, column } = LinePlace::end_of(text.as_bytes());
            [breaks, column]
        };
        assert_eq!(end(""), [0, 0]);
        assert_eq!(end("a b"), [0, 3]);
        for line_break in ["\n", "\r", "\r\n"] {
            assert_eq!(end(line_break), [1, 0], "{line_break:?}");
            let text = format!("{line_break}[A \"x\"]{line_break}{line_break}1. e4").repeat(300);
            assert_eq!(end(&text), [900, 5], "{line_break:?}");
        }
        assert_eq!(end("a\n\rb\r\n\nc"), [4, 1]);
    }
}
