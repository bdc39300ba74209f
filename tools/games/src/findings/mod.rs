//! A game's contents and its findings, which say what is wrong with it: each has a kind, a place
//! and a sentence.
//!
//! Every byte in a game is a move with its number, a tag pair, a comment, a glyph, a result, white
//! space, or part of a finding. The `tabiya-games` commands report the findings in all games that
//! they use.
//!
//! [`GameContents::read`] reads a game once. The functions with `contents` in their names, such as
//! [`PositionSearch::find_in_contents`](crate::search::PositionSearch::find_in_contents), use what it found,
//! so that you need not read a game for its findings and again for its moves.
//!
//! ```
//! use tabiya::pgn::RawGame;
//! use tabiya_games::findings::{FindingKind, GameContents};
//!
//! let game = RawGame::new("1. e4 e5 (1... c5 2. Nf3 1-0");
//! let contents = GameContents::read(&game);
//! assert_eq!(contents.plies(), 2);
//! let [finding] = &contents.findings[..] else { panic!("one finding") };
//! assert_eq!((finding.kind, finding.range.clone()), (FindingKind::Parenthesis, 9..10));
//! assert_eq!(finding.message, "variation without `)`");
//! ```

mod contents;
mod finding;
mod message;
mod search;

pub use contents::{ContentOptions, GameContents};
pub use finding::{Finding, FindingCounts, FindingKind};
pub use message::read_message;
pub(crate) use message::sentence;
