//! Attack tables: where each piece goes from each square, looked up or computed.
//!
//! The numbers in `generated/` are derived by `cargo xtask gen-tables` and committed, so
//! that using them needs no build script and no work at run time. Nothing here knows what
//! a position is: attacks are geometry, and an attacked square may hold anything.
//!
//! | I want … | call | `const` |
//! |---|---|---|
//! | a leaper's attacks | [`knight_attacks`], [`king_attacks`], [`pawn_attacks`] | yes |
//! | where a pawn may advance on an empty board | [`pawn_pushes`] | yes |
//! | a slider's attacks among blockers | [`rook_attacks`], [`bishop_attacks`], [`queen_attacks`] | `…_const` twins |
//! | a slider's attacks on an empty board | [`rook_rays`], [`bishop_rays`] | yes |
//! | lines between and through squares | [`ray`], [`between`], [`line()`] | yes |
//! | the attacks of a whole set at once | [`setwise`] | yes |
//! | what castling needs | [`castling_empty`], [`castling_safe`] | yes |
//! | numbers for hash keys | [`keys`] | yes |
//!
//! ```
//! use tabiya_core::{bitboard, Square};
//! use tabiya_tables::{knight_attacks, rook_attacks};
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
#![no_std]
#![cfg_attr(not(all(target_arch = "x86_64", target_feature = "bmi2")), forbid(unsafe_code))]

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod arch;
mod castling;
#[rustfmt::skip]
mod generated;
pub mod keys;
mod leapers;
mod lines;
pub mod setwise;
pub mod sliders;

pub use castling::{castling_empty, castling_safe};
pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawn_pushes};
pub use lines::{Line, between, line, line_through, ray};
pub use sliders::{
    bishop_attacks, bishop_attacks_const, bishop_rays, queen_attacks, queen_attacks_const,
    rook_attacks, rook_attacks_const, rook_rays,
};
