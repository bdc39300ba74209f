//! The reader for the UCI command `position`.

use core::error::Error;
use core::fmt;

use tabiya_movegen::{Board, FenError, FenOptions, InputExcerpt, KeyStack};

use super::message::{PositionArguments, StartText, strip_word};
use super::{UciError, parse};

/// Reads the arguments of the UCI command `position`: `startpos` or `fen FEN`, then `moves MOVE…`.
///
/// The word `position` itself may come first, so that a whole line is read too. Both castling notations are
/// accepted, as by [`parse`]. With the feature `epd`, `epd::read_command` also reads EPD and SAN.
///
/// For an engine, `FenOptions::lenient().allow_excess_material(true)` accepts everything that a GUI may send and the
/// generator can play. `FenOptions::new()` accepts no more than [`Board::from_fen`](tabiya_movegen::GenericBoard::from_fen).
///
/// An engine that gets an error has no position to search: until the next valid `position`, it should respond to
/// `go` with `bestmove 0000`, not with a move in an earlier position.
///
/// # Errors
///
/// Returns a [`UciPositionError`] if the text begins with neither `startpos` nor `fen`, if the FEN
/// is invalid under the options, or if a move is illegal. For an illegal move, the
/// [`source`](Error::source) is the reason.
///
/// ```
/// use tabiya::FenOptions;
/// use tabiya::uci::{self, UciPositionError};
///
/// let game = uci::parse_position(FenOptions::new(), "startpos moves g1f3 g8f6 f3g1 f6g8")?;
/// assert_eq!(game.keys.as_slice().len(), 5);
/// assert!(game.keys.history().is_repetition(game.board.halfmove_clock()));
///
/// let error = uci::parse_position(FenOptions::new(), "startpos moves e2e4 e7e4").unwrap_err();
/// assert_eq!(error.to_string(), "move 2: e7e4 is illegal");
/// # Ok::<(), UciPositionError>(())
/// ```
#[doc(alias = "startpos")]
pub fn parse_position(
    options: FenOptions,
    text: impl AsRef<[u8]>,
) -> Result<UciPosition, UciPositionError> {
    let text = text.as_ref().trim_ascii();
    let arguments = strip_word(text, b"position").unwrap_or(text);
    let PositionArguments { start, moves } = PositionArguments::parse(arguments);
    let board = match start {
        StartText::Initial => Board::START,
        StartText::Fen(fen) => Board::from(options.read(fen).map_err(UciPositionError::Fen)?),
        StartText::Other(text) => return Err(UciPositionError::Start(InputExcerpt::new(text))),
    };
    let mut game = UciPosition { board, keys: KeyStack::new(board.key()) };
    for (index, word) in moves.enumerate() {
        let mv = parse(&game.board, word)
            .map_err(|error| UciPositionError::Move { number: index + 1, error })?;
        game.board.make_move(mv);
        game.keys.push(game.board.key());
    }
    Ok(game)
}

/// A position, and the keys for the positions before it, returned by [`parse_position`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UciPosition {
    /// The position after the moves.
    pub board: Board,
    /// The keys of all positions from the start on. The last one is the board's key. A search
    /// pushes the keys in its line.
    pub keys: KeyStack,
}

/// Returns the start position.
impl Default for UciPosition {
    fn default() -> Self {
        Self { board: Board::START, keys: KeyStack::new(Board::START.key()) }
    }
}

/// An error from [`parse_position`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciPositionError {
    /// The error for a text that begins with neither `startpos` nor `fen`, or has other words before `moves`.
    Start(InputExcerpt),
    /// The FEN error. `Display` writes it, so [`source`](Error::source) returns its source.
    Fen(FenError),
    /// The error for a move.
    Move {
        /// The move's number, from 1 on.
        number: usize,
        /// The error. `Display` writes it, so [`source`](Error::source) returns its source.
        error: UciError,
    },
}

impl fmt::Display for UciPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(found) => {
                write!(f, "position: found {found}; expected startpos or fen FEN, then moves")
            }
            Self::Fen(error) => write!(f, "fen: {error}"),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl Error for UciPositionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start(_) => None,
            Self::Fen(error) => error.source(),
            Self::Move { error, .. } => error.source(),
        }
    }
}
