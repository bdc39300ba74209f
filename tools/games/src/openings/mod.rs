//! Opening statistics: games, results and ratings by position and move.
//!
//! Positions are compared by the repetition rule, so move orders that transpose into each other
//! share their counts. A table holds positions in their packed form, not by hash: counts for
//! different positions never mix.
//!
//! ```
//! use tabiya::prelude::*;
//! use tabiya::Position;
//! use tabiya::pgn::RawGame;
//! use tabiya_games::openings::{OpeningOptions, OpeningTable};
//!
//! let mut table = OpeningTable::new(OpeningOptions::default());
//! for text in ["1. e4 c5 1-0", "1. e4 e5 0-1", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1/2-1/2"] {
//!     table.add(&RawGame::new(text));
//! }
//! let start = table.position(&Position::START);
//! let moves: Vec<_> = start.moves.iter().map(|(mv, counts)| (*mv, counts.games())).collect();
//! // A game counts once per position: 3. e4 of the last game is not counted.
//! let [push, knight] = [Move::new(Square::E2, Square::E4), Move::new(Square::G1, Square::F3)];
//! assert_eq!(moves, [(push, 2), (knight, 1)]);
//! assert_eq!(start.total.score(), Some(0.5));
//! ```

mod counts;
mod table;

pub use counts::{Continuation, Counts, PositionCounts, Ratings};
pub use table::{MAX_PLIES, OpeningOptions, OpeningTable, Scope, TableFullError};
