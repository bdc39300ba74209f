//! Drawing of board diagrams as SVG.

use std::fmt::{self, Write};
use std::fs;
use std::path::Path;

use anyhow::Context;
use tabiya::{Bitboard, File, Rank, Square};

use super::{Diagram, Mark};

/// The side length of a square in an SVG diagram.
const SQUARE_SIZE: usize = 32;
/// The space beside and below a board in an SVG diagram, for the coordinates.
const MARGIN: usize = 20;
/// The space above a board in an SVG diagram, for the caption.
const CAPTION_HEIGHT: usize = 28;
/// The width of an SVG diagram: a board with its margins.
const BOARD_WIDTH: usize = 8 * SQUARE_SIZE + 2 * MARGIN;
/// The height of an SVG diagram: a board with its caption and margin.
const BOARD_HEIGHT: usize = CAPTION_HEIGHT + 8 * SQUARE_SIZE + MARGIN;

/// Writes rows of diagrams to an SVG file.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn save_svg(path: &Path, rows: &[Vec<Diagram>]) -> anyhow::Result<()> {
    let picture = SvgDocument(rows).to_string();
    fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
}

/// Rows of diagrams, displayed as SVG.
struct SvgDocument<'a>(&'a [Vec<Diagram>]);

impl fmt::Display for SvgDocument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let (width, height) = (columns * BOARD_WIDTH, self.0.len() * BOARD_HEIGHT);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
        write_empty_board(f)?;
        for (row, diagrams) in self.0.iter().enumerate() {
            for (column, diagram) in diagrams.iter().enumerate() {
                let (x, y) = (column * BOARD_WIDTH + MARGIN, row * BOARD_HEIGHT + CAPTION_HEIGHT);
                writeln!(f, "<g transform=\"translate({x} {y})\">")?;
                write_board(f, diagram)?;
                writeln!(f, "</g>")?;
            }
        }
        writeln!(f, "</svg>")
    }
}

/// Writes the SVG definition that all boards use: the squares and the coordinates.
fn write_empty_board(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "<defs><g id=\"board\">")?;
    for square in Square::ALL {
        write_square(f, square, mark_color(square, Mark::Unmarked))?;
    }
    for (column, file) in File::ALL.into_iter().enumerate() {
        write_symbol(
            f,
            column * SQUARE_SIZE + SQUARE_SIZE / 2,
            8 * SQUARE_SIZE + 14,
            12,
            file.to_char(),
        )?;
    }
    for (row, rank) in Rank::ALL.into_iter().rev().enumerate() {
        writeln!(
            f,
            "<text x=\"-9\" y=\"{}\" font-size=\"12\">{rank}</text>",
            row * SQUARE_SIZE + 20
        )?;
    }
    writeln!(f, "</g></defs>")
}

/// Writes a diagram as SVG, with the upper left corner of the board at the origin.
fn write_board(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    let middle = 4 * SQUARE_SIZE;
    write!(f, "<use href=\"#board\"/><text x=\"{middle}\" y=\"-8\" font-size=\"14\">")?;
    write_escaped(f, &diagram.caption)?;
    writeln!(f, "</text>")?;
    for square in Square::ALL {
        let (x, y) = square_corner(square);
        let mark = diagram.marks[square.index()];
        if mark != Mark::Unmarked {
            write_square(f, square, mark_color(square, mark))?;
        }
        if let Some(symbol) = diagram.symbols[square.index()] {
            write_symbol(f, x + SQUARE_SIZE / 2, y + 23, 22, symbol)?;
        }
    }
    Ok(())
}

fn write_square(f: &mut fmt::Formatter<'_>, square: Square, fill: &str) -> fmt::Result {
    let (x, y) = square_corner(square);
    writeln!(
        f,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE_SIZE}\" height=\"{SQUARE_SIZE}\" fill=\"{fill}\"/>"
    )
}

/// Returns the SVG coordinates of the upper left corner of a square.
fn square_corner(square: Square) -> (usize, usize) {
    (square.file().index() * SQUARE_SIZE, (7 - square.rank().index()) * SQUARE_SIZE)
}

fn write_symbol(
    f: &mut fmt::Formatter<'_>,
    x: usize,
    y: usize,
    size: usize,
    symbol: char,
) -> fmt::Result {
    writeln!(f, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{symbol}</text>")
}

fn mark_color(square: Square, mark: Mark) -> &'static str {
    match mark {
        Mark::Unmarked if Bitboard::LIGHT_SQUARES.contains(square) => "#f0e6d2",
        Mark::Unmarked => "#d2be9b",
        Mark::Member => "#9ccc8f",
        Mark::Subject => "#7fb7d6",
        Mark::Occupied => "#b9b4c7",
        Mark::Target => "#5fa868",
        Mark::Checker => "#e58f85",
        Mark::Pinned => "#ecc95f",
    }
}

/// Writes text to SVG output, with XML escapes.
fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.chars().try_for_each(|character| match character {
        '&' => f.write_str("&amp;"),
        '<' => f.write_str("&lt;"),
        _ => f.write_char(character),
    })
}
