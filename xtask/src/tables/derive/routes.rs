//! Which pieces go from one square to another, by the tables of where each goes.

use super::walk::{self, Slider};
use super::{bit, pawns, rank_of, spans};

/// The manners that lead from square to square on a board that is empty between them:
/// `[to][from]`, as the bits of a move have it.
///
/// From the lowest bit on: a white pawn's advance and its capture, a black pawn's, a knight's
/// leap, a bishop's way, a rook's, a king's step. Pawns do not go to their last rank, where
/// they would be promoted.
pub fn routes() -> [[u8; 64]; 64] {
    let [white_advances, black_advances] = pawns::pushes();
    let [white_captures, black_captures] = pawns::attacks();
    let manners = [
        white_advances,
        white_captures,
        black_advances,
        black_captures,
        spans::knight_attacks(),
        walk::slider_rays(Slider::Bishop),
        walk::slider_rays(Slider::Rook),
        spans::king_attacks(),
    ];
    let mut routes = [[0; 64]; 64];
    for (to, row) in routes.iter_mut().enumerate() {
        let pawns = if matches!(rank_of(to), 0 | 7) { 0 } else { 0b1111 };
        for (from, open) in row.iter_mut().enumerate() {
            let lead = (0..8).filter(|&manner| manners[manner][from] & bit(to) != 0);
            *open = lead.fold(0, |open, manner| open | 1 << manner) & (pawns | 0b1111_0000);
        }
    }
    routes
}
