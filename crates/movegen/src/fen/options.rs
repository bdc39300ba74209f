//! The options for reading FEN and EPD.

/// Options for reading FEN and EPD: strict by default, with options that each waive one rule.
///
/// Any input yields either a valid [`Position`](crate::Position) or a [`FenError`](crate::FenError);
/// nothing is corrected by default. The rules:
///
/// - Placement and side to move are required. The other fields may be missing from the end; they
///   then default to `-`, `-`, `0` and `1`. Fields are separated by spaces, one or several. Tabs
///   and other white space, line breaks and text after the fields are refused: `epd::read_lenient`
///   with the feature `epd` reads them.
/// - Each side has one king, and the kings are not adjacent. No pawn is on rank 1 or 8.
/// - A side has at most 8 pawns and 16 pieces, and no more promoted pieces than missing pawns. If
///   two bishops are on squares of the same color, one is promoted.
/// - The side not to move is not in check.
/// - Some last move can have given the checks. There are at most two checkers, not two knights or
///   pawns, and not two sliders on one line with the king. With an en passant square, a checker is
///   the pushed pawn or a slider whose check it discovered.
/// - Castling rights are `KQkq` (the outermost rook) or the rook's file, in any order and without
///   repetition. King and rook are on their back rank.
/// - The en passant square is empty and on the sixth rank of the side to move. The pushed pawn is
///   in front of it, and the push's origin is empty. The square is kept even if no capture is
///   legal.
/// - Clocks are decimal digits up to 65535; the fullmove number is at least 1.
///
/// An option waives one rule. [`read_with_report`](Self::read_with_report) reports each use as a
/// [`FenWaiver`](crate::FenWaiver):
///
/// | option | accepts |
/// |---|---|
/// | [`allow_fullmove_number_zero`](Self::allow_fullmove_number_zero) | the fullmove number 0, read as 1 |
/// | [`allow_clock_dashes`](Self::allow_clock_dashes) | `-` in place of a clock |
/// | [`drop_invalid_castling_rights`](Self::drop_invalid_castling_rights) | rights without king or rook, which are dropped |
/// | [`drop_invalid_ep_square`](Self::drop_invalid_ep_square) | an en passant square without a double push, which is dropped |
/// | [`allow_impossible_checks`](Self::allow_impossible_checks) | checks that no last move can have given |
/// | [`lenient`](Self::lenient) | all of these |
/// | [`allow_excess_material`](Self::allow_excess_material) | more pieces than a game can lead to |
///
/// The rules for kings and pawns are never waived. [`Setup`](crate::Setup) reads any placement, for
/// editors.
///
/// ```
/// use tabiya::FenOptions;
///
/// // Rights without rooks, and the fullmove number 0.
/// let fen = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 0";
/// assert!(FenOptions::new().read(fen).is_err());
/// let position = FenOptions::lenient().read(fen)?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FenOptions {
    pub(super) allow_impossible_checks: bool,
    pub(super) allow_fullmove_number_zero: bool,
    pub(super) allow_clock_dashes: bool,
    pub(super) drop_invalid_castling_rights: bool,
    pub(super) drop_invalid_ep_square: bool,
    pub(super) allow_excess_material: bool,
    pub(super) require_standard_castling: bool,
}

impl FenOptions {
    /// The options for stored positions, which may be composed.
    #[cfg(feature = "packed")]
    pub(crate) const COMPOSED: Self =
        Self::new().allow_impossible_checks(true).allow_excess_material(true);

