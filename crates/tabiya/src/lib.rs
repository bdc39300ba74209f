//! Chess move generation: legal moves, making them, FEN, UCI and SAN, standard chess and
//! Chess960.
//!
//! Set up a [`Board`], list its legal moves, make one:
//!
//! ```
//! use tabiya::{uci, Board, Color};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // From the start position, or from any FEN.
//! let mut board = Board::default();
//! assert_eq!(board.legal_moves().len(), 20);
//!
//! // Moves are two bytes; UCI text reads and writes them.
//! let mv = uci::parse(&board, "e2e4")?;
//! assert!(board.is_legal(mv));
//!
//! // Copy, then make: the board is 64 bytes.
//! let before = board;
//! board.make_move(mv);
//! assert_eq!(board.side_to_move(), Color::Black);
//! assert_ne!(board.key(), before.key());
//!
//! // What cannot be is refused, with the reason.
//! let error = Board::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
//! assert_eq!(error.to_string(), "placement: Black has 0 kings instead of 1");
//! # Ok(())
//! # }
//! ```
//!
//! A whole search is as short. This one looks for mate in a given number of moves, with
//! one buffer for the moves of all plies:
//!
//! ```
//! use tabiya::{Board, Frame, Move, MoveStack};
//!
//! /// A move that mates within `moves` moves, if the side to move has one.
//! fn mate_in<const N: usize>(board: &Board, moves: u32, mut list: Frame<'_, N>) -> Option<Move> {
//!     let _ = board.generate_moves(&mut list);
//!     for index in 0..list.len() {
//!         let mv = list[index];
//!         if loses(&board.after(mv), moves - 1, list.next_ply()) {
//!             return Some(mv);
//!         }
//!     }
//!     None
//! }
//!
//! /// Whether the side to move is mated, or mated within `moves` moves whatever it plays.
//! fn loses<const N: usize>(board: &Board, moves: u32, mut list: Frame<'_, N>) -> bool {
//!     let _ = board.generate_moves(&mut list);
//!     if list.is_empty() {
//!         return board.is_check();
//!     }
//!     moves > 0
//!         && (0..list.len()).all(|index| {
//!             let mv = list[index];
//!             mate_in(&board.after(mv), moves, list.next_ply()).is_some()
//!         })
//! }
//!
//! let board = Board::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")?; // Morphy
//! let mut stack = MoveStack::<1024>::new();
//! let key_move = mate_in(&board, 2, stack.frame());
//! assert_eq!(key_move.map(|mv| mv.to_string()).as_deref(), Some("a1a6"));
//! # Ok::<(), tabiya::FenError>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | detects CPU features at run time, for SIMD code that lists and counts moves faster; without it nothing needs the standard library, or an allocator, and what the compiler was told of the CPU counts |
//! | `notation` | yes | `uci`, `san`, `variation`: moves and lines as text; and `formats`, a page on which form is for what |
//! | `perft` | no | `perft`: counting leaves |
//! | `threads` | no | `perft::ParallelPerft`: counting on several threads and with a hash table; asks for `perft` and `std` |
//! | `epd` | no | `epd`: positions with operations, as test suites have them; asks for `notation` |
//! | `packed` | no | `PackedPosition`: positions in 28 bytes |
//! | `bulletformat` | no | `bulletformat`: training data of that format; asks for `notation` and `packed` |
//! | `viriformat` | no | `viriformat`: training data of that format; asks for `notation` and `packed` |
//! | `arbitrary` | no | `Arbitrary`, which makes positions, moves and the like from a fuzzer's bytes; needs `std` |
//! | `serde` | no | `Serialize` and `Deserialize`: see below; asks for `packed` |
//!
//! With `serde`, formats that people read get text, and the others numbers:
//!
//! | type | text | number |
//! |---|---|---|
//! | [`Square`], [`File`], [`Rank`], [`Color`], [`PieceType`], [`Piece`], [`CastlingSide`] | as displayed: `"e4"`, `"w"`, `"N"`, `"kingside"` | the index |
//! | [`Bitboard`] | `"0x000000000000ff00"` | the number |
//! | [`Move`] | `"e2e4"`, `"e7e8q"`, `"e1h1 castles"`, `"e5d6 ep"` | [`Move::to_bits`] |
//! | [`MoveInfo`] | the three fields as a sequence | likewise |
//! | [`MoveList`] | a sequence of moves | likewise |
//! | [`CastlingRights`] | as displayed: `"KQkq"`, `"KgQb"` | four bits a right: the file's index plus one |
//! | [`Position`], [`Board`] | FEN, the en passant square always kept | the 28 bytes of `PackedPosition` |
//! | `PackedPosition` | 56 hexadecimal digits | the bytes |
//! | [`Outcome`] | as displayed: `"draw by stalemate"` | 0 to 4, as declared, White's mate before Black's |
//!
//! Composed positions are read too. A board's key is not written but computed again.
//!
//! This crate holds no logic: it names what the crates below it define, so that an engine
//! depends on one.
#![no_std]
#![forbid(unsafe_code)]

