//! Conversions between boards and FEN.

mod board;
mod castling;
mod error;
mod excerpt;
mod fields;
mod lenient;
mod options;
mod placement;
mod read;
mod report;
mod suggestion;
mod validation;
mod write;

pub(crate) use castling::{file_letter, wing_squares};
pub use error::{
    CastlingErrorKind, ClockErrorKind, EnPassantErrorKind, FenError, FenField, ImpossibleCheck,
    PromotedPieces,
};
pub use excerpt::InputExcerpt;
pub(crate) use excerpt::first_char;
pub use fields::read_clock;
pub(crate) use fields::{
    FenFields, read_ep_square, read_number, read_side_to_move, unchecked_position,
};
pub use options::FenOptions;
pub(crate) use placement::read_placement;
pub use report::{FenReport, FenWaiver};
pub use suggestion::FenSuggestion;
#[cfg(feature = "retrograde")]
pub(crate) use validation::{is_last_move_possible, is_possible_check};
pub(crate) use write::write_placement;
pub use write::{CastlingStyle, EnPassantStyle, Fen};
