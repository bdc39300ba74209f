//! The same computation with color as a type and as a value.

use tabiya::{Bitboard, Color, Direction, PieceType, Position, Rank, Side};

/// Returns the targets of single pushes, double pushes, and captures to the west and the east.
pub fn pawn_sets<S: Side>(position: &Position) -> [Bitboard; 4] {
    let empty = !position.occupied();
    let capture_targets = position.colors(S::Them::COLOR);
    let pawns = position.colored_pieces(S::COLOR, PieceType::Pawn);
    let single = pawns.shift(S::UP) & empty;
    let double = (single & S::THIRD_RANK).shift(S::UP) & empty;
    [
        single,
        double,
        pawns.shift(S::UP_WEST) & capture_targets,
        pawns.shift(S::UP_EAST) & capture_targets,
    ]
}

/// Returns the same sets by the same statements, with color as a value.
pub fn pawn_sets_by_value(position: &Position, us: Color) -> [Bitboard; 4] {
    let [up, up_west, up_east] = match us {
        Color::White => [Direction::North, Direction::NorthWest, Direction::NorthEast],
        Color::Black => [Direction::South, Direction::SouthWest, Direction::SouthEast],
    };
    let third_rank = Bitboard::from(Rank::Third.relative_to(us));
    let empty = !position.occupied();
    let capture_targets = position.colors(!us);
    let pawns = position.colored_pieces(us, PieceType::Pawn);
    let single = pawns.shift(up) & empty;
    let double = (single & third_rank).shift(up) & empty;
    [single, double, pawns.shift(up_west) & capture_targets, pawns.shift(up_east) & capture_targets]
}
