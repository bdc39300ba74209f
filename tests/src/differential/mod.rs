//! The comparison: every generator lists its moves and makes them, and whoever says
//! something else than the legal generator is named, with the FEN.
//!
//! | contestant | what it is | takes no part where |
//! |---|---|---|
//! | [`Mailbox`], [`X88`] | the two slow generators of `tabiya-oracle` | |
//! | [`Late`] | our pseudo-legal moves, tested as they are made | |
//! | [`Cozy`] | cozy-chess, legal, magic bitboards | the halfmove clock is over 100, or a check is impossible in a way that it refuses |
//! | [`Shakmaty`] | shakmaty, legal, magic bitboards | |
//! | [`Owlchess`] | owlchess: cells and bitboards, semilegal moves with a filter | somebody may castle from other squares than those of standard chess, or a clock is at its limit |
//!
//! Each is set up from FEN text and lists its moves by itself. Every successor of every
//! contestant is compared, field by field: see [`Fields`]. What a contestant does
//! differently for a known reason is stated by [`Contestant::expected`] and
//! [`Refusal::Explained`], and has a test of its own in `tests/all/differences.rs`.

mod campaign;
mod compare;
mod contestant;
mod cozy;
mod difference;
mod fields;
mod late;
mod oracles;
mod owlchess;
mod perft;
mod reference;
mod shakmaty;
mod tally;

pub use self::cozy::Cozy;
pub use self::owlchess::Owlchess;
pub use self::shakmaty::Shakmaty;
pub use campaign::{Report, run};
pub use compare::compare;
pub use contestant::{Contestant, Game, Refusal, Status};
pub use difference::{Difference, Disagreement};
pub use fields::Fields;
pub use late::Late;
pub use oracles::{Mailbox, X88};
pub use perft::run_perft;
pub use tally::{Count, Tally};

/// Everyone that the legal generator is compared with.
pub const CONTESTANTS: [&dyn Contestant; 6] = [&Mailbox, &X88, &Late, &Cozy, &Shakmaty, &Owlchess];
