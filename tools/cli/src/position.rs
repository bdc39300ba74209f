//! The position of a command: a FEN and moves from it. Also the text forms of positions.

use anyhow::Context;
use clap::Args;
use tabiya::uci::CastlingNotation;
use tabiya::{EnPassantStyle, FenOptions, Position, variation};

/// The command-line arguments that set up a position.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
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

impl PositionArgs {
    /// Returns the position that the arguments set up, after their moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN is invalid or a move is illegal.
    pub fn position(&self) -> anyhow::Result<Position> {
        let start = match self.fen.as_deref() {
            None | Some("startpos") => Position::START,
            Some(fen) => parse_fen(fen.as_bytes(), self.fen_options())?,
        };
        let mut moves = variation::read(&start, self.moves.as_deref().unwrap_or(""));
        moves.by_ref().try_for_each(|mv| mv.map(drop)).context("invalid moves")?;
        Ok(*moves.position())
    }

    /// Returns the options for parsing FENs that the arguments select.
    pub fn fen_options(&self) -> FenOptions {
        FenOptions::new().allow_impossible_checks(self.allow_impossible_checks)
    }
}

/// Parses a FEN from the command line or a file.
///
/// # Errors
///
/// Returns an error if the FEN is invalid.
pub fn parse_fen(fen: &[u8], options: FenOptions) -> anyhow::Result<Position> {
    options.read(fen).context("invalid FEN")
}

/// Returns the FEN of a position in the form that the program prints.
///
/// It has the en passant square after every double push, so that parsing it yields an equal
/// position.
pub fn format_fen(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// Returns the castling notation of engines: the king's destination in standard chess, the rook's
/// square if a right exists only in Chess960.
pub fn castling_notation(position: &Position) -> CastlingNotation {
    CastlingNotation::for_chess960(!position.is_standard_castling())
}
