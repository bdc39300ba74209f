//! The position that a command is about: a FEN, and moves made from there.

use anyhow::Context;
use clap::Args;
use tabiya::uci::CastlingNotation;
use tabiya::{CastlingSide, Color, EnPassantStyle, FenOptions, File, Position, variation};

/// Where to start, as every command is told.
#[derive(Args, Clone, Debug)]
pub struct Start {
    /// Start from this position [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Make these moves first, e.g. "e2e4 e7e5" or "1. e4 e5"
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Accept positions whose checks no legal move can have produced
    #[arg(long)]
    pub allow_impossible_checks: bool,
}

impl Start {
    /// The position, after the moves.
    ///
    /// # Errors
    ///
    /// If the FEN or one of the moves is refused.
    pub fn position(&self) -> anyhow::Result<Position> {
        let start = match self.fen.as_deref() {
            None | Some("startpos") => Position::START,
            Some(fen) => read(fen.as_bytes(), self.fen_options())?,
        };
        let mut moves = variation::read(&start, self.moves.as_deref().unwrap_or(""));
        moves.by_ref().try_for_each(|mv| mv.map(drop)).context("invalid moves")?;
        Ok(*moves.position())
    }

    /// Returns the options for reading FENs.
    pub fn fen_options(&self) -> FenOptions {
        FenOptions::new().allow_impossible_checks(self.allow_impossible_checks)
    }
}

/// Reads a FEN.
///
/// # Errors
///
/// If it is refused.
pub fn read(fen: &[u8], options: FenOptions) -> anyhow::Result<Position> {
    options.read(fen).context("invalid FEN")
}

/// The FEN of a position as the program prints it: with the en passant square after every
/// double push, so that reading it gives the same position.
pub fn fen_of(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// The player's name.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Whether castling here is what only Chess960 has.
pub fn is_chess960(position: &Position) -> bool {
    let rights = position.castling_rights();
    !Color::ALL.into_iter().all(|color| {
        let on = |side, standard| rights.rook_file(color, side).is_none_or(|file| file == standard);
        let king_is_home =
            !rights.has_castling_rights(color) || position.king(color).file() == File::E;
        king_is_home && on(CastlingSide::KingSide, File::H) && on(CastlingSide::QueenSide, File::A)
    })
}

/// Castling as engines write it: the king's journey in standard chess, the rook's square as
/// soon as a right is one that only Chess960 has.
pub fn castling_notation(position: &Position) -> CastlingNotation {
    CastlingNotation::for_chess960(is_chess960(position))
}
