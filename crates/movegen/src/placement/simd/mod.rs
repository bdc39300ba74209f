//! Four bitplanes shifted together.
//!
//! Moving a piece applies the same shift to each plane of a placement. SSE2, which every x86-64 CPU
//! has, shifts two planes at once, and reads a square's bits as a mask of sign bits. A build for
//! AVX2 shifts all four.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[expect(unsafe_code, reason = "intrinsics of a target feature that the whole build has")]
mod avx2;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod scalar;
#[cfg(any(
    test,
    target_feature = "avx2",
    not(all(target_arch = "x86_64", target_feature = "sse2"))
))]
mod shifts;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
#[expect(unsafe_code, reason = "intrinsics of a target feature that every x86-64 build has")]
mod sse2;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use avx2::{SquareShift, U64x4};
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(super) use scalar::{SquareShift, U64x4};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
pub(super) use sse2::{SquareShift, U64x4};

#[cfg(test)]
mod tests {
    use tabiya_core::Square;

    use super::{SquareShift, U64x4, scalar};

    /// Returns planes whose bits differ on neighboring squares.
    fn planes() -> [u64; 4] {
        let bit = |plane: u32, square| u64::from(square as u8 >> plane & 1) << square as u8;
        [0, 1, 2, 3].map(|plane| Square::ALL.into_iter().map(|square| bit(plane, square)).sum())
    }

    #[test]
    fn simd_and_scalar_operations_agree() {
        let a = planes();
        let b = planes().map(|plane| plane.rotate_left(7) ^ 1 << 63);
        let simd = U64x4::new(a);
        let scalar = scalar::U64x4::new(a);
        assert_eq!(simd.to_array(), a);
        assert_eq!(U64x4::splat(a[0]).to_array(), scalar::U64x4::splat(a[0]).to_array());
        let simd_b = U64x4::new(b);
        let scalar_b = scalar::U64x4::new(b);
        assert_eq!(simd.and(simd_b).to_array(), scalar.and(scalar_b).to_array());
        assert_eq!(simd.or(simd_b).to_array(), scalar.or(scalar_b).to_array());
        for from in Square::ALL {
            let shift = SquareShift::new(from);
            let expected = scalar::SquareShift::new(from);
            assert_eq!(
                simd.shift_square_to_sign(shift).to_array(),
                scalar.shift_square_to_sign(expected).to_array(),
                "{from}"
            );
            assert_eq!(
                simd.shift_sign_to_square(shift).to_array(),
                scalar.shift_sign_to_square(expected).to_array(),
                "{from}"
            );
            assert_eq!(
                simd.shift_square_to_sign(shift).sign_bits(),
                scalar.shift_square_to_sign(expected).sign_bits(),
                "{from}"
            );
            for to in Square::ALL {
                let (mask, masks) = SquareShift::keep_mask(shift, SquareShift::new(to));
                let to_expected = scalar::SquareShift::new(to);
                let (expected_mask, expected_masks) =
                    scalar::SquareShift::keep_mask(expected, to_expected);
                assert_eq!(
                    (mask, masks.to_array()),
                    (expected_mask, expected_masks.to_array()),
                    "{from}{to}"
                );
            }
        }
    }
}
