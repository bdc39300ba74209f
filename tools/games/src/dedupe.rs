//! Game keys, which are equal for equal games.
//!
//! A fold computes the keys in parallel, and the receiver of the batches inserts them into a set.
//! Because batches arrive in file order, the first among equal games stays, for any number of
//! workers.
//!
//! ```
//! use std::collections::HashSet;
//! use std::ops::ControlFlow;
//! use tabiya_games::dedupe::GameKey;
//! use tabiya_games::{ReadOptions, fold, read_stream};
//!
//! let text = "1. e4 e5 *\n\n1. d4 *\n\n1.e4 {best} e7-e5 1-0\n";
//! let keys = fold(Vec::new, |keys, game| keys.push(GameKey::of_moves(&game)));
//! let mut seen = HashSet::new();
//! let mut is_new = Vec::new();
//! read_stream(text.as_bytes(), &ReadOptions::default(), &keys, |batch| {
//!     is_new.extend(batch.value.into_iter().flatten().map(|key| seen.insert(key)));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(is_new, [true, true, false]);
//! # Ok::<(), tabiya_games::GamesError>(())
//! ```

use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};
use tabiya::Position;
use tabiya::pgn::{RawGame, ReadError, StartError};

use crate::findings::GameContents;
use crate::ply::Ply;

/// A game's key: the first half of a SHA-256 hash.
///
/// The hash makes different games with one key practically impossible, also those made on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey(pub [u8; 16]);

impl GameKey {
    /// Returns the key from a game's text, without the white space around.
    #[must_use]
    pub fn of_text(game: &RawGame<'_>) -> Self {
        let mut hash = Sha256::new();
        hash.update(game.bytes().trim_ascii());
        Self::finish(hash)
    }

    /// Returns the key from the start position and the main line moves.
    ///
    /// Tags, comments, variations, the move notation and the result make no difference.
    ///
    /// # Errors
    ///
    /// Returns an error if the start position is invalid or a move is not legal.
    pub fn of_moves(game: &RawGame<'_>) -> Result<Self, KeyError> {
        Self::of_prefix(game, usize::MAX)
    }

    /// Returns the key from the start position and the first main line moves, at most `plies`.
    ///
    /// A shorter game has the key from all its moves. Later moves need not be legal.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    /// use tabiya_games::dedupe::GameKey;
    ///
    /// let key = |text: &str, plies| GameKey::of_prefix(&RawGame::new(text), plies);
    /// assert_eq!(key("1. e4 e5 2. Nf3 *", 2)?, key("1. e4 e5 2. f4 *", 2)?);
    /// assert_ne!(key("1. e4 e5 2. Nf3 *", 3)?, key("1. e4 e5 2. f4 *", 3)?);
    /// # Ok::<(), tabiya_games::dedupe::KeyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the start position is invalid or one of these moves is not legal.
    pub fn of_prefix(game: &RawGame<'_>, plies: usize) -> Result<Self, KeyError> {
        let line = game.main_line().map_err(KeyError::Start)?;
        let mut hash = start_hash(line.position());
        for read in line.take(plies) {
            let ply = Ply::of_read(read).map_err(KeyError::Move)?;
            hash.update(ply.to_bits().to_le_bytes());
        }
        Ok(Self::finish(hash))
    }

    /// Returns the key for a game whose contents were read, like [`of_prefix`](Self::of_prefix);
    /// `None` if it has an error before that many plies.
    #[must_use]
    pub fn of_contents(contents: &GameContents, plies: usize) -> Option<Self> {
        let is_short = contents.moves.len() < plies;
        if is_short && contents.error().is_some() {
            return None;
        }
        let mut hash = start_hash(&contents.start?);
        for ply in contents.moves.iter().take(plies) {
            hash.update(ply.to_bits().to_le_bytes());
        }
        Some(Self::finish(hash))
    }

    fn finish(hash: Sha256) -> Self {
        let mut key = [0; 16];
        key.copy_from_slice(&hash.finalize()[..16]);
        Self(key)
    }
}

/// Returns the hash to which the moves are added.
fn start_hash(start: &Position) -> Sha256 {
    let mut hash = Sha256::new();
    hash.update(start.to_string());
    hash
}

/// The error for a game without a key from its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The error for the start position.
    Start(StartError),
    /// The error for a move.
    Move(ReadError),
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
        }
    }
}

impl Error for KeyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start(error) => error.source(),
            Self::Move(error) => error.source(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_key(text: &str) -> GameKey {
        GameKey::of_moves(&RawGame::new(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn moves_key_ignores_all_but_start_and_moves() {
        let key = moves_key("[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n");
        for same in ["1. e4 (1. d4) e5! { best } 2. Nf3", "e2e4 e7e5 g1f3 *"] {
            assert_eq!(moves_key(same), key, "{same}");
        }
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"]\n\n";
        for other in [
            "1. e4 e5",
            "1. e4 e5 2. Nf3 Nc6",
            &format!("{fen}1. e4 e5 2. Nf3"),
            "*",
            "1. e4 -- 2. Nf3",
        ] {
            assert_ne!(moves_key(other), key, "{other}");
        }
    }

    #[test]
    fn moves_key_has_moves_after_a_null_move() {
        assert_eq!(moves_key("1. e4 -- 2. Nf3"), moves_key("1. e4 Z0 2. Nf3 *"));
        assert_ne!(moves_key("1. e4 -- 2. Nf3"), moves_key("1. e4 -- 2. Nc3"));
    }

    #[test]
    fn moves_key_with_illegal_move_is_an_error() {
        let error = GameKey::of_moves(&RawGame::new("1. e5 *")).expect_err("no pawn moves to e5");
        assert!(matches!(error, KeyError::Move(_)), "{error:?}");
        let error = GameKey::of_moves(&RawGame::new("[FEN \"8\"]\n*")).expect_err("no position");
        assert!(matches!(error, KeyError::Start(_)), "{error:?}");
    }

    #[test]
    fn prefix_key_ignores_later_moves_only() {
        let key = |text: &str, plies| {
            let key = GameKey::of_prefix(&RawGame::new(text), plies);
            key.unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let text = "1. e4 e5 2. Nf3 *";
        for same in ["e2e4 {a} e7e5", "1. e4 e5 2. Nf3 Nc6", "1. e4 e5 2. Nf9"] {
            assert_eq!(key(same, 2), key(text, 2), "{same}");
        }
        assert_ne!(key("1. e4 e6 2. Nf3 *", 2), key(text, 2));
        assert_ne!(key("1. e4 *", 2), key(text, 2), "a shorter game");
        assert_eq!(key(text, 3), moves_key(text), "all moves");
        assert_eq!(key("1. Nf9 *", 0), key(text, 0));
        GameKey::of_prefix(&RawGame::new("1. e4 e5 2. Nf9"), 3).expect_err("an illegal move");
    }

    #[test]
    fn text_key_ignores_white_space_around_only() {
        let key = |text: &str| GameKey::of_text(&RawGame::new(text));
        assert_eq!(key("1. e4 *\n\n"), key("1. e4 *"));
        assert_ne!(key("1. e4 *"), key("1.  e4 *"));
    }
}
