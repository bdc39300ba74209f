//! Sets of squares kept as bytes.

/// Sets of squares, eight bytes each, the lowest first, from the beginning of a cache line on.
///
/// As numbers in a source file they are read by every build that uses the crate, at eleven
/// thousand instructions of the compiler each; as arrays of eight they are looked at one by one.
#[repr(align(64))]
pub(crate) struct Sets<const BYTES: usize>(pub(crate) [u8; BYTES]);

impl<const BYTES: usize> Sets<BYTES> {
    /// All sets, `N` being an eighth of `BYTES`.
    #[inline]
    pub(crate) const fn as_array<const N: usize>(&self) -> &[[u8; 8]; N] {
        self.0.as_chunks().0.first_chunk().expect("eight bytes for each set")
    }
}
