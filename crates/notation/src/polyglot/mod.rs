//! Opening books in the Polyglot format: 16 bytes per entry, sorted by key.
//!
//! - [`Book`] reads a book from bytes, finds a board's entries, and chooses a move by weight.
//! - [`Entry`] is one entry: key, move, weight and learning data.
//! - `BookBuilder`, with the feature `alloc`, collects entries and writes a book.
//!
//! Without `alloc`, sort the entries yourself; they compare by key first. Then write
//! [`Entry::to_bytes`] for each.
//!
//! | bytes | content, big-endian |
//! |---|---|
//! | 0 to 7 | the key: [`GenericBoard::polyglot_key`](tabiya_movegen::GenericBoard::polyglot_key) |
//! | 8, 9 | the move: see [`Entry::move_bits`] |
//! | 10, 11 | the weight: moves with a greater weight are chosen more often, 0 never |
//! | 12 to 15 | learning data, which most programs ignore |
//!
//! ```
//! use tabiya::polyglot::{Book, Entry};
//! use tabiya::{Board, Square, uci};
//!
//! let board = Board::default();
//! let mut entries = [("e2e4", 3), ("d2d4", 1)].map(|(text, weight)| {
//!     let mv = uci::parse(&board, text).expect("a legal move");
//!     Entry::new(&board, mv, weight)
//! });
//! entries.sort_unstable();
//! let bytes = entries.map(|entry| entry.to_bytes()).concat();
//!
//! let book = Book::new(&bytes)?;
//! let best = book.moves(&board).max_by_key(|book_move| book_move.weight);
//! assert_eq!(best.map(|best| best.mv.to()), Some(Square::E4));
//! // A random number of the caller selects a move: three of four select e2e4.
//! let drawn = (0..4).filter_map(|quarter| book.choose(&board, quarter << 62));
//! assert_eq!(drawn.filter(|mv| mv.to() == Square::E4).count(), 3);
//! # Ok::<(), tabiya::polyglot::BookError>(())
//! ```

mod book;
#[cfg(feature = "alloc")]
mod builder;
mod entry;
mod error;

pub use book::{Book, BookMove, BookMoves, Entries};
#[cfg(feature = "alloc")]
pub use builder::BookBuilder;
pub use entry::Entry;
pub use error::BookError;
