//! Castling in Chess960 on the first rank, for every king file and rook file.
//!
//! With a rook on the h-file side of the king, the king moves to the g-file and the rook to the
//! f-file. With a rook on the a-file side, they move to the c-file and the d-file.

use std::array::from_fn;

/// A set of squares on the first rank, one bit per file.
type FirstRank = u64;

/// Returns the squares that must be empty: `[king file][rook file]`.
///
/// These are the paths and destinations of both pieces and the squares between the pieces, without
/// their origins.
pub fn empty() -> [[FirstRank; 8]; 8] {
    for_each_pair(|king, rook, (king_to, rook_to)| {
        let paths = span(king, king_to) | span(rook, rook_to) | span(king, rook);
        paths & !span(king, king) & !span(rook, rook)
    })
}

/// Returns the squares that must not be attacked: `[king file][rook file]`.
///
/// These are all squares from the origin to the king's destination.
pub fn safe() -> [[FirstRank; 8]; 8] {
    for_each_pair(|king, _, (king_to, _)| span(king, king_to))
}

/// Fills a table with `entry(king, rook, destinations)`; 0 if both files are equal.
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

/// Returns the files from `a` to `b`, including both.
fn span(a: usize, b: usize) -> FirstRank {
    let low = a.min(b);
    let high = a.max(b);
    (2 << high) - (1 << low)
}
