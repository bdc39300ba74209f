//! Reachability: the pieces that can move from one square to another, by the attack tables.

use super::walk::{self, Slider};
use super::{bit, pawns, rank_of, spans};

/// Returns the pieces that can reach a square as bit sets: `[to][from]`, a move's index.
///
/// The squares between are assumed empty. From the lowest bit: white pawn pushes, white pawn
/// captures, black pawn pushes, black pawn captures, knights, bishops, rooks, kings. Pawn moves to
/// the first and the last rank are excluded, because they would promote.
pub fn reaching_pieces() -> [[u8; 64]; 64] {
    let [white_pushes, black_pushes] = pawns::pushes();
    let [white_captures, black_captures] = pawns::attacks();
    let targets = [
        white_pushes,
        white_captures,
        black_pushes,
        black_captures,
        spans::knight_attacks(),
        walk::slider_rays(Slider::Bishop),
        walk::slider_rays(Slider::Rook),
        spans::king_attacks(),
    ];
    let mut table = [[0; 64]; 64];
    for (to, row) in table.iter_mut().enumerate() {
        let pawns = if matches!(rank_of(to), 0 | 7) { 0 } else { 0b1111 };
        for (from, pieces) in row.iter_mut().enumerate() {
            let reaching = (0..8).filter(|&piece| targets[piece][from] & bit(to) != 0);
            *pieces = reaching.fold(0, |pieces, piece| pieces | 1 << piece) & (pawns | 0b1111_0000);
        }
    }
    table
}
