//! Moves in any notation: one reader for SAN, long algebraic notation, UCI and null moves.
//!
//! [`parse`] serves input of unknown origin: a text box, a console, a file of another program.
//!
//! | text | notation |
//! |---|---|
//! | `Nf3`, `exd8=Q+`, `O-O`, `♘f3` | SAN, in any form of [`san`] |
//! | `Ng1-f3`, `e4xd5` | long algebraic notation |
//! | `g1f3`, `e7e8q`, `e1g1`, `e1h1` | UCI, with castling in both notations |
//! | `--`, `Z0`, `0000`, `@@@@` | a null move |

use core::error::Error;
use core::fmt;

use tabiya_core::{Move, PieceType};
use tabiya_movegen::{BoardKey, GenericBoard, InputExcerpt, Position};

use crate::san::{self, SanError};
use crate::uci::{UciError, UciMove};

/// Parses a move in any notation of the [module's table](self); `None` is a null move.
///
/// SAN is tried first, then UCI. No text has a legal move in both unless the moves are equal.
///
/// A null move is not compared with the board:
/// [`null_move`](GenericBoard::null_move) makes one, and returns `None` in check.
///
/// # Errors
///
/// Returns a [`MoveTextError`] if the text has no notation's form or the move is illegal.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::Board;
/// use tabiya_notation::move_text;
///
/// let board = Board::default();
/// let knight = Some(Move::new(Square::G1, Square::F3));
/// for text in ["Nf3", "Ng1-f3", "g1f3"] {
///     assert_eq!(move_text::parse(&board, text), Ok(knight));
/// }
/// for text in ["--", "Z0", "0000", "@@@@"] {
///     assert_eq!(move_text::parse(&board, text), Ok(None));
/// }
///
/// // Both notations are possible, so the error names both reasons.
/// let error = move_text::parse(&board, "b1d4").unwrap_err();
/// let found = "the white knight on b1 is not a white pawn";
/// assert_eq!(error.to_string(), format!("in SAN: {found}; in UCI: b1d4 is illegal"));
/// ```
#[doc(alias = "push_san")]
#[doc(alias = "parse_san")]
#[inline]
pub fn parse<K: BoardKey>(
    board: &GenericBoard<K>,
    text: impl AsRef<[u8]>,
) -> Result<Option<Move>, MoveTextError> {
    parse_bytes(&board.position(), text.as_ref())
}

#[inline]
fn parse_bytes(position: &Position, text: &[u8]) -> Result<Option<Move>, MoveTextError> {
    if matches!(text, b"--" | b"Z0" | b"0000" | b"@@@@") {
        return Ok(None);
    }
    match san::parse(position, text) {
        Ok(mv) => Ok(Some(mv)),
        Err(san) => parse_uci(position, text, san).map(Some),
    }
}

/// Parses a UCI move whose text is not a legal move in SAN.
#[inline]
fn parse_uci(position: &Position, text: &[u8], san: SanError) -> Result<Move, MoveTextError> {
    let Some(uci_move) = UciMove::from_ascii(text) else {
        return Err(match san {
            SanError::Malformed(found) => MoveTextError::Malformed(found),
            _ => MoveTextError::San(san),
        });
    };
    // In SAN, such a text is a pawn move. A pawn on the origin makes both notations agree.
    let is_pawn_move = position.piece_type_on(uci_move.from) == Some(PieceType::Pawn);
    uci_move.resolve(position).map_err(|uci| {
        if is_pawn_move { MoveTextError::Uci(uci) } else { MoveTextError::Both { san, uci } }
    })
}

