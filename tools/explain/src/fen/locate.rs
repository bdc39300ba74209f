//! Locating an error in the text of a FEN.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use tabiya::{CastlingErrorKind, FenField, FenOptions, Piece, Rank, Square, epd};

use super::facts::Place;

/// The number of bytes that are shown on either side of an error in a long text.
const CONTEXT_BYTES: usize = 40;

/// Returns the indices of the bytes at an error's place in a field, in ascending order. If
/// something is missing at the end, the index is the text's length. Never empty.
pub(super) fn error_indices(fen: &[u8], field: FenField, place: Place) -> Vec<usize> {
    let text = FenWithFields { fen, field_ranges: epd::fields(fen).collect() };
    let mut indices = text.indices(field, place);
    if indices.is_empty() {
        indices.push(fen.len());
    }
    indices
}

/// Returns the byte range to show in a FEN: the whole FEN, or the context around the first error
/// index.
pub(super) fn visible_range(fen: &[u8], indices: &[usize]) -> Range<usize> {
    let end = indices.last().map_or(fen.len(), |&last| fen.len().max(last + 1));
    let first = indices.first().copied().unwrap_or(0);
    if end <= 4 * CONTEXT_BYTES {
        return 0..end;
    }
    first.saturating_sub(CONTEXT_BYTES)..end.min(first + CONTEXT_BYTES)
}

/// A FEN, and the byte ranges that its fields take.
struct FenWithFields<'a> {
    fen: &'a [u8],
    field_ranges: Vec<Range<usize>>,
}

impl FenWithFields<'_> {
    fn indices(&self, field: FenField, place: Place) -> Vec<usize> {
        let field = self.field_range(field as usize);
        match place {
            Place::Field => field.collect(),
            Place::FieldEnd => vec![field.end],
            Place::End => Vec::new(),
            Place::AfterFields => self.trailing_range().collect(),
            Place::Rank(rank) => {
                let range = self.rank_range(rank);
                if range.is_empty() { vec![range.start] } else { range.collect() }
            }
            Place::UnknownPiece(rank) => {
                let is_unknown = |&index: &usize| !is_square_byte(self.fen[index]);
                self.rank_range(rank).find(is_unknown).into_iter().collect()
            }
            Place::ExcessSquares(rank) => self.excess_square_indices(rank),
            Place::ExcessRank => self.rank_ranges().nth(8).unwrap_or(field).collect(),
            Place::Pieces(color, types) => self.piece_indices(|piece| {
                color.is_none_or(|color| piece.color() == color)
                    && types.contains(&piece.piece_type())
            }),
            Place::Square(square) => self.square_index(square).into_iter().collect(),
            Place::CastlingLetter(found, fault) => {
                let is_found = |&index: &usize| char::from(self.fen[index]) == found;
                let is_unknown = |&index: &usize| !is_castling_letter(self.fen[index]);
                let index = match fault {
                    CastlingErrorKind::Repeated => field.rev().find(is_found),
                    CastlingErrorKind::UnknownLetter => field.into_iter().find(is_unknown),
                    _ => field.into_iter().find(is_found),
                };
                index.into_iter().collect()
            }
            Place::Checkers => self.checker_indices(),
        }
    }

    /// Returns a field's byte range; if the field is missing, the empty range at the end.
    fn field_range(&self, index: usize) -> Range<usize> {
        self.field_ranges.get(index).cloned().unwrap_or(self.fen.len()..self.fen.len())
    }

    /// Returns the byte range of the word after the last field, or of the last line.
    fn trailing_range(&self) -> Range<usize> {
        let word = self.field_ranges.get(6).cloned();
        word.unwrap_or_else(|| {
            let end = self.fen.trim_ascii_end().len();
            let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let start = self.fen[..end].iter().rposition(is_break).map_or(end, |index| index + 1);
            start..end
        })
    }

    /// Yields each rank's byte range in the placement, the eighth rank first.
    fn rank_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = self.field_range(0).start;
        self.fen[self.field_range(0)].split(|&byte| byte == b'/').map(move |rank| {
            let range = start..start + rank.len();
            start = range.end + 1;
            range
        })
    }

    /// Returns a rank's byte range in the placement.
    fn rank_range(&self, rank: Rank) -> Range<usize> {
        self.rank_ranges().nth(7 - rank.index()).unwrap_or(self.fen.len()..self.fen.len())
    }

    /// Returns the byte indices where a rank describes squares beyond the eighth.
    fn excess_square_indices(&self, rank: Rank) -> Vec<usize> {
        let mut squares = 0;
        let is_excess = |&index: &usize| {
            squares += square_count(self.fen[index]);
            squares > 8
        };
        let range = self.rank_range(rank);
        let end = range.end;
        range.into_iter().find(is_excess).map_or(Vec::new(), |start| (start..end).collect())
    }

    /// Returns the byte indices of the pieces in the placement for which a predicate holds.
    fn piece_indices(&self, predicate: impl Fn(Piece) -> bool) -> Vec<usize> {
        let holds = |&index: &usize| Piece::from_ascii(self.fen[index]).is_some_and(&predicate);
        self.field_range(0).filter(holds).collect()
    }

    /// Returns the index of the byte that describes a square in the placement.
    fn square_index(&self, square: Square) -> Option<usize> {
        let mut file = 0;
        self.rank_range(square.rank()).find(|&index| {
            file += square_count(self.fen[index]);
            file > square.file().index()
        })
    }

    /// Returns the checkers' byte indices in the placement.
    fn checker_indices(&self) -> Vec<usize> {
        let options = FenOptions::new().allow_impossible_checks(true);
        let Ok(epd) = epd::read_lenient(options, self.fen) else { return Vec::new() };
        let mut indices: Vec<_> = epd
            .position()
            .checkers()
            .into_iter()
            .filter_map(|square| self.square_index(square))
            .collect();
        indices.sort_unstable();
        indices
    }
}

