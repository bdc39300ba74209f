//! Attacks for each piece on each square, looked up in generated tables or computed.
//!
//! `cargo xtask gen-tables` derives the tables in `generated/`, and they are committed as Rust
//! source, so there is no build script and no initialization at run time. The functions depend on
//! squares and occupancy only, not on a position: an attacked square may be empty or hold a piece
//! of either color.
//!
//! | purpose | functions | `const` |
//! |---|---|---|
//! | knight, king and pawn attacks | [`knight_attacks`], [`king_attacks`], [`pawn_attacks`] | yes |
//! | pawn pushes on an empty board | [`pawn_pushes`] | yes |
//! | slider attacks, given the blockers | [`rook_attacks`], [`bishop_attacks`], [`queen_attacks`] | no |
//! | the same in constants | [`rook_attacks_const`] and so on | yes |
//! | slider attacks on an empty board | [`rook_rays`], [`bishop_rays`] | yes |
//! | attacks for any piece | [`attacks`] | no |
//! | rays and lines | [`ray`], [`between`], [`line()`], [`line_through`], [`aligned`] | yes |
//! | attacks for a set of pieces | [`setwise`] | yes |
//! | squares that matter for castling | [`castling_empty`], [`castling_safe`] | yes |
//! | Zobrist keys | [`keys`] | yes |
//!
//! ```
//! use tabiya::tables::{knight_attacks, rook_attacks};
//! use tabiya::{Square, bitboard};
//!
//! assert_eq!(knight_attacks(Square::B1), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X . X . . . . .
//!     . . . X . . . .
//!     . . . . . . . .
//! });
//!
//! let blockers = Square::C5.bitboard() | Square::E3.bitboard();
//! assert_eq!(rook_attacks(Square::C3, blockers), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . X . . . . .
//!     X X . X X . . .
//!     . . X . . . . .
//!     . . X . . . . .
//! });
//! ```
//!
//! # Techniques
//!
//! Tabiya implements six move generation techniques, and its tests compare their results. The
//! program `tabiya tables` shows three more.
//!
//! | technique | implementation | use |
//! |---|---|---|
//! | set-wise shifts | [`setwise`] | attacks by all of a side's pawns or knights; table tests |
//! | shifted and masked spans | `xtask` | derivation of [`knight_attacks`] and [`king_attacks`] |
//! | hyperbola quintessence | [`sliders::Hyperbola`] | slider attacks in constants |
//! | table lookup | [`sliders::DefaultBackend`] | slider attacks in `tabiya-movegen` |
//! | 0x88 board, offset table per piece | `tabiya-oracle` | reference for tests |
//! | 8×8 array, (row, column) steps | `tabiya-oracle` | reference for tests |
//!
//! For sliders, a lookup is faster than the arithmetic as long as its table stays in the cache. For
//! knights and kings, shifts and lookups are equally fast. The array boards are much slower and easier
//! to verify. `cargo bench -p tabiya-benches --bench techniques` measures all six.
#![no_std]
#![deny(unsafe_code)]

#[expect(unsafe_code, reason = "lookups without bounds checks; BMI2 instructions")]
mod arch;
mod castling;
#[doc(hidden)]
pub mod expand;
#[rustfmt::skip]
mod generated;
pub mod keys;
mod leapers;
mod lines;
mod pseudo_attacks;
mod reachability;
pub mod setwise;
pub mod sliders;

pub use castling::{castling_empty, castling_safe};
pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawn_pushes};
pub use lines::{Line, aligned, between, line, line_through, ray};
pub use pseudo_attacks::{PseudoAttacks, pseudo_attacks};
pub use reachability::{can_reach, squares_between};
pub use sliders::{
    attacks, bishop_attacks, bishop_attacks_const, bishop_rays, queen_attacks, queen_attacks_const,
    rook_attacks, rook_attacks_const, rook_rays,
};
