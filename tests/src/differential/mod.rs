//! Comparison of the legal generator with other generators, on positions and random games.
//!
//! | adapter | generator | not compared |
//! |---|---|---|
//! | [`Mailbox`], [`X88`] | the two slow generators of `tabiya-oracle` | |
//! | [`PseudoLegal`] | Tabiya's pseudo-legal moves, filtered when they are made | |
//! | [`Cozy`] | cozy-chess: legal, magic bitboards | halfmove clocks over 100, some impossible checks |
//! | [`Shakmaty`] | shakmaty: legal, magic bitboards | |
//! | [`Owlchess`] | owlchess: pseudo-legal with a filter | castling rights of Chess960, clocks of 65,535 |
//!
//! Each generator is set up from a FEN and lists its moves. The position after each move is compared
//! field by field, see [`PositionFields`]. A disagreement is a [`Difference`] with the FEN.
//!
//! Known differences are stated by [`GeneratorAdapter::expected_fields`] and [`SetUpError::Unsupported`].
//! Each has a test in `tests/all/library_differences.rs`.

mod adapter;
mod compare;
mod cozy;
mod difference;
mod oracles;
mod owlchess;
mod perft;
mod position_fields;
mod pseudo_legal;
mod reference;
mod report;
mod shakmaty;
mod tally;

pub use self::cozy::Cozy;
pub use self::owlchess::Owlchess;
pub use self::shakmaty::Shakmaty;
pub use adapter::{GeneratorAdapter, PositionAdapter, SetUpError, Status};
pub use compare::compare;
pub use difference::{Difference, Disagreement};
pub use oracles::{Mailbox, X88};
pub use perft::compare_perft;
pub use position_fields::PositionFields;
pub use pseudo_legal::PseudoLegal;
pub use report::{Report, compare_playouts};
pub use tally::{GeneratorTally, Tally};

/// The adapters of all generators.
pub const GENERATORS: [&dyn GeneratorAdapter; 6] =
    [&Mailbox, &X88, &PseudoLegal, &Cozy, &Shakmaty, &Owlchess];