/// An error of [`parse`].
///
/// The [source](Error::source) is the error of the notation, or the reason of the illegal move if
/// the text has two readings.
///
/// ```
/// use core::error::Error;
/// use tabiya_movegen::Position;
/// use tabiya_notation::move_text::{self, MoveTextError};
///
/// let error = |text| move_text::parse(&Position::START, text).unwrap_err();
/// assert_eq!(
///     error("castle").to_string(),
///     "\"castle\": not a move; expected e.g. Nf3, O-O, e7e8q or --",
/// );
/// // Only SAN has this form.
/// assert!(matches!(error("Nd4"), MoveTextError::San(_)));
/// assert_eq!(error("Nd4").to_string(), "not a legal move");
/// let source = error("Nd4").source().map(ToString::to_string);
/// assert_eq!(source.as_deref(), Some("no matching white knight can move to d4"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveTextError {
    /// The error of a text that has the form of no notation.
    Malformed(InputExcerpt),
    /// The error of a text that has the form of SAN, but not of UCI.
    San(SanError),
    /// The error of a text that is the same move of a pawn in SAN and in UCI.
    Uci(UciError),
    /// The error of a text that has the form of both notations: a pawn move in SAN, the move of
    /// another piece or from an empty square in UCI.
    Both {
        /// The error of SAN.
        san: SanError,
        /// The error of UCI.
        uci: UciError,
    },
}

impl fmt::Display for MoveTextError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(found) => {
                write!(f, "{found}: not a move; expected e.g. Nf3, O-O, e7e8q or --")
            }
            Self::San(_) | Self::Uci(_) => f.write_str("not a legal move"),
            Self::Both { san, uci } => write!(f, "in SAN: {san}; in UCI: {uci}"),
        }
    }
}

impl Error for MoveTextError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Malformed(_) => None,
            Self::San(error) => Some(error),
            Self::Uci(error) => Some(error),
            Self::Both { uci, .. } => uci.source(),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::ToString;

    use super::*;

    /// Returns the chain of error texts, joined by colons.
    #[track_caller]
    fn message(fen: &str, text: &str) -> std::string::String {
        let position = Position::from_fen(fen).expect(fen);
        let error = parse(&position, text).expect_err(text);
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            message += &format!(": {error}");
            source = error.source();
        }
        message
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn error_names_reason_of_the_only_possible_notation() {
        assert_eq!(
            message(START, "Nd4"),
            "not a legal move: no matching white knight can move to d4"
        );
        assert_eq!(
            message(START, "e2e5"),
            "not a legal move: e2e5 is illegal: the white pawn on e2 cannot move to e5"
        );
        for text in ["", "e2 e4", "e7e8k", "-", "000", "null", "N\u{fe0f}f3"] {
            assert!(message(START, text).contains(": not a move; expected"), "{text}");
        }
        let error = parse(&Position::START, b"\xff").expect_err("not UTF-8");
        assert_eq!(error, MoveTextError::Malformed(InputExcerpt::new(b"\xff")));
    }

    #[test]
    fn error_names_both_reasons() {
        assert_eq!(
            message(START, "e1g1"),
            "in SAN: the white king on e1 is not a white pawn; in UCI: e1g1 is illegal: the white \
             bishop on f1 blocks castling"
        );
        assert_eq!(
            message(START, "e4e5"),
            "in SAN: no matching white pawn can move to e5; in UCI: e4e5 is illegal: no piece on \
             e4"
        );
    }

    #[test]
    fn null_move_is_read_in_check_too() {
        let position = Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1").expect("valid");
        assert_eq!(parse(&position, "--"), Ok(None));
        assert_eq!(position.null_move(), None);
    }

    /// The forms of SAN and UCI overlap in pawn moves only.
    #[test]
    fn legal_moves_read_back_from_every_notation() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/1p6/R3K2R b KQkq - 0 1",
            "1r2n2k/P4Ppp/8/2pP4/8/8/8/R3K2R w KQ c6 0 1",
        ];
        for fen in fens {
            let position = Position::from_fen(fen).expect(fen);
            for mv in position.legal_moves() {
                let san = san::display(&position, mv).to_string();
                let long = san::display_long(&position, mv).to_string();
                for text in [san, long, UciMove::from(mv).to_string()] {
                    assert_eq!(parse(&position, &text), Ok(Some(mv)), "{text} in {fen}");
                }
            }
        }
    }
}
