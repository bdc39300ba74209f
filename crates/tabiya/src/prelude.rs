//! The types that nearly every program names, for `use tabiya::prelude::*`.
//!
//! - [`Board`], [`Move`] and [`MoveKind`];
//! - [`Bitboard`], [`Square`], [`File`] and [`Rank`];
//! - [`Color`], [`Piece`], [`PieceType`] and [`CastlingSide`].
//!
//! Other types, functions and modules are named by their paths, so that a glob import brings in no other
//! name:
//!
//! ```
//! use tabiya::prelude::*;
//! use tabiya::tables::knight_attacks;
//!
//! let board = Board::default();
//! let knights = board.colored_pieces(Color::White, PieceType::Knight);
//! assert_eq!(knights, Square::B1.bitboard() | Square::G1.bitboard());
//! assert!(knight_attacks(Square::G1).contains(Square::new(File::F, Rank::Third)));
//! ```

#[doc(no_inline)]
pub use crate::{
    Bitboard, Board, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square,
};
