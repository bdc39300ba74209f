//! Reading FEN and the position part of EPD.

use tabiya_core::{Bitboard, CastlingRights, Color, Square};

use crate::board::Position;
use crate::key::NoKey;
use crate::state::State;
use crate::state_word::StateWord;

use super::error::{ClockErrorKind, EnPassantErrorKind, FenError, FenField, InputExcerpt};
use super::{castling, validation};

/// Options for reading FEN and EPD: strict by default, or with impossible checks accepted.
///
/// Any input yields either a valid [`Position`] or a [`FenError`]; nothing is corrected silently.
/// The rules:
///
/// - Placement and side to move are required. The other fields may be missing from the end; they
///   then default to `-`, `-`, `0` and `1`. Fields may be separated by several spaces.
/// - Each side has one king, and the kings are not adjacent. No pawn is on rank 1 or 8.
/// - A side has at most 8 pawns and 16 pieces, and no more promoted pieces than missing pawns. Of
///   two bishops on squares of one color, one is promoted.
/// - The side not to move is not in check.
/// - Some last move can have given the checks. There are at most two checkers, not two knights or
///   pawns, and not two sliders on one line with the king. With an en passant square, a checker is
///   the pushed pawn or a slider whose check it discovered.
///   [`allow_impossible_checks`](Self::allow_impossible_checks) disables this rule and no other.
/// - Castling rights are `KQkq` (the outermost rook) or the file of the rook, in any order and
///   without repetition. King and rook are on their back rank.
/// - The en passant square is on the sixth rank of the side to move and empty. The pushed pawn is
///   in front of it, and the origin of the push is empty. The square is kept even if no capture is
///   legal.
/// - Clocks are decimal digits up to 65535; the fullmove number is at least 1.
///
/// ```
/// use tabiya_movegen::FenOptions;
///
/// // A composed position: three rooks give check.
/// let fen = "4k3/4r3/8/8/r3K2r/8/8/8 w - - 0 1";
/// assert!(FenOptions::new().read(fen).is_err());
/// assert!(FenOptions::new().allow_impossible_checks(true).read(fen).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FenOptions {
    allow_impossible_checks: bool,
}

impl FenOptions {
    /// Creates the options of strict reading.
    ///
    /// ```
    /// use tabiya_movegen::FenOptions;
    ///
    /// const STRICT: FenOptions = FenOptions::new();
    /// assert!(STRICT.read("4k3/8/3N1N2/8/8/8/8/4K3 b").is_err()); // two knights give check
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { allow_impossible_checks: false }
    }

    /// Sets whether checks that no last move can have given are accepted.
    ///
    /// Composed positions may contain them.
    ///
    /// ```
    /// use tabiya_movegen::FenOptions;
    ///
    /// let options = FenOptions::new().allow_impossible_checks(true);
    /// assert!(options.read("4k3/8/3N1N2/8/8/8/8/4K3 b").is_ok()); // two knights give check
    /// assert!(options.read("4k3/4K3/8/8/8/8/8/8 b").is_err()); // the kings may never touch
    /// ```
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn allow_impossible_checks(mut self, allow: bool) -> Self {
        self.allow_impossible_checks = allow;
        self
    }

    /// Reads a FEN of two to six fields.
    ///
    /// # Errors
    ///
    /// Returns the first [`FenError`]: the field, the invalid input, and the rule that it breaks.
    ///
    /// ```
    /// use tabiya_movegen::FenOptions;
    ///
    /// let position = FenOptions::new().read("4k3/8/8/8/8/8/8/4K3 w")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// // Text and bytes, owned or borrowed.
    /// let line: Vec<u8> = b"4k3/8/8/8/8/8/8/4K3 w".to_vec();
    /// assert_eq!(FenOptions::new().read(&line), Ok(position));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn read(self, fen: impl AsRef<[u8]>) -> Result<Position, FenError> {
        self.read_bytes(fen.as_ref())
    }

    #[inline]
    fn read_bytes(self, fen: &[u8]) -> Result<Position, FenError> {
        let mut fields = FenFields::<false> { unread: fen };
        let (mut position, checkers) = read_position_fields(&mut fields)?;
        if let Some(text) = fields.next() {
            let clock = read_clock(FenField::HalfmoveClock, text)?;
            position.state.state_word = position.state.state_word.with_halfmove_clock(clock);
        }
        if let Some(text) = fields.next() {
            let number = read_clock(FenField::FullmoveNumber, text)?;
            position.state.state_word = position.state.state_word.with_fullmove_number(number);
        }
        if let Some(text) = fields.next() {
            return Err(FenError::TrailingText(InputExcerpt::new(text)));
        }
        self.check_last_move(position, checkers)
    }

    /// Reads the four position fields of an EPD line, and returns the position and the operations.
    ///
    /// The operations are the rest of the line, unparsed. The clocks are 0 and 1. Fields may be
    /// separated by tabs as well as spaces, unlike those of a FEN.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    ///
    /// ```
    /// use tabiya_movegen::FenOptions;
    ///
    /// let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";";
    /// let (position, operations) = FenOptions::new().read_epd(epd)?;
    /// assert!(!position.castling_rights().is_empty());
    /// assert_eq!(operations, b"bm O-O; id \"castle\";");
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn read_epd(
        self,
        epd: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(Position, &[u8]), FenError> {
        self.read_epd_bytes(epd.as_ref())
    }

    #[inline]
    fn read_epd_bytes(self, epd: &[u8]) -> Result<(Position, &[u8]), FenError> {
        let mut fields = FenFields::<true> { unread: epd };
        let (position, checkers) = read_position_fields(&mut fields)?;
        let position = self.check_last_move(position, checkers)?;
        fields.skip_separators();
        Ok((position, fields.unread))
    }

    /// Checks a position and its castling rights in the order of the fields of a FEN.
    #[inline]
    pub(crate) fn check_position(
        self,
        mut position: Position,
        rights: CastlingRights,
    ) -> Result<Position, FenError> {
        validation::check_material(&position.state.placement)?;
        let checkers = validation::checkers_unless_opponent_in_check(&position)?;
        position.state.castling_rooks = castling::check_castling_rights(rights, &position)?;
        if let Some(square) = position.ep_square() {
            let found = [square.file().to_char() as u8, square.rank().to_char() as u8];
            validation::check_ep_square(square, &position)
                .map_err(|fault| FenError::EnPassant { found: InputExcerpt::new(found), fault })?;
        }
        if position.fullmove_number() == 0 {
            let field = FenField::FullmoveNumber;
            let found = InputExcerpt::new(b"0");
            return Err(FenError::Clock { field, found, fault: ClockErrorKind::Zero });
        }
        self.check_last_move(position, checkers)
    }

    #[inline]
    fn check_last_move(self, position: Position, checkers: Bitboard) -> Result<Position, FenError> {
        if !self.allow_impossible_checks {
            validation::check_last_move(&position, checkers)?;
        }
        Ok(position)
    }
}

