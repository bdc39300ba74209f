//! Values in the comments after a move: clocks, evaluations, arrows.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;
use tabiya::Color;
use tabiya::pgn::{Command, CommentPart, CommentValues, Eval, Mark, MarkColor, Node};

/// The values in the comments after a move.
#[derive(Serialize)]
pub struct Values {
    /// The time left, in seconds.
    clock: Option<f64>,
    /// The time that the move took, in seconds.
    time_spent: Option<f64>,
    /// The evaluation for White in pawns.
    eval: Option<f64>,
    /// The number of moves to mate, negative for Black.
    mate: Option<i32>,
    depth: Option<u32>,
    arrows: Vec<MarkValues>,
    squares: Vec<MarkValues>,
}

/// An arrow, or a square, which begins where it ends.
#[derive(Serialize)]
struct MarkValues {
    color: &'static str,
    from: String,
    to: String,
}

impl From<Mark> for MarkValues {
    fn from(mark: Mark) -> Self {
        let color = match mark.color {
            MarkColor::Red => "red",
            MarkColor::Yellow => "yellow",
            MarkColor::Blue => "blue",
            _ => "green",
        };
        Self { color, from: mark.from.to_string(), to: mark.to.to_string() }
    }
}

/// Returns the values in a node's comments. `mover` is the player of its move.
pub fn comment_values(node: Node<'_>, mover: Option<Color>) -> Values {
    let mut values = CommentValues::default();
    let mut arrows = Vec::new();
    let mut squares = Vec::new();
    for comment in node.comments() {
        values.add(comment.as_comment(), mover);
        for part in comment.as_comment().parts() {
            match part {
                CommentPart::Command(Command::Arrows(marks)) => {
                    arrows.extend(marks.map(MarkValues::from));
                }
                CommentPart::Command(Command::Squares(marks)) => {
                    squares.extend(marks.map(MarkValues::from));
                }
                _ => {}
            }
        }
    }
    let seconds = |centiseconds: u32| f64::from(centiseconds) / 100.0;
    let (eval, mate) = match values.eval() {
        Some(Eval::Centipawns(value)) => (Some(f64::from(value) / 100.0), None),
        Some(Eval::Mate(moves)) => (None, Some(moves)),
        _ => (None, None),
    };
    Values {
        clock: values.clock().map(seconds),
        time_spent: values.time_spent().map(seconds),
        eval,
        mate,
        depth: values.depth(),
        arrows,
        squares,
    }
}
