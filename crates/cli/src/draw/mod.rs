//! Boards to look at: what stands on each square and how it is marked, drawn as text or as
//! a picture.

pub mod svg;
pub mod text;

use tabiya::{Bitboard, Piece, Position, Square};

/// Why a square stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// It does not.
    #[default]
    Plain,
    /// It is in the set that is shown.
    Member,
    /// The piece that the set is of stands there.
    Subject,
    /// A piece stands there that is in the way, outside the set.
    Occupied,
    /// A piece stands there that is in the set.
    Target,
    /// The piece gives check.
    Checker,
    /// The piece is pinned.
    Pinned,
}

/// A board with a line above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What it shows; may be empty.
    pub caption: String,
    symbols: [Option<char>; 64],
    marks: [Mark; 64],
}

impl Diagram {
    /// The board of a position, checkers and pinned pieces marked; pieces as figurines or,
    /// with `ascii`, by their letters.
    pub fn of_position(position: &Position, ascii: bool) -> Self {
        let symbol = |piece: Piece| if ascii { piece.to_char() } else { figurine(piece) };
        let mut diagram = Self {
            caption: String::new(),
            symbols: Square::ALL.map(|square| position.piece_on(square).map(symbol)),
            marks: [Mark::Plain; 64],
        };
        diagram.mark(position.checkers(), Mark::Checker);
        diagram.mark(position.pinned(), Mark::Pinned);
        diagram
    }

    /// A set of squares.
    pub fn of_set(caption: impl Into<String>, set: Bitboard) -> Self {
        let mut diagram =
            Self { caption: caption.into(), symbols: [None; 64], marks: [Mark::Plain; 64] };
        diagram.put(set, 'X', Mark::Member);
        diagram
    }

    /// What a piece attacks among others.
    pub fn of_attacks(symbol: char, square: Square, attacks: Bitboard, occupied: Bitboard) -> Self {
        let mut diagram = Self::of_set("", attacks);
        diagram.put(occupied - attacks, 'o', Mark::Occupied);
        diagram.put(occupied & attacks, '*', Mark::Target);
        diagram.with(square, symbol)
    }

    /// The same with the piece that it is about.
    #[must_use]
    pub fn with(mut self, square: Square, symbol: char) -> Self {
        self.put(square.into(), symbol, Mark::Subject);
        self
    }

    /// The squares that are in the set that is shown.
    #[cfg(test)]
    pub fn members(&self) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| self.marks[square.index()] == Mark::Member)
            .collect()
    }

    fn put(&mut self, squares: Bitboard, symbol: char, mark: Mark) {
        for square in squares {
            self.symbols[square.index()] = Some(symbol);
        }
        self.mark(squares, mark);
    }

    fn mark(&mut self, squares: Bitboard, mark: Mark) {
        for square in squares {
            self.marks[square.index()] = mark;
        }
    }
}

/// The piece as books print it.
fn figurine(piece: Piece) -> char {
    match piece {
        Piece::WhitePawn => '♙',
        Piece::WhiteKnight => '♘',
        Piece::WhiteBishop => '♗',
        Piece::WhiteRook => '♖',
        Piece::WhiteQueen => '♕',
        Piece::WhiteKing => '♔',
        Piece::BlackPawn => '♟',
        Piece::BlackKnight => '♞',
        Piece::BlackBishop => '♝',
        Piece::BlackRook => '♜',
        Piece::BlackQueen => '♛',
        Piece::BlackKing => '♚',
    }
}
