//! Chess move generation: positions, legal moves, making moves, FEN, UCI and SAN, for standard chess,
//! Chess960 and double Chess960.
//!
//! # Main types
//!
//! - [`Board`] is a position with its Zobrist key, [`Position`] one without a key. Both are forms of
//!   [`GenericBoard`], which has every query. They are `Copy` and take 64 and 48 bytes.
//! - [`Move`] is a move in two bytes: origin, target and [`MoveKind`]. A `Move` belongs to no
//!   position, so you can test any of them on any board with [`is_legal`](GenericBoard::is_legal).
//! - [`MoveList`] stores one position's moves without allocation. [`MoveStack`] stores the moves
//!   for all plies in a search in one buffer, and [`MoveCounter`] only counts.
//! - The generator passes target square sets to a [`MoveSink`]: a list, a [`Frame`] of the stack,
//!   the counter or your own sink. [`Board::legal_moves`](GenericBoard::legal_moves) is the
//!   simplest call. [`Board::generator`](GenericBoard::generator) returns the generator as a value,
//!   [`AnyGenerator`]. It computes checkers, pins and check mask once, and then lists, counts,
//!   tests and makes moves.
//!
//! [`prelude`] has the types that nearly every program names.
//!
//! # First steps
//!
//! Set up a [`Board`], generate its legal moves, and make one:
//!
//! ```
//! use tabiya::prelude::*;
//! use tabiya::{FenField, uci};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The start position; `Board::from_fen` reads any other.
//! let mut board = Board::default();
//! assert_eq!(board.legal_moves().len(), 20);
//!
//! // Parse a move of the UCI protocol.
//! let mv = uci::parse(&board, "e2e4")?;
//! assert!(board.is_legal(mv));
//!
//! // Copy-make: the copy keeps the position before the move.
//! let before = board;
//! board.make_move(mv);
//! assert_eq!(board.side_to_move(), Color::Black);
//! assert_ne!(board.key(), before.key());
//!
//! // Invalid positions are rejected with a typed error: here White has no king.
//! let error = Board::from_fen("4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
//! assert_eq!(error.field(), FenField::Placement);
//! # Ok(())
//! # }
//! ```
//!
//! # Generation in stages
//!
//! A search creates one generator per node. It tests the transposition table's move first, and then
//! generates captures and promotions before quiet moves:
//!
//! ```
//! use tabiya::MoveList;
//! use tabiya::prelude::*;
//!
//! let board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
//! let generator = board.generator();
//!
//! let table_move = Move::new(Square::E4, Square::D5);
//! assert!(generator.is_legal(table_move));
//!
//! let mut list = MoveList::new();
//! generator.noisy_into(&mut list); // captures and promotions
//! assert_eq!(*list, [table_move]);
//!
//! list.clear();
//! generator.quiets_into(&mut list);
//! assert_eq!(list.len(), 6);
//! # Ok::<(), tabiya::FenError>(())
//! ```
//!
//! # A search
//!
//! This search finds a mate in a given number of moves. A [`MoveStack`] holds the moves for all
//! plies, one [`Frame`] per ply:
//!
//! ```
//! use tabiya::prelude::*;
//! use tabiya::{Frame, MoveStack};
//!
//! /// Returns a move that mates within `moves` moves, if the side to move has one.
//! fn mate_in<const N: usize>(board: &Board, moves: u32, mut list: Frame<'_, N>) -> Option<Move> {
//!     board.legal_moves_into(&mut list);
//!     while let Some(mv) = list.next_move() {
//!         if is_lost(&board.after(mv), moves - 1, list.next_ply()) {
//!             return Some(mv);
//!         }
//!     }
//!     None
//! }
//!
//! /// Tests whether the side to move is mated, or cannot avoid mate within `moves` moves.
//! fn is_lost<const N: usize>(board: &Board, moves: u32, mut list: Frame<'_, N>) -> bool {
//!     board.legal_moves_into(&mut list);
//!     if list.is_empty() {
//!         return board.is_check();
//!     }
//!     while let Some(mv) = list.next_move() {
//!         if moves == 0 || mate_in(&board.after(mv), moves, list.next_ply()).is_none() {
//!             return false;
//!         }
//!     }
//!     true
//! }
//!
//! let board = Board::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")?; // Morphy
//! let mut stack = MoveStack::<1024>::new();
//! let key_move = mate_in(&board, 2, stack.frame());
//! assert_eq!(key_move, Some(Move::new(Square::A1, Square::A6)));
//! # Ok::<(), tabiya::FenError>(())
//! ```
//!
//! # Where to go next
//!
//! | task | page |
//! |---|---|
//! | find a query or call by its task | the table at [`Board`] |
//! | select moves by kind, origin or target | [`MoveFilter`] |
//! | make the side to move a type | [`Side`], [`Generator`] |
//! | receive whole target sets | [`MoveSink`] |
//! | order moves, best first | [`ScoredMoveList`], filled by [`AnyGenerator::scored_moves_into`] |
//! | find checks among many moves | [`CheckInfo`] |
//! | evaluate captures (SEE) | [`GenericBoard::see_ge`], [`SeeValues`] |
//! | play a game, with undo and draw claims | [`Game`] |
//! | detect mates, draws and repetitions | [`Outcome`], [`History`], [`KeyStack`] |
//! | replay stored games | [`Replay`], [`TrustedReplay`] |
//! | update an NNUE accumulator | [`MakeObserver`] |
//! | index a correction history, look up pieces in an array | [`CorrectionKeys`], [`Mailbox`] |
//! | prefetch a table entry | [`prefetch`](fn@prefetch), [`AnyGenerator::key_after`] |
//! | draw a board, fill a board widget | [`Diagram`], [`Destinations`] |
//! | make pseudo-legal moves, tested when made | [`pseudo_legal`] |
//! | explain an illegal move | [`GenericBoard::why_illegal`], [`IllegalMove`] |
//! | waive FEN rules, with a report | [`FenOptions`], [`FenReport`] |
//! | fix an invalid FEN | [`FenSuggestion`] |
//! | set up pieces one by one, or from a FEN without rules | [`Setup`] |
//! | look up piece attacks by square | [`tables`] |
//! | read and write moves as text | [`uci`], [`san`], [`move_text`], [`variation`] |
//! | read the UCI command `position` | [`uci::parse_position`] |
//! | read and write games in PGN | [`pgn`], with the feature `pgn` or `formats` |
//! | read and write opening books | [`polyglot`], with the feature `polyglot` or `formats` |
//! | choose a format for moves and positions | the page [`formats`] |
//! | count leaves | [`perft`], with the feature `perft` |
//! | know preconditions, limits and guarantees | [`contract`] |
//!
//! The [repository](https://github.com/tabiya-chess/tabiya) has example programs, a UCI engine that uses
//! this crate alone, and pages on the representation, legal generation and dispatch.
//!
//! # Out of scope
//!
//! Other crates have what this one leaves out:
//!
//! | topic | crates |
//! |---|---|
//! | variants, such as Crazyhouse or Antichess | [shakmaty](https://docs.rs/shakmaty) |
//! | endgame tables | [shakmaty-syzygy](https://docs.rs/shakmaty-syzygy), [pyrrhic-rs](https://docs.rs/pyrrhic-rs) |
//! | UCI commands other than `position`, and its moves | [vampirc-uci](https://docs.rs/vampirc-uci) |
//! | search, evaluation, graphical boards | no crate: the repository has an engine as an example |
//!
//! The repository shows how to [probe Syzygy tables][syzygy] from a [`Board`].
//!
//! [syzygy]: https://github.com/tabiya-chess/tabiya/blob/main/docs/how-to/probe-syzygy.md
//!
//! # Features
//!
//! | feature | default | effect | enables |
//! |---|---|---|---|
//! | `std` | yes | CPU feature detection at run time, for SIMD code | `alloc` |
//! | `alloc` | yes | `Vec<Move>` is a [`MoveSink`]; `KeyStack`; `Game`, with `notation`; `polyglot::BookBuilder` | |
//! | `arrayvec` | no | `ArrayVec<Move, N>` is a [`MoveSink`] | |
//! | `notation` | yes | modules `uci`, `san`, `move_text`, `variation`; `Replay`, `Destinations`; page `formats` | |
//! | `perft` | no | module `perft` | |
//! | `threads` | no | `perft::ParallelPerft`: threads and a hash table; `replay_all`, with `notation` | `perft`, `std` |
//! | `epd` | no | module `epd`: EPD lines and their operations | `notation` |
//! | `pgn` | no | module `pgn`: game files in PGN | `notation` |
//! | `polyglot` | no | module `polyglot`: opening books; with `alloc`, a builder | `notation` |
//! | `packed` | no | `PackedPosition`: positions in 28 bytes | |
//! | `retrograde` | no | module `retrograde`: the moves that can have led to a position | |
//! | `formats` | no | the formats that apps and data tools use | `epd`, `packed`, `pgn`, `polyglot` |
//! | `binpack` | no | module `binpack`: training data for NNUE | `alloc`, `notation`, `packed` |
//! | `bulletformat` | no | module `bulletformat`: training data for NNUE | `notation`, `packed` |
//! | `viriformat` | no | module `viriformat`: training data for NNUE | `notation`, `packed` |
//! | `arbitrary` | no | `Arbitrary` for positions, moves and other types, for fuzzing; needs `std` | |
//! | `serde` | no | `Serialize` and `Deserialize`: see below | `packed` |
//!
//! Without `std` and `alloc`, the crate needs neither the standard library nor an allocator. Without `std`,
//! the compile-time target features decide which SIMD code runs.
//!
//! # Serde
//!
//! With the feature `serde`, human-readable formats contain text, other formats numbers:
//!
//! | type | text | number |
//! |---|---|---|
//! | [`Square`], [`File`], [`Rank`] | as `Display`: `"e4"`, `"e"`, `"4"` | the index |
//! | [`Color`] | the letter in a FEN: `"w"`, `"b"` | the index |
//! | [`PieceType`], [`Piece`], [`CastlingSide`] | as `Display`: `"n"`, `"N"`, `"kingside"` | the index |
//! | [`Bitboard`] | `"0x000000000000ff00"` | the bits |
//! | [`Move`] | `"e2e4"`, `"e7e8q"`, `"e1h1 castles"`, `"e5d6 ep"` | [`Move::to_bits`] |
//! | [`MoveInfo`] | the three fields in sequence | the same |
//! | [`MoveList`] | the moves in sequence | the same |
//! | [`CastlingRights`] | as `Display`: `"KQkq"`, `"KgQb"` | four bits per right: file index plus 1 |
//! | [`Position`], [`Board`] | FEN; keeps any en passant square | the 28 bytes of `PackedPosition` |
//! | `PackedPosition` | 56 hexadecimal digits | the bytes |
//! | [`Outcome`] | as `Display`: `"draw by stalemate"` | 0 to 4, in declaration order |
//!
//! Positions with impossible checks are accepted. A [`Board`]'s key is not serialized, because
//! reading computes it.
//!
//! # Crates
//!
//! This crate has no code of its own. It re-exports `tabiya-core`, `tabiya-tables`,
//! `tabiya-movelist`, `tabiya-movegen`, `tabiya-notation` and `tabiya-perft`, so that an engine
//! depends on one crate.
// The links in the table above; without the feature that an item needs, they lead to the features.
#![doc = ""]
#![cfg_attr(not(feature = "alloc"), doc = "[`KeyStack`]: index.html#features")]
#![cfg_attr(
    not(all(feature = "alloc", feature = "notation")),
    doc = "[`Game`]: index.html#features"
)]
#![cfg_attr(not(feature = "notation"), doc = "[`Replay`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`TrustedReplay`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`Destinations`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`uci`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`uci::parse_position`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`san`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`move_text`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`variation`]: index.html#features")]
#![cfg_attr(not(feature = "notation"), doc = "[`formats`]: index.html#features")]
#![cfg_attr(not(feature = "pgn"), doc = "[`pgn`]: index.html#features")]
#![cfg_attr(not(feature = "polyglot"), doc = "[`polyglot`]: index.html#features")]
#![cfg_attr(not(feature = "perft"), doc = "[`perft`]: index.html#features")]
#![no_std]
#![forbid(unsafe_code)]

