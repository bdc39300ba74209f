//! Where in its text a FEN is at fault.

use std::ops::Range;

use tabiya::{
    CastlingErrorKind, Color, FenError, FenField, FenOptions, Piece, PieceType, Rank, Square,
};

/// How much of a long text is shown on either side of a fault.
const AROUND: usize = 40;

/// Returns the index of a field in a FEN, from 0.
pub const fn place(field: FenField) -> usize {
    match field {
        FenField::Placement => 0,
        FenField::SideToMove => 1,
        FenField::Castling => 2,
        FenField::EnPassant => 3,
        FenField::HalfmoveClock => 4,
        FenField::FullmoveNumber => 5,
    }
}

/// The ranges of the fields, in order.
pub fn fields(fen: &[u8]) -> Vec<Range<usize>> {
    let mut fields = Vec::new();
    let mut start = None;
    for (place, &byte) in fen.iter().enumerate() {
        match (byte, start) {
            (b' ', Some(begin)) => {
                fields.push(begin..place);
                start = None;
            }
            (b' ', None) | (_, Some(_)) => {}
            (_, None) => start = Some(place),
        }
    }
    fields.extend(start.map(|begin| begin..fen.len()));
    fields
}

/// The bytes at fault, in order; one past the end where something is missing. Never empty.
pub fn places(fen: &[u8], error: &FenError) -> Vec<usize> {
    let text = Text { fen, fields: fields(fen) };
    let mut places = text.places(error);
    if places.is_empty() {
        places.push(fen.len());
    }
    places
}

/// The part of a text to show: all of it, or what lies around the first place.
pub fn window(fen: &[u8], places: &[usize]) -> Range<usize> {
    let end = places.last().map_or(fen.len(), |&last| fen.len().max(last + 1));
    let first = places.first().copied().unwrap_or(0);
    if end <= 4 * AROUND {
        return 0..end;
    }
    first.saturating_sub(AROUND)..end.min(first + AROUND)
}

/// A FEN with its fields.
struct Text<'a> {
    fen: &'a [u8],
    fields: Vec<Range<usize>>,
}

impl Text<'_> {
    fn places(&self, error: &FenError) -> Vec<usize> {
        let field = self.field(place(error.field()));
        match *error {
            FenError::MissingField(_) => Vec::new(),
            FenError::TrailingText(_) => self.field(6).collect(),
            FenError::UnknownPiece { rank, .. } => {
                self.rank(rank).filter(|&at| !is_square(self.fen[at])).take(1).collect()
            }
            FenError::RankTooLong(rank) => self.beyond_eight(rank),
            FenError::RankTooShort { rank, .. } => {
                let range = self.rank(rank);
                if range.is_empty() { vec![range.start] } else { range.collect() }
            }
            FenError::TooFewRanks { .. } => vec![field.end],
            FenError::TooManyRanks => self.ranks().nth(8).unwrap_or(field).collect(),
            FenError::KingCount { found: 0, .. } => field.collect(),
            FenError::KingCount { color, .. } => {
                self.letters(|piece| piece == PieceType::King.of(color))
            }
            FenError::KingsAdjacent => self.letters(|piece| piece.piece_type() == PieceType::King),
            FenError::PawnOnBackRank(square) => self.square(square).into_iter().collect(),
            FenError::TooManyPawns { color, .. } => {
                self.letters(|piece| piece == PieceType::Pawn.of(color))
            }
            FenError::TooManyPieces { color, .. } => self.letters(|piece| piece.color() == color),
            FenError::TooManyPromoted { color, .. } => {
                self.letters(|piece| is_officer(piece, color))
            }
            FenError::Castling { found, fault } => {
                let same = |&at: &usize| char::from(self.fen[at]) == found;
                let at = if fault == CastlingErrorKind::Repeated {
                    field.rev().find(same)
                } else {
                    field.into_iter().find(same)
                };
                at.into_iter().collect()
            }
            FenError::ImpossibleCheck(_) => self.checkers(),
            _ => field.collect(),
        }
    }

    /// The bytes of a field; of one that is not there, none, at the end.
    fn field(&self, place: usize) -> Range<usize> {
        self.fields.get(place).cloned().unwrap_or(self.fen.len()..self.fen.len())
    }

    /// The bytes of each rank as written, the eighth first.
    fn ranks(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = self.field(0).start;
        self.fen[self.field(0)].split(|&byte| byte == b'/').map(move |line| {
            let range = start..start + line.len();
            start = range.end + 1;
            range
        })
    }

    fn rank(&self, rank: Rank) -> Range<usize> {
        self.ranks().nth(7 - rank.index()).unwrap_or(self.fen.len()..self.fen.len())
    }

    /// The bytes of a rank from the one on with which it leaves the board.
    fn beyond_eight(&self, rank: Rank) -> Vec<usize> {
        let mut squares = 0;
        let leaves = |&at: &usize| {
            squares += width(self.fen[at]);
            squares > 8
        };
        let range = self.rank(rank);
        let end = range.end;
        range.into_iter().find(leaves).map_or(Vec::new(), |start| (start..end).collect())
    }

    /// The bytes of the placement that are pieces of a kind.
    fn letters(&self, is_meant: impl Fn(Piece) -> bool) -> Vec<usize> {
        let is_meant = |&at: &usize| Piece::from_ascii(self.fen[at]).is_some_and(&is_meant);
        self.field(0).filter(is_meant).collect()
    }

    /// The byte that says what stands on a square.
    fn square(&self, square: Square) -> Option<usize> {
        let mut file = 0;
        self.rank(square.rank()).find(|&at| {
            file += width(self.fen[at]);
            file > square.file().index()
        })
    }

    fn checkers(&self) -> Vec<usize> {
        let Ok(position) = FenOptions::new().allow_impossible_checks(true).read(self.fen) else {
            return Vec::new();
        };
        let mut places: Vec<_> =
            position.checkers().into_iter().filter_map(|square| self.square(square)).collect();
        places.sort_unstable();
        places
    }
}

/// How many squares a byte of the placement stands for.
fn width(byte: u8) -> usize {
    match byte {
        b'1'..=b'8' => usize::from(byte - b'0'),
        _ => 1,
    }
}

fn is_square(byte: u8) -> bool {
    matches!(byte, b'1'..=b'8') || Piece::from_ascii(byte).is_some()
}

/// A piece of a player that a pawn can become.
fn is_officer(piece: Piece, color: Color) -> bool {
    piece.color() == color && !matches!(piece.piece_type(), PieceType::Pawn | PieceType::King)
}

#[cfg(test)]
mod tests {
    use tabiya::Position;

    use super::places;

    /// Checks that the marks stand below what is wrong.
    #[track_caller]
    fn check(fen: &str, marks: &str) {
        let error = Position::from_fen(fen).expect_err(fen);
        let end = fen.len().max(marks.len());
        let places = places(fen.as_bytes(), &error);
        let found: String =
            (0..end).map(|place| if places.contains(&place) { '^' } else { ' ' }).collect();
        assert_eq!(found.trim_end(), marks, "{fen}: {error}");
    }

    #[test]
    fn carets_stand_below_what_is_wrong() {
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
