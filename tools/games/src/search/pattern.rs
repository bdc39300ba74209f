//! Patterns: boards with wildcards.

use std::str::FromStr;

use tabiya::{Bitboard, Color, File, Piece, Position, Rank, Square};

use super::error::PatternError;

/// The wildcards that stand for one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contents {
    Any,
    AnyPiece,
    PieceOf(Color),
    Exactly(Piece),
    Empty,
}

/// A board with wildcards, such as `*/*/2?N4/*/*/*/PPPP4/*`.
///
/// The text has the form of the board in a FEN: ranks from the eighth to the first, with `/` between.
///
/// | character | square's contents |
/// |---|---|
/// | `P`, `n`, … | this piece |
/// | `1` to `8` | that many empty squares, as in a FEN |
/// | `.` | empty, like `1` |
/// | `?` | anything |
/// | `!` | any piece |
/// | `A`, `a` | any white piece, any black piece |
/// | `*` | anything on all other squares in the rank; only at its end |
///
/// The board field in a FEN is thus the pattern for exactly this board.
///
/// ```
/// use tabiya::Position;
/// use tabiya_games::search::Pattern;
///
/// let pattern: Pattern = "*/*/*/*/????P*/*/PPPP.PPP/*".parse()?;
/// let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// assert!(pattern.matches(&Position::from_fen(after_e4).expect("a position")));
/// assert!(!pattern.matches(&Position::START));
/// # Ok::<(), tabiya_games::search::PatternError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The squares for each piece, by its index.
    pieces: [Bitboard; 12],
    /// The squares for any piece with a color.
    colors: [Bitboard; 2],
    /// The squares for any piece.
    occupied: Bitboard,
    empty: Bitboard,
}

impl Pattern {
    /// Tests whether a position's board matches.
    #[must_use]
    pub fn matches(&self, position: &Position) -> bool {
        let occupied = position.occupied();
        // The most selective and cheapest tests come first.
        self.empty.is_disjoint(occupied)
            && self.occupied.is_subset(occupied)
            && Color::ALL
                .iter()
                .all(|&color| self.colors[color as usize].is_subset(position.colors(color)))
            && Piece::ALL.iter().all(|&piece| {
                let squares = self.pieces[piece as usize];
                let color = piece.color();
                let piece_type = piece.piece_type();
                squares.is_empty() || squares.is_subset(position.colored_pieces(color, piece_type))
            })
    }

    /// Returns a piece's squares.
    pub(super) const fn squares(&self, piece: Piece) -> Bitboard {
        self.pieces[piece as usize]
    }

    /// Returns the minimum number of pieces: for a color, or for both.
    pub(super) fn min_pieces(&self, color: Option<Color>) -> u32 {
        let count = |color: Color| {
            let pieces = Piece::ALL.iter().filter(|piece| piece.color() == color);
            let pieces = pieces.map(|&piece| self.squares(piece).count()).sum::<u32>();
            pieces + self.colors[color as usize].count()
        };
        match color {
            Some(color) => count(color),
            None => count(Color::White) + count(Color::Black) + self.occupied.count(),
        }
    }

    fn put(&mut self, contents: Contents, square: Square) {
        let squares = match contents {
            Contents::Any => return,
            Contents::AnyPiece => &mut self.occupied,
            Contents::PieceOf(color) => &mut self.colors[color as usize],
            Contents::Exactly(piece) => &mut self.pieces[piece as usize],
            Contents::Empty => &mut self.empty,
        };
        squares.insert(square);
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let ranks: Vec<&str> = text.trim().split('/').collect();
        if ranks.len() != 8 {
            return Err(PatternError::Ranks { found: ranks.len() });
        }
        let mut pattern = Self::default();
        for (rank, text) in Rank::ALL.into_iter().rev().zip(ranks) {
            let contents = parse_rank(text, rank as u8 + 1)?;
            for (file, contents) in File::ALL.into_iter().zip(contents) {
                pattern.put(contents, Square::new(file, rank));
            }
        }
        Ok(pattern)
    }
}

/// Parses a rank, which is counted from 1.
fn parse_rank(text: &str, rank: u8) -> Result<Vec<Contents>, PatternError> {
    let mut contents = Vec::new();
    for (index, c) in text.char_indices() {
        let is_last = index + c.len_utf8() == text.len();
        let (square, count) = match c {
            '1'..='8' => (Contents::Empty, c as usize - '0' as usize),
            '.' => (Contents::Empty, 1),
            '?' => (Contents::Any, 1),
            '!' => (Contents::AnyPiece, 1),
            'A' => (Contents::PieceOf(Color::White), 1),
            'a' => (Contents::PieceOf(Color::Black), 1),
            '*' if is_last => (Contents::Any, 8_usize.saturating_sub(contents.len())),
            _ => match u8::try_from(c).ok().and_then(Piece::from_ascii) {
                Some(piece) => (Contents::Exactly(piece), 1),
                None => return Err(PatternError::Character { rank, found: c }),
            },
        };
        contents.extend(std::iter::repeat_n(square, count));
        if contents.len() > 8 {
            break;
        }
    }
    match contents.len() {
        8 => Ok(contents),
        found => Err(PatternError::Squares { rank, found }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_pattern_matches_this_board_only() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let pattern: Pattern = board.parse().expect("a pattern");
        assert!(pattern.matches(&Position::START));
        let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert!(!pattern.matches(&Position::from_fen(moved).expect("a position")));
    }

    #[test]
    fn wildcards_restrict_each_square_alone() {
        let fen = "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1";
        let position = Position::from_fen(fen).expect("a position");
        for (rank, expected) in [
            ("????P???", true),
            ("????!*", true),
            ("????A*", true),
            ("????a*", false),
            ("????.*", false),
            ("3.P3", true),
            ("*", true),
            ("!*", false),
            ("4Q3", false),
        ] {
            let pattern: Pattern = format!("*/*/*/*/{rank}/*/*/*").parse().expect("a pattern");
            assert_eq!(pattern.matches(&position), expected, "{rank}");
        }
    }

    #[test]
    fn pattern_error_has_rank_and_reason() {
        for (text, expected) in [
            ("*/*", "2 ranks; expected 8 between `/`"),
            ("*/*/*/*/*/*/PPP/*", "rank 2: 3 squares; expected 8, or `*` at the end"),
            ("*/*/*/*/*/*/*/88", "rank 1: 16 squares; expected 8, or `*` at the end"),
            (
                "x/*/*/*/*/*/*/*",
                "rank 8: \"x\"; expected a piece, `?`, `!`, `A`, `a`, `.`, 1 to 8, or `*` at the end",
            ),
        ] {
            let error = text.parse::<Pattern>().expect_err(text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
        assert!("*P/*/*/*/*/*/*/*".parse::<Pattern>().is_err(), "`*` not at the end");
        assert!("*/*/*/*/*/*/*/".parse::<Pattern>().is_err(), "an empty rank");
    }
}
