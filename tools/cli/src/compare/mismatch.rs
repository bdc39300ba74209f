//! The first mismatch in a comparison, as text and JSON, and the outcome at a position.

use std::io::{self, Write};

use anstyle::AnsiColor;
use serde::Serialize;
use tabiya::{Move, Position, san, uci, variation};
use tabiya_explain::divide::{MoveError, WrongMove};
use tabiya_program::position::{castling_notation, format_fen};

use super::descent::{Difference, FirstMismatch};
use super::generator::Query;
use super::process::EngineError;
use crate::draw::{Diagram, text};

/// The number of wrong moves that a report explains for a position.
const MAX_EXPLAINED: usize = 4;

/// The result from comparing generators at a position.
pub enum Outcome {
    /// The result for a comparison in which all counts agree.
    Agrees {
        /// The maximum depth of the comparison.
        depth: u8,
    },
    /// The result for a comparison in which a move or a count differs.
    Differs(Box<FirstMismatch>),
    /// The result for a comparison in which the generator failed.
    Failed(EngineError),
}

impl Outcome {
    /// Returns the report line for a position, empty if all counts agree.
    pub fn summary_line(&self, name: &str) -> String {
        let red = AnsiColor::Red.on_default();
        match self {
            Self::Agrees { .. } => String::new(),
            Self::Differs(mismatch) => {
                let summary = match &mismatch.difference {
                    Difference::Moves(moves) | Difference::AfterMaking { moves, .. } => {
                        moves.iter().take(3).map(describe_wrong_move).collect::<Vec<_>>().join(", ")
                    }
                    Difference::Leaf { theirs } => format!("found {theirs}, expected 1"),
                    Difference::Count { ours, theirs } => {
                        format!("found {theirs}, expected {ours}")
                    }
                };
                let category = mismatch.category().name();
                let depth = mismatch.depth;
                format!("{red}{category}{red:#}: {name}: {summary}, at depth {depth}\n")
            }
            Self::Failed(error) => format!("{red}engine failure{red:#}: {name}: {error}\n"),
        }
    }
}

/// A [`FirstMismatch`] as JSON output.
#[derive(Serialize)]
pub struct MismatchReport {
    category: &'static str,
    /// The FEN where the mismatch is.
    fen: String,
    /// The moves from the start position to the mismatch.
    moves: Vec<String>,
    wrong_moves: Vec<WrongMoveReport>,
    /// The move in [`Difference::AfterMaking`].
    after: Option<String>,
    /// The correct count, if only counts differ.
    ours: Option<u128>,
    /// The generator's count, if only counts differ.
    theirs: Option<u128>,
}

/// A [`WrongMove`] as JSON output.
#[derive(Serialize)]
struct WrongMoveReport {
    error: &'static str,
    r#move: String,
    san: Option<String>,
    reason: String,
    category: &'static str,
}