#[doc(inline)]
pub use tabiya_core::{
    Bitboard, Black, CastlingRights, CastlingSide, Color, Direction, File, IndexError, Move,
    MoveInfo, MoveKind, ParseError, Piece, PieceType, Rank, Side, Square, Squares, Subsets, Us,
    White, bitboard,
};
#[doc(inline)]
pub use tabiya_movegen::{
    AnyGenerator, Board, BoardKey, BoardNullUndo, BoardUndo, CastlingErrorKind, CastlingStyle,
    CheckInfo, ClockErrorKind, EnPassantErrorKind, EnPassantStyle, Fen, FenError, FenField,
    FenOptions, Generator, GenericBoard, History, IllegalMove, ImpossibleCheck, InputExcerpt,
    LeavesKingInCheck, MakeObserver, MoveFilter, NoKey, NullUndo, Outcome, PieceOn, Position,
    SeeValues, Setup, Undo, ZobristKey, chess960_back_rank, chess960_number,
};
#[cfg(feature = "packed")]
#[doc(inline)]
pub use tabiya_movegen::{PackedError, PackedPosition};
#[doc(inline)]
pub use tabiya_movelist::{
    Frame, MoveCounter, MoveList, MoveSink, MoveStack, PawnStep, SinkFn, move_list, sink_fn,
};
#[cfg(feature = "bulletformat")]
#[doc(inline)]
pub use tabiya_notation::bulletformat;
#[cfg(feature = "epd")]
#[doc(inline)]
pub use tabiya_notation::epd;
#[cfg(feature = "viriformat")]
#[doc(inline)]
pub use tabiya_notation::viriformat;
#[cfg(feature = "notation")]
#[doc(inline)]
pub use tabiya_notation::{san, uci, variation};
#[cfg(feature = "perft")]
#[doc(inline)]
pub use tabiya_perft as perft;
#[doc(inline)]
pub use tabiya_tables as tables;

/// Moves and positions as text and as bytes.
#[cfg(feature = "notation")]
#[doc = include_str!("../docs/formats.md")]
pub mod formats {}

/// Accepted and rejected input, guarantees, and the preconditions of callers.
#[doc = include_str!("../docs/contract.md")]
pub mod contract {}

/// Builds without the standard library, and selection of SIMD code.
///
/// The [crate page](crate#features) lists all features.
///
/// - Without default features, the crate is `no_std` and needs no allocator.
/// - With `std` on x86-64, move lists, counts and `perft` detect CPU features at run time, and use
///   SIMD code for AVX2 or AVX-512 where it exists.
/// - Without `std`, and on other architectures, the compile-time target features alone decide.
#[doc(alias = "no_std")]
#[doc(alias = "simd")]
pub mod features {}
