//! Game file indexes: places, results, tags and moves, for access to any game.
//!
//! [`write_index`] reads a file once, and an [`IndexWriter`] can stop and go on. [`GameIndex`] then
//! returns where any game is, evaluates conditions on tags without the game file, and replays games
//! without parsing. [`GameIndex::check_source`] tells whether the game file changed since. The page
//! `docs/reference/game-index.md` describes the format.
//!
//! ```
//! use std::fs::File;
//! use std::ops::ControlFlow;
//! use tabiya_games::index::{GameIndex, IndexOptions, write_index};
//! use tabiya_games::{GameFile, ReadOptions, TextReader};
//!
//! let folder = tempfile::tempdir()?;
//! let [games, index] = ["two.pgn", "two.index"].map(|name| folder.path().join(name));
//! std::fs::write(&games, "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 *\n")?;
//!
//! let file = GameFile::open(&games)?;
//! let output = File::create(&index)?;
//! let read = ReadOptions::default();
//! write_index(&file, output, &IndexOptions::ROSTER, &read, |_| ControlFlow::Continue(()))?;
//!
//! let index = GameIndex::open(&index)?;
//! index.check_source(&file)?;
//! let block = index.entries_of(1)?;
//! let entry = block.entry(1).expect("two games");
//! assert_eq!(entry.tag("White").map(|value| value.to_string()).as_deref(), Some("B"));
//! let text = index.text(&mut TextReader::new(&file), &entry)?;
//! assert_eq!(text, b"[White \"B\"]\n\n1. d4 d5 *\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entries;
mod error;
pub(crate) mod format;
mod moves;
mod parallel;
mod reader;
mod scan;
mod stored_line;
mod version;
mod writer;

pub use entries::{EntryBlock, IndexEntry};
pub use error::IndexError;
pub use moves::{MovesBlock, StoredGame};
pub use reader::GameIndex;
pub use scan::IndexOptions;
pub(crate) use stored_line::StoredLine;
pub use writer::{IndexState, IndexWriter, write_index};

/// The maximum number of tags in an index.
pub const MAX_TAGS: usize = 64;

/// The maximum length of a game in an index: 256 MiB.
pub const MAX_GAME_LEN: u64 = 1 << 28;
