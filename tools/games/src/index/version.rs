//! The format's version.

/// The format's version.
pub(super) const FORMAT_VERSION: u32 = 1;
