//! Shared code for programs that read and write large files: `tabiya-games` and `tabiya-data`. Feature `files`.
//!
//! | module | content |
//! |---|---|
//! | [`input`] | the arguments that every command has: files, threads, a filter for tag pairs |
//! | [`output`] | an output file or standard output, plain or compressed, replaced as a whole |
//! | [`outputs`] | the arguments that name outputs, and the files that these may replace |
//! | [`resume`] | an interrupted command's state, saved every few seconds |
//! | [`ending`], [`totals`] | the end of a command, and what it has read |
//! | [`finish`] | the outputs get their names |

pub mod ending;
pub mod finish;
pub mod input;
pub mod output;
pub mod outputs;
pub mod resume;
pub mod totals;
