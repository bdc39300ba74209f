//! Games in Portable Game Notation (PGN).
//!
//! [`games`] splits a text into games, without reading them. [`games_in_part`] does so for a buffer
//! that holds a part of a file.

mod scan;
mod split;
mod syntax;

pub use split::{Games, RawGame, games, games_in_part, guess_game_start};

#[cfg(test)]
mod tests;
