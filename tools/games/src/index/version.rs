//! The version of the format.

/// The version of the format.
pub(super) const FORMAT_VERSION: u32 = 1;
