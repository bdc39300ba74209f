//! The fields in a FEN or EPD line, and the functions that read single fields.

use tabiya_core::{Bitboard, Color, Square};

use crate::board::Position;
use crate::key::NoKey;
use crate::placement::Placement;
use crate::state::State;
use crate::state_word::StateWord;

use super::error::{ClockErrorKind, EnPassantErrorKind, FenError, FenField};
use super::excerpt::InputExcerpt;
use super::validation;

/// The unread fields in a FEN or EPD line, separated by spaces, or with `TABS` also by tabs.
pub(crate) struct FenFields<'a, const TABS: bool> {
    unread: &'a [u8],
}

impl<'a, const TABS: bool> FenFields<'a, TABS> {
    #[inline]
    pub(crate) const fn new(text: &'a [u8]) -> Self {
        Self { unread: text }
    }

    /// Returns the text after the fields that were read.
    #[inline]
    pub(super) const fn unread(&self) -> &'a [u8] {
        self.unread
    }

    #[inline]
    fn is_separator(byte: u8) -> bool {
        byte == b' ' || TABS && byte == b'\t'
    }

    #[inline]
    pub(super) fn skip_separators(&mut self) {
        while let [first, rest @ ..] = self.unread
            && Self::is_separator(*first)
        {
            self.unread = rest;
        }
    }

    /// Returns the next field, and looks for its end in eight bytes at once.
    ///
    /// This is for the placement, which is much longer than the other fields.
    #[inline]
    pub(crate) fn next_long_field(&mut self) -> Option<&'a [u8]> {
        self.skip_separators();
        let (words, _) = self.unread.as_chunks::<8>();
        for (index, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            let matches =
                |byte| first_zero_byte_mask(word ^ (LOWEST_BIT_OF_EACH_BYTE * u64::from(byte)));
            let separators = matches(b' ') | if TABS { matches(b'\t') } else { 0 };
            if separators != 0 {
                return self.split_field_at(8 * index + separators.trailing_zeros() as usize / 8);
            }
        }
        self.split_field_at_separator(8 * words.len())
    }

    /// Skips separators, and then the one or two lone dashes that some EPD lines have for clocks.
    ///
    /// A dash before a number is not skipped: the number is a clock, and nothing says which.
    #[inline]
    pub(super) fn skip_clock_dashes(&mut self) {
        self.skip_separators();
        if let [b'-', ..] = self.unread {
            let rest = self
                .after_dash()
                .map_or(self.unread, |first| Self::new(first).after_dash().unwrap_or(first));
            if !rest.first().is_some_and(u8::is_ascii_digit) {
                self.unread = rest;
            }
        }
    }

    /// Returns the text after a lone dash and separators, or `None` without a lone dash.
    #[inline]
    fn after_dash(&self) -> Option<&'a [u8]> {
        let mut fields = Self::new(self.unread.strip_prefix(b"-")?);
        if fields.unread.first().is_some_and(|&byte| !Self::is_separator(byte)) {
            return None;
        }
        fields.skip_separators();
        Some(fields.unread)
    }

    /// Splits off the field before the first separator from index `start` on.
    ///
    /// Returns `None` if the field is empty.
    #[inline]
    fn split_field_at_separator(&mut self, start: usize) -> Option<&'a [u8]> {
        let length = self.unread[start..].iter().position(|&byte| Self::is_separator(byte));
        self.split_field_at(length.map_or(self.unread.len(), |length| start + length))
    }

    /// Splits off the field before an index, or returns `None` if the field is empty.
    #[inline]
    fn split_field_at(&mut self, end: usize) -> Option<&'a [u8]> {
        let (field, rest) = self.unread.split_at(end);
        self.unread = rest;
        (!field.is_empty()).then_some(field)
    }
}

/// A mask that has the lowest bit of each byte.
const LOWEST_BIT_OF_EACH_BYTE: u64 = u64::from_le_bytes([1; 8]);

/// Returns a mask whose lowest set bit is the sign bit of the lowest zero byte; 0 if no byte is zero.
///
/// The sign bits of the bytes above are undefined.
#[inline]
const fn first_zero_byte_mask(bytes: u64) -> u64 {
    bytes.wrapping_sub(LOWEST_BIT_OF_EACH_BYTE) & !bytes & (LOWEST_BIT_OF_EACH_BYTE << 7)
}

