//! Reading FEN and the position part of EPD.

use tabiya_core::{Bitboard, CastlingRights};

use crate::board::Position;

use super::error::{FenError, FenField};
use super::excerpt::InputExcerpt;
use super::fields::{
    FenFields, check_ep_square, read_clock, read_en_passant, read_placement_and_side,
};
use super::options::FenOptions;
use super::report::FenReport;
use super::{castling, lenient, validation};

impl FenOptions {
    /// Reads a FEN with two to six fields.
    ///
    /// # Errors
    ///
    /// Returns the first [`FenError`]: the field, the invalid input, and the rule that it breaks.
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let position = FenOptions::new().read("4k3/8/8/8/8/8/8/4K3 w")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// // Text and bytes, owned or borrowed.
    /// let line: Vec<u8> = b"4k3/8/8/8/8/8/8/4K3 w".to_vec();
    /// assert_eq!(FenOptions::new().read(&line), Ok(position));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn read(self, fen: impl AsRef<[u8]>) -> Result<Position, FenError> {
        self.read_bytes(fen.as_ref())
    }

    #[inline]
    fn read_bytes(self, fen: &[u8]) -> Result<Position, FenError> {
        let result = self.read_text(fen);
        if self.needs_lenient_path(result.as_ref()) {
            return lenient::read(self, fen).map(|(position, _)| position);
        }
        result
    }

    /// Reads a FEN like [`read`](Self::read), and also returns the rules that were waived.
    ///
    /// The report is empty for a FEN that strict reading accepts.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 0";
    /// let (position, report) = FenOptions::lenient().read_with_report(fen)?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let waivers = [FenWaiver::CastlingRightDropped('Q'), FenWaiver::FullmoveNumberZero];
    /// assert!(report.iter().eq(waivers));
    /// assert_eq!(
    ///     waivers.map(|waiver| waiver.to_string()),
    ///     ["castling: dropped 'Q', king or rook not in place", "fullmove number: read 0 as 1"],
    /// );
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn read_with_report(
        self,
        fen: impl AsRef<[u8]>,
    ) -> Result<(Position, FenReport), FenError> {
        let fen = fen.as_ref();
        let strict = self.without_waivers();
        match strict.read_bytes(fen) {
            Ok(position) => Ok((position, FenReport::EMPTY)),
            Err(error) if self == strict => Err(error),
            Err(_) => lenient::read(self, fen),
        }
    }

    /// Reads a FEN whose fields are already separated, and also returns the rules that were waived.
    ///
    /// Use it for text with separators other than spaces, which [`read`](Self::read) refuses. The
    /// fields must not be empty. This method is slower than `read`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let row = "4k3/8/8/8/8/8/8/4K2R,w,K,-,3,9";
    /// let fields = row.split(',').map(str::as_bytes);
    /// let (position, report) = FenOptions::new().read_fields(fields)?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    /// assert!(report.is_empty());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn read_fields<'a>(
        self,
        fields: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<(Position, FenReport), FenError> {
        lenient::read_fields(self, &mut fields.into_iter().fuse())
    }

    #[inline]
    fn read_text(self, fen: &[u8]) -> Result<Position, FenError> {
        let mut fields = FenFields::<false>::new(fen);
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
    /// The operations are the rest of the line, unparsed. The clocks are 0 and 1. Unlike in a FEN,
    /// tabs as well as spaces may separate the fields. One or two lone dashes before the operations
    /// stand for clocks, and are skipped.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";";
    /// let (position, operations) = FenOptions::new().read_epd(epd)?;
    /// assert!(!position.castling_rights().is_empty());
    /// assert_eq!(operations, b"bm O-O; id \"castle\";");
    /// # Ok::<(), tabiya::FenError>(())
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
        let result = self.read_epd_fields(epd);
        if self.needs_lenient_path(result.as_ref().map(|(position, _)| position)) {
            return lenient::read_epd(self, epd).map(|(position, rest, _)| (position, rest));
        }
        result
    }

    /// Reads an EPD line like [`read_epd`](Self::read_epd), and also returns the rules that were
    /// waived.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read).
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver, Square};
    ///
    /// let epd = "4k3/8/8/8/8/8/8/4K3 w - e6 - - bm Ke2;";
    /// let (_, operations, report) = FenOptions::lenient().read_epd_with_report(epd)?;
    /// assert_eq!(operations, b"bm Ke2;");
    /// assert!(report.iter().eq([FenWaiver::EnPassantSquareDropped(Square::E6)]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn read_epd_with_report(
        self,
        epd: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(Position, &[u8], FenReport), FenError> {
        let epd = epd.as_ref();
        let strict = self.without_waivers();
        match strict.read_epd_bytes(epd) {
            Ok((position, rest)) => Ok((position, rest, FenReport::EMPTY)),
            Err(error) if self == strict => Err(error),
            Err(_) => lenient::read_epd(self, epd),
        }
    }

    #[inline]
    fn read_epd_fields(self, epd: &[u8]) -> Result<(Position, &[u8]), FenError> {
        let mut fields = FenFields::<true>::new(epd);
        let (position, checkers) = read_position_fields(&mut fields)?;
        let position = self.check_last_move(position, checkers)?;
        fields.skip_clock_dashes();
        Ok((position, fields.unread()))
    }

    /// Tests whether the slow path decides on the fast path's result: the fast path knows only the
    /// option about impossible checks.
    #[inline]
    fn needs_lenient_path(self, result: Result<&Position, &FenError>) -> bool {
        match result {
            Ok(position) => self.require_standard_castling && !position.is_standard_castling(),
            Err(_) => self.has_field_waivers(),
        }
    }

    /// Checks a position and its castling rights in the order of a FEN's fields.
    #[inline]
    pub(crate) fn check_position(
        self,
        position: Position,
        rights: CastlingRights,
    ) -> Result<Position, FenError> {
        let result = self.check_fields(position, rights);
        if self.needs_lenient_path(result.as_ref()) {
            return lenient::check(self, position, rights).map(|(position, _)| position);
        }
        result
    }

    /// Checks a position like [`check_position`](Self::check_position), and also returns the rules that
    /// were waived.
    #[inline]
    pub(crate) fn check_position_with_report(
        self,
        position: Position,
        rights: CastlingRights,
    ) -> Result<(Position, FenReport), FenError> {
        let strict = self.without_waivers();
        match strict.check_position(position, rights) {
            Ok(position) => Ok((position, FenReport::EMPTY)),
            Err(error) if self == strict => Err(error),
            Err(_) => lenient::check(self, position, rights),
        }
    }

    #[inline]
    fn check_fields(
        self,
        mut position: Position,
        rights: CastlingRights,
    ) -> Result<Position, FenError> {
        validation::check_material(&position.state.placement)?;
        let checkers = validation::checkers_unless_opponent_in_check(&position)?;
        position.state.castling_rooks = castling::check_castling_rights(rights, &position)?;
        if let Some(square) = position.ep_square() {
            check_ep_square(square, &position)?;
        }
        if position.fullmove_number() == 0 {
            return Err(FenError::FULLMOVE_NUMBER_ZERO);
        }
        self.check_last_move(position, checkers)
    }

    #[inline]
    pub(super) fn check_last_move(
        self,
        position: Position,
        checkers: Bitboard,
    ) -> Result<Position, FenError> {
        if !self.allow_impossible_checks {
            validation::check_last_move(&position, checkers)?;
        }
        Ok(position)
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
    let placement = fields.next_long_field();
    let (mut position, checkers) =
        read_placement_and_side(placement, fields, validation::check_material)?;
    position.state.castling_rooks =
        castling::read_castling(fields.next().unwrap_or(b"-"), &position)?;
    let ep_square = read_en_passant(fields.next().unwrap_or(b"-"), &position)?;
    position.state.state_word = position.state.state_word.with_ep_square(ep_square);
    Ok((position, checkers))
}
