//! Diagrams as SVG, which every viewer draws the same: pieces are paths, not characters from a
//! font.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use tabiya::{Bitboard, Color, File, Rank, Square};

use super::board::{Arrow, ArrowKind, Diagram, Mark};
use super::shapes::Shape;

/// The side length of a square.
const SQUARE_SIZE: usize = 32;
/// The space beside and below a board, for the coordinates.
const MARGIN: usize = 20;
/// The space above a board, for the caption.
const CAPTION_HEIGHT: usize = 28;
/// A diagram's width: a board with its margins.
const BOARD_WIDTH: usize = 8 * SQUARE_SIZE + 2 * MARGIN;
/// A diagram's height: a board with its caption and margin.
const BOARD_HEIGHT: usize = CAPTION_HEIGHT + 8 * SQUARE_SIZE + MARGIN;

/// Rows of diagrams, displayed as an SVG document.
///
/// The document has the role `img`, a title, and a board description for screen readers.
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagram::{Diagram, Svg};
///
/// let rows = [vec![Diagram::from_position(&Position::START, false)]];
/// let svg = Svg::new(&rows).title("The start position").to_string();
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(svg.contains("<title>The start position</title>"));
/// assert!(svg.contains("role=\"img\" aria-label=\"The start position\""));
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is drawn until the document is displayed"]
pub struct Svg<'a> {
    rows: &'a [Vec<Diagram>],
    title: String,
    orientation: Color,
}

impl<'a> Svg<'a> {
    /// Creates a document with rows of diagrams, whose captions form the title.
    pub fn new(rows: &'a [Vec<Diagram>]) -> Self {
        let captions = rows.iter().flatten().map(|diagram| diagram.caption.as_str());
        let captions: Vec<_> = captions.filter(|caption| !caption.is_empty()).collect();
        let title = if captions.is_empty() { "chess board".into() } else { captions.join(", ") };
        Self { rows, title, orientation: Color::White }
    }

    /// Sets the title.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the player at the lower edge of each board.
    ///
    /// ```
    /// use tabiya::{Color, Position};
    /// use tabiya_explain::diagram::{Diagram, Svg};
    ///
    /// let rows = [vec![Diagram::from_position(&Position::START, false)]];
    /// let svg = Svg::new(&rows).orientation(Color::Black).to_string();
    /// assert!(svg.contains("y=\"20\" font-size=\"12\">1</text>")); // rank 1 at the upper edge
    /// ```
    pub const fn orientation(mut self, color: Color) -> Self {
        self.orientation = color;
        self
    }

    fn diagrams(&self) -> impl Iterator<Item = &Diagram> {
        self.rows.iter().flatten()
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = columns * BOARD_WIDTH;
        let height = self.rows.len() * BOARD_HEIGHT;
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\" \
             role=\"img\" aria-label=\""
        )?;
        write_xml_escaped(f, &self.title)?;
        write!(f, "\">\n<title>")?;
        write_xml_escaped(f, &self.title)?;
        write!(f, "</title>\n<desc>")?;
        for (index, diagram) in self.diagrams().enumerate() {
            f.write_str(if index == 0 { "" } else { ". " })?;
            write_xml_escaped(f, &diagram.describe())?;
        }
        writeln!(f, "</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
        writeln!(f, "<defs>")?;
        self.write_empty_board(f)?;
        self.write_shapes(f)?;
        writeln!(f, "</defs>")?;
        for (row, diagrams) in self.rows.iter().enumerate() {
            for (column, diagram) in diagrams.iter().enumerate() {
                let x = column * BOARD_WIDTH + MARGIN;
                let y = row * BOARD_HEIGHT + CAPTION_HEIGHT;
                writeln!(f, "<g transform=\"translate({x} {y})\">")?;
                self.write_board(f, diagram)?;
                writeln!(f, "</g>")?;
            }
        }
        writeln!(f, "</svg>")
    }
}

