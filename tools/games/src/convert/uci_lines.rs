//! Lines with UCI moves.

use std::fmt;
use std::io::Write;

use tabiya::Position;
use tabiya::uci::CastlingNotation;

use crate::findings::GameContents;
use crate::ply::Ply;

/// Appends a line with a game's moves.
pub(super) fn write(bytes: &mut Vec<u8>, contents: &GameContents) {
    let Some(start) = contents.start else { return };
    let line = MoveLine { moves: &contents.moves, castling: castling(&start) };
    let _ = if start == Position::START {
        writeln!(bytes, "{line}")
    } else if contents.moves.is_empty() {
        writeln!(bytes, "fen {start}")
    } else {
        writeln!(bytes, "fen {start} moves {line}")
    };
}

/// Returns the castling notation that UCI requires in games from a position.
pub(super) const fn castling(start: &Position) -> CastlingNotation {
    CastlingNotation::for_chess960(!start.is_standard_castling())
}

/// Moves for display, separated by spaces.
pub(super) struct MoveLine<'a> {
    pub(super) moves: &'a [Ply],
    pub(super) castling: CastlingNotation,
}

impl fmt::Display for MoveLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for &mv in self.moves {
            write!(f, "{separator}{}", mv.uci(self.castling))?;
            separator = " ";
        }
        Ok(())
    }
}
