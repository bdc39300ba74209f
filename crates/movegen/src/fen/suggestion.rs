//! Suggestions for a FEN that was rejected.

use core::fmt;

use tabiya_core::{Bitboard, Color, Square};

use crate::Position;

use super::castling::{check_standard, find_castling_rook};
use super::error::FenField;
use super::fields::{
    FenFields, read_clock, read_en_passant, read_side_to_move, unchecked_position,
};
use super::options::FenOptions;
use super::placement::{parse_with_fixes, read_placement};
use super::validation;
use super::write::EnPassantStyle;

/// A valid FEN that fixes the errors in a rejected one; returned by [`FenOptions::suggest`].
///
/// It is displayed as a FEN, with the en passant square after any double push.
///
/// ```
/// use tabiya::{FenField, FenOptions, Position};
///
/// // Rank 2 has seven squares, White has no rook for K, and the fullmove number is 0.
/// let fen = "r3k2r/8/8/8/8/8/PPPPPPP/R3K3 w KQkq - 0 0";
/// let error = Position::from_fen(fen).unwrap_err();
/// let suggestion = FenOptions::new().suggest(fen).expect("each fix is unambiguous");
/// assert_eq!(
///     format!("{error}; did you mean {suggestion}?"),
///     "placement: rank 2 has 7 squares; expected 8; \
///      did you mean r3k2r/8/8/8/8/8/PPPPPPP1/R3K3 w Qkq - 0 1?",
/// );
/// let fields = [FenField::Placement, FenField::Castling, FenField::FullmoveNumber];
/// assert!(suggestion.changed_fields().eq(fields));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "fix")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenSuggestion {
    position: Position,
    /// A bit for each of [`FIELDS`].
    changed_fields: u8,
}

const FIELDS: [FenField; 6] = [
    FenField::Placement,
    FenField::SideToMove,
    FenField::Castling,
    FenField::EnPassant,
    FenField::HalfmoveClock,
    FenField::FullmoveNumber,
];

impl FenSuggestion {
    /// Returns the suggested FEN's position.
    ///
    /// ```
    /// use tabiya::{Color, FenOptions};
    ///
    /// // White gives check, so Black is to move.
    /// let suggestion = FenOptions::new().suggest("4k3/8/8/8/8/8/8/4R1K1 w").expect("a fix");
    /// assert_eq!(suggestion.position().side_to_move(), Color::Black);
    /// ```
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Iterates over the fields that differ from the rejected FEN, in FEN order.
    ///
    /// Text after the last field counts as its part.
    ///
    /// ```
    /// use tabiya::{FenField, FenOptions};
    ///
    /// let suggestion = FenOptions::new().suggest("4k3/8/8/8/8/8/8/4K3 w - e9 0 1 bm").expect("a fix");
    /// let fields = [FenField::EnPassant, FenField::FullmoveNumber];
    /// assert!(suggestion.changed_fields().eq(fields));
    /// ```
    #[inline]
    pub fn changed_fields(&self) -> impl Iterator<Item = FenField> + Clone + use<> {
        let bits = self.changed_fields;
        FIELDS.into_iter().filter(move |&field| bits >> field as u8 & 1 != 0)
    }
}

impl fmt::Display for FenSuggestion {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fen().en_passant(EnPassantStyle::Always).fmt(f)
    }
}

impl FenOptions {
    /// Returns a FEN that these options accept and that differs from a rejected one only in its errors.
    ///
    /// The fixes:
    ///
    /// - Empty squares fill a short rank; text after rank 1 and after the last field is removed.
    /// - White is to move if the field is missing, and the side in check if it is the wrong one.
    /// - Invalid letters in the castling field are removed.
    /// - An invalid en passant square is removed, and invalid clocks become 0 and 1.
    ///
    /// The result is `None` if these options accept the FEN, and if a fix would be a guess:
    ///
    /// - unknown pieces, long ranks, missing ranks
    /// - missing or adjacent kings, too many pieces, pawns on the back ranks
    /// - a side to move other than `w` and `b`
    /// - checks to both players, or checks that no last move can have given
    ///
    /// ```
    /// use tabiya::FenOptions;
    ///
    /// let options = FenOptions::new();
    /// let suggested = |fen| options.suggest(fen).map(|suggestion| suggestion.to_string());
    /// let fixed = suggested("4k3/8/8/8/8/8/8/4K2R w KQ - 0");
    /// assert_eq!(fixed.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    /// assert_eq!(suggested("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None); // valid
    /// assert_eq!(suggested("4k3/8/8/8/8/8/8/7R w - - 0 1"), None); // no white king
    /// ```
    #[inline]
    pub fn suggest(self, fen: impl AsRef<[u8]>) -> Option<FenSuggestion> {
        let fen = fen.as_ref();
        match self.read(fen) {
            Ok(_) => None,
            Err(_) => self.fix(fen),
        }
    }