pub mod prelude;

#[doc(inline)]
pub use tabiya_core::{
    Bitboard, Black, CastlingRights, CastlingSide, Color, ConstColor, Direction, File, IndexError,
    Move, MoveInfo, MoveKind, ParseError, Piece, PieceType, Rank, Side, Square, Squares, Subsets,
    White, bitboard, by_side,
};
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use tabiya_movegen::KeyStack;
#[cfg(feature = "retrograde")]
#[doc(inline)]
pub use tabiya_movegen::retrograde;
#[doc(inline)]
pub use tabiya_movegen::{
    AnyGenerator, Board, BoardKey, BoardNullUndo, BoardUndo, CastlingErrorKind, CastlingStyle,
    CheckInfo, ClockErrorKind, CorrectionKeys, Diagram, EnPassantErrorKind, EnPassantStyle, Fen,
    FenError, FenField, FenOptions, FenReport, FenSuggestion, FenWaiver, Generator, GenericBoard,
    History, IllegalMove, ImpossibleCheck, InputExcerpt, Mailbox, MakeObserver, MoveFilter, NoKey,
    NullUndo, Outcome, PlacedPiece, Position, PromotedPieces, SeeValues, Setup, Undo, ZobristKey,
    chess960_back_rank, chess960_number, chess960_numbers, prefetch, pseudo_legal,
};
#[cfg(feature = "packed")]
#[doc(inline)]
pub use tabiya_movegen::{PackedError, PackedPosition};
#[doc(inline)]
pub use tabiya_movelist::{
    Frame, MoveCounter, MoveList, MoveSink, MoveStack, PawnStep, ScoredMove, ScoredMoveList,
    SinkFn, move_list, sink_fn,
};
#[cfg(feature = "binpack")]
#[doc(inline)]
pub use tabiya_notation::binpack;
#[cfg(feature = "bulletformat")]
#[doc(inline)]
pub use tabiya_notation::bulletformat;
#[cfg(feature = "notation")]
#[doc(inline)]
pub use tabiya_notation::destinations::{CastlingDestination, Destinations};
#[cfg(feature = "epd")]
#[doc(inline)]
pub use tabiya_notation::epd;
#[cfg(all(feature = "alloc", feature = "notation"))]
#[doc(inline)]
pub use tabiya_notation::game::{DrawClaim, Game, GameError, GameOutcome};
#[cfg(feature = "pgn")]
#[doc(inline)]
pub use tabiya_notation::pgn;
#[cfg(feature = "polyglot")]
#[doc(inline)]
pub use tabiya_notation::polyglot;
#[cfg(all(feature = "notation", feature = "threads"))]
#[doc(inline)]
pub use tabiya_notation::replay::replay_all;
#[cfg(feature = "notation")]
#[doc(inline)]
pub use tabiya_notation::replay::{Replay, ReplayError, StoredMove, TrustedReplay};
#[cfg(feature = "viriformat")]
#[doc(inline)]
pub use tabiya_notation::viriformat;
#[cfg(feature = "notation")]
#[doc(inline)]
pub use tabiya_notation::{move_text, san, uci, variation};
#[cfg(feature = "perft")]
#[doc(inline)]
pub use tabiya_perft as perft;

