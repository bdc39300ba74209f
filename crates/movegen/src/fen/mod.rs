//! Reading and writing FEN.

mod board;
mod castling;
mod error;
mod placement;
mod read;
mod validation;
mod write;

pub use error::{
    CastlingErrorKind, ClockErrorKind, EnPassantErrorKind, FenError, FenField, ImpossibleCheck,
    InputExcerpt,
};
pub use read::{FenOptions, read_clock};
pub use write::{CastlingStyle, EnPassantStyle, Fen};
