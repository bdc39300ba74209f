//! Places in the text of an input, and totals.

use serde::{Deserialize, Serialize};
use tabiya_games::findings::FindingCounts;

/// A place in the lines of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePlace {
    /// The number of line breaks before it.
    pub breaks: u64,
    /// The number of bytes between the last line break and the place.
    pub column: u64,
}

impl LinePlace {
    /// Returns the place at the end of a text, relative to its start.
    pub fn end_of(text: &[u8]) -> Self {
        let breaks = count_line_breaks(text);
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let last = if breaks > 0 { text.iter().rposition(is_break) } else { None };
        let column = text.len() - last.map_or(0, |index| index + 1);
        Self { breaks, column: column as u64 }
    }

    /// Returns the place that is `relative` to this one.
    #[must_use]
    pub const fn plus(self, relative: Self) -> Self {
        match relative.breaks {
            0 => Self { breaks: self.breaks, column: self.column.saturating_add(relative.column) },
            breaks => Self { breaks: self.breaks.saturating_add(breaks), column: relative.column },
        }
    }
}

/// The totals of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// The number of games that were read, also those that the filter rejects.
    pub games: u64,
    /// The length of their text.
    pub bytes: u64,
    /// The number of damaged inputs.
    pub damaged: u64,
    /// The findings of the games that the command uses.
    pub findings: FindingCounts,
    /// The first finding with its place, as text.
    pub first_finding: Option<String>,
}

/// Returns the number of line breaks in a text: `\n`, `\r` and both together.
fn count_line_breaks(text: &[u8]) -> u64 {
    let Some((&first, rest)) = text.split_first() else { return 0 };
    let is_break = |before: u8, byte: u8| (byte == b'\r') | (byte == b'\n') & (before != b'\r');
    // Sums of bytes, which do not overflow in such a chunk, are vectorized well.
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
