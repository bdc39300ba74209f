//! Games as columns: one array per field, for data frames and training.
//!
//! [`ColumnOptions`] selects the columns and is the fold that computes them.
//! [`into_columns`](crate::Batch::into_columns) returns a batch's columns.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabiya_games::columns::{ColumnOptions, GameColumns};
//! use tabiya_games::{ReadOptions, read_stream};
//!
//! let text = "[White \"A\"]\n\n1. e4 {[%clk 0:03:00]} e5 1-0\n\n1. d4 Nf3 *\n";
//! let options = ColumnOptions::new().tags(["White"]).clocks(true);
//! let mut games = GameColumns::new(&options);
//! read_stream(text.as_bytes(), &ReadOptions::default(), &options, |batch| {
//!     let columns = batch.into_columns();
//!     games.extend_from(&columns, 0..columns.len());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(games.move_offsets, [0, 2, 3]);
//! assert_eq!((games.tags[0].get(0), games.tags[0].get(1)), (Some("A"), None));
//! let clocks = games.clocks.as_ref().expect("selected");
//! assert_eq!((clocks.get(0), clocks.get(1)), (Some(18_000), None));
//! assert_eq!((games.errors[0].ply, games.errors[0].offset), (1, 50));
//! # Ok::<(), tabiya_games::GamesError>(())
//! ```

mod column;
mod error;
mod fold;
mod games;
mod options;

pub use column::{NullableColumn, TextColumn};
pub use error::{ColumnError, ColumnErrorKind};
pub use games::{EvalColumns, GameColumns, GameFinding};
pub use options::{ColumnOptions, Rows};
