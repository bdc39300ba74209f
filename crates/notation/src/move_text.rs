//! Moves in any notation: one reader for SAN, long algebraic notation, UCI and null moves.
//!
//! Use [`parse`] for input whose source you do not know: a text box, a console, another program's file.
//!
//! | text | notation |
//! |---|---|
//! | `Nf3`, `exd8=Q+`, `O-O`, `♘f3` | SAN, in any form that [`san`] reads |
//! | `Ng1-f3`, `e4xd5` | long algebraic notation |
//! | `g1f3`, `e7e8q`, `e1g1`, `e1h1` | UCI, with castling in both notations |
//! | `g1-f3`, `d2e3+`, `h5f7#` | UCI as books write it, with a hyphen or a check sign |
//! | `O–O`, `e2–e4` | SAN and UCI with a Unicode dash as their hyphen |
//! | `--`, `Z0`, `0000`, `@@@@`, `null` | a null move |

use core::error::Error;
use core::fmt;

use arrayvec::ArrayVec;
use tabiya_core::{Move, PieceType};
use tabiya_movegen::{BoardKey, GenericBoard, InputExcerpt, Position};

use crate::san::{self, SanError};
use crate::uci::{UciError, UciMove};

/// Parses a move in any notation from the [module's table](self); `None` is a null move.
///
/// SAN is tried first, then UCI. If a text is a legal move in both, it is the same move.
///
/// A null move is not checked against the board: [`null_move`](GenericBoard::null_move) makes one,
/// and returns `None` in check.
///
/// # Errors
///
/// Returns a [`MoveTextError`] if the text has no notation's form or the move is illegal.
///
/// ```
/// use tabiya::{Board, Move, Square, move_text};
///
/// let board = Board::default();
/// let knight = Some(Move::new(Square::G1, Square::F3));
/// for text in ["Nf3", "Ng1-f3", "g1f3"] {
///     assert_eq!(move_text::parse(&board, text), Ok(knight));
/// }
/// for text in ["--", "Z0", "0000", "@@@@", "null"] {
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
    if matches!(text, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null" | b"NULL") {
        return Ok(None);
    }
    let san = match san::parse(position, text) {
        Ok(mv) => return Ok(Some(mv)),
        Err(error) => error,
    };
    let plain = with_hyphens(text);
    let san = match san::parse(position, &plain) {
        Ok(mv) => return Ok(Some(mv)),
        // The text as found belongs in the message.
        Err(SanError::Malformed(_)) => san,
        Err(error) => error,
    };
    parse_uci(position, &plain, san).map(Some)
}

/// The maximum length of a text that is read in another form.
const MAX_LEN: usize = 16;

/// Returns a text with a hyphen in place of each dash.
fn with_hyphens(text: &[u8]) -> ArrayVec<u8, MAX_LEN> {
    let mut plain = ArrayVec::new();
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let (byte, after) = match rest {
            // U+2010 to U+2015, U+2212, and the Windows-1252 dashes.
            [0xE2, 0x80, 0x90..=0x95, after @ ..] | [0xE2, 0x88, 0x92, after @ ..] => (b'-', after),
            [0x96 | 0x97, after @ ..] if str::from_utf8(text).is_err() => (b'-', after),
            _ => (first, after),
        };
        if plain.try_push(byte).is_err() {
            return ArrayVec::new();
        }
        rest = after;
    }
    plain
}

/// Returns the coordinates of a text such as `g1-f3+` in UCI notation.
fn strip_to_uci(text: &[u8]) -> ArrayVec<u8, MAX_LEN> {
    let signs = text.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?'));
    let text = &text[..text.len() - signs.count()];
    let is_kept = |(index, byte): &(usize, &u8)| *index != 2 || !matches!(byte, b'-' | b'x' | b':');
    text.iter().enumerate().filter(is_kept).map(|(_, &byte)| byte).take(MAX_LEN).collect()
}

