//! Board diagrams as text, with colors on a terminal.

use anstyle::{AnsiColor, Style};
use tabiya_explain::diagram::{self, Diagram, Mark};

/// Draws a diagram with three columns per square, for the brackets around checkers and pinned
/// pieces.
pub fn draw_board(diagram: &Diagram) -> String {
    diagram::draw_board(diagram, paint)
}

/// Draws diagrams side by side, with two columns per square and the captions above.
pub fn draw_row(diagrams: &[Diagram]) -> String {
    diagram::draw_row(diagrams, paint)
}

/// Adds the color of a mark to a square's text. The output stream removes colors if it is not a
/// terminal.
fn paint(mark: Mark, cell: String) -> String {
    let style = match mark {
        Mark::Member => AnsiColor::Green.on_default(),
        Mark::Subject => AnsiColor::Cyan.on_default().bold(),
        Mark::Occupied => AnsiColor::Blue.on_default(),
        Mark::Target => AnsiColor::Green.on_default().bold(),
        Mark::Checker => AnsiColor::Red.on_default().bold(),
        Mark::Pinned => AnsiColor::Yellow.on_default().bold(),
        _ => Style::new(),
    };
    format!("{style}{cell}{style:#}")
}