impl Svg<'_> {
    /// Writes definitions for the shapes and arrows that the diagrams use.
    fn write_shapes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_used = |shape: &Shape| {
            let mut symbols = self.diagrams().flat_map(|diagram| diagram.symbols).flatten();
            symbols.any(|symbol| Shape::of_symbol(symbol).is_some_and(|(used, _)| used == *shape))
        };
        for shape in Shape::ALL.into_iter().filter(is_used) {
            shape.write_definition(f)?;
        }
        for kind in [ArrowKind::Move, ArrowKind::Attack] {
            let mut arrows = self.diagrams().flat_map(|diagram| &diagram.arrows);
            if arrows.any(|arrow| arrow.kind == kind) {
                let (id, color) = arrow_style(kind);
                writeln!(
                    f,
                    "<marker id=\"{id}\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" \
                     markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">\
                     <path d=\"M0 0L10 5L0 10Z\" fill=\"{color}\"/></marker>"
                )?;
            }
        }
        Ok(())
    }

    /// Writes the SVG definition that all boards use: the squares and the coordinates.
    fn write_empty_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g id=\"{}\">", self.board_id())?;
        for square in Square::ALL {
            self.write_square(f, square, mark_color(square, Mark::Unmarked))?;
        }
        for file in File::ALL {
            let x = self.column(file) * SQUARE_SIZE + SQUARE_SIZE / 2;
            let y = 8 * SQUARE_SIZE + 14;
            writeln!(f, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\">{file}</text>")?;
        }
        for rank in Rank::ALL.into_iter().rev() {
            let y = self.row(rank) * SQUARE_SIZE + 20;
            writeln!(f, "<text x=\"-9\" y=\"{y}\" font-size=\"12\">{rank}</text>")?;
        }
        writeln!(f, "</g>")
    }

    /// Writes a diagram as SVG, with the board's upper left corner at the origin.
    fn write_board(&self, f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
        let middle = 4 * SQUARE_SIZE;
        writeln!(f, "<use href=\"#{}\"/>", self.board_id())?;
        if !diagram.caption.is_empty() {
            write!(f, "<text x=\"{middle}\" y=\"-8\" font-size=\"14\">")?;
            write_xml_escaped(f, &diagram.caption)?;
            writeln!(f, "</text>")?;
        }
        for square in Square::ALL {
            let mark = diagram.marks[square.index()];
            if mark != Mark::Unmarked {
                self.write_square(f, square, mark_color(square, mark))?;
            }
        }
        // Pieces are drawn over arrows.
        diagram.arrows.iter().try_for_each(|arrow| self.write_arrow(f, arrow))?;
        for square in Square::ALL {
            if let Some(symbol) = diagram.symbols[square.index()] {
                self.write_symbol(f, square, symbol)?;
            }
        }
        Ok(())
    }

    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square, fill: &str) -> fmt::Result {
        let (x, y) = self.square_corner(square);
        writeln!(
            f,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE_SIZE}\" height=\"{SQUARE_SIZE}\" fill=\"{fill}\"/>"
        )
    }

    /// Returns the SVG coordinates of a square's upper left corner.
    fn square_corner(&self, square: Square) -> (usize, usize) {
        (self.column(square.file()) * SQUARE_SIZE, self.row(square.rank()) * SQUARE_SIZE)
    }

    /// Writes a symbol: the shape for a piece or a sign, or another character as text.
    fn write_symbol(
        &self,
        f: &mut fmt::Formatter<'_>,
        square: Square,
        symbol: char,
    ) -> fmt::Result {
        let (x, y) = self.square_corner(square);
        match Shape::of_symbol(symbol) {
            Some((shape, color)) => {
                let (fill, stroke) = match color {
                    Color::White => ("#ffffff", "#1c1c1c"),
                    Color::Black => ("#4a4a4a", "#0c0c0c"),
                };
                let id = shape.id();
                writeln!(
                    f,
                    "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
                )
            }
            None => {
                write!(
                    f,
                    "<text x=\"{}\" y=\"{}\" font-size=\"22\">",
                    x + SQUARE_SIZE / 2,
                    y + 23
                )?;
                write_xml_escaped(f, symbol.encode_utf8(&mut [0; 4]))?;
                writeln!(f, "</text>")
            }
        }
    }

    /// Writes an arrow from the middle of a square to the middle of another.
    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, arrow: &Arrow) -> fmt::Result {
        let middle = |square| {
            let (x, y) = self.square_corner(square);
            (x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2)
        };
        let ((x1, y1), (x2, y2)) = (middle(arrow.from), middle(arrow.to));
        let (id, color) = arrow_style(arrow.kind);
        let dashes = match arrow.kind {
            ArrowKind::Move => "",
            ArrowKind::Attack => " stroke-dasharray=\"7 4\"",
        };
        writeln!(
            f,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{color}\" stroke-width=\"4\" \
         stroke-opacity=\"0.8\"{dashes} marker-end=\"url(#{id})\"/>"
        )
    }

    /// Returns the identifier for the empty board. A page may contain boards with both
    /// orientations.
    const fn board_id(&self) -> &'static str {
        match self.orientation {
            Color::White => "tabiya-board",
            Color::Black => "tabiya-board-black",
        }
    }

    /// Returns a file's index from the left.
    fn column(&self, file: File) -> usize {
        match self.orientation {
            Color::White => file.index(),
            Color::Black => 7 - file.index(),
        }
    }

    /// Returns a rank's index from the upper edge.
    fn row(&self, rank: Rank) -> usize {
        match self.orientation {
            Color::White => 7 - rank.index(),
            Color::Black => rank.index(),
        }
    }
}

/// Returns the identifier of an arrow's head, and the color.
const fn arrow_style(kind: ArrowKind) -> (&'static str, &'static str) {
    match kind {
        ArrowKind::Move => ("tabiya-move", "#1f6f9f"),
        ArrowKind::Attack => ("tabiya-attack", "#b3392c"),
    }
}

const fn mark_color(square: Square, mark: Mark) -> &'static str {
    match mark {
        Mark::Unmarked if Bitboard::LIGHT_SQUARES.contains(square) => "#f0e6d2",
        Mark::Unmarked => "#d2be9b",
        Mark::Member => "#9ccc8f",
        Mark::Subject => "#7fb7d6",
        Mark::Occupied => "#b9b4c7",
        Mark::Target => "#5fa868",
        Mark::Checker => "#e58f85",
        Mark::Pinned => "#ecc95f",
        Mark::Line => "#f0b9a8",
        Mark::Attacked => "#dd7064",
        Mark::Safe => "#b8dca9",
        Mark::Move => "#a9cfe3",
    }
}

/// Writes text to SVG output, with XML escapes. Characters that XML forbids are replaced.
fn write_xml_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.chars().try_for_each(|character| match character {
        '&' => f.write_str("&amp;"),
        '<' => f.write_str("&lt;"),
        '>' => f.write_str("&gt;"),
        '"' => f.write_str("&quot;"),
        '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
        _ if character.is_control() && !matches!(character, '\n' | '\t') => {
            f.write_char(char::REPLACEMENT_CHARACTER)
        }
        _ => f.write_char(character),
    })
}
