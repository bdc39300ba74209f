//! Two slow, simple move generators, against which the fast one is verified.
//!
//! | | [`mailbox`] | [`x88`] |
//! |---|---|---|
//! | board | 8×8 array, row 0 at the top | 128 cells, half of them off the board |
//! | step | a pair (rows, columns), each sum tested against 0 to 7 | one offset, tested with `& 0x88` |
//! | piece moves | one function per piece | one routine and an offset table per piece |
//! | legality | makes the move, tests whether a piece attacks the king | makes the move, scans outwards from the king |
//!
//! Both depend on `tabiya-core`'s types only. Each parses FEN, generates moves, makes moves and
//! writes FEN on its own, without bitboards, generics or unsafe code. An error in one of the three
//! generators therefore shows as a difference. The FEN must be one that the fast generator accepts.
//! The oracles are never optimized.
//!
//! ```
//! use tabiya_oracle::{mailbox, x88};
//!
//! let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
//! let mut by_array = mailbox::Board::from_fen(fen)?.legal_moves();
//! let mut by_offsets = x88::Board::from_fen(fen)?.legal_moves();
//! by_array.sort();
//! by_offsets.sort();
//! assert_eq!(by_array.len(), 48);
//! assert_eq!(by_array, by_offsets);
//! # Ok::<(), String>(())
//! ```
#![forbid(unsafe_code)]

pub mod mailbox;
pub mod x88;
