//! Tests of the pages in `docs/migration` and of `docs/how-to/probe-syzygy.md`.
//!
//! The rows of the tables are compiled: see the module `row`. The engine before and after the change of
//! library searches the same nodes.

mod engine;
mod ours;
mod page;
mod row;
mod rows;
mod same_name;
mod syzygy;
mod value;
