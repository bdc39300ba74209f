//! Tests for level names and for their order.

use super::{LEVELS, is_supported, level_index};

#[test]
fn level_index_rejects_unknown_names() {
    for (index, level) in LEVELS.into_iter().enumerate() {
        assert_eq!(level_index(level).ok(), Some(index));
    }
    assert!(level_index("1").is_err() && level_index("AVX2").is_err());
}

#[test]
fn supported_level_implies_lower_levels() {
    assert!(is_supported(LEVELS[0]));
    assert!(is_supported("avx2") || !is_supported("avx512"), "avx512 without avx2");
}
