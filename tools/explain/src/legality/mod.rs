//! Reasons why moves are legal or illegal, as sentences and as squares.
//!
//! [`explain`] and [`explain_text`] return an [`Explanation`]: a sentence, and the [`Evidence`] that a
//! board can show. The evidence names the attackers, what they attack and the squares between.

mod describe;
mod evidence;
mod explanation;
mod sentence;

pub use describe::{describe_line, describe_piece, describe_pieces, pinner};
pub use evidence::Evidence;
pub use explanation::{Explanation, NotAMoveError, explain, explain_text};
