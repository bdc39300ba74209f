//! A word in the place of a move, and why it is none.

use alloc::string::{String, ToString};

use tabiya::uci::UciMove;
use tabiya::{Bitboard, Board, Move, Outcome};

use super::castling_mode::{CastlingMode, castling_in_place};
use crate::legality::explain_text;

/// The most bytes of a word that a finding shows.
const MAX_CLAIM_LEN: usize = 100;

/// The reason why a word is no legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordError {
    /// `malformed`, `null` for a word that stands for no move, such as `0000`, or `illegal`.
    pub problem: &'static str,
    /// The stable name of the reason for an illegal move.
    pub rule: String,
    pub sentence: String,
    pub squares: Bitboard,
    /// `checkmate` or `stalemate` if the game has ended, so that no move is legal.
    pub ended: Option<&'static str>,
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
    let error = |problem| WordError { problem, ..WordError::default() };
    if is_null(word) {
        if let Ok(text) = UciMove::parse(word)
            && let Some(mv) = castling_in_place(board, text)
        {
            return Ok(ReadMove { mv, wrong_notation: mode.wrong_notation(mv, text) });
        }
        let ended = end_without_moves(board).map(|(name, _)| name);
        return Err(WordError { ended, ..error("null") });
    }
    let text = UciMove::parse(word).map_err(|_| error("malformed"))?.to_string();
    let explanation = explain_text(&board.position(), &text).map_err(|_| error("malformed"))?;
    Err(WordError {
        rule: explanation.code.to_string(),
        sentence: explanation.sentence,
        squares: explanation.evidence.squares,
        ended: end_without_moves(board).map(|(name, _)| name),
        ..error("illegal")
    })
}

/// Returns the name and the outcome of a game that has ended by checkmate or stalemate.
pub fn end_without_moves(board: &Board) -> Option<(&'static str, Outcome)> {
    match board.position().outcome()? {
        outcome @ Outcome::Checkmate { .. } => Some(("checkmate", outcome)),
        outcome @ Outcome::Stalemate => Some(("stalemate", outcome)),
        _ => None,
    }
}

/// Tests whether a word stands for no move: `0000`, `(none)`, `NULL`, or one square twice.
pub fn is_null(word: &[u8]) -> bool {
    let is_square_twice = UciMove::parse(word).is_ok_and(|text| text.from == text.to);
    matches!(word, b"0000" | b"(none)" | b"none" | b"NULL" | b"null") || is_square_twice
}

/// Tests whether a word stands for a move, in whatever notation. A variation ends at any other word.
pub fn is_like_a_move(word: &[u8]) -> bool {
    let is_file = |byte: &u8| (b'a'..=b'h').contains(byte);
    let is_rank = |byte: &u8| (b'1'..=b'8').contains(byte);
    let is_san = match word {
        [b'a'..=b'h', rank, ..] if is_rank(rank) => true,
        [b'a'..=b'h', b'x', _, _, ..] => true,
        [b'K' | b'Q' | b'R' | b'B' | b'N', next, ..] => {
            is_file(next) || is_rank(next) || *next == b'x'
        }
        _ => word.starts_with(b"O-O") || word.starts_with(b"0-0"),
    };
    is_san || is_null(word) || word.contains(&0)
}

/// Tests whether a word is the start of a move, as in a line that was cut.
pub fn is_cut(word: &[u8]) -> bool {
    let squares = word.iter().zip([b'a'..=b'h', b'1'..=b'8', b'a'..=b'h']);
    word.len() < 4 && squares.into_iter().all(|(byte, range)| range.contains(byte))
}

/// Returns a word as text, shortened.
pub fn text_of(word: &[u8]) -> String {
    String::from_utf8_lossy(&word[..word.len().min(MAX_CLAIM_LEN)]).into_owned()
}
