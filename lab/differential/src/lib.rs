//! Compares the legal generator with other libraries, by the comparison in `tabiya-tests`.
//!
//! | adapter | generator | not compared |
//! |---|---|---|
//! | [`Cozy`] | cozy-chess: legal, magic bitboards | halfmove clocks over 100, some impossible checks |
//! | [`Shakmaty`] | shakmaty: legal, magic bitboards | |
//! | [`Owlchess`] | owlchess: pseudo-legal with a filter | Chess960 castling rights, clocks at 65,535 |
//!
//! Known differences are stated by [`GeneratorAdapter::expected_fields`] and by
//! [`SetUpError::Unsupported`](tabiya_tests::differential::SetUpError::Unsupported). Each has a test in
//! `tests/all/library_differences.rs`.
#![forbid(unsafe_code)]

mod cozy;
mod owlchess;
mod property;
mod shakmaty;

pub use self::cozy::Cozy;
pub use self::owlchess::Owlchess;
pub use self::shakmaty::Shakmaty;
pub use property::check_other_libraries;

use tabiya_tests::differential::{GeneratorAdapter, Mailbox, PseudoLegal, X88};

/// The adapters for all generators: those in `tabiya-tests`, then the other libraries.
pub const GENERATORS: [&dyn GeneratorAdapter; 6] =
    [&Mailbox, &X88, &PseudoLegal, &Cozy, &Shakmaty, &Owlchess];
