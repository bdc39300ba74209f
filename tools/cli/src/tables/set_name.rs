//! [`SetName`], the sets of squares that `tabiya tables` draws.

use clap::ValueEnum;
use tabiya::{Color, Piece};
use tabiya_explain::derivation::Technique;

/// The name of a set of squares that `tabiya tables` draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SetName {
    /// Knight attacks
    Knight,
    /// King attacks
    King,
    /// Bishop attacks, given the occupied squares
    Bishop,
    /// Rook attacks, given the occupied squares
    Rook,
    /// Queen attacks, given the occupied squares
    Queen,
    /// White pawn attacks
    WhitePawn,
    /// Black pawn attacks
    BlackPawn,
    /// White pawn pushes, given the occupied squares
    WhitePush,
    /// Black pawn pushes, given the occupied squares
    BlackPush,
    /// Legal moves of a piece, except castling, given a FEN
    Moves,
    /// Squares between two squares
    Between,
    /// Line through two squares, edge to edge
    Line,
}

impl SetName {
    /// Returns the piece whose attack set this is.
    pub const fn attacking_piece(self) -> Option<Piece> {
        Some(match self {
            Self::Knight => Piece::WhiteKnight,
            Self::King => Piece::WhiteKing,
            Self::Bishop => Piece::WhiteBishop,
            Self::Rook => Piece::WhiteRook,
            Self::Queen => Piece::WhiteQueen,
            Self::WhitePawn => Piece::WhitePawn,
            Self::BlackPawn => Piece::BlackPawn,
            _ => return None,
        })
    }

    /// Returns the player whose pawn pushes this set is.
    pub const fn pushing_color(self) -> Option<Color> {
        match self {
            Self::WhitePush => Some(Color::White),
            Self::BlackPush => Some(Color::Black),
            _ => None,
        }
    }

    /// Tests whether the set belongs to two squares.
    pub const fn has_two_squares(self) -> bool {
        matches!(self, Self::Between | Self::Line)
    }

    /// Returns the technique that derives the set by default; for several squares, a set-wise one.
    pub const fn default_technique(self, is_single: bool) -> Technique {
        match self {
            Self::Knight | Self::King if is_single => Technique::Spans,
            Self::Bishop | Self::Rook | Self::Queen if is_single => Technique::Hyperbola,
            Self::Bishop | Self::Rook | Self::Queen => Technique::KoggeStone,
            Self::Moves => Technique::Lookup,
            _ => Technique::Shifts,
        }
    }

    /// Returns the name on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |name| name.get_name().to_owned())
    }
}