/// Returns how many squares a placement byte describes.
fn square_count(byte: u8) -> usize {
    match byte {
        b'1'..=b'8' => usize::from(byte - b'0'),
        _ => 1,
    }
}

/// Tests whether a byte describes squares: a piece or a number of empty squares.
fn is_square_byte(byte: u8) -> bool {
    matches!(byte, b'1'..=b'8') || Piece::from_ascii(byte).is_some()
}

/// Tests whether a byte names a castling right.
fn is_castling_letter(byte: u8) -> bool {
    matches!(byte.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h')
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use tabiya::Position;

    use super::error_indices;
    use crate::fen::facts::ErrorFacts;

    /// Asserts that a FEN's error indices are the columns in `marks` that hold a caret.
    #[track_caller]
    fn assert_marks(fen: &str, marks: &str) {
        let error = Position::from_fen(fen).expect_err(fen);
        let end = fen.len().max(marks.len());
        let place = ErrorFacts::of(&error).place;
        let indices = error_indices(fen.as_bytes(), error.field(), place);
        let actual: String =
            (0..end).map(|index| if indices.contains(&index) { '^' } else { ' ' }).collect();
        assert_eq!(actual.trim_end(), marks, "{fen}: {error}");
    }

    #[test]
    fn error_indices_mark_invalid_bytes() {
        assert_marks("", "^");
        assert_marks("8/8/8/8", "       ^");
        assert_marks("4k3/8/8/8/8/8/8/4K3", "                   ^");
        assert_marks("4k3/8/8/x7/8/8/8/4K3 w", "        ^");
        assert_marks("4k3/8/8/9/8/8/8/4K3 w", "        ^");
        assert_marks("4k3/8/8/p8/8/8/8/4K3 w", "         ^");
        assert_marks("4k3/8/8/pp/8/8/8/4K3 w", "        ^^");
        assert_marks("4k3/8/8//8/8/8/4K3 w", "        ^");
        assert_marks("4k3/8/8/8/8/8/8/4K3/8/8 w", "                    ^");
        assert_marks("4k3/8/8/8/8/8/8/8 w", "^^^^^^^^^^^^^^^^^");
        assert_marks("4k3/8/8/8/8/8/K7/4K3 w", "              ^   ^");
        assert_marks("8/8/8/8/8/4k3/4K3/8 w", "           ^   ^");
        assert_marks("4k3/8/8/8/8/8/8/P3K3 w", "                ^");
        assert_marks("4k3/8/8/8/8/8/8/4K3 x", "                    ^");
        assert_marks("4k3/8/8/8/8/8/8/4R1K1 w", "                      ^");
        assert_marks("4k3/8/8/8/8/8/8/4K2R w KQ -", "                        ^");
        assert_marks("4k3/8/8/8/8/8/8/4K2R w K♖ -", "                        ^");
        assert_marks("4k3/8/8/8/8/8/8/4K2R w KK -", "                        ^");
        assert_marks("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "                        ^^");
        assert_marks("4k3/8/8/8/8/8/8/4K3 w - - x 1", "                          ^");
        assert_marks("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "                            ^");
        assert_marks("4k3/8/8/8/8/8/8/4K3 w - - 0 1 z", "                              ^");
        assert_marks("4k3/8/8/8/8/3n1n2/8/4K3 w - -", "             ^ ^");
    }
}
