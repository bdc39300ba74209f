//! Reading a FEN's placement: a fast path without branches, and a slow path that finds the error.

use core::array;

use tabiya_core::{File, Piece, Rank, Square};

use crate::placement::Placement;

use super::error::FenError;
use super::excerpt::{InputExcerpt, first_char_len};

/// Reads a placement.
#[inline]
pub(crate) fn read_placement(text: &[u8]) -> Result<Placement, FenError> {
    match parse_fast(text) {
        Some(placement) => Ok(placement),
        None => parse_with_errors(text),
    }
}

/// The value that each byte in a placement writes to its slot: a piece code, [`RANK_END_VALUE`] or
/// 0.
static SLOT_VALUES: [u8; 256] = {
    let mut codes = [0; 256];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        codes[piece.to_char() as usize] = Placement::piece_code(piece);
        index += 1;
    }
    codes[b'/' as usize] = RANK_END_VALUE;
    codes
};

/// The distance from each byte's slot to the next byte's, with counters in higher bits.
///
/// A rank takes sixteen slots: eight squares, the slash after them, and seven unused ones. In a
/// sum, bits 8 to 15 count the slashes, and the bits from 16 up count the invalid bytes.
static SLOT_STEPS: [u32; 256] = {
    let mut steps = [INVALID_BYTE_STEP; 256];
    let mut index = 0;
    while index < Piece::COUNT {
        steps[Piece::ALL[index].to_char() as usize] = SQUARE_STEP;
        index += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        steps[b'0' as usize + digit] = SQUARE_STEP * digit as u32;
        digit += 1;
    }
    steps[b'/' as usize] = SLASH_STEP;
    steps
};

const RANK_END_VALUE: u8 = 0x80;
const SQUARE_STEP: u32 = 1;
const SLASH_STEP: u32 = 1 << 8 | 8;
const INVALID_BYTE_STEP: u32 = 1 << 16;

/// Parses a placement on the fast path; `None` if the text is invalid.
///
/// The placement is valid if the steps add up and each of the seven slashes follows a rank of eight
/// squares. No slot is written twice, since every valid byte advances.
#[inline]
fn parse_fast(text: &[u8]) -> Option<Placement> {
    const MAX_LEN: usize = 64 + 7;
    if text.len() > MAX_LEN {
        return None;
    }
    let mut slots = [0; 256];
    let mut steps = 0_u32;
    for &byte in text {
        slots[usize::from(steps as u8)] = SLOT_VALUES[usize::from(byte)];
        steps += SLOT_STEPS[usize::from(byte)];
    }
    let (halves, _) = slots.as_chunks::<8>();
    let ranks = array::from_fn(|rank| u64::from_le_bytes(halves[2 * rank]));
    let rank_ends = (0..7).fold(RANK_END_VALUE, |ends, rank| ends & halves[2 * rank + 1][0]);
    let is_valid = steps == 64 * SQUARE_STEP + 7 * SLASH_STEP && rank_ends == RANK_END_VALUE;
    is_valid.then(|| Placement::from_piece_codes(ranks))
}

/// Parses a placement rank by rank, or returns the first error.
#[cold]
fn parse_with_errors(text: &[u8]) -> Result<Placement, FenError> {
    let mut placement = Placement::EMPTY;
    let mut ranks = Rank::ALL.into_iter().rev();
    for line in text.split(|&byte| byte == b'/') {
        let rank = ranks.next().ok_or(FenError::TooManyRanks)?;
        let squares = parse_rank(line, rank, &mut placement)?;
        if squares < 8 {
            return Err(FenError::RankTooShort { rank, squares });
        }
    }
    match ranks.len() {
        0 => Ok(placement),
        missing => Err(FenError::TooFewRanks { found: 8 - missing as u8 }),
    }
}

/// Parses a placement whose ranks may be too short, and which may have too many ranks.
///
/// Empty squares fill the short ranks, and the text after rank 1 is ignored. Other errors yield
/// `None`.
#[cold]
pub(super) fn parse_with_fixes(text: &[u8]) -> Option<Placement> {
    let mut placement = Placement::EMPTY;
    let mut lines = text.split(|&byte| byte == b'/');
    for rank in Rank::ALL.into_iter().rev() {
        parse_rank(lines.next()?, rank, &mut placement).ok()?;
    }
    Some(placement)
}

/// Parses a rank into a placement and returns how many squares it has, which is at most eight.
#[inline]
fn parse_rank(line: &[u8], rank: Rank, placement: &mut Placement) -> Result<u8, FenError> {
    let mut squares = 0;
    for (index, &byte) in line.iter().enumerate() {
        if let digit @ b'1'..=b'8' = byte {
            squares += digit - b'0';
        } else if let Some(piece) = Piece::from_ascii(byte) {
            let file = File::from_index(squares.into()).ok_or(FenError::RankTooLong(rank))?;
            *placement = placement.with(piece, Square::new(file, rank));
            squares += 1;
        } else {
            let len = first_char_len(&line[index..]);
            let found = InputExcerpt::new(&line[index..index + len]);
            return Err(FenError::UnknownPiece { rank, found });
        }
        if squares > 8 {
            return Err(FenError::RankTooLong(rank));
        }
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::{parse_fast, parse_with_errors};

    #[track_caller]
    fn check_paths_agree(text: &[u8]) {
        let expected = parse_with_errors(text).ok();
        assert_eq!(parse_fast(text), expected, "{}", text.escape_ascii());
    }

    /// Tests every change to one byte, every truncation and every insertion.
    #[test]
    fn fast_and_slow_path_agree() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "1111p111/44/26/17/8/71/P1P1P1P1/QQQQQQQQ",
        ] {
            let text = text.as_bytes();
            assert!(parse_fast(text).is_some());
            for index in 0..text.len() {
                // All bytes take minutes in Miri.
                for byte in (0..=u8::MAX).step_by(if cfg!(miri) { 37 } else { 1 }) {
                    let mut changed = [0; 100];
                    changed[..text.len()].copy_from_slice(text);
                    changed[index] = byte;
                    check_paths_agree(&changed[..text.len()]);
                    // Inserts the byte and moves the rest up.
                    changed[index + 1..=text.len()].copy_from_slice(&text[index..]);
                    check_paths_agree(&changed[..=text.len()]);
                }
                check_paths_agree(&text[..index]);
                check_paths_agree(&text[index..]);
            }
        }
    }

    #[test]
    fn fast_and_slow_path_agree_on_too_long_text() {
        check_paths_agree(&[b'8'; 72]);
        check_paths_agree(&[b'/'; 72]);
        check_paths_agree(b"8/8/8/8/8/8/8/8/");
        check_paths_agree(b"/8/8/8/8/8/8/8");
        check_paths_agree(b"88888888///////");
        check_paths_agree(b"8/8/8/8/8/8/8/7pp");
        check_paths_agree(b"pppppppp8/8/8/8/8/8/8");
    }
}