impl<'a, const TABS: bool> Iterator for FenFields<'a, TABS> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        self.skip_separators();
        self.split_field_at_separator(0)
    }
}

/// Reads placement and side to move, the first fields, and returns the position with default values
/// for the others.
///
/// Also returns the checkers. The argument `check_material` checks the placement's material.
#[inline]
pub(super) fn read_placement_and_side<'a>(
    placement: Option<&'a [u8]>,
    fields: &mut impl Iterator<Item = &'a [u8]>,
    check_material: impl FnOnce(&Placement) -> Result<(), FenError>,
) -> Result<(Position, Bitboard), FenError> {
    let placement = super::placement::read_placement(placement.ok_or(FenError::Empty)?)?;
    check_material(&placement)?;
    let position = unchecked_position(placement, read_side_to_move(fields.next())?);
    let checkers = validation::checkers_unless_opponent_in_check(&position)?;
    Ok((position, checkers))
}

/// Returns a position without castling rights and en passant square, with the clocks 0 and 1.
#[inline]
pub(crate) const fn unchecked_position(placement: Placement, side_to_move: Color) -> Position {
    let state_word = StateWord::START.with_side_to_move(side_to_move);
    let state = State { placement, castling_rooks: Bitboard::EMPTY, state_word };
    Position { state, key: NoKey }
}

/// Reads a FEN's second field, which is required.
#[inline]
pub(crate) fn read_side_to_move(text: Option<&[u8]>) -> Result<Color, FenError> {
    match text {
        Some(b"w") => Ok(Color::White),
        Some(b"b") => Ok(Color::Black),
        Some(text) => Err(FenError::SideToMove(InputExcerpt::new(text))),
        None => Err(FenError::MissingField(FenField::SideToMove)),
    }
}

#[inline]
pub(super) fn read_en_passant(
    text: &[u8],
    position: &Position,
) -> Result<Option<Square>, FenError> {
    match read_ep_square(text)? {
        Some(square) => check_ep_square(square, position).map(|()| Some(square)),
        None => Ok(None),
    }
}

/// Reads an en passant field without testing its square.
#[inline]
pub(crate) fn read_ep_square(text: &[u8]) -> Result<Option<Square>, FenError> {
    if text == b"-" {
        return Ok(None);
    }
    let square = match *text {
        [file, rank] => Square::from_ascii([file, rank]),
        _ => None,
    };
    let found = InputExcerpt::new(text);
    let fault = EnPassantErrorKind::NotASquare;
    square.map(Some).ok_or(FenError::EnPassant { found, fault })
}

/// Checks that the last move can have been a double push over the en passant square.
#[inline]
pub(super) fn check_ep_square(square: Square, position: &Position) -> Result<(), FenError> {
    validation::check_ep_square(square, position).map_err(|fault| {
        let text = [square.file().to_char() as u8, square.rank().to_char() as u8];
        FenError::EnPassant { found: InputExcerpt::new(text), fault }
    })
}

/// Reads a FEN clock. Internal to the workspace.
///
/// # Errors
///
/// Returns [`FenError::Clock`] with the given field.
#[inline]
pub fn read_clock(field: FenField, text: &[u8]) -> Result<u16, FenError> {
    let number = read_number(field, text)?;
    if field == FenField::FullmoveNumber && number == 0 {
        let found = InputExcerpt::new(text);
        return Err(FenError::Clock { field, found, fault: ClockErrorKind::Zero });
    }
    Ok(number)
}

/// Reads a clock, or the fullmove number 0.
#[inline]
pub(crate) fn read_number(field: FenField, text: &[u8]) -> Result<u16, FenError> {
    let error = |fault| FenError::Clock { field, found: InputExcerpt::new(text), fault };
    let mut number = 0;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Err(error(ClockErrorKind::NotDigits));
        }
        // Saturates above `u16::MAX`, so that no text overflows.
        number = u32::min(10 * number + u32::from(digit), 1 << 16);
    }
    if text.is_empty() {
        return Err(error(ClockErrorKind::NotDigits));
    }
    u16::try_from(number).map_err(|_| error(ClockErrorKind::TooLarge))
}
