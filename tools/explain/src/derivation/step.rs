//! [`Step`] and [`StepValue`], the parts of a derivation.

use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{Bitboard, Square};

/// One step in a [`Derivation`](super::Derivation): what is computed, and the values.
///
/// Each step fits on one board: [`set`](Self::set) returns the set that it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Step {
    /// The part that the step belongs to, such as a direction. Consecutive steps share it.
    pub part: String,
    /// A caption with at most [`MAX_TITLE_LEN`](Self::MAX_TITLE_LEN) characters.
    pub title: String,
    /// A sentence: what is computed, and why.
    pub text: String,
    /// The expression as code, in Rust syntax.
    pub code: Option<String>,
    /// The values, in the calculation's order.
    pub values: Vec<StepValue>,
}

impl Step {
    /// The maximum title length: the width of a board in text.
    pub const MAX_TITLE_LEN: usize = 17;

    /// Creates a step without code and values.
    pub(super) fn new(
        part: impl Into<String>,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        let part = part.into();
        let title = title.into();
        let text = text.into();
        Self { part, title, text, code: None, values: Vec::new() }
    }

    /// Adds the expression.
    pub(super) fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Adds a set, with the squares on which its board shows the piece.
    pub(super) fn with_set(self, set: Bitboard, pieces: impl Into<Bitboard>) -> Self {
        self.with_value(StepValue::Set { set, pieces: pieces.into() })
    }

    /// Adds a number.
    pub(super) fn with_number(self, name: &'static str, value: i64) -> Self {
        self.with_value(StepValue::Number { name, value })
    }

    /// Adds a value.
    pub(super) fn with_value(mut self, value: StepValue) -> Self {
        self.values.push(value);
        self
    }

    /// Returns the last set among the values: the one that the step's board shows.
    ///
    /// ```
    /// use tabiya::{Bitboard, Piece, Square, tables};
    /// use tabiya_explain::derivation::{Derivation, Technique};
    ///
    /// let king = Piece::WhiteKing;
    /// let spans = Derivation::attacks(Technique::Spans, king, Square::H1, Bitboard::EMPTY)?;
    /// let shown = spans.steps.last().and_then(|step| step.set());
    /// assert_eq!(shown, Some(tables::king_attacks(Square::H1)));
    /// # Ok::<(), tabiya_explain::derivation::DerivationError>(())
    /// ```
    pub fn set(&self) -> Option<Bitboard> {
        self.values.iter().rev().find_map(|value| match *value {
            StepValue::Set { set, .. } => Some(set),
            _ => None,
        })
    }
}

/// A value in a [`Step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StepValue {
    /// A set of squares, or any 64 bits that are drawn as one.
    Set {
        /// The set.
        set: Bitboard,
        /// The squares on which the board shows the piece.
        pieces: Bitboard,
    },
    /// A number: a shift, an index, a table entry.
    Number {
        /// The name in the expression.
        name: &'static str,
        /// The value.
        value: i64,
    },
    /// A state in the loop over the 8×8 array.
    Cell {
        /// The row, 0 for the first rank. Off the board, it is outside 0 to 7.
        row: i8,
        /// The column, 0 for the a-file. Off the board, it is outside 0 to 7.
        column: i8,
        /// The loop's decision.
        decision: Decision,
    },
    /// A state in the loop over the 0x88 board.
    X88 {
        /// The cell's index, `16 * rank + file`. It may be negative off the board.
        cell: i16,
        /// The value that `cell & 0x88` has, which is 0 on the board.
        outside: i16,
        /// The loop's decision.
        decision: Decision,
    },
    /// A state in the loop that gathers bits, as the instruction PEXT does.
    Bit {
        /// The mask's square.
        square: Square,
        /// The square's occupancy.
        is_occupied: bool,
        /// The index after this bit.
        index: u16,
    },
    /// A pseudo-legal move that is made and tested.
    Move {
        /// The target.
        to: Square,
        /// The captured piece's square.
        captured: Option<Square>,
        /// The pieces that attack the king after the move. The move is legal if there are none.
        attackers: Bitboard,
    },
}

/// A loop's decision at one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Decision {
    /// The cell is off the board, which ends the direction.
    OffBoard,
    /// The cell is attacked and empty: a slider continues.
    Empty,
    /// The cell is attacked and occupied, which ends the direction.
    Blocker,
    /// The cell is attacked: a leaper makes one step per direction.
    Leap,
}