    /// Creates the options for strict reading.
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// const STRICT: FenOptions = FenOptions::new();
    /// assert!(STRICT.read("4k3/8/3N1N2/8/8/8/8/4K3 b").is_err()); // two knights give check
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self {
            allow_impossible_checks: false,
            allow_fullmove_number_zero: false,
            allow_clock_dashes: false,
            drop_invalid_castling_rights: false,
            drop_invalid_ep_square: false,
            allow_excess_material: false,
            require_standard_castling: false,
        }
    }

    /// Creates the options for lenient reading, which waive every rule except the one about
    /// material.
    ///
    /// Chess960 castling rights are accepted, as in strict reading.
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let options = FenOptions::lenient();
    /// assert!(options.read("4k3/8/8/8/8/8/8/4K3 w - e6 - -").is_ok()); // no pawn on e5
    /// assert!(options.read("4k3/8/3N1N2/8/8/8/8/4K3 b").is_ok()); // two knights give check
    /// assert!(options.read("4k3/8/8/8/8/8/8/8 w - - 0 1").is_err()); // no white king
    /// ```
    #[inline]
    pub const fn lenient() -> Self {
        Self {
            allow_impossible_checks: true,
            allow_fullmove_number_zero: true,
            allow_clock_dashes: true,
            drop_invalid_castling_rights: true,
            drop_invalid_ep_square: true,
            allow_excess_material: false,
            require_standard_castling: false,
        }
    }

    /// Sets whether checks that no last move can have given are accepted.
    ///
    /// Composed positions may contain them.
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let options = FenOptions::new().allow_impossible_checks(true);
    /// assert!(options.read("4k3/8/3N1N2/8/8/8/8/4K3 b").is_ok()); // two knights give check
    /// assert!(options.read("4k3/4K3/8/8/8/8/8/8 b").is_err()); // the kings may never touch
    /// ```
    #[doc(alias = "ignore_impossible_check")]
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn allow_impossible_checks(mut self, allow: bool) -> Self {
        self.allow_impossible_checks = allow;
        self
    }

    /// Sets whether the fullmove number 0 is accepted and read as 1.
    ///
    /// Some books and puzzle files write it.
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver};
    ///
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0";
    /// let (position, report) =
    ///     FenOptions::new().allow_fullmove_number_zero(true).read_with_report(fen)?;
    /// assert_eq!(position.fullmove_number(), 1);
    /// assert!(report.iter().eq([FenWaiver::FullmoveNumberZero]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn allow_fullmove_number_zero(mut self, allow: bool) -> Self {
        self.allow_fullmove_number_zero = allow;
        self
    }

    /// Sets whether `-` in place of a clock is accepted and read as its default, 0 or 1.
    ///
    /// EPD needs no option: [`read_epd`](Self::read_epd) always skips such dashes.
    ///
    /// ```
    /// use tabiya::{FenField, FenOptions, FenWaiver};
    ///
    /// let options = FenOptions::new().allow_clock_dashes(true);
    /// let (position, report) = options.read_with_report("4k3/8/8/8/8/8/8/4K3 w - - - 9")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 9");
    /// assert!(report.iter().eq([FenWaiver::ClockDash(FenField::HalfmoveClock)]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn allow_clock_dashes(mut self, allow: bool) -> Self {
        self.allow_clock_dashes = allow;
        self
    }

    /// Sets whether castling rights without king or rook are dropped.
    ///
    /// With [`require_standard_castling`](Self::require_standard_castling), Chess960 rights are
    /// dropped, too. Unknown and repeated letters remain errors.
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver};
    ///
    /// // White has no rook on the wing of the king.
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1";
    /// let (position, report) =
    ///     FenOptions::new().drop_invalid_castling_rights(true).read_with_report(fen)?;
    /// assert_eq!(position.castling_rights().to_string(), "Qkq");
    /// assert!(report.iter().eq([FenWaiver::CastlingRightDropped('K')]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "ignore_invalid_castling_rights")]
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn drop_invalid_castling_rights(mut self, drop: bool) -> Self {
        self.drop_invalid_castling_rights = drop;
        self
    }

    /// Sets whether an en passant square is dropped if the last move was not a double push over it.
    ///
    /// Text that is not a square remains an error. A check can prove that there was no double push;
    /// with [`allow_impossible_checks`](Self::allow_impossible_checks), the square is kept then.
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver, Square};
    ///
    /// // No black pawn is on e5.
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w - e6 0 1";
    /// let (position, report) = FenOptions::new().drop_invalid_ep_square(true).read_with_report(fen)?;
    /// assert_eq!(position.ep_square(), None);
    /// assert!(report.iter().eq([FenWaiver::EnPassantSquareDropped(Square::E6)]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "ignore_invalid_ep_square")]
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn drop_invalid_ep_square(mut self, drop: bool) -> Self {
        self.drop_invalid_ep_square = drop;
        self
    }

    /// Sets whether more pieces are accepted than a game can lead to.
    ///
    /// Engine test positions contain them, such as three knights beside eight pawns. The reader
    /// accepts at most 32 pieces, if a [`MoveList`](crate::MoveList) holds all their moves, also
    /// after promotions. So it accepts any material that a game can lead to plus one piece, and
    /// more if there are few queens, rooks and pawns. A player has at most eight pawns.
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver};
    ///
    /// // White has a third knight.
    /// let fen = "rnbqkb1r/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// let options = FenOptions::new().allow_excess_material(true);
    /// assert!(FenOptions::new().read(fen).is_err());
    /// let (position, report) = options.read_with_report(fen)?;
    /// assert_eq!(position.to_string(), fen);
    /// assert!(report.iter().eq([FenWaiver::ExcessMaterial]));
    ///
    /// // Twenty queens could have too many moves.
    /// assert!(options.read("4k3/8/8/8/QQQQ4/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1").is_err());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "material")]
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn allow_excess_material(mut self, allow: bool) -> Self {
        self.allow_excess_material = allow;
        self
    }

    /// Sets whether castling rights must be as in standard chess.
    ///
    /// The king is then on the e-file, and the rook on the a-file or the h-file. Other rights are
    /// an error, or dropped by
    /// [`drop_invalid_castling_rights`](Self::drop_invalid_castling_rights). Without this option,
    /// they are Chess960 rights.
    ///
    /// ```
    /// use tabiya::{CastlingErrorKind, FenError, FenOptions};
    ///
    /// let fen = "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1"; // the white king is on f1
    /// assert!(!FenOptions::new().read(fen)?.is_standard_castling());
    ///
    /// let options = FenOptions::new().require_standard_castling(true);
    /// let fault = CastlingErrorKind::NotStandard;
    /// assert_eq!(options.read(fen), Err(FenError::Castling { found: 'K', fault }));
    /// let position = options.drop_invalid_castling_rights(true).read(fen)?;
    /// assert_eq!(position.castling_rights().to_string(), "kq");
    /// # Ok::<(), FenError>(())
    /// ```
    #[doc(alias = "chess960")]
    #[inline]
    #[must_use = "the options are returned, not changed"]
    pub const fn require_standard_castling(mut self, require: bool) -> Self {
        self.require_standard_castling = require;
        self
    }

    /// Returns the options with no rule waived.
    #[inline]
    pub(super) const fn without_waivers(self) -> Self {
        let require_standard_castling = self.require_standard_castling;
        Self { require_standard_castling, ..Self::new() }
    }

    /// Tests whether an option other than the one about impossible checks waives a rule.
    #[inline]
    pub(super) const fn has_field_waivers(self) -> bool {
        self.allow_fullmove_number_zero
            || self.allow_clock_dashes
            || self.drop_invalid_castling_rights
            || self.drop_invalid_ep_square
            || self.allow_excess_material
    }
}
