//! Positions, their legal moves, and making them; standard chess, Chess960 and double
//! Chess960 alike.
//!
//! - [`Position`] carries the rules: 48 bytes, `Copy`, no key.
//! - [`Board`] is a position with its hash key kept up to date; it dereferences to
//!   [`Position`], so all questions are asked there.
//! - [`FenOptions`] and [`FenError`] read FEN strictly; [`Fen`] writes it.
//! - [`Setup`] is a position being set up, checked by the same rules.
//! - `PackedPosition`, by the feature `packed`, is a position in 28 bytes, without loss.
//!
//! The generator is written once over the side to move as a type
//! ([`Side`](tabiya_core::Side)); colour is branched on at the public door and nowhere
//! below.
//!
//! ```
//! use tabiya_movegen::Board;
//!
//! let mut board: Board =
//!     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
//! let moves = board.legal_moves();
//! assert_eq!(moves.len(), 48);
//! board.make_move(moves[0]);
//! assert_eq!(board.key(), board.computed_key());
//! # Ok::<(), tabiya_movegen::FenError>(())
//! ```
#![no_std]
#![cfg_attr(not(target_arch = "x86_64"), forbid(unsafe_code))]

#[cfg(feature = "arbitrary")]
mod arbitrary;

mod arch;
mod attacks;
mod board;
mod check_info;
mod chess960;
mod fen;
mod generate;
mod history;
mod keys;
mod legality;
mod make;
mod moves;
mod null;
mod observer;
mod outcome;
#[cfg(feature = "packed")]
mod packed;
mod placement;
mod position;
mod see;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod threats;
mod turn;
mod undo;

pub use board::Board;
pub use check_info::CheckInfo;
pub use chess960::{chess960_back_rank, chess960_number};
#[doc(hidden)]
pub use fen::read_clock;
pub use fen::{
    CastlingErrorKind, CastlingStyle, ClockErrorKind, EnPassantErrorKind, EnPassantStyle, Fen,
    FenError, FenField, FenOptions, ImpossibleCheck, InputExcerpt,
};
pub use generate::KingHangs;
pub use history::History;
pub use legality::{IllegalMove, PieceOn};
pub use observer::MakeObserver;
pub use outcome::Outcome;
#[cfg(feature = "packed")]
pub use packed::{PackedError, PackedPosition};
pub use position::Position;
pub use see::SeeValues;
pub use setup::Setup;
pub use undo::{BoardUndo, Undo};
