//! Distributed perft counts: units of unique positions, their results, and the store for these.
//!
//! | module | content |
//! |---|---|
//! | [`levels`] | the unique positions some plies below a root, in bounded memory |
//! | [`split`] | the units file with these positions |
//! | [`units_file`] | the units file: header, records, checksums, verification |
//! | [`counter`] | counting a unit, by any back end, with or without a hash table |
//! | [`results`] | unit results: their bytes, a folder of them, claims, disputes |
//!
//! A process needs the units file and a folder for results, and nothing else. Processes that share
//! neither a network nor a file system count different units, and their folders are merged later.
//! `docs/reference/units-files.md` lists the fields in both formats.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya::Position;
//! use tabiya::perft::Perft;
//! use tabiya_units::counter::UnitCounter;
//! use tabiya_units::results::{CountId, Resolution, ResultStore};
//! use tabiya_units::split::Split;
//! use tabiya_units::units_file::UnitsFile;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("two.units");
//! let header = Split::new(Position::START, 2).records_per_unit(100).write(&path)?;
//! assert_eq!((header.positions, header.units()), (400, 4));
//!
//! // Any number of processes count units, in any order.
//! let depth = 5;
//! let count = CountId { content_hash: header.content_hash, depth };
//! let store = ResultStore::new(folder.path(), count);
//! let counter = UnitCounter::new(Perft::new(), 1, Some(1 << 20))?;
//! let mut file = UnitsFile::open(&path)?;
//! for unit in 0..header.units() {
//!     let result = counter.count(&mut file, unit, depth, || ControlFlow::Continue(()))?;
//!     store.put(&result.expect("the count was not stopped"))?;
//! }
//!
//! // A result that no other one contradicts counts.
//! let nodes = |unit| Ok(Resolution::of(&store.read(unit)?).nodes().unwrap_or_default());
//! let nodes = (0..4).map(nodes).sum::<Result<u128, tabiya_units::results::ResultError>>()?;
//! assert_eq!(nodes, 4_865_609);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bytes;
pub mod counter;
// Public for the program, which writes its files with it.
#[doc(hidden)]
pub mod files;
pub mod levels;
pub mod results;
pub mod split;
pub mod units_file;
