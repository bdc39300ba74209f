//! Castling on the first rank for every king file and rook file, Chess960's rules.
//!
//! A rook to the right of the king castles king-side, the king to g and the rook to f;
//! one to the left queen-side, the king to c and the rook to d, wherever they began.

use std::array::from_fn;

/// Squares on the first rank, one bit a file.
type FirstRank = u64;

/// The squares that must hold no other piece: `[king file][rook file]`.
///
/// All that king and rook cross or come to stand on, and all between them, without the
/// two squares they stand on.
pub fn empty() -> [[FirstRank; 8]; 8] {
    for_each_pair(|king, rook, (king_to, rook_to)| {
        let crossed = span(king, king_to) | span(rook, rook_to) | span(king, rook);
        crossed & !span(king, king) & !span(rook, rook)
    })
}

/// The squares that must not be attacked: `[king file][rook file]`.
///
/// Every square the king stands on or crosses, its first and its last with them.
pub fn safe() -> [[FirstRank; 8]; 8] {
    for_each_pair(|king, _, (king_to, _)| span(king, king_to))
}

/// Fills a table with `entry(king, rook, destinations)`; no entry where both share a file.
fn for_each_pair(entry: impl Fn(usize, usize, (usize, usize)) -> u64) -> [[u64; 8]; 8] {
    const KING_SIDE: (usize, usize) = (6, 5);
    const QUEEN_SIDE: (usize, usize) = (2, 3);
    from_fn(|king| {
        from_fn(|rook| match rook.cmp(&king) {
            std::cmp::Ordering::Greater => entry(king, rook, KING_SIDE),
            std::cmp::Ordering::Less => entry(king, rook, QUEEN_SIDE),
            std::cmp::Ordering::Equal => 0,
        })
    })
}

/// All files from one to the other, both with it: two runs of ones, the shorter cut off.
fn span(one: usize, other: usize) -> FirstRank {
    let (low, high) = (one.min(other), one.max(other));
    (2 << high) - (1 << low)
}