impl WrongMoveReport {
    fn new(wrong_move: &WrongMove) -> Self {
        let WrongMove { error, r#move, san, reason, category, .. } = wrong_move.clone();
        let error = if error == MoveError::Duplicate { "twice" } else { error.name() };
        Self { error, r#move, san, reason, category: category.name() }
    }
}

impl MismatchReport {
    /// Creates the output for a mismatch below a start position.
    pub fn new(start: &Position, mismatch: &FirstMismatch) -> Self {
        let castling = castling_notation(start);
        let write = |mv: Move| uci::display(mv, castling).to_string();
        let wrong_moves = |moves: &[WrongMove]| moves.iter().map(WrongMoveReport::new).collect();
        let mut report = Self {
            category: mismatch.category().name(),
            fen: format_fen(&mismatch.position),
            moves: mismatch.moves.iter().copied().map(write).collect(),
            wrong_moves: Vec::new(),
            after: None,
            ours: None,
            theirs: None,
        };
        match &mismatch.difference {
            Difference::Moves(moves) => report.wrong_moves = wrong_moves(moves),
            Difference::AfterMaking { index, moves } => {
                report.wrong_moves = wrong_moves(moves);
                report.after = Some(write(mismatch.moves[*index]));
            }
            Difference::Leaf { theirs } => {
                (report.ours, report.theirs) = (Some(1), Some(*theirs));
            }
            Difference::Count { ours, theirs } => {
                (report.ours, report.theirs) = (Some(*ours), Some(*theirs));
            }
        }
        report
    }
}

/// Prints a mismatch in detail: the position, the wrong moves or counts, and the reasons.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print_mismatch(
    start: &Position,
    mismatch: &FirstMismatch,
    out: &mut dyn Write,
) -> io::Result<()> {
    let FirstMismatch { moves, position, .. } = mismatch;
    let path = variation::display(start, moves);
    match moves.len() {
        0 => writeln!(out, "First mismatch at the root position:")?,
        _ => writeln!(out, "First mismatch after {path}:")?,
    }
    writeln!(out)?;
    write!(out, "{}", text::draw_board(&Diagram::from_position(position, false)))?;
    writeln!(out)?;
    let side_to_move = position.side_to_move().name();
    writeln!(out, "{side_to_move} to move. FEN: {}", format_fen(position))?;
    match &mismatch.difference {
        Difference::Moves(wrong_moves) => {
            print_wrong_moves(wrong_moves, out)?;
            print_commands(Query { start: position, moves: &[], depth: 1 }, out)
        }
        Difference::AfterMaking { index, moves: wrong_moves } => {
            print_wrong_moves(wrong_moves, out)?;
            explain_wrong_making(start, moves, *index, out)
        }
        Difference::Leaf { theirs } => {
            let (mv, _) = describe_move_at(start, moves, moves.len().saturating_sub(1));
            writeln!(out, "{mv} at depth 1: found {theirs} leaves, expected 1.")?;
            print_commands(Query { start, moves: &[], depth: mismatch.depth }, out)
        }
        Difference::Count { ours, theirs } => {
            explain_wrong_count(start, moves, *ours, *theirs, out)?;
            print_commands(Query { start, moves: &[], depth: mismatch.depth }, out)
        }
    }
}

/// Prints the UCI commands that reproduce a mismatch.
fn print_commands(query: Query<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Reproduce with:")?;
    writeln!(out, "  {}", query.position_command())?;
    writeln!(out, "  go perft {}", query.depth)
}

/// Prints wrong moves, each with the reason why it is legal or illegal.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print_wrong_moves(moves: &[WrongMove], out: &mut dyn Write) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    for wrong_move in moves.iter().take(MAX_EXPLAINED) {
        let predicate = match wrong_move.error {
            MoveError::Missing => "is legal",
            MoveError::Extra => "is illegal",
            MoveError::Duplicate => "counts once",
        };
        writeln!(
            out,
            "{bold}{}{bold:#} {predicate}: {}",
            describe_wrong_move(wrong_move),
            wrong_move.reason
        )?;
    }
    match moves.len().saturating_sub(MAX_EXPLAINED) {
        0 => Ok(()),
        more => writeln!(out, "… and {more} more"),
    }
}

/// Returns a wrong move and its error as text, such as "missing e5d6 (exd6)".
fn describe_wrong_move(wrong_move: &WrongMove) -> String {
    let error = wrong_move.error.name();
    match &wrong_move.san {
        Some(san) => format!("{error} {} ({san})", wrong_move.r#move),
        None => format!("{error} {}", wrong_move.r#move),
    }
}

fn explain_wrong_making(
    start: &Position,
    moves: &[Move],
    index: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mv, before) = describe_move_at(start, moves, index);
    writeln!(
        out,
        "The moves are right if the position is given as a FEN, and wrong after {mv}. Check how \
         making\n{mv} updates the castling rights, the en passant square and the pieces."
    )?;
    print_commands(Query { start: &before, moves: &moves[index..], depth: 1 }, out)
}

fn explain_wrong_count(
    start: &Position,
    moves: &[Move],
    ours: u128,
    theirs: u128,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mv, before) = describe_move_at(start, moves, moves.len().saturating_sub(1));
    writeln!(
        out,
        "After {mv}: found {theirs} leaves, expected {ours}. Counted from this position, all \
         counts are right.\nPossible causes: making or unmaking {mv} within the tree, or a hash \
         table that confuses positions."
    )?;
    writeln!(out, "Before {mv}: {}", format_fen(&before))
}

/// Returns the move at an index in UCI notation and SAN, and the position before the move.
fn describe_move_at(start: &Position, moves: &[Move], index: usize) -> (String, Position) {
    let before = moves[..index].iter().fold(*start, |position, &mv| position.after(mv));
    let Some(&mv) = moves.get(index) else { return ("no move".to_owned(), before) };
    let castling = castling_notation(start);
    (format!("{} ({})", uci::display(mv, castling), san::display(&before, mv)), before)
}
