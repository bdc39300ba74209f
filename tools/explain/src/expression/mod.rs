//! Bitboard expressions, evaluated step by step, with the bits that fall off.
//!
//! The operators have the same precedence as in C, from high to low:
//!
//! | operators | result |
//! |---|---|
//! | `~`, unary `-` | complement, two's complement |
//! | `*` | the low 64 bits of the product |
//! | `+`, `-` | sum and difference modulo 2^64 |
//! | `<<`, `>>` | shifts; counts of 64 and more yield 0 |
//! | `&` | intersection |
//! | `^` | symmetric difference |
//! | `\|` | union |
//!
//! Operands are:
//!
//! - numbers with the prefixes, separators and suffixes that [`bitboards`](crate::bitboards)
//!   accepts
//! - squares, `d4`, as sets with one square, and square lists, `{a1, c3}`
//! - variables in the [`Context`]
//! - sets in its position: `occ`, `empty`, `white`, `black`, `us`, `them`, `pawns`, `white_rooks`,
//!   `checkers`, `pinned`, and pieces by their letters, `N` and `n`
//! - constants: `FILE_A`, `RANK_4`
//! - calls to [`FUNCTIONS`]: `rook(d4, occ)`, `north(pawns)`, `pext(occ, mask)`
//!
//! Names may have capitals, and underscores may be absent: `northEast`, `WHITE_PAWNS`. Piece
//! letters are the exception.
//!
//! ```
//! use tabiya::{Bitboard, File, Square, tables};
//! use tabiya_explain::expression::{Context, evaluate};
//!
//! let occupied = Square::D6.bitboard();
//! let variables = [("occ", occupied)];
//! let context = Context { variables: &variables, ..Context::default() };
//! let expression = "rook(d4, occ) & ~file(a) << 8";
//! let evaluation = evaluate(expression, context)?;
//!
//! // In C, `<<` precedes `&`.
//! let texts: Vec<_> =
//!     evaluation.steps.iter().map(|step| &expression[step.start..step.end]).collect();
//! assert_eq!(
//!     texts,
//!     ["d4", "occ", "rook(d4, occ)", "file(a)", "~file(a)", "8", "~file(a) << 8", expression]
//! );
//! assert_eq!(evaluation.steps[6].lost, Some(0xfe00_0000_0000_0000));
//! let rook = tables::rook_attacks(Square::D4, occupied);
//! assert_eq!(evaluation.value, rook.0 & !Bitboard::from(File::A).0 << 8);
//! # Ok::<(), tabiya_explain::expression::ExpressionError>(())
//! ```

mod call;
mod error;
mod evaluation;
mod function;
mod limits;
mod names;
mod operator;
mod parser;
mod program;
mod token;
mod value;

pub use error::{ExpressionError, Problem};
pub use evaluation::{Evaluation, Subexpression, evaluate};
pub use function::{FUNCTIONS, Function};
pub use limits::{MAX_DEPTH, MAX_LENGTH};
pub use names::Context;
pub use value::ValueType;
