//! Moves and null moves as text.

use std::fmt;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Position, san};

use crate::ply::Ply;

impl Ply {
    /// Returns the UCI move for display: `0000` is a null move.
    pub(crate) fn uci(self, castling: CastlingNotation) -> impl fmt::Display {
        PlyText { mv: self.to_move().map(|mv| uci::display(mv, castling)), null: "0000" }
    }

    /// Returns the move in SAN for display: `--` is a null move.
    pub(crate) fn san(self, before: &Position) -> impl fmt::Display + use<> {
        PlyText { mv: self.to_move().map(|mv| san::display(before, mv)), null: "--" }
    }
}

/// A move for display, or a null move's text.
struct PlyText<T> {
    mv: Option<T>,
    null: &'static str,
}

impl<T: fmt::Display> fmt::Display for PlyText<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.mv {
            Some(mv) => mv.fmt(f),
            None => f.write_str(self.null),
        }
    }
}
