//! A word in the place of a move, and why it is none.

use alloc::string::{String, ToString};

use tabiya::uci::{UciError, UciMove};
use tabiya::{Bitboard, Board, Move, Outcome};

use super::castling_mode::{CastlingMode, castling_in_place};
use crate::legality::explain_text;

/// The reason why a word is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordError {
    /// The word has another form than a UCI move.
    Malformed,
    /// The word stands for no move, such as `0000`.
    Null,
    /// The move is illegal.
    Illegal {
        /// The stable name of the reason.
        rule: String,
        sentence: String,
        squares: Bitboard,
        /// `checkmate` or `stalemate` if the game has ended, so that no move is legal.
        ended: Option<&'static str>,
    },
}

/// A legal move, with the name of its castling notation if that is the wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadMove {
    pub mv: Move,
    pub wrong_notation: Option<&'static str>,
}

/// Reads a word in a position.
///
/// # Errors
///
/// Returns the reason why the word is no legal move.
#[inline]
pub fn read_word(board: &Board, word: &[u8], mode: CastlingMode) -> Result<ReadMove, WordError> {
    if let Ok(text) = UciMove::parse(word)
        && let Ok(mv) = text.resolve(board)
    {
        return Ok(ReadMove { mv, wrong_notation: mode.wrong_notation(mv, text) });
    }
    read_wrong(board, word, mode)
}

#[cold]
fn read_wrong(board: &Board, word: &[u8], mode: CastlingMode) -> Result<ReadMove, WordError> {
    if is_null(word) {
        if let Ok(text) = UciMove::parse(word)
            && let Some(mv) = castling_in_place(board, text)
        {
            return Ok(ReadMove { mv, wrong_notation: mode.wrong_notation(mv, text) });
        }
        return Err(WordError::Null);
    }
    let text = match UciMove::parse(word) {
        Ok(text) => text,
        Err(UciError::NullMove) => return Err(WordError::Null),
        Err(_) => return Err(WordError::Malformed),
    };
    let ended = match board.position().outcome() {
        Some(Outcome::Checkmate { .. }) => Some("checkmate"),
        Some(Outcome::Stalemate) => Some("stalemate"),
        _ => None,
    };
    let Ok(explanation) = explain_text(&board.position(), &text.to_string()) else {
        return Err(WordError::Malformed);
    };
    Err(WordError::Illegal {
        rule: explanation.code.to_string(),
        sentence: explanation.sentence,
        squares: explanation.evidence.squares,
        ended,
    })
}

/// Tests whether a word stands for no move: `0000`, `(none)`, `NULL`, or one square twice.
pub fn is_null(word: &[u8]) -> bool {
    let is_square_twice = UciMove::parse(word).is_ok_and(|text| text.from == text.to);
    matches!(word, b"0000" | b"(none)" | b"none" | b"NULL" | b"null") || is_square_twice
}

/// Tests whether a word stands for a move, in whatever notation. A variation ends at any other word.
pub fn is_like_a_move(word: &[u8]) -> bool {
    let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
    let is_san_pawn = match word {
        [file, rank, ..] if is_file(file) => {
            (b'1'..=b'8').contains(rank) || (*rank == b'x' && word.len() >= 4)
        }
        _ => false,
    };
    let is_san_piece = matches!(word, [b'K' | b'Q' | b'R' | b'B' | b'N', next, ..]
        if is_file(next) || (b'1'..=b'8').contains(next) || *next == b'x');
    is_san_pawn || is_san_piece || is_null(word) || word.starts_with(b"O-O") || word.contains(&0)
}

/// Returns a word as text.
pub fn text_of(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}
