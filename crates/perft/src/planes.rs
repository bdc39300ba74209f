//! The piece types of a position in binary.

use tabiya_core::PieceType;
use tabiya_movegen::Position;

/// Returns the bitplanes of the piece types, `[ones, twos, fours]`: the index of the type plus
/// one in binary on each occupied square, and zero on the others.
#[inline(always)]
pub(crate) fn bitplanes(position: &Position) -> [u64; 3] {
    let set = |piece_type| position.pieces(piece_type).0;
    let (bishops, queens, kings) =
        (set(PieceType::Bishop), set(PieceType::Queen), set(PieceType::King));
    let ones = set(PieceType::Pawn) | bishops | queens;
    let twos = set(PieceType::Knight) | bishops | kings;
    let fours = set(PieceType::Rook) | queens | kings;
    [ones, twos, fours]
}
