//! The location of an error in the text of a FEN.

use std::ops::Range;

use tabiya::{
    CastlingErrorKind, Color, FenError, FenField, FenOptions, Piece, PieceType, Rank, Square,
};

/// The number of bytes of a long text that are shown on either side of an error.
const CONTEXT: usize = 40;

/// Returns the index of a field.
pub const fn field_index(field: FenField) -> usize {
    match field {
        FenField::Placement => 0,
        FenField::SideToMove => 1,
        FenField::Castling => 2,
        FenField::EnPassant => 3,
        FenField::HalfmoveClock => 4,
        FenField::FullmoveNumber => 5,
    }
}

/// Returns the byte ranges of the fields, in order.
pub fn fields(fen: &[u8]) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut current = None;
    for (index, &byte) in fen.iter().enumerate() {
        match (byte, current) {
            (b' ', Some(start)) => {
                fields.push(start..index);
                current = None;
            }
            (b' ', None) | (_, Some(_)) => {}
            (_, None) => current = Some(index),
        }
    }
    fields.extend(current.map(|start| start..fen.len()));
    fields
}

/// Returns the indices of the bytes that cause an error, in ascending order. If something is missing at
/// the end, the index is the length of the text. Never empty.
pub fn error_indices(fen: &[u8], error: &FenError) -> Vec<usize> {
    let text = FenText { fen, fields: fields(fen) };
    let mut indices = text.error_indices(error);
    if indices.is_empty() {
        indices.push(fen.len());
    }
    indices
}

/// Returns the range of a text to show: all of it, or the context of the first index.
pub fn window(fen: &[u8], indices: &[usize]) -> Range<usize> {
    let end = indices.last().map_or(fen.len(), |&last| fen.len().max(last + 1));
    let first = indices.first().copied().unwrap_or(0);
    if end <= 4 * CONTEXT {
        return 0..end;
    }
    first.saturating_sub(CONTEXT)..end.min(first + CONTEXT)
}

/// A FEN, split into fields.
struct FenText<'a> {
    fen: &'a [u8],
    fields: Vec<Range<usize>>,
}

impl FenText<'_> {
    fn error_indices(&self, error: &FenError) -> Vec<usize> {
        let field = self.field(field_index(error.field()));
        match *error {
            FenError::MissingField(_) => Vec::new(),
            FenError::TrailingText(_) => self.field(6).collect(),
            FenError::UnknownPiece { rank, .. } => {
                self.rank(rank).filter(|&index| !is_square_byte(self.fen[index])).take(1).collect()
            }
            FenError::RankTooLong(rank) => self.excess_squares(rank),
            FenError::RankTooShort { rank, .. } => {
                let range = self.rank(rank);
                if range.is_empty() { vec![range.start] } else { range.collect() }
            }
            FenError::TooFewRanks { .. } => vec![field.end],
            FenError::TooManyRanks => self.ranks().nth(8).unwrap_or(field).collect(),
            FenError::KingCount { found: 0, .. } => field.collect(),
            FenError::KingCount { color, .. } => {
                self.pieces_where(|piece| piece == PieceType::King.of(color))
            }
            FenError::KingsAdjacent => {
                self.pieces_where(|piece| piece.piece_type() == PieceType::King)
            }
            FenError::PawnOnBackRank(square) => self.square(square).into_iter().collect(),
            FenError::TooManyPawns { color, .. } => {
                self.pieces_where(|piece| piece == PieceType::Pawn.of(color))
            }
            FenError::TooManyPieces { color, .. } => {
                self.pieces_where(|piece| piece.color() == color)
            }
            FenError::TooManyPromoted { color, .. } => {
                self.pieces_where(|piece| is_promotion_piece(piece, color))
            }
            FenError::Castling { found, fault } => {
                let is_found = |&index: &usize| char::from(self.fen[index]) == found;
                let index = if fault == CastlingErrorKind::Repeated {
                    field.rev().find(is_found)
                } else {
                    field.into_iter().find(is_found)
                };
                index.into_iter().collect()
            }
            FenError::ImpossibleCheck(_) => self.checkers(),
            _ => field.collect(),
        }
    }

    /// Returns the range of a field; if the field is missing, the empty range at the end.
    fn field(&self, index: usize) -> Range<usize> {
        self.fields.get(index).cloned().unwrap_or(self.fen.len()..self.fen.len())
    }

    /// Yields the range of each rank of the text, the eighth rank first.
    fn ranks(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = self.field(0).start;
        self.fen[self.field(0)].split(|&byte| byte == b'/').map(move |rank| {
            let range = start..start + rank.len();
            start = range.end + 1;
            range
        })
    }

    /// Returns the range of a rank.
    fn rank(&self, rank: Rank) -> Range<usize> {
        self.ranks().nth(7 - rank.index()).unwrap_or(self.fen.len()..self.fen.len())
    }

    /// Returns the indices of a rank from the byte of the ninth square on.
    fn excess_squares(&self, rank: Rank) -> Vec<usize> {
        let mut squares = 0;
        let is_excess = |&index: &usize| {
            squares += square_count(self.fen[index]);
            squares > 8
        };
        let range = self.rank(rank);
        let end = range.end;
        range.into_iter().find(is_excess).map_or(Vec::new(), |start| (start..end).collect())
    }

    /// Returns the indices of the pieces in the placement for which a predicate holds.
    fn pieces_where(&self, predicate: impl Fn(Piece) -> bool) -> Vec<usize> {
        let holds = |&index: &usize| Piece::from_ascii(self.fen[index]).is_some_and(&predicate);
        self.field(0).filter(holds).collect()
    }

    /// Returns the index of the byte that describes a square.
    fn square(&self, square: Square) -> Option<usize> {
        let mut file = 0;
        self.rank(square.rank()).find(|&index| {
            file += square_count(self.fen[index]);
            file > square.file().index()
        })
    }

    /// Returns the indices of the checkers.
    fn checkers(&self) -> Vec<usize> {
        let Ok(position) = FenOptions::new().allow_impossible_checks(true).read(self.fen) else {
            return Vec::new();
        };
        let mut indices: Vec<_> =
            position.checkers().into_iter().filter_map(|square| self.square(square)).collect();
        indices.sort_unstable();
        indices
    }
}

