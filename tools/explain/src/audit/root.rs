//! The position of a search: that of the last `position` command, with its history.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Board, EnPassantStyle, KeyStack, Move};

/// The rules by which a position is drawn or can be claimed as a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draws {
    pub dead: bool,
    pub seventy_five_moves: bool,
    pub fivefold: bool,
    pub threefold: bool,
    pub fifty_moves: bool,
}

impl Draws {
    /// Returns the rules that apply to a position whose keys end with its own.
    pub fn of(board: &Board, keys: &KeyStack) -> Self {
        let clock = board.halfmove_clock();
        let mut draws = Self { dead: board.is_insufficient_material(), ..Self::default() };
        // The fourth half-move without a capture or a pawn move repeats at the earliest.
        if clock >= 4 {
            let repetitions = keys.history().repetitions(clock);
            draws.threefold = repetitions >= 2;
            draws.fivefold = repetitions >= 4;
        }
        if clock >= 100 && board.has_legal_move() {
            draws.fifty_moves = true;
            draws.seventy_five_moves = clock >= 150;
        }
        draws
    }

    /// Returns the name of the strongest rule that applies here and did not apply to an earlier position.
    pub fn new_rule(self, earlier: Self) -> Option<&'static str> {
        let rules = [
            (self.dead, earlier.dead, "dead-position"),
            (self.seventy_five_moves, earlier.seventy_five_moves, "seventy-five-moves"),
            (self.fivefold, earlier.fivefold, "fivefold"),
            (self.threefold, earlier.threefold, "threefold"),
            (self.fifty_moves, earlier.fifty_moves, "fifty-moves"),
        ];
        rules.iter().find(|(here, before, _)| *here && !before).map(|(.., name)| *name)
    }

    /// Returns the name of the rule that ends the game without a claim.
    pub const fn ending_rule(self) -> Option<&'static str> {
        if self.dead {
            Some("dead-position")
        } else if self.seventy_five_moves {
            Some("seventy-five-moves")
        } else if self.fivefold {
            Some("fivefold")
        } else {
            None
        }
    }
}

/// A position with the keys of those before it.
#[derive(Clone, Debug)]
pub struct Root {
    pub board: Board,
    pub keys: KeyStack,
    pub draws: Draws,
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
        let draws = Draws::of(&board, &keys);
        Self { board, keys, draws, before: None, start: board, moves: Vec::new() }
    }

    /// Makes a move.
    pub fn make_move(&mut self, mv: Move) {
        self.before = Some(self.board);
        self.board.make_move(mv);
        self.keys.push(self.board.key());
        self.draws = Draws::of(&self.board, &self.keys);
        if self.board.halfmove_clock() == 0 {
            self.start = self.board;
            self.moves.clear();
        } else {
            self.moves.push(mv);
        }
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
}

/// Returns the FEN of a position, with the en passant square after every double push.
pub fn fen(board: &Board) -> String {
    board.position().fen().en_passant(EnPassantStyle::Always).to_string()
}
