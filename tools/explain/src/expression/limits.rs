//! Limits of expressions.

/// The greatest length of an expression in bytes.
pub const MAX_LENGTH: usize = 4096;

/// The greatest depth of parentheses and calls.
pub const MAX_DEPTH: usize = 64;
