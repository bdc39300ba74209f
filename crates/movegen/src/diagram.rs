//! Position diagrams as text.

use core::fmt::{self, Write};

use tabiya_core::{Color, File, Rank, Square};

use crate::board::{GenericBoard, Position};
use crate::key::BoardKey;

/// A position diagram as lines of text, with options for how it is displayed.
///
/// There is a line per rank, and a space between squares. A piece is its FEN letter, and an empty
/// square is a dot. A line with the file letters follows. There is no line break at the end.
///
/// `{:#}` displays a board as its diagram in the default style, `{}` as its FEN.
///
/// ```
/// use tabiya::Board;
///
/// let board = Board::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")?;
/// assert_eq!(format!("{board:#}"), "\
/// 8 r . b q k b . r
/// 7 p p p p . p p p
/// 6 . . n . . n . .
/// 5 . . . . p . . Q
/// 4 . . B . P . . .
/// 3 . . . . . . . .
/// 2 P P P P . P P P
/// 1 R N B . K . N R
///   a b c d e f g h");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "nothing is drawn until the diagram is displayed"]
pub struct Diagram {
    position: Position,
    has_figurines: bool,
    has_coordinates: bool,
    has_side_to_move: bool,
    bottom: Color,
}

impl Diagram {
    /// Sets whether pieces are Unicode figurines, `♘`, instead of letters.
    ///
    /// White pieces are the outlined figurines, for dark text on a light background.
    ///
    /// ```
    /// use tabiya::{Diagram, Position};
    ///
    /// let diagram = Diagram::from(&Position::START).figurines(true).to_string();
    /// assert!(diagram.starts_with("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"));
    /// ```
    #[doc(alias = "unicode")]
    #[inline]
    pub const fn figurines(self, figurines: bool) -> Self {
        Self { has_figurines: figurines, ..self }
    }

    /// Sets whether the diagram shows rank digits and file letters.
    ///
    /// ```
    /// use tabiya::{Diagram, Position};
    ///
    /// let diagram = Diagram::from(&Position::START).coordinates(false).to_string();
    /// assert_eq!(diagram.lines().next(), Some("r n b q k b n r"));
    /// assert_eq!(diagram.lines().count(), 8);
    /// ```
    #[inline]
    pub const fn coordinates(self, coordinates: bool) -> Self {
        Self { has_coordinates: coordinates, ..self }
    }

    /// Sets whether a last line names the side to move: `White to move`.
    ///
    /// ```
    /// use tabiya::{Diagram, Position};
    ///
    /// let diagram = Diagram::from(&Position::START).side_to_move(true).to_string();
    /// assert!(diagram.ends_with("\n  a b c d e f g h\nWhite to move"));
    /// ```
    #[inline]
    pub const fn side_to_move(self, side_to_move: bool) -> Self {
        Self { has_side_to_move: side_to_move, ..self }
    }

    /// Sets the player at the bottom of the diagram.
    ///
    /// ```
    /// use tabiya::{Color, Diagram, Position};
    ///
    /// let diagram = Diagram::from(&Position::START).orientation(Color::Black).to_string();
    /// assert!(diagram.starts_with("1 R N B K Q B N R\n"));
    /// assert!(diagram.ends_with("\n8 r n b k q b n r\n  h g f e d c b a"));
    /// ```
    #[doc(alias = "flip")]
    #[doc(alias = "perspective")]
    #[inline]
    pub const fn orientation(self, bottom: Color) -> Self {
        Self { bottom, ..self }
    }

    #[inline]
    const fn symbol(&self, square: Square) -> char {
        match self.position.piece_on(square) {
            Some(piece) if self.has_figurines => piece.figurine(),
            Some(piece) => piece.to_char(),
            None => '.',
        }
    }
}

/// Writes the diagram's lines, without a line break at the end.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A rotation by 180 degrees puts Black at the bottom.
        let (ranks, files) = match self.bottom {
            Color::White => (Rank::ALL.map(|rank| Rank::ALL[7 - rank.index()]), File::ALL),
            Color::Black => (Rank::ALL, File::ALL.map(|file| File::ALL[7 - file.index()])),
        };
        for (line, rank) in ranks.into_iter().enumerate() {
            if line > 0 {
                f.write_char('\n')?;
            }
            if self.has_coordinates {
                write!(f, "{rank} ")?;
            }
            write_line(f, files.map(|file| self.symbol(Square::new(file, rank))))?;
        }
        if self.has_coordinates {
            f.write_str("\n  ")?;
            write_line(f, files.map(File::to_char))?;
        }
        match self.position.side_to_move() {
            _ if !self.has_side_to_move => Ok(()),
            side_to_move => write!(f, "\n{side_to_move} to move"),
        }
    }
}

/// Writes the symbols for a line's squares, separated by spaces.
fn write_line(f: &mut fmt::Formatter<'_>, symbols: [char; 8]) -> fmt::Result {
    for (index, symbol) in symbols.into_iter().enumerate() {
        if index > 0 {
            f.write_char(' ')?;
        }
        f.write_char(symbol)?;
    }
    Ok(())
}

impl<K: BoardKey> From<&GenericBoard<K>> for Diagram {
    /// Returns a board's diagram with letters, coordinates and White at the bottom.
    #[inline]
    fn from(board: &GenericBoard<K>) -> Self {
        Self {
            position: board.position(),
            has_figurines: false,
            has_coordinates: true,
            has_side_to_move: false,
            bottom: Color::White,
        }
    }
}
