//! SVG shapes for pieces and signs, drawn for this project in a square of 32 units.

use core::fmt;

use tabiya::{Color, PieceType};

use super::board::symbol_piece;

/// A shape in an SVG diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A piece's shape.
    Piece(PieceType),
    /// A cross, for set members.
    Cross,
    /// A circle, for occupied squares.
    Circle,
    /// A star, for occupied set members.
    Star,
    /// A frame, for the two squares that determine a line.
    Frame,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 10] = [
        Self::Piece(PieceType::Pawn),
        Self::Piece(PieceType::Knight),
        Self::Piece(PieceType::Bishop),
        Self::Piece(PieceType::Rook),
        Self::Piece(PieceType::Queen),
        Self::Piece(PieceType::King),
        Self::Cross,
        Self::Circle,
        Self::Star,
        Self::Frame,
    ];

    /// Returns the shape for a symbol and the piece's color, or `None` for other characters.
    pub fn of_symbol(symbol: char) -> Option<(Self, Color)> {
        let shape = match (symbol_piece(symbol), symbol) {
            (Some(piece), _) => return Some((Self::Piece(piece.piece_type()), piece.color())),
            (None, 'X') => Self::Cross,
            (None, 'o') => Self::Circle,
            (None, '*') => Self::Star,
            (None, '#') => Self::Frame,
            _ => return None,
        };
        Some((shape, Color::Black))
    }

    /// Returns the shape's identifier in an SVG document.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Piece(PieceType::Pawn) => "tabiya-pawn",
            Self::Piece(PieceType::Knight) => "tabiya-knight",
            Self::Piece(PieceType::Bishop) => "tabiya-bishop",
            Self::Piece(PieceType::Rook) => "tabiya-rook",
            Self::Piece(PieceType::Queen) => "tabiya-queen",
            Self::Piece(PieceType::King) => "tabiya-king",
            Self::Cross => "tabiya-cross",
            Self::Circle => "tabiya-circle",
            Self::Star => "tabiya-star",
            Self::Frame => "tabiya-frame",
        }
    }

    /// Writes the shape's SVG definition. The element that uses it sets fill and stroke.
    pub fn write_definition(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g id=\"{}\" stroke-width=\"1.4\" stroke-linejoin=\"round\">", self.id())?;
        writeln!(f, "{}", self.elements())?;
        writeln!(f, "</g>")
    }

    /// Returns the shape's SVG elements.
    const fn elements(self) -> &'static str {
        match self {
            Self::Piece(PieceType::Pawn) => concat!(
                "<path d=\"M11 25.5C11 20 13.5 18.5 14 13.5H18C18.5 18.5 21 20 21 25.5Z\"/>",
                "<circle cx=\"16\" cy=\"10\" r=\"4.5\"/><path d=\"M9 25.5H23V28.5H9Z\"/>",
            ),
            Self::Piece(PieceType::Knight) => concat!(
                "<path d=\"M10 25.5C10 20 14.5 18.5 15 14.5L10.8 17.2C8.8 18.2 7.2 16.4 8.2 14.8L12.3 8.6",
                "V4.6L15.6 6.9C21 7.4 24 13.5 23 25.5Z\"/><circle cx=\"13.8\" cy=\"10.8\" r=\"0.6\"/>",
                "<path d=\"M8 25.5H25V28.5H8Z\"/>",
            ),
            Self::Piece(PieceType::Bishop) => concat!(
                "<path d=\"M11 25.5C11.5 22.5 13 22.3 13 21C9.6 18.6 9.2 14 16 7.4C22.8 14 22.4 18.6 19 21",
                "C19 22.3 20.5 22.5 21 25.5Z\"/><circle cx=\"16\" cy=\"5.6\" r=\"1.9\"/>",
                "<path d=\"M16 12.5V18.5M13 15.5H19\" fill=\"none\"/><path d=\"M8 25.5H24V28.5H8Z\"/>",
            ),
            Self::Piece(PieceType::Rook) => concat!(
                "<path d=\"M10.5 25.5L11.5 13.5H20.5L21.5 25.5Z\"/>",
                "<path d=\"M9 13.5V6H12.3V8.6H14.5V6H17.5V8.6H19.7V6H23V13.5Z\"/>",
                "<path d=\"M8 25.5H24V28.5H8Z\"/>",
            ),
            Self::Piece(PieceType::Queen) => concat!(
                "<path d=\"M10.5 25.5L6.5 11L11.7 17L13 8.6L16 16L19 8.6L20.3 17L25.5 11L21.5 25.5Z\"/>",
                "<circle cx=\"6.3\" cy=\"9.6\" r=\"1.5\"/><circle cx=\"13\" cy=\"7\" r=\"1.5\"/>",
                "<circle cx=\"19\" cy=\"7\" r=\"1.5\"/><circle cx=\"25.7\" cy=\"9.6\" r=\"1.5\"/>",
                "<path d=\"M8 25.5H24V28.5H8Z\"/>",
            ),
            Self::Piece(PieceType::King) => concat!(
                "<path d=\"M16 12V3.6M13.2 6.2H18.8\" stroke-width=\"2\" fill=\"none\"/>",
                "<path d=\"M10.5 25.5C7 19 6.5 12.5 11.8 11.8C14.6 11.4 16 13.6 16 16C16 13.6 17.4 11.4 20.2 ",
                "11.8C25.5 12.5 25 19 21.5 25.5Z\"/><path d=\"M16 16V25.5\" fill=\"none\"/>",
                "<path d=\"M8 25.5H24V28.5H8Z\"/>",
            ),
            Self::Cross => "<path d=\"M10 10L22 22M22 10L10 22\" stroke-width=\"2.6\"/>",
            Self::Circle => {
                "<circle cx=\"16\" cy=\"16\" r=\"6\" fill=\"none\" stroke-width=\"2.6\"/>"
            }
            Self::Star => {
                "<path d=\"M16 8V24M9.1 12L22.9 20M22.9 12L9.1 20\" stroke-width=\"2.6\"/>"
            }
            Self::Frame => "<path d=\"M9 9H23V23H9Z\" fill=\"none\" stroke-width=\"2.6\"/>",
        }
    }
}
