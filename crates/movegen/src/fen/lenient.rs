//! Reading with waived rules: the slow path for a FEN that strict reading rejects.
//!
//! The tests run in the same order as in strict reading, so that both find the same first error.

use tabiya_core::{Bitboard, CastlingRights, Square};

use crate::Position;
use crate::placement::Placement;

use super::error::{CastlingErrorKind, FenError, FenField, ImpossibleCheck};
use super::excerpt::{InputExcerpt, first_char};
use super::fields::{
    FenFields, check_ep_square, read_clock, read_ep_square, read_number, read_placement_and_side,
};
use super::options::FenOptions;
use super::report::{FenReport, FenWaiver};
use super::{castling, validation};

/// Reads a FEN and reports the rules that were waived.
#[cold]
#[inline(never)]
pub(super) fn read(options: FenOptions, fen: &[u8]) -> Result<(Position, FenReport), FenError> {
    read_fields(options, &mut FenFields::<false>::new(fen))
}

/// Reads the fields of a FEN and reports the rules that were waived.
#[cold]
#[inline(never)]
pub(super) fn read_fields<'a>(
    options: FenOptions,
    fields: &mut impl Iterator<Item = &'a [u8]>,
) -> Result<(Position, FenReport), FenError> {
    let mut reader = Reader { options, report: FenReport::EMPTY };
    let (mut position, checkers) = reader.read_position_fields(fields)?;
    if let Some(text) = fields.next() {
        let clock = reader.read_clock(FenField::HalfmoveClock, text)?;
        position.state.state_word = position.state.state_word.with_halfmove_clock(clock);
    }
    if let Some(text) = fields.next() {
        let number = reader.read_clock(FenField::FullmoveNumber, text)?;
        position.state.state_word = position.state.state_word.with_fullmove_number(number);
    }
    if let Some(text) = fields.next() {
        return Err(FenError::TrailingText(InputExcerpt::new(text)));
    }
    reader.check_last_move(&mut position, checkers)?;
    Ok((position, reader.report))
}

/// Reads the position in an EPD line, and returns it with the operations and the waived rules.
#[cold]
#[inline(never)]
pub(super) fn read_epd(
    options: FenOptions,
    epd: &[u8],
) -> Result<(Position, &[u8], FenReport), FenError> {
    let mut fields = FenFields::<true>::new(epd);
    let mut reader = Reader { options, report: FenReport::EMPTY };
    let (mut position, checkers) = reader.read_position_fields(&mut fields)?;
    reader.check_last_move(&mut position, checkers)?;
    fields.skip_clock_dashes();
    Ok((position, fields.unread(), reader.report))
}

/// Checks a position and its castling rights, and reports the rules that were waived.
#[cold]
#[inline(never)]
pub(super) fn check(
    options: FenOptions,
    mut position: Position,
    rights: CastlingRights,
) -> Result<(Position, FenReport), FenError> {
    let mut reader = Reader { options, report: FenReport::EMPTY };
    reader.check_material(&position.state.placement)?;
    let checkers = validation::checkers_unless_opponent_in_check(&position)?;
    for (color, side, file) in rights.iter() {
        let rook = castling::find_rook_of_right(color, side, file, &position);
        let letter = castling::file_letter(color, file);
        position.state.castling_rooks |= reader.castling_rook(rook, letter, &position)?;
    }
    let ep_square = reader.check_ep_square(position.ep_square(), &position)?;
    position.state.state_word = position.state.state_word.with_ep_square(ep_square);
    if position.fullmove_number() == 0 {
        if !options.allow_fullmove_number_zero {
            return Err(FenError::FULLMOVE_NUMBER_ZERO);
        }
        reader.report.insert(FenWaiver::FullmoveNumberZero);
        position.state.state_word = position.state.state_word.with_fullmove_number(1);
    }
    reader.check_last_move(&mut position, checkers)?;
    Ok((position, reader.report))
}

/// The options, and the rules that were waived so far.
struct Reader {
    options: FenOptions,
    report: FenReport,
}

impl Reader {
    /// Checks the material, which may be more than promotions explain if that is waived.
    fn check_material(&mut self, placement: &Placement) -> Result<(), FenError> {
        match validation::check_material(placement) {
            Err(error) if self.options.allow_excess_material => {
                validation::check_excess_material(placement, error)?;
                self.report.insert(FenWaiver::ExcessMaterial);
                Ok(())
            }
            result => result,
        }
    }

