//! Diagrams of boards: a symbol and a mark per square, drawn as text or as SVG.

pub mod svg;
pub mod text;

use tabiya::{Bitboard, Piece, Position, Square};

/// The mark of a square, drawn as brackets or as a color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// The absence of a mark.
    #[default]
    Unmarked,
    /// The mark of a square of the drawn set.
    Member,
    /// The mark of the piece whose attack set is drawn.
    Subject,
    /// The mark of an occupied square outside the drawn set.
    Occupied,
    /// The mark of an occupied square of the drawn set.
    Target,
    /// The mark of a piece that gives check.
    Checker,
    /// The mark of a pinned piece.
    Pinned,
}

/// A diagram of a board with a caption. [`text`] and [`svg`] draw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The line of text above the board, possibly empty.
    pub caption: String,
    symbols: [Option<char>; 64],
    marks: [Mark; 64],
}

impl Diagram {
    /// Creates the diagram of a position, with marks on checkers and pinned pieces. Pieces are
    /// figurines, or letters if `ascii` is set.
    pub fn from_position(position: &Position, ascii: bool) -> Self {
        let symbol = |piece: Piece| if ascii { piece.to_char() } else { piece.figurine() };
        let mut diagram = Self {
            caption: String::new(),
            symbols: Square::ALL.map(|square| position.piece_on(square).map(symbol)),
            marks: [Mark::Unmarked; 64],
        };
        diagram.set_mark(position.checkers(), Mark::Checker);
        diagram.set_mark(position.pinned(), Mark::Pinned);
        diagram
    }

    /// Creates the diagram of a set of squares.
    pub fn from_set(caption: impl Into<String>, set: Bitboard) -> Self {
        let mut diagram =
            Self { caption: caption.into(), symbols: [None; 64], marks: [Mark::Unmarked; 64] };
        diagram.set_symbol_and_mark(set, 'X', Mark::Member);
        diagram
    }

    /// Creates the diagram of the attack set of a piece, with the occupied squares.
    pub fn from_attacks(
        symbol: char,
        square: Square,
        attacks: Bitboard,
        occupied: Bitboard,
    ) -> Self {
        let mut diagram = Self::from_set("", attacks);
        diagram.set_symbol_and_mark(occupied - attacks, 'o', Mark::Occupied);
        diagram.set_symbol_and_mark(occupied & attacks, '*', Mark::Target);
        diagram.with_subject(square, symbol)
    }

    /// Adds to the diagram the piece whose attack set is drawn.
    #[must_use]
    pub fn with_subject(mut self, square: Square, symbol: char) -> Self {
        self.set_symbol_and_mark(square.into(), symbol, Mark::Subject);
        self
    }

    /// Returns the squares that are marked as members of the drawn set.
    #[cfg(test)]
    pub fn set_members(&self) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| self.marks[square.index()] == Mark::Member)
            .collect()
    }

    fn set_symbol_and_mark(&mut self, squares: Bitboard, symbol: char, mark: Mark) {
        for square in squares {
            self.symbols[square.index()] = Some(symbol);
        }
        self.set_mark(squares, mark);
    }

    fn set_mark(&mut self, squares: Bitboard, mark: Mark) {
        for square in squares {
            self.marks[square.index()] = mark;
        }
    }
}
