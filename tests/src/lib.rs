//! Test data, and the code that integration tests and fuzz targets share.
//!
//! - [`playouts`] plays random games, and runs a check on each board.
//! - [`differential`] compares the legal generator with other generators; `lab/differential` adds libraries.
//! - [`diagnosis`] has posted wrong totals, and counts with given causes.
//! - [`export_checker`] checks games in PGN's export format.
//! - [`properties`] has the properties that hold for any bytes, and [`corpus`] the fuzz targets'
//!   inputs.
//! - [`retrograde`] compares retractions with moves, and [`retrograde_search`] finds them by their definition.
//! - [`samples`] has positions and moves as text for notation tests.
//! - The package `tabiya-suites` reads and verifies perft suites, and has the threads and random
//!   numbers for all tests.
#![forbid(unsafe_code)]

pub mod corpus;
pub mod diagnosis;
pub mod differential;
pub mod export_checker;
pub mod playouts;
pub mod properties;
pub mod retrograde;
pub mod retrograde_search;
pub mod samples;

/// The project's README, whose examples are doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The pages on ideas behind the library, whose examples are doctests.
#[cfg(doctest)]
mod learn {
    #[doc = include_str!("../../docs/learn/hyperbola-quintessence.md")]
    struct HyperbolaQuintessence;
    #[doc = include_str!("../../docs/learn/legal-moves.md")]
    struct LegalMoves;
    #[doc = include_str!("../../docs/learn/retrograde-analysis.md")]
    struct RetrogradeAnalysis;
    #[doc = include_str!("../../docs/reference/retro-perft.md")]
    struct RetroPerft;
    #[doc = include_str!("../../docs/learn/zobrist-keys.md")]
    struct ZobristKeys;
}