/// Returns the number of squares that a byte of the placement describes.
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

/// Tests whether a piece of a player can result from a promotion.
fn is_promotion_piece(piece: Piece, color: Color) -> bool {
    piece.color() == color && !matches!(piece.piece_type(), PieceType::Pawn | PieceType::King)
}

#[cfg(test)]
mod tests {
    use tabiya::Position;

    use super::error_indices;

    /// Asserts that the marks are below the error.
    #[track_caller]
    fn check(fen: &str, marks: &str) {
        let error = Position::from_fen(fen).expect_err(fen);
        let end = fen.len().max(marks.len());
        let indices = error_indices(fen.as_bytes(), &error);
        let actual: String =
            (0..end).map(|index| if indices.contains(&index) { '^' } else { ' ' }).collect();
        assert_eq!(actual.trim_end(), marks, "{fen}: {error}");
    }

    #[test]
    fn error_indices_mark_invalid_bytes() {
        check("", "^");
        check("8/8/8/8", "       ^");
        check("4k3/8/8/8/8/8/8/4K3", "                   ^");
        check("4k3/8/8/x7/8/8/8/4K3 w", "        ^");
        check("4k3/8/8/9/8/8/8/4K3 w", "        ^");
        check("4k3/8/8/p8/8/8/8/4K3 w", "         ^");
        check("4k3/8/8/pp/8/8/8/4K3 w", "        ^^");
        check("4k3/8/8//8/8/8/4K3 w", "        ^");
        check("4k3/8/8/8/8/8/8/4K3/8/8 w", "                    ^");
        check("4k3/8/8/8/8/8/8/8 w", "^^^^^^^^^^^^^^^^^");
        check("4k3/8/8/8/8/8/K7/4K3 w", "              ^   ^");
        check("8/8/8/8/8/4k3/4K3/8 w", "           ^   ^");
        check("4k3/8/8/8/8/8/8/P3K3 w", "                ^");
        check("4k3/8/8/8/8/8/8/4K3 x", "                    ^");
        check("4k3/8/8/8/8/8/8/4R1K1 w", "                      ^");
        check("4k3/8/8/8/8/8/8/4K2R w KQ -", "                        ^");
        check("4k3/8/8/8/8/8/8/4K2R w KK -", "                        ^");
        check("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "                        ^^");
        check("4k3/8/8/8/8/8/8/4K3 w - - x 1", "                          ^");
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "                            ^");
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 1 z", "                              ^");
        check("4k3/8/8/8/8/3n1n2/8/4K3 w - -", "             ^ ^");
    }
}