    fn read_position_fields<'a>(
        &mut self,
        fields: &mut impl Iterator<Item = &'a [u8]>,
    ) -> Result<(Position, Bitboard), FenError> {
        let (mut position, checkers) =
            read_placement_and_side(fields.next(), fields, |placement| {
                self.check_material(placement)
            })?;
        position.state.castling_rooks =
            self.read_castling(fields.next().unwrap_or(b"-"), &position)?;
        let ep_square = read_ep_square(fields.next().unwrap_or(b"-"))?;
        let ep_square = self.check_ep_square(ep_square, &position)?;
        position.state.state_word = position.state.state_word.with_ep_square(ep_square);
        Ok((position, checkers))
    }

    fn read_castling(&mut self, text: &[u8], position: &Position) -> Result<Bitboard, FenError> {
        let mut rooks = Bitboard::EMPTY;
        if text == b"-" {
            return Ok(rooks);
        }
        for (index, &letter) in text.iter().enumerate() {
            let rook = if text[..index].contains(&letter) {
                Err(CastlingErrorKind::Repeated)
            } else {
                castling::find_castling_rook(letter, rooks, position)
            };
            rooks |= self.castling_rook(rook, first_char(&text[index..]), position)?;
        }
        Ok(rooks)
    }

    /// Returns a castling rook's square, or no square if the right is dropped.
    fn castling_rook(
        &mut self,
        rook: Result<Square, CastlingErrorKind>,
        letter: char,
        position: &Position,
    ) -> Result<Bitboard, FenError> {
        use CastlingErrorKind::{KingNotHome, NoRook, NotStandard};
        let rook = rook.and_then(|rook| {
            if self.options.require_standard_castling {
                castling::check_standard(rook, position)
            } else {
                Ok(rook)
            }
        });
        let fault = match rook {
            Ok(rook) => return Ok(rook.bitboard()),
            Err(fault) => fault,
        };
        let is_waived = matches!(fault, KingNotHome | NoRook | NotStandard)
            && self.options.drop_invalid_castling_rights;
        if !is_waived {
            return Err(FenError::Castling { found: letter, fault });
        }
        self.report.insert(FenWaiver::CastlingRightDropped(letter));
        Ok(Bitboard::EMPTY)
    }

    /// Returns the en passant square, or `None` if it is dropped.
    fn check_ep_square(
        &mut self,
        square: Option<Square>,
        position: &Position,
    ) -> Result<Option<Square>, FenError> {
        let Some(square) = square else { return Ok(None) };
        match check_ep_square(square, position) {
            Ok(()) => Ok(Some(square)),
            Err(_) if self.options.drop_invalid_ep_square => {
                self.report.insert(FenWaiver::EnPassantSquareDropped(square));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn read_clock(&mut self, field: FenField, text: &[u8]) -> Result<u16, FenError> {
        let default = u16::from(field == FenField::FullmoveNumber);
        if text == b"-" && self.options.allow_clock_dashes {
            self.report.insert(FenWaiver::ClockDash(field));
            return Ok(default);
        }
        let is_zero = field == FenField::FullmoveNumber && read_number(field, text) == Ok(0);
        if is_zero && self.options.allow_fullmove_number_zero {
            self.report.insert(FenWaiver::FullmoveNumberZero);
            return Ok(default);
        }
        read_clock(field, text)
    }

    fn check_last_move(
        &mut self,
        position: &mut Position,
        checkers: Bitboard,
    ) -> Result<(), FenError> {
        let mut result = validation::check_last_move(position, checkers);
        // The check proves that the last move was no double push, so the square is invalid.
        if let Err(FenError::ImpossibleCheck(ImpossibleCheck::NotFromDoublePush)) = result
            && let Some(square) = position.ep_square()
            && self.options.drop_invalid_ep_square
            && !self.options.allow_impossible_checks
        {
            self.report.insert(FenWaiver::EnPassantSquareDropped(square));
            position.state.state_word = position.state.state_word.with_ep_square(None);
            result = validation::check_last_move(position, checkers);
        }
        match result {
            Err(FenError::ImpossibleCheck(kind)) if self.options.allow_impossible_checks => {
                self.report.insert(FenWaiver::ImpossibleCheck(kind));
                Ok(())
            }
            result => result,
        }
    }
}
