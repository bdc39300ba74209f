//! Boards as text: the eighth rank on top, marks in brackets and, on a terminal, in colour.

use anstyle::{AnsiColor, Style};
use tabiya::{File, Rank, Square};

use super::{Diagram, Mark};

/// What stands between boards drawn side by side.
const GAP: &str = "  ";

/// One board, with room on both sides of each piece for the brackets of checkers, `[♜]`, and
/// of pinned pieces, `(♘)`.
pub fn wide(diagram: &Diagram) -> String {
    let lines = lines(diagram, |symbol, mark| {
        let [open, close] = match mark {
            Mark::Checker => ['[', ']'],
            Mark::Pinned => ['(', ')'],
            _ => [' ', ' '],
        };
        let style = style(mark);
        format!("{style}{open}{symbol}{close}{style:#}")
    });
    joined(lines)
}

/// Boards side by side, two columns a square, their captions above.
pub fn row(diagrams: &[Diagram]) -> String {
    let narrow = |diagram| {
        lines(diagram, |symbol, mark| {
            let style = style(mark);
            format!(" {style}{symbol}{style:#}")
        })
    };
    let boards: Vec<_> = diagrams.iter().map(narrow).collect();
    let captions: Vec<_> =
        diagrams.iter().map(|diagram| format!("{:NARROW$}", diagram.caption)).collect();
    let mut all = Vec::new();
    if diagrams.iter().any(|diagram| !diagram.caption.is_empty()) {
        all.push(captions.join(GAP).trim_end().to_owned());
    }
    for line in 0..=Rank::COUNT {
        let parts: Vec<_> = boards.iter().map(|board| board[line].as_str()).collect();
        all.push(parts.join(GAP).trim_end().to_owned());
    }
    joined(all)
}

/// How wide a board of [`row`] is: the rank's number and two columns a square.
const NARROW: usize = 1 + 2 * 8;

/// The ranks from the eighth down, then the files, each letter as `cell` places it.
fn lines(diagram: &Diagram, cell: impl Fn(char, Mark) -> String) -> Vec<String> {
    let ranks = Rank::ALL.into_iter().rev().map(|rank| {
        let squares = File::ALL.map(|file| Square::new(file, rank).index());
        let cells =
            squares.map(|index| cell(diagram.symbols[index].unwrap_or('.'), diagram.marks[index]));
        format!("{rank}{}", cells.concat())
    });
    let files = File::ALL.map(|file| cell(file.to_char(), Mark::Plain)).concat();
    ranks.chain([format!(" {files}")]).map(|line| line.trim_end().to_owned()).collect()
}

fn joined(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The colour of a mark; the output drops it where there is no terminal.
fn style(mark: Mark) -> Style {
    match mark {
        Mark::Plain => Style::new(),
        Mark::Member => AnsiColor::Green.on_default(),
        Mark::Subject => AnsiColor::Cyan.on_default().bold(),
        Mark::Occupied => AnsiColor::Blue.on_default(),
        Mark::Target => AnsiColor::Green.on_default().bold(),
        Mark::Checker => AnsiColor::Red.on_default().bold(),
        Mark::Pinned => AnsiColor::Yellow.on_default().bold(),
    }
}
