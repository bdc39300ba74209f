//! FEN errors: the error's position in the text, the rule, advice, and a corrected FEN.
//!
//! [`explain_error`] returns a [`FenExplanation`]. Suggestions come from [`tabiya::FenSuggestion`].

mod explanation;
mod facts;
mod locate;
mod text;

pub use explanation::{FenExplanation, category, explain_error};
#[doc(no_inline)]
pub use tabiya::{FenError, FenField, FenOptions, FenReport, FenSuggestion, FenWaiver};
pub use text::{MarkedExcerpt, columns};
