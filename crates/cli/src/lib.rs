//! What the `tabiya` program keeps in files: checkpoints of long counts, trees cut in pieces,
//! and the lines of any file. The program is the interface; this is here for its tests and for
//! fuzzers.
#![forbid(unsafe_code)]

pub mod checkpoint;
pub mod levels;
pub mod lines;
pub mod subtrees;
