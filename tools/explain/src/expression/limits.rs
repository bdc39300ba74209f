//! Limits on expressions.

/// The maximum length of an expression in bytes.
pub const MAX_LENGTH: usize = 4096;

/// The maximum depth to which parentheses and calls nest.
pub const MAX_DEPTH: usize = 64;
