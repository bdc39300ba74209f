//! Chess game files: PGN, plain or compressed, read by all cores.
//!
//! | module | content |
//! |---|---|
//! | [`GameFile`], [`read_stream`] | the games in a file or a stream, in order, folded by several threads |
//! | [`codec`] | plain text, gzip and Zstandard streams, in bounded memory |
//! | [`columns`] | games as columns: moves, tags, clocks, evaluations, errors |
//! | `convert`, a feature | games in other formats: training data, JSON, CSV |
//! | [`findings`](mod@findings) | what is wrong with a game, by kind and place |
//! | [`filter`] | conditions on tag pairs, compiled from an expression |
//! | `eco`, a feature | ECO codes and opening names, by position |
//! | `data`, a feature | training data: read, filtered, converted, mixed |
//! | [`dedupe`] | game keys by text or by moves, to find duplicates |
//! | [`index`], [`TextReader`] | places, tags and moves of all games, for access to any of them |
//! | [`openings`] | games, results and ratings by position and move |
//! | [`search`] | games with a position, a board pattern, or material |
//! | `tables`, with the feature `parquet` | Parquet and Arrow files with games or moves, for data frames |
//!
//! Files that `pzstd` wrote, such as those in the Lichess database, consist of frames that are
//! decoded in parallel. The games in any file are delivered in its order, the same for any number
//! of threads.
#![forbid(unsafe_code)]

pub mod codec;
pub mod columns;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "data")]
pub mod data;
pub mod dedupe;
#[cfg(feature = "eco")]
pub mod eco;
#[cfg(not(feature = "eco"))]
#[path = "no_eco.rs"]
mod eco;
mod error;
mod file;
pub mod filter;
pub mod findings;
mod format;
mod frames;
mod game_file;
mod game_range;
pub mod index;
mod line;
mod line_place;
pub mod openings;
mod ply;
#[cfg(any(feature = "convert", feature = "parquet"))]
mod ply_text;
mod read;
mod result;
pub mod search;
#[cfg(feature = "parquet")]
pub mod tables;
mod text_reader;

pub use error::GamesError;
pub use frames::Frame;
pub use game_file::{GameFile, read_stream};
pub use game_range::{GameRange, RangeRead};
pub use line_place::LinePlace;
pub use read::{Batch, GameFold, ReadEnd, ReadOptions, TextPosition, fold};
pub use text_reader::TextReader;