    #[cold]
    fn fix(self, fen: &[u8]) -> Option<FenSuggestion> {
        let mut fields = FenFields::<false>::new(fen);
        let mut fixer = Fixer { options: self, changed_fields: 0 };
        let (mut position, checkers) =
            fixer.fix_placement_and_side(fields.next_long_field()?, fields.next())?;
        position.state.castling_rooks =
            fixer.fix_castling(fields.next().unwrap_or(b"-"), &position);
        let ep_square = read_en_passant(fields.next().unwrap_or(b"-"), &position);
        let ep_square = fixer.or_default(FenField::EnPassant, ep_square, None);
        position.state.state_word = position.state.state_word.with_ep_square(ep_square);
        if let Some(text) = fields.next() {
            let field = FenField::HalfmoveClock;
            let clock = fixer.or_default(field, read_clock(field, text), 0);
            position.state.state_word = position.state.state_word.with_halfmove_clock(clock);
        }
        if let Some(text) = fields.next() {
            let field = FenField::FullmoveNumber;
            let number = fixer.or_default(field, read_clock(field, text), 1);
            position.state.state_word = position.state.state_word.with_fullmove_number(number);
        }
        if fields.next().is_some() {
            fixer.mark_changed(FenField::FullmoveNumber);
        }
        if position.ep_square().is_some() && self.check_last_move(position, checkers).is_err() {
            fixer.mark_changed(FenField::EnPassant);
            position.state.state_word = position.state.state_word.with_ep_square(None);
        }
        let position = self.check_last_move(position, checkers).ok()?;
        Some(FenSuggestion { position, changed_fields: fixer.changed_fields })
    }
}

/// The options, and the fields that were changed so far.
struct Fixer {
    options: FenOptions,
    changed_fields: u8,
}

impl Fixer {
    fn mark_changed(&mut self, field: FenField) {
        self.changed_fields |= 1 << field as u8;
    }

    /// Returns a value that was read, or the field's default.
    fn or_default<T, E>(&mut self, field: FenField, value: Result<T, E>, default: T) -> T {
        value.unwrap_or_else(|_| {
            self.mark_changed(field);
            default
        })
    }

    /// Returns the position in the two required fields, and its checkers.
    fn fix_placement_and_side(
        &mut self,
        placement: &[u8],
        side_to_move: Option<&[u8]>,
    ) -> Option<(Position, Bitboard)> {
        let placement = match read_placement(placement) {
            Ok(placement) => placement,
            Err(_) => {
                self.mark_changed(FenField::Placement);
                parse_with_fixes(placement)?
            }
        };
        validation::check_material(&placement).ok()?;
        let side_to_move = match side_to_move {
            None => self.or_default(FenField::SideToMove, Err(()), Color::White),
            text => read_side_to_move(text).ok()?,
        };
        let position = unchecked_position(placement, side_to_move);
        if let Ok(checkers) = validation::checkers_unless_opponent_in_check(&position) {
            return Some((position, checkers));
        }
        self.mark_changed(FenField::SideToMove);
        let position = unchecked_position(placement, !side_to_move);
        let checkers = validation::checkers_unless_opponent_in_check(&position).ok()?;
        Some((position, checkers))
    }

    /// Returns the rooks that a castling field's valid letters name.
    fn fix_castling(&mut self, text: &[u8], position: &Position) -> Bitboard {
        let mut rooks = Bitboard::EMPTY;
        if text == b"-" {
            return rooks;
        }
        for &letter in text {
            let rook = find_castling_rook(letter, rooks, position).and_then(|rook| {
                if self.options.require_standard_castling {
                    check_standard(rook, position)
                } else {
                    Ok(rook)
                }
            });
            let rook = rook.map(Square::bitboard);
            rooks |= self.or_default(FenField::Castling, rook, Bitboard::EMPTY);
        }
        rooks
    }
}
