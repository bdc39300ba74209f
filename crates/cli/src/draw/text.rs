//! Drawing of board diagrams as text, with the eighth rank at the top. Marks are brackets, and
//! colors on a terminal.

use anstyle::{AnsiColor, Style};
use tabiya::{File, Rank, Square};

use super::{Diagram, Mark};

/// The separator of boards drawn side by side.
const BOARD_SEPARATOR: &str = "  ";

/// Draws a diagram as text with three columns per square, for the brackets of checkers `[♜]` and
/// pinned pieces `(♘)`.
pub fn draw_board(diagram: &Diagram) -> String {
    let lines = board_lines(diagram, |symbol, mark| {
        let [open, close] = match mark {
            Mark::Checker => ['[', ']'],
            Mark::Pinned => ['(', ')'],
            _ => [' ', ' '],
        };
        let style = mark_style(mark);
        format!("{style}{open}{symbol}{close}{style:#}")
    });
    join_lines(lines)
}

/// Draws diagrams as text side by side, with two columns per square and the captions above.
pub fn draw_row(diagrams: &[Diagram]) -> String {
    let narrow = |diagram| {
        board_lines(diagram, |symbol, mark| {
            let style = mark_style(mark);
            format!(" {style}{symbol}{style:#}")
        })
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

/// The width of a board of [`draw_row`]: the rank number and two columns per square.
const ROW_BOARD_WIDTH: usize = 1 + 2 * 8;

/// Returns the text lines of a diagram: a line per rank, the eighth first, and a line with the
/// files. `cell` formats a square.
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

/// Returns the terminal style of a mark. The output stream removes styles if it is not a terminal.
fn mark_style(mark: Mark) -> Style {
    match mark {
        Mark::Unmarked => Style::new(),
        Mark::Member => AnsiColor::Green.on_default(),
        Mark::Subject => AnsiColor::Cyan.on_default().bold(),
        Mark::Occupied => AnsiColor::Blue.on_default(),
        Mark::Target => AnsiColor::Green.on_default().bold(),
        Mark::Checker => AnsiColor::Red.on_default().bold(),
        Mark::Pinned => AnsiColor::Yellow.on_default().bold(),
    }
}
