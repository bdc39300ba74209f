//! Diagrams as text, with the eighth rank at the top.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{File, Rank, Square};

use super::board::{Diagram, Mark};

/// The separator between boards drawn side by side.
const BOARD_SEPARATOR: &str = "  ";

/// The width of a board in [`draw_row`]: the rank number and two columns per square.
const ROW_BOARD_WIDTH: usize = 1 + 2 * 8;

/// Draws a diagram as text with three columns per square, which leaves space for brackets around
/// checkers `[♜]` and pinned pieces `(♘)`.
///
/// `paint` receives the mark and the text for each square, and may add escape sequences for colors.
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::diagram::{Diagram, draw_board};
///
/// let text = draw_board(&Diagram::from_position(&Position::START, false), |_, cell| cell);
/// assert!(text.starts_with("8 ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜\n"));
/// assert!(text.ends_with("\n  a  b  c  d  e  f  g  h\n"));
/// ```
pub fn draw_board(diagram: &Diagram, paint: impl Fn(Mark, String) -> String) -> String {
    let lines = board_lines(diagram, |symbol, mark| {
        let [open, close] = match mark {
            Mark::Checker => ['[', ']'],
            Mark::Pinned => ['(', ')'],
            _ => [' ', ' '],
        };
        paint(mark, format!("{open}{symbol}{close}"))
    });
    join_lines(lines)
}

/// Draws diagrams as text side by side, with two columns per square and the captions above.
///
/// `paint` receives the mark and the text for each square, and may add escape sequences for colors.
///
/// ```
/// use tabiya::{Bitboard, File};
/// use tabiya_explain::diagram::{Diagram, draw_row};
///
/// let diagram = Diagram::from_set("the a-file", Bitboard::from(File::A));
/// let text = draw_row(&[diagram], |_, cell| cell);
/// assert!(text.starts_with("the a-file\n8 X . . . . . . .\n"));
/// ```
pub fn draw_row(diagrams: &[Diagram], paint: impl Fn(Mark, String) -> String) -> String {
    let narrow = |diagram| {
        let cell = |symbol: char, mark| format!(" {}", paint(mark, String::from(symbol)));
        board_lines(diagram, cell)
    };
    let boards: Vec<_> = diagrams.iter().map(narrow).collect();
    let captions: Vec<_> =
        diagrams.iter().map(|diagram| format!("{:ROW_BOARD_WIDTH$}", diagram.caption)).collect();
    let mut lines = Vec::new();
    if diagrams.iter().any(|diagram| !diagram.caption.is_empty()) {
        lines.push(captions.join(BOARD_SEPARATOR).trim_end().to_owned());
    }
    for line in 0..=Rank::COUNT {
        let parts: Vec<_> = boards.iter().map(|board| board[line].as_str()).collect();
        lines.push(parts.join(BOARD_SEPARATOR).trim_end().to_owned());
    }
    join_lines(lines)
}

/// Returns a diagram's text lines: a line per rank, the eighth first, and a line with the files.
/// `cell` formats a square.
fn board_lines(diagram: &Diagram, cell: impl Fn(char, Mark) -> String) -> Vec<String> {
    let ranks = Rank::ALL.into_iter().rev().map(|rank| {
        let squares = File::ALL.map(|file| Square::new(file, rank).index());
        let cells =
            squares.map(|index| cell(diagram.symbols[index].unwrap_or('.'), diagram.marks[index]));
        format!("{rank}{}", cells.concat())
    });
    let files = File::ALL.map(|file| cell(file.to_char(), Mark::Unmarked)).concat();
    ranks.chain([format!(" {files}")]).map(|line| line.trim_end().to_owned()).collect()
}

fn join_lines(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}
