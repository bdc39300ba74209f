//! Two slow, obvious move generators: the truth that the fast one is held to.
//!
//! | | [`mailbox`] | [`x88`] |
//! |---|---|---|
//! | board | 8×8 array, row 0 at the top | 128 cells, half of them off the board |
//! | a step | a pair (rows, columns), tested against 0 to 7 | one number, tested by `& 0x88` |
//! | piece moves | one function a piece | one routine and a table a piece |
//! | legality | make the move, ask whether a piece could take the king | make the move, look outwards from the king |
//!
//! They share nothing but the words of `tabiya-core`: each reads FEN, generates, makes and
//! writes by itself, without bitboards, generics or unsafe code. An error in one of them,
//! or in the fast generator, therefore shows as a difference. They trust their FEN to be
//! one that the fast generator accepts, and they are never tuned.
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
