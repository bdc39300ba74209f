//! A position with its history: that of the last `position` command, or one in a variation from there.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Board, EnPassantStyle, KeyStack, Move};

/// The rules by which a position is drawn or can be claimed as a draw, the strongest first: name and sentence.
const DRAW_RULES: [(&str, &str); 5] = [
    ("dead-position", "neither player can mate, which ends the game (FIDE 5.2.2)"),
    ("seventy-five-moves", "the game has ended by the seventy-five-move rule (FIDE 9.6.2)"),
    ("fivefold", "the position has occurred five times, which ends the game (FIDE 9.6.1)"),
    (
        "threefold",
        "the position has occurred three times, so that a draw can be claimed (FIDE 9.2)",
    ),
    ("fifty-moves", "a draw can be claimed by the fifty-move rule (FIDE 9.3)"),
];

/// The number of rules, from the first, that end a game without a claim.
pub const ENDING_RULES: usize = 3;

/// A position, the keys of those before it, and the moves since the last irreversible one.
#[derive(Clone, Debug)]
pub struct Root {
    pub board: Board,
    pub keys: KeyStack,
    /// The rules of [`DRAW_RULES`] that apply to the position.
    draws: [bool; 5],
    /// The position before the last move.
    pub before: Option<Board>,
    /// The position after the last irreversible move, and the moves from there.
    start: Board,
    moves: Vec<Move>,
}

impl Root {
    /// Returns the root at a start position.
    pub fn new(board: Board) -> Self {
        let keys = KeyStack::new(board.key());
        let draws = draws(&board, &keys);
        Self { board, keys, draws, before: None, start: board, moves: Vec::new() }
    }

    /// Makes a move.
    pub fn make_move(&mut self, mv: Move) {
        self.before = Some(self.board);
        self.board.make_move(mv);
        self.keys.push(self.board.key());
        self.draws = draws(&self.board, &self.keys);
        if self.board.halfmove_clock() == 0 {
            self.start = self.board;
            self.moves.clear();
        } else {
            self.moves.push(mv);
        }
    }

    /// Returns the first of some rules that applies here and did not apply to an earlier position: name and sentence.
    pub fn new_draw(&self, earlier: &Self, rules: usize) -> Option<(&'static str, &'static str)> {
        let is_new = |&index: &usize| self.draws[index] && !earlier.draws[index];
        (0..rules).find(is_new).map(|index| DRAW_RULES[index])
    }

    /// Returns the command that sets up the position. Its moves matter to repetitions alone.
    pub fn command(&self, has_moves: bool) -> String {
        if !has_moves || self.moves.is_empty() {
            return format!("position fen {}", fen(&self.board));
        }
        let castling = CastlingNotation::for_chess960(!self.start.is_standard_castling());
        let moves: Vec<_> =
            self.moves.iter().map(|&mv| uci::display(mv, castling).to_string()).collect();
        format!("position fen {} moves {}", fen(&self.start), moves.join(" "))
    }

    /// Returns the memory in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.keys.as_slice())
            + self.moves.capacity() * size_of::<Move>()
    }
}

/// Returns the rules of [`DRAW_RULES`] that apply to a position whose keys end with its own.
fn draws(board: &Board, keys: &KeyStack) -> [bool; 5] {
    let clock = board.halfmove_clock();
    // The fourth half-move without a capture or a pawn move repeats at the earliest, and the 150th ends the game.
    let can_repeat = (4..150).contains(&clock);
    let repetitions = if can_repeat { keys.history().repetitions(clock) } else { 0 };
    let has_many_moves = clock >= 100 && board.has_legal_move();
    [
        board.is_insufficient_material(),
        clock >= 150 && has_many_moves,
        repetitions >= 4,
        repetitions >= 2,
        has_many_moves,
    ]
}

/// Returns the FEN of a position, with the en passant square after every double push.
pub fn fen(board: &Board) -> String {
    board.position().fen().en_passant(EnPassantStyle::Always).to_string()
}