/// The unread fields of a FEN or EPD line, separated by spaces, or with `TABS` also by tabs.
struct FenFields<'a, const TABS: bool> {
    unread: &'a [u8],
}

impl<'a, const TABS: bool> FenFields<'a, TABS> {
    #[inline]
    fn is_separator(byte: u8) -> bool {
        byte == b' ' || TABS && byte == b'\t'
    }

    #[inline]
    fn skip_separators(&mut self) {
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
    fn next_long_field(&mut self) -> Option<&'a [u8]> {
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

/// A mask of the lowest bit of each byte.
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

/// Reads placement, side to move, castling and en passant, each checked against the fields before
/// it.
///
/// Also returns the checkers.
#[inline]
fn read_position_fields<const TABS: bool>(
    fields: &mut FenFields<'_, TABS>,
) -> Result<(Position, Bitboard), FenError> {
    let text = fields.next_long_field().ok_or(FenError::MissingField(FenField::Placement))?;
    let placement = super::placement::read_placement(text)?;
    validation::check_material(&placement)?;

    let text = fields.next().ok_or(FenError::MissingField(FenField::SideToMove))?;
    let side_to_move = match text {
        b"w" => Color::White,
        b"b" => Color::Black,
        _ => return Err(FenError::SideToMove(InputExcerpt::new(text))),
    };
    let state_word = StateWord::START.with_side_to_move(side_to_move);
    let state = State { placement, castling_rooks: Bitboard::EMPTY, state_word };
    let mut position = Position { state, key: NoKey };
    let checkers = validation::checkers_unless_opponent_in_check(&position)?;

    position.state.castling_rooks =
        castling::read_castling(fields.next().unwrap_or(b"-"), &position)?;
    let ep_square = read_en_passant(fields.next().unwrap_or(b"-"), &position)?;
    position.state.state_word = position.state.state_word.with_ep_square(ep_square);
    Ok((position, checkers))
}

#[inline]
fn read_en_passant(text: &[u8], position: &Position) -> Result<Option<Square>, FenError> {
    if text == b"-" {
        return Ok(None);
    }
    let square = match *text {
        [file, rank] => Square::from_ascii([file, rank]),
        _ => None,
    };
    square
        .ok_or(EnPassantErrorKind::NotASquare)
        .and_then(|square| validation::check_ep_square(square, position).map(|()| Some(square)))
        .map_err(|fault| FenError::EnPassant { found: InputExcerpt::new(text), fault })
}

/// Reads a clock of a FEN. Internal to the workspace.
///
/// # Errors
///
/// Returns [`FenError::Clock`] with the given field.
#[inline]
pub fn read_clock(field: FenField, text: &[u8]) -> Result<u16, FenError> {
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
    let number = u16::try_from(number).map_err(|_| error(ClockErrorKind::TooLarge))?;
    if field == FenField::FullmoveNumber && number == 0 {
        return Err(error(ClockErrorKind::Zero));
    }
    Ok(number)
}
