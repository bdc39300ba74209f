//! Loops over an array with 8×8 cells and over the 0x88 board, one direction after the other.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{Bitboard, File, Piece, PieceType, Rank, Square};

use super::step::{Decision, Step, StepValue};
use super::steps_of_pieces::{Offset, offset_name, offsets};

/// A board representation as an array of cells.
pub trait CellBoard {
    /// A cell's index, on the board or off it.
    type Cell: Copy;

    /// Returns the step that begins the derivation.
    fn start(square: Square) -> Step;

    /// Returns a square's cell.
    fn cell(square: Square) -> Self::Cell;

    /// Returns the next cell in a direction.
    fn next(cell: Self::Cell, offset: Offset) -> Self::Cell;

    /// Returns a cell's square, or `None` off the board.
    fn square(cell: Self::Cell) -> Option<Square>;

    /// Returns the loop state at a cell.
    fn state(cell: Self::Cell, decision: Decision) -> StepValue;

    /// Returns a direction's caption.
    fn title(offset: Offset) -> String;

    /// Returns the code for a loop iteration in a direction.
    fn code(offset: Offset) -> String;
}

/// Derives attacks by loops over a board's cells.
pub fn attack_steps<B: CellBoard>(piece: Piece, square: Square, occupied: Bitboard) -> Vec<Step> {
    let is_slider =
        matches!(piece.piece_type(), PieceType::Bishop | PieceType::Rook | PieceType::Queen);
    let mut steps = Vec::from([B::start(square)]);
    let mut attacks = Bitboard::EMPTY;
    for &offset in offsets(piece.color(), piece.piece_type()) {
        let mut states = Vec::new();
        let mut cell = B::cell(square);
        loop {
            cell = B::next(cell, offset);
            let decision = match B::square(cell) {
                None => Decision::OffBoard,
                Some(_) if !is_slider => Decision::Leap,
                Some(target) if occupied.contains(target) => Decision::Blocker,
                Some(_) => Decision::Empty,
            };
            states.push(B::state(cell, decision));
            attacks |= B::square(cell).map_or(Bitboard::EMPTY, Square::bitboard);
            if decision != Decision::Empty {
                break;
            }
        }
        let step =
            Step::new("Loops", B::title(offset), direction_sentence(offset, &states, is_slider));
        let mut step = step.with_code(B::code(offset));
        step.values = states;
        steps.push(step.with_set(attacks, square));
    }
    steps
}

/// Returns the sentence about one direction: its name, and what ends the loop.
fn direction_sentence(offset: Offset, states: &[StepValue], is_slider: bool) -> String {
    let is_off_board = matches!(
        states.last(),
        Some(
            StepValue::Cell { decision: Decision::OffBoard, .. }
                | StepValue::X88 { decision: Decision::OffBoard, .. }
        )
    );
    let direction = match offset {
        (-1..=1, -1..=1) => format!("To the {}", offset_name(offset)),
        _ => String::from("A knight step"),
    };
    let end = match (is_off_board, is_slider) {
        (true, true) => "the edge of the board ends the loop",
        (false, true) => "the first blocker is attacked and ends the loop",
        (true, false) => "off the board",
        (false, false) => "one square is attacked",
    };
    format!("{direction}: {end}.")
}

/// Returns the code that adds a number to a variable: `row += 1` or `row -= 1`.
fn assignment(name: &str, by: i16) -> String {
    let sign = if by < 0 { '-' } else { '+' };
    format!("{name} {sign}= {}", by.abs())
}

/// The board as an array with eight rows and eight columns.
#[derive(Debug)]
pub struct Array8x8;

impl CellBoard for Array8x8 {
    /// The row and the column.
    type Cell = (i8, i8);

    fn start(square: Square) -> Step {
        let (row, column) = Self::cell(square);
        let text = format!("An array of rows and columns: {square} is row {row}, column {column}.");
        Step::new("Start", "start", text)
            .with_code(format!("board[{row}][{column}]"))
            .with_number("row", row.into())
            .with_number("column", column.into())
    }

    fn cell(square: Square) -> (i8, i8) {
        (square.rank() as i8, square.file() as i8)
    }

    fn next((row, column): (i8, i8), (files, ranks): Offset) -> (i8, i8) {
        (row + ranks, column + files)
    }

    fn square((row, column): (i8, i8)) -> Option<Square> {
        let is_on_board = (0..8).contains(&row) && (0..8).contains(&column);
        is_on_board.then(|| Square::new(File::ALL[column as usize], Rank::ALL[row as usize]))
    }

    fn state((row, column): (i8, i8), decision: Decision) -> StepValue {
        StepValue::Cell { row, column, decision }
    }

    fn title((files, ranks): Offset) -> String {
        format!("{ranks:+}, {files:+}")
    }

    fn code((files, ranks): Offset) -> String {
        let assignments = [("row", ranks), ("column", files)].into_iter();
        let assignments = assignments.filter(|&(_, by)| by != 0);
        let moves: Vec<_> = assignments.map(|(name, by)| assignment(name, by.into())).collect();
        moves.join("; ") + "; (0..8).contains(&row) && (0..8).contains(&column)"
    }
}

/// The board in the left half of 16 columns: `cell & 0x88` is 0 on the board.
#[derive(Debug)]
pub struct X88;

/// The difference between cells on two neighboring ranks of the 0x88 board.
const RANK_OFFSET: i16 = 16;

impl X88 {
    /// Returns a step as a difference between cells.
    fn x88_step((files, ranks): Offset) -> i16 {
        RANK_OFFSET * i16::from(ranks) + i16::from(files)
    }
}

impl CellBoard for X88 {
    /// The rank in the high digit, the file in the low one.
    type Cell = i16;

    fn start(square: Square) -> Step {
        let cell = Self::cell(square);
        let text = format!("A cell is 16 * rank + file: {square} is {cell:#04x}.");
        Step::new("Start", "start", text)
            .with_code("cell = 16 * rank + file")
            .with_number("cell", cell.into())
    }

    fn cell(square: Square) -> i16 {
        RANK_OFFSET * square.rank() as i16 + square.file() as i16
    }

    fn next(cell: i16, offset: Offset) -> i16 {
        cell + Self::x88_step(offset)
    }

    fn square(cell: i16) -> Option<Square> {
        let is_on_board = cell & 0x88 == 0;
        is_on_board
            .then(|| Square::new(File::ALL[cell as usize & 7], Rank::ALL[cell as usize >> 4]))
    }

    fn state(cell: i16, decision: Decision) -> StepValue {
        StepValue::X88 { cell, outside: cell & 0x88, decision }
    }

    fn title(offset: Offset) -> String {
        format!("{:+}", Self::x88_step(offset))
    }

    fn code(offset: Offset) -> String {
        assignment("cell", Self::x88_step(offset)) + "; cell & 0x88 == 0"
    }
}
