//! Chess positions, legal move generation and making moves, for standard chess, Chess960 and double
//! Chess960.
//!
//! - [`Position`] is a position without a key: 48 bytes, `Copy`.
//! - [`Board`] is a position with a Zobrist key, which every move updates: 64 bytes, `Copy`. Both
//!   are forms of [`GenericBoard`], which defines every query.
//! - [`Generator`] lists, counts, tests and makes one position's moves, and computes checkers, pins
//!   and check mask once. [`MoveFilter`] selects captures, quiet moves, promotions or evasions.
//! - [`FenOptions`] reads FEN strictly, with [`FenError`], or leniently, with a [`FenReport`].
//!   [`Fen`] writes it, and [`FenSuggestion`] fixes one.
//! - [`Setup`] is a position under construction, with any pieces, checked by the same rules.
//! - `PackedPosition`, with the feature `packed`, is a position in 28 bytes, without loss.
//!
//! The generator is generic over the side to move as a type ([`Side`](tabiya_core::Side)). The
//! public entry points branch on the color once; the functions below them are monomorphized.
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
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;

#[expect(unsafe_code, reason = "a board as a reference to the position at its start")]
mod as_position;
mod attacks;
mod board;
mod board_keys;
mod castling;
mod check_info;
mod chess960;
mod correction_keys;
mod diagram;
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls to functions for CPU features that were detected")
)]
mod dispatch;
mod en_passant;
mod fen;
mod generate;
mod history;
mod key;
mod legality;
mod mailbox;
mod make;
mod moves;
mod null;
mod observer;
mod outcome;
#[cfg(feature = "packed")]
mod packed;
mod placed_pieces;
mod placement;
#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "sse"),
    expect(unsafe_code, reason = "the intrinsic of a prefetch")
)]
mod prefetch;
#[cfg(feature = "retrograde")]
pub mod retrograde;
mod see;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod side_context;
mod state;
mod state_word;
mod transform;
mod undo;
mod words;

pub use board::{Board, GenericBoard, Position};
pub use check_info::CheckInfo;
pub use chess960::{chess960_back_rank, chess960_number, chess960_numbers};
pub use correction_keys::CorrectionKeys;
pub use diagram::Diagram;
#[doc(hidden)]
pub use fen::read_clock;
pub use fen::{
    CastlingErrorKind, CastlingStyle, ClockErrorKind, EnPassantErrorKind, EnPassantStyle, Fen,
    FenError, FenField, FenOptions, FenReport, FenSuggestion, FenWaiver, ImpossibleCheck,
    InputExcerpt, PromotedPieces,
};
pub use generate::{AnyGenerator, Generator, MoveFilter, pseudo_legal};
pub use history::History;
#[cfg(feature = "alloc")]
pub use history::KeyStack;
pub use key::{BoardKey, NoKey, ZobristKey};
pub use legality::{IllegalMove, PlacedPiece};
pub use mailbox::Mailbox;
pub use null::{BoardNullUndo, NullUndo};
pub use observer::MakeObserver;
pub use outcome::Outcome;
#[cfg(feature = "packed")]
pub use packed::{PackedError, PackedPosition};
pub use prefetch::prefetch;
pub use see::SeeValues;
pub use setup::Setup;
#[doc(no_inline)]
pub use tabiya_movelist::{MoveList, MoveSink, sink_fn};
pub use undo::{BoardUndo, Undo};
