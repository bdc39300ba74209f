//! ECO codes and opening names by position. Feature `eco`.
//!
//! The last named position in the main line names a game's opening, as on Lichess. Positions are
//! compared by the repetition rule, so move orders that transpose into each other have the same
//! name:
//!
//! ```
//! use tabiya::pgn::RawGame;
//! use tabiya_games::eco;
//!
//! let name = |text| eco::opening_of(&RawGame::new(text)).map(|opening| (opening.eco, opening.name));
//! assert_eq!(name("1. e4 c5 2. Nf3 d6 3. d4 *"), Some(("B50", "Sicilian Defense")));
//! assert_eq!(name("1. Nf3 d5 2. d4 Nf6 *"), Some(("D02", "Queen's Pawn Game: Symmetrical Variation")));
//! assert_eq!(name("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"), None);
//! ```
//!
//! Every main line position counts, however late it occurs, up to a null move or an error. The
//! start position may be any: the one in Chess960 has no name unless it is the usual one, because
//! its pieces and castling rights differ.
//!
//! [Filters](crate::filter) and [columns](crate::columns) name these values `@eco` and `@opening`.
//!
//! The table is [chess-openings](https://github.com/lichess-org/chess-openings) by Lichess, under
//! CC0: the file `openings.tsv` beside this module. It is read at the first use, which takes some
//! milliseconds.

mod field;
mod finder;
mod opening;
mod table;

pub(crate) use field::NAMES;
pub use field::OpeningField;
pub use finder::{OpeningFinder, opening_of, opening_of_stored};
pub use opening::Opening;
pub use table::{opening_at, openings};
