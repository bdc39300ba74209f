//! Tests for the pages in `docs/migration` and for `docs/how-to/probe-syzygy.md`.
//!
//! The table rows are compiled: see the module `row`. The engine searches the same nodes before and
//! after the library change.

mod engine;
mod ours;
mod page;
mod row;
mod rows;
mod same_name;
mod syzygy;
mod value;
