//! Attack tables: where each piece goes from each square, looked up or computed.
//!
//! The tables in `generated/` are derived by `cargo xtask gen-tables` and committed, so
//! that using them needs no build script and no work at run time. Nothing here knows what
//! a position is: attacks are geometry, and an attacked square may hold anything.
//!
//! | I want … | call | `const` |
//! |---|---|---|
//! | a leaper's attacks | [`knight_attacks`], [`king_attacks`], [`pawn_attacks`] | yes |
//! | where a pawn may advance on an empty board | [`pawn_pushes`] | yes |
//! | a slider's attacks among blockers | [`rook_attacks`], [`bishop_attacks`], [`queen_attacks`] | `…_const` twins |
//! | a slider's attacks on an empty board | [`rook_rays`], [`bishop_rays`] | yes |
//! | lines between and through squares | [`ray`], [`between`], [`line()`], [`aligned`] | yes |
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
//!
//! # Six techniques
//!
//! Move generators find where pieces go in one of six ways. Tabiya has all of them, each
//! where it belongs, and compares their moves on millions of boards.
//!
//! | technique | where | what for |
//! |---|---|---|
//! | set-wise shifts | [`setwise`] | a whole side's pawns and knights at once, in the danger map; second derivation of the tables |
//! | spans, shifted and masked | `xtask`, when tables are generated | [`knight_attacks`], [`king_attacks`] |
//! | hyperbola quintessence | [`sliders::Hyperbola`] | sliders in constants, and where tables are too large |
//! | look-up, pseudo-legal moves tested when made | `tabiya-movegen` | engines that make few of the moves they generate |
//! | 0x88 board, one offset table a piece | `tabiya-oracle` | a truth to compare with |
//! | 8×8 array, (row, column) steps | `tabiya-oracle` | another |
//!
//! What each costs, by `cargo bench -p tabiya-benches --bench techniques`: nanoseconds a
//! position on 400 real ones for the attacks of all knights and kings, for those of all
//! bishops, rooks and queens, and for the legal moves; milliseconds for the four plies from
//! the start position (AMD EPYC, Zen 4, default build). The lines are those of code, without
//! comments and tests; `legal` is the generator that engines use, which draws on the first
//! four.
//!
//! | technique | leapers | sliders | legal moves | perft 4 | bytes of table | lines |
//! |---|---|---|---|---|---|---|
//! | set-wise shifts | 2.3 | | | | 0 | 27 |
//! | spans | 2.0 | | | | 1,024 | 49 |
//! | hyperbola quintessence | | 31 | | | 2,048 | 31 |
//! | look-up, tested when made | | 10 | 463 | 3.1 | 50,688 | 150 |
//! | 0x88 | 235 | 437 | 3,560 | 11.6 | 96 | 274 |
//! | 8×8 array | 237 | 459 | 25,400 | 158 | 128 | 280 |
//! | legal | 2.3 | 10 | 50 | 0.41 | 85,504 | 363 |
//!
//! Honestly read: for sliders, a look-up beats the arithmetic three to one as long as its
//! table stays in the cache; for a few leapers, shifts and look-ups are equals. A list of
//! pseudo-legal moves is made in six sevenths of the time of a legal one, but the test costs
//! some 14 ns for each move made, more than the list saved: testing late is there for
//! engines built that way, not for speed. An array board is thirty to five hundred times
//! slower than sets, and easier to get right: that is what it is here for. The 8×8 array is
//! the slowest because it asks of every move whether any reply could take the king, where
//! the 0x88 board looks outwards from the king alone.
#![no_std]
#![deny(unsafe_code)]

#[expect(unsafe_code, reason = "look-ups without a test of the bounds: the module says why")]
mod arch;
mod castling;
#[rustfmt::skip]
mod generated;
pub mod keys;
mod leapers;
mod lines;
mod move_kinds;
mod pseudo_attacks;
pub mod setwise;
pub mod sliders;

pub use castling::{castling_empty, castling_safe};
pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawn_pushes};
pub use lines::{Line, aligned, between, line, line_through, ray};
pub use move_kinds::can_reach;
pub use pseudo_attacks::{PseudoAttacks, pseudo_attacks};
pub use sliders::{
    attacks, bishop_attacks, bishop_attacks_const, bishop_rays, queen_attacks, queen_attacks_const,
    rook_attacks, rook_attacks_const, rook_rays,
};
