//! The interface of the slider back ends.

use tabiya_core::{Bitboard, Square};

/// A technique that finds the attacks of sliders.
///
/// The contract of both functions: every square the slider reaches up to and including the
/// first blocker in each direction. `occupied` may hold the slider's own square or not; it
/// makes no difference. All back ends agree on all arguments.
///
/// ```
/// use tabiya_core::{Bitboard, Square};
/// use tabiya_tables::sliders::{Classical, Hyperbola, SliderBackend};
///
/// fn mobility<B: SliderBackend>(rook: Square, occupied: Bitboard) -> usize {
///     B::rook_attacks(rook, occupied).len()
/// }
/// assert_eq!(mobility::<Classical>(Square::A1, Square::A3.into()), 9);
/// assert_eq!(mobility::<Hyperbola>(Square::A1, Square::A3.into()), 9);
/// ```
pub trait SliderBackend {
    /// The squares a rook on `square` attacks among the blockers `occupied`.
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a bishop on `square` attacks among the blockers `occupied`.
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard;
}
