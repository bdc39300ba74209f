//! Material signatures.

use std::str::FromStr;

use tabiya::{Color, PieceType, Position};

use super::error::MaterialError;

/// Both sides' pieces, such as `KRPvKR`, whichever side is White.
///
/// ```
/// use tabiya::Position;
/// use tabiya_games::search::Material;
///
/// let material: Material = "KRPvKR".parse()?;
/// let fens = ["4k2r/8/8/8/8/8/4P3/R3K3 w - - 0 1", "r3k3/4p3/8/8/8/8/8/4K2R w - - 0 1"];
/// for fen in fens {
///     assert!(material.matches(&Position::from_fen(fen).expect("a position")));
/// }
/// # Ok::<(), tabiya_games::search::MaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// The number of pieces of each type, for both sides.
    sides: [[u8; 6]; 2],
}

impl Material {
    /// Tests whether a position has exactly this material.
    #[must_use]
    pub fn matches(&self, position: &Position) -> bool {
        let total: u8 = self.sides.iter().flatten().sum();
        if position.occupied().len() != usize::from(total) {
            return false;
        }
        let [white, black] = [Color::White, Color::Black].map(|color| counts(position, color));
        let [one, other] = self.sides;
        (white, black) == (one, other) || (white, black) == (other, one)
    }

    /// Returns the sides as White and Black, and the other way around.
    pub(super) const fn assignments(&self) -> [[[u8; 6]; 2]; 2] {
        let [one, other] = self.sides;
        [[one, other], [other, one]]
    }
}

/// Returns the number of pieces of each type.
pub(super) fn counts(position: &Position, color: Color) -> [u8; 6] {
    PieceType::ALL.map(|piece_type| position.colored_pieces(color, piece_type).count() as u8)
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let (one, other) = text.trim().split_once('v').ok_or(MaterialError::Sides)?;
        Ok(Self { sides: [parse_side(one)?, parse_side(other)?] })
    }
}

fn parse_side(text: &str) -> Result<[u8; 6], MaterialError> {
    let mut counts = [0_u8; 6];
    for c in text.chars() {
        let piece_type = match c {
            'v' => return Err(MaterialError::Sides),
            'P' => PieceType::Pawn,
            'N' => PieceType::Knight,
            'B' => PieceType::Bishop,
            'R' => PieceType::Rook,
            'Q' => PieceType::Queen,
            'K' => PieceType::King,
            found => return Err(MaterialError::Piece { found }),
        };
        counts[piece_type as usize] += 1;
        if counts.iter().sum::<u8>() > 16 {
            return Err(MaterialError::Pieces);
        }
    }
    match counts[PieceType::King as usize] {
        1 => Ok(counts),
        _ => Err(MaterialError::Kings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_error_has_reason() {
        for (text, expected) in [
            ("KRP", "not two sides; expected pieces like KRPvKR"),
            ("KvKvK", "not two sides; expected pieces like KRPvKR"),
            ("KvR", "not one king per side; expected pieces like KRPvKR"),
            ("KXvK", "\"X\": not a piece; expected K, Q, R, B, N or P"),
            ("KPPPPPPPPPPPPPPPPvK", "too many pieces; expected at most 16 per side"),
        ] {
            assert_eq!(text.parse::<Material>().expect_err(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn material_counts_promoted_pieces() {
        let material: Material = "KQQvK".parse().expect("a signature");
        let matches = |fen| material.matches(&Position::from_fen(fen).expect("a position"));
        assert!(matches("4k3/8/8/8/8/8/QQ6/4K3 b - - 0 1"));
        assert!(!matches("4k3/8/8/8/8/8/QP6/4K3 b - - 0 1"));
        assert!(!matches("3qk3/8/8/8/8/8/Q7/4K3 w - - 0 1"));
    }
}