/// Parses a UCI move whose text is not a legal move in SAN.
#[inline]
fn parse_uci(position: &Position, text: &[u8], san: SanError) -> Result<Move, MoveTextError> {
    let Some(uci_move) = UciMove::from_ascii(&strip_to_uci(text)) else {
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

/// An error from [`parse`].
///
/// The [source](Error::source) is the notation's error. If the text can be read in two ways, it is
/// the reason why the move is illegal.
///
/// ```
/// use core::error::Error;
/// use tabiya::Position;
/// use tabiya::move_text::{self, MoveTextError};
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
    /// The error for a text that fits no notation.
    Malformed(InputExcerpt),
    /// The error for a text that has the form of SAN, but not of UCI.
    San(SanError),
    /// The error for a text that means the same pawn move in SAN and in UCI.
    Uci(UciError),
    /// The error for a text that fits both notations: a pawn move in SAN, and in UCI the move of
    /// another piece or from an empty square.
    Both {
        /// The SAN error.
        san: SanError,
        /// The UCI error.
        uci: UciError,
    },
}

impl fmt::Display for MoveTextError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(found) => match find_look_alike(found.as_bytes()) {
                Some((found_letter, letter)) => write!(
                    f,
                    "{found}: not a move; expected the letter {letter}, found its look-alike \
                     {found_letter} (U+{:04X})",
                    u32::from(found_letter)
                ),
                None => write!(f, "{found}: not a move; expected e.g. Nf3, O-O, e7e8q or --"),
            },
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

/// Returns the first character of another alphabet that looks like a character of moves, and that one.
fn find_look_alike(text: &[u8]) -> Option<(char, char)> {
    const LOOK_ALIKES: [(char, &str); 17] = [
        ('B', "ВΒ"),
        ('K', "КΚ"),
        ('N', "Ν"),
        ('O', "ОΟ"),
        ('P', "РΡ"),
        ('Z', "Ζ"),
        ('a', "аα"),
        ('b', "Ь"),
        ('c', "сϲ"),
        ('d', "ԁ"),
        ('e', "еє"),
        ('g', "ɡ"),
        ('h', "һ"),
        ('o', "оο"),
        ('x', "х×χ"),
        ('C', "С"),
        ('H', "НΗ"),
    ];
    let look_alike = |character: char| {
        let full_width = u32::from(character).wrapping_sub(0xFEE0);
        if let Some(letter) = char::from_u32(full_width).filter(char::is_ascii_graphic) {
            return Some((character, letter));
        }
        let entry = LOOK_ALIKES.iter().find(|(_, others)| others.contains(character));
        entry.map(|&(letter, _)| (character, letter))
    };
    text.utf8_chunks().flat_map(|chunk| chunk.valid().chars()).find_map(look_alike)
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
    fn error_names_reason_in_only_possible_notation() {
        assert_eq!(
            message(START, "Nd4"),
            "not a legal move: no matching white knight can move to d4"
        );
        assert_eq!(
            message(START, "e2e5"),
            "not a legal move: e2e5 is illegal: the white pawn on e2 cannot move to e5"
        );
        for text in ["", "e2 e4", "e7e8k", "-", "000", "nil", "N\u{fe0f}f3"] {
            assert!(message(START, text).contains(": not a move; expected"), "{text}");
        }
        let error = parse(&Position::START, b"\xff").expect_err("not UTF-8");
        assert_eq!(error, MoveTextError::Malformed(InputExcerpt::new(b"\xff")));
    }

    #[test]
    fn look_alike_letter_is_named() {
        for (text, expected) in [
            ("Вf4", "expected the letter B, found its look-alike В (U+0412)"),
            ("Nс3", "expected the letter c, found its look-alike с (U+0441)"),
            ("Ｎf3", "expected the letter N, found its look-alike Ｎ (U+FF2E)"),
            ("e４", "expected the letter 4, found its look-alike ４ (U+FF14)"),
        ] {
            let message = message(START, text);
            assert!(message.ends_with(&format!("{text:?}: not a move; {expected}")), "{message}");
        }
    }

    #[test]
    fn coordinates_may_have_hyphen_and_check_sign() {
        let after = |moves: &str| {
            let mut position = Position::START;
            for text in moves.split(' ') {
                let mv = parse(&position, text).expect(text).expect("no null move");
                position.make_move(mv);
            }
            position
        };
        assert!(after("e2-e4 e7–e5 d1-h5 b8c6 f1−c4 g8-f6 h5f7#").is_checkmate());
        let castled = after("e2e4 e7e5 g1‑f3 b8—c6 f1-c4 f8-c5 O–O g8f6 b1c3 0‒0");
        assert_eq!(castled, after("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 Nc3 O-O"));
        assert_eq!(
            parse(&after("e4 e5 Nf3 Nc6 Bc4 Bc5"), "e1-g1"),
            parse(&after("e4 e5 Nf3 Nc6 Bc4 Bc5"), "O-O")
        );
        assert!(parse(&Position::START, b"e2\x96e4").is_ok(), "a dash of Windows-1252");
        assert!(parse(&Position::START, "g1--f3").is_err());
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
