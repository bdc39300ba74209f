//! Compares the legal generator with other generators, on positions and random games.
//!
//! | adapter | generator |
//! |---|---|
//! | [`Mailbox`], [`X88`] | the two slow generators in `tabiya-oracle` |
//! | [`PseudoLegal`] | Tabiya's pseudo-legal moves, filtered when they are made |
//!
//! Adapters for other libraries are in `lab/differential`. Each generator is set up from a FEN and
//! lists its moves. The position after each move is compared field by field, see
//! [`PositionFields`]. A disagreement is a [`Difference`] with the FEN.
//!
//! Known differences are stated by [`GeneratorAdapter::expected_fields`] and [`SetUpError::Unsupported`].

mod adapter;
mod compare;
mod difference;
mod oracles;
mod perft;
mod position_fields;
mod pseudo_legal;
mod reference;
mod report;
mod tally;

pub use adapter::{
    GeneratorAdapter, PositionAdapter, SetUpError, Status, encoded_moves, pair_moves, shredder_fen,
};
pub use compare::{compare, compare_positions};
pub use difference::{Difference, Disagreement};
pub use oracles::{Mailbox, X88};
pub use perft::compare_perft;
pub use position_fields::PositionFields;
pub use pseudo_legal::PseudoLegal;
pub use report::{Report, compare_playouts};
pub use tally::{GeneratorTally, Tally};

/// The adapters for generators that need no other library.
pub const GENERATORS: [&dyn GeneratorAdapter; 3] = [&Mailbox, &X88, &PseudoLegal];
