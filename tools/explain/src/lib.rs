//! Explanations for chess move generation, for programs that show moves, boards and perft counts.
//!
//! | module | content |
//! |---|---|
//! | [`audit`] | what engines claim by UCI: moves, variations, mate scores, perft counts |
//! | [`legality`] | why a move is legal or illegal: a sentence, and the squares on which it rests |
//! | [`diagnosis`] | which edits to the rules explain wrong perft numbers |
//! | [`divide`] | perft counts by root move: reading any engine's output, comparing it |
//! | [`leaf_categories`] | captures, castling, checks and other categories for perft leaves |
//! | [`derivation`] | attack sets step by step, by each technique: spans, magics, PEXT, 0x88 and others |
//! | [`bitboards`] | bitboards as text: numbers, boards and squares, in eight layouts and eight languages |
//! | [`expression`] | bitboard expressions, evaluated step by step, with the bits that fall off |
//! | [`fen`] | the error for a FEN: its place in the text, the rule, advice, a corrected FEN |
//! | [`diagram`] | positions, sets of squares and explanations as text and as SVG |
//!
//! ```
//! use tabiya::Position;
//! use tabiya_explain::diagram::{Diagram, Svg};
//! use tabiya_explain::legality::explain_text;
//!
//! let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
//! let explanation = explain_text(&position, "Nc3")?;
//! assert_eq!(
//!     explanation.sentence,
//!     "the white knight on e2 is pinned on the e-file by the black rook on e8",
//! );
//!
//! // The picture marks the rook, the knight and the line between rook and king.
//! let diagram = Diagram::from_evidence(&position, &explanation.evidence);
//! let svg = Svg::new(&[vec![diagram]]).title(explanation.sentence).to_string();
//! assert!(svg.contains("<title>the white knight on e2 is pinned"));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `std` (default): detects CPU features at run time. Without it, the crate is `no_std` and needs an
//!   allocator.
//! - `serde`: `Serialize` for all results. Squares serialize as their names, sets as lists of
//!   names.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod audit;
pub mod bitboards;
pub mod derivation;
pub mod diagnosis;
pub mod diagram;
pub mod divide;
pub mod expression;
pub mod fen;
pub mod leaf_categories;
pub mod legality;
mod notation;
#[cfg(feature = "serde")]
mod serialize;
