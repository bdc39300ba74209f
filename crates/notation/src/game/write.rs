//! A game's moves as text.

use core::fmt;

use super::Game;
use crate::san::{self, San};
use crate::uci::{CastlingNotation, UciMove};
use crate::variation;

impl Game {
    /// Returns the moves played and not undone in SAN.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("e2e4 e7e5 g1f3")?;
    /// let moves: Vec<_> = game.san_moves().map(|san| san.to_string()).collect();
    /// assert_eq!(moves, ["e4", "e5", "Nf3"]);
    /// # Ok::<(), GameError>(())
    /// ```
    #[doc(alias = "history")]
    pub fn san_moves(&self) -> impl ExactSizeIterator<Item = San> {
        self.boards.iter().zip(self.moves()).map(|(board, &mv)| san::display(board, mv))
    }

    /// Returns the moves played and not undone in UCI notation, with castling as given.
    ///
    /// ```
    /// use tabiya::uci::CastlingNotation;
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O")?;
    /// let last = |castling| game.uci_moves(castling).last().map(|uci| uci.to_string());
    /// assert_eq!(last(CastlingNotation::KingMove).as_deref(), Some("e1g1"));
    /// assert_eq!(last(CastlingNotation::KingTakesRook).as_deref(), Some("e1h1"));
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn uci_moves(&self, castling: CastlingNotation) -> impl ExactSizeIterator<Item = UciMove> {
        self.moves().iter().map(move |&mv| UciMove::from_move(mv, castling))
    }
}

/// Writes the PGN movetext: numbered moves in SAN and the [result](Game::result), `*` while the game goes on.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(start), false) = (self.board_at(0), self.is_empty()) {
            write!(f, "{} ", variation::display(start, self.moves()))?;
        }
        f.write_str(self.result())
    }
}
