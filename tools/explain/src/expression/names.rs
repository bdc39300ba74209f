//! [`Context`], an expression's position and variables, and the names that sets have.

use tabiya::{Bitboard, Color, File, Piece, PieceType, Position, Rank};

/// The position and the variables to which names in an expression refer.
///
/// A variable hides a set in the position with the same name. Squares cannot be hidden.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The position, if names may refer to its pieces.
    pub position: Option<&'a Position>,
    /// The variables' names and values. The first of equal names counts.
    pub variables: &'a [(&'a str, Bitboard)],
}

/// The result of looking up a name.
pub enum Named {
    Set(Bitboard),
    /// The name stands for a set in a position, and there is none.
    NoPosition,
    Unknown,
}

/// A set in a position.
#[derive(Clone, Copy)]
enum PositionSet {
    Occupied,
    Empty,
    Us,
    Them,
    Color(Color),
    Type(PieceType),
    Piece(Piece),
    Checkers,
    Pinned,
}

impl Context<'_> {
    /// Returns the set that a name refers to.
    pub(super) fn look_up(&self, name: &str) -> Named {
        if let Some(&(_, set)) = self.variables.iter().find(|(variable, _)| *variable == name) {
            return Named::Set(set);
        }
        match (PositionSet::from_name(name), self.position) {
            (Some(set), Some(position)) => Named::Set(set.of(position)),
            (Some(_), None) => Named::NoPosition,
            (None, _) => constant(name).map_or(Named::Unknown, Named::Set),
        }
    }
}

impl PositionSet {
    fn from_name(name: &str) -> Option<Self> {
        if let [letter] = *name.as_bytes() {
            return Piece::from_ascii(letter).map(Self::Piece);
        }
        let is = |other| same_name(name, other);
        let named = match () {
            () if is("occ") || is("occupied") => Self::Occupied,
            () if is("empty") => Self::Empty,
            () if is("us") => Self::Us,
            () if is("them") => Self::Them,
            () if is("white") => Self::Color(Color::White),
            () if is("black") => Self::Color(Color::Black),
            () if is("checkers") => Self::Checkers,
            () if is("pinned") => Self::Pinned,
            () => return Self::of_pieces(name),
        };
        Some(named)
    }

    /// Returns the set for a name such as `pawns` or `white_pawns`, also without the final s.
    fn of_pieces(name: &str) -> Option<Self> {
        const COLORS: [(&str, Option<Color>); 3] =
            [("", None), ("white", Some(Color::White)), ("black", Some(Color::Black))];
        const TYPES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        let pieces = COLORS.into_iter().flat_map(|color| {
            TYPES.into_iter().zip(PieceType::ALL).map(move |piece_type| (color, piece_type))
        });
        for ((color_name, color), (type_name, piece_type)) in pieces {
            let is_piece = ["", "s"].iter().any(|plural| {
                let parts = [color_name, type_name, plural];
                bare(name).eq(parts.iter().flat_map(|part| bare(part)))
            });
            if is_piece {
                return Some(match color {
                    None => Self::Type(piece_type),
                    Some(color) => Self::Piece(Piece::new(color, piece_type)),
                });
            }
        }
        None
    }

    fn of(self, position: &Position) -> Bitboard {
        let us = position.side_to_move();
        match self {
            Self::Occupied => position.occupied(),
            Self::Empty => !position.occupied(),
            Self::Us => position.colors(us),
            Self::Them => position.colors(!us),
            Self::Color(color) => position.colors(color),
            Self::Type(piece_type) => position.pieces(piece_type),
            Self::Piece(piece) => position.colored_pieces(piece.color(), piece.piece_type()),
            Self::Checkers => position.checkers(),
            Self::Pinned => position.generator().pinned(),
        }
    }
}

/// Returns the set for `FILE_A` or `RANK_1`, which occur in engine code.
fn constant(name: &str) -> Option<Bitboard> {
    let last = name.as_bytes().last().copied()?;
    let stem = &name[..name.len() - 1];
    if same_name(stem, "file") {
        File::from_ascii(last.to_ascii_lowercase()).map(Bitboard::from)
    } else if same_name(stem, "rank") {
        Rank::from_ascii(last).map(Bitboard::from)
    } else {
        None
    }
}

/// Returns a name's letters and digits in lower case, without underscores.
fn bare(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|&byte| byte != b'_').map(|byte| byte.to_ascii_lowercase())
}

/// Tests whether two names are equal but for capitals and underscores.
pub fn same_name(a: &str, b: &str) -> bool {
    bare(a).eq(bare(b))
}