/// Piece attacks for each square, rays and lines, and Zobrist keys.
///
/// The functions depend on squares and occupancy only, not on a position.
///
/// ```
/// use tabiya::tables::{knight_attacks, rook_attacks};
/// use tabiya::{Square, bitboard};
///
/// assert_eq!(knight_attacks(Square::B1), Square::A3.bitboard() | Square::C3.bitboard() | Square::D2.bitboard());
///
/// let blockers = Square::C5.bitboard() | Square::E3.bitboard();
/// assert_eq!(rook_attacks(Square::C3, blockers), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . . X . . . . .
///     X X . X X . . .
///     . . X . . . . .
///     . . X . . . . .
/// });
/// ```
pub mod tables {
    #[doc(inline)]
    pub use tabiya_tables::{
        Line, PseudoAttacks, aligned, attacks, between, bishop_attacks, bishop_attacks_const,
        bishop_rays, can_reach, castling_empty, castling_safe, keys, king_attacks, knight_attacks,
        line, line_through, pawn_attacks, pawn_pushes, pseudo_attacks, queen_attacks,
        queen_attacks_const, ray, rook_attacks, rook_attacks_const, rook_rays, setwise,
        squares_between,
    };
    // For tests, benchmarks and the derivations that tools show.
    #[doc(hidden)]
    pub use tabiya_tables::{expand, sliders};
}

/// The formats for moves and positions, as text and as bytes.
#[cfg(feature = "notation")]
#[doc = include_str!("../docs/formats.md")]
pub mod formats {}

/// The library's contract: accepted input, rejected input, preconditions and guarantees.
#[doc = include_str!("../docs/contract.md")]
pub mod contract {}

/// Builds without the standard library, and how SIMD code is selected.
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
