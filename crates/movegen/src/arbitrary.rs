//! `Arbitrary` for positions: a fuzzer's bytes select random moves or a random placement.

use arbitrary::{Arbitrary, Error, Result, Unstructured};
use tabiya_core::{CastlingRights, File, Piece, Rank, Square};
use tabiya_tables::king_attacks;

#[cfg(feature = "packed")]
use crate::PackedPosition;
use crate::{Board, FenOptions, Position, Setup};

/// The maximum number of random moves from a start position.
const MAX_PLIES: u16 = 200;

/// Generates a position after random moves in Chess960 or double Chess960, or by random placement.
///
/// The bytes select either back ranks and moves, or pieces to place one by one. Pieces, rights and
/// en passant squares that break a rule are skipped, and fewer bytes yield shorter games or fewer
/// pieces.
impl<'a> Arbitrary<'a> for Position {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        if bytes.arbitrary()? {
            position_by_random_placement(bytes)
        } else {
            position_by_random_moves(bytes)
        }
    }
}

#[inline]
fn position_by_random_moves(bytes: &mut Unstructured<'_>) -> Result<Position> {
    let white = bytes.int_in_range(0..=959)?;
    let black = if bytes.arbitrary()? { bytes.int_in_range(0..=959)? } else { white };
    let start = Position::double_chess960(white, black);
    let mut position = start.ok_or(Error::IncorrectFormat)?;
    for _ in 0..bytes.int_in_range(0..=MAX_PLIES)? {
        let moves = position.legal_moves();
        if moves.is_empty() || bytes.is_empty() {
            break;
        }
        position.make_move(*bytes.choose(&moves)?);
    }
    Ok(position)
}

#[inline]
fn position_by_random_placement(bytes: &mut Unstructured<'_>) -> Result<Position> {
    let white: Square = bytes.arbitrary()?;
    let not_adjacent = !(king_attacks(white) | white.bitboard());
    let black = not_adjacent.into_iter().nth(bytes.choose_index(not_adjacent.len())?);
    let mut setup = ValidSetup(
        Setup::EMPTY
            .with(Piece::WhiteKing, white)
            .with(Piece::BlackKing, black.ok_or(Error::IncorrectFormat)?)
            .with_side_to_move(bytes.arbitrary()?)
            .with_halfmove_clock(bytes.arbitrary()?)
            .with_fullmove_number(bytes.int_in_range(1..=u16::MAX)?),
    );
    for _ in 0..bytes.int_in_range(0..=30)? {
        let piece = bytes.arbitrary()?;
        let square = bytes.arbitrary()?;
        if setup.0.piece_on(square).is_none() {
            setup.replace_if_valid(setup.0.with(piece, square));
        }
    }
    let rights: CastlingRights = bytes.arbitrary()?;
    for (color, side, file) in rights.iter() {
        let rights = setup.0.castling_rights().with(color, side, file);
        setup.replace_if_valid(setup.0.with_castling_rights(rights));
    }
    if let Some(file) = bytes.arbitrary::<Option<File>>()? {
        let square = Square::new(file, Rank::Sixth.relative_to(setup.0.side_to_move()));
        setup.replace_if_valid(setup.0.with_ep_square(Some(square)));
    }
    SETUP_OPTIONS.check(&setup.0).map_err(|_| Error::IncorrectFormat)
}

const SETUP_OPTIONS: FenOptions = FenOptions::new().allow_impossible_checks(true);

/// A setup that satisfies the rules for positions after each change.
struct ValidSetup(Setup);

impl ValidSetup {
    #[inline]
    fn replace_if_valid(&mut self, changed: Setup) {
        if SETUP_OPTIONS.check(&changed).is_ok() {
            self.0 = changed;
        }
    }
}

/// Generates a [`Position`] and computes its key.
impl<'a> Arbitrary<'a> for Board {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary::<Position>().map(Self::from)
    }
}

/// Generates any 28 bytes, rarely a valid position, to test the validation.
#[cfg(feature = "packed")]
impl<'a> Arbitrary<'a> for PackedPosition {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Self::from_bytes)
    }

    #[inline]
    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (Self::LEN, Some(Self::LEN))
    }
}
