//! [`SliderBackend`], the trait that all slider back ends implement.

use tabiya_core::{Bitboard, Square};

/// A slider attack implementation.
///
/// Both functions return the squares in each direction up to and including the first blocker. The
/// slider's own square in `occupied` makes no difference. All back ends return the same for all
/// arguments, and the free functions use [`DefaultBackend`](super::DefaultBackend).
///
/// ```
/// use tabiya_tables::sliders::{Classical, Hyperbola, SliderBackend};
/// use tabiya::{Bitboard, Square};
///
/// fn mobility<B: SliderBackend>(rook: Square, occupied: Bitboard) -> usize {
///     B::rook_attacks(rook, occupied).len()
/// }
/// assert_eq!(mobility::<Classical>(Square::A1, Square::A3.into()), 9);
/// assert_eq!(mobility::<Hyperbola>(Square::A1, Square::A3.into()), 9);
/// ```
pub trait SliderBackend {
    /// Returns the squares that a rook attacks.
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the squares that a bishop attacks.
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard;
}
