//! Rules that every position satisfies, read from a FEN or set up otherwise.

use tabiya_core::{Bitboard, Color, PieceType, Rank, Side, Square, by_side};
use tabiya_movelist::MoveList;
use tabiya_tables::{king_attacks, line};

use crate::Position;
use crate::placement::Placement;
use crate::side_context::SideContext;

use super::error::{EnPassantErrorKind, FenError, ImpossibleCheck, PromotedPieces};

/// The ranks without pawns.
const BACK_RANKS: Bitboard =
    Bitboard(Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0);

/// Checks kings, pawns and piece counts: no more material than promotions explain.
///
/// The move list capacity depends on these limits.
#[inline]
pub(super) fn check_material(placement: &Placement) -> Result<(), FenError> {
    let is_plain = |color| has_at_most_initial_material(placement, color);
    if !(is_plain(Color::White) && is_plain(Color::Black)) {
        Color::ALL.into_iter().try_for_each(|color| check_material_counts(placement, color))?;
    }
    check_kings_apart(placement)
}

/// Checks kings and pawns, and material that promotions do not explain, after an error from
/// [`check_material`].
///
/// The players have at most 32 pieces, as packed formats need, and no more moves than a list holds.
#[cold]
pub(super) fn check_excess_material(
    placement: &Placement,
    error: FenError,
) -> Result<(), FenError> {
    let is_about_material =
        matches!(error, FenError::TooManyPieces { .. } | FenError::TooManyPromoted { .. });
    let fits = |color| max_moves(placement, color) <= MoveList::CAPACITY;
    if !is_about_material || placement.occupied().len() > 32 || !Color::ALL.into_iter().all(fits) {
        return Err(error);
    }
    Color::ALL.into_iter().try_for_each(|color| check_king_and_pawns(placement, color))?;
    check_kings_apart(placement)
}

/// Returns a bound for a side's moves, now and after any moves: see [`MoveList::CAPACITY`].
fn max_moves(placement: &Placement, color: Color) -> usize {
    // The moves that each further slider adds, along all ranks and along all diagonals.
    const ON_RANKS: [usize; 16] = [7, 7, 7, 7, 7, 7, 7, 7, 5, 5, 5, 5, 5, 5, 5, 5];
    const ON_DIAGONALS: [usize; 22] =
        [7, 6, 6, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1];
    let count = |piece_type| (placement.colors(color) & placement.pieces(piece_type)).len();
    let queens = count(PieceType::Queen);
    let others = 8 + 8 * count(PieceType::Knight);
    let pawns = count(PieceType::Pawn);
    let bound = |promoted: usize| {
        let orthogonal = queens + count(PieceType::Rook) + promoted;
        let diagonal = queens + count(PieceType::Bishop) + promoted;
        let along_lines = ON_RANKS.iter().take(orthogonal).sum::<usize>()
            + ON_DIAGONALS.iter().take(diagonal).sum::<usize>();
        others + 2 * along_lines + 12 * (pawns - promoted)
    };
    (0..=pawns).map(bound).max().unwrap_or(0)
}

/// Checks that the kings are not on adjacent squares.
#[inline]
fn check_kings_apart(placement: &Placement) -> Result<(), FenError> {
    let mut kings = placement.kings().into_iter();
    match (kings.next(), kings.next()) {
        (Some(a), Some(b)) if king_attacks(a).contains(b) => Err(FenError::KingsAdjacent),
        _ => Ok(()),
    }
}

/// Tests whether a side has one king and, for each piece type, no more pieces than at the start of
/// a game.
///
/// This is the fast path: most sides pass it, and the slow path counts all pieces.
#[inline]
fn has_at_most_initial_material(placement: &Placement, color: Color) -> bool {
    let pieces = |piece_type| placement.colors(color) & placement.pieces(piece_type);
    let without_first = |set: Bitboard| Bitboard(set.0 & set.0.wrapping_sub(1));
    let king = pieces(PieceType::King);
    let pawns = pieces(PieceType::Pawn);
    let bishops = pieces(PieceType::Bishop);
    let excess = without_first(king)
        | without_first(pieces(PieceType::Queen))
        | without_first(bishops & Bitboard::LIGHT_SQUARES)
        | without_first(bishops & Bitboard::DARK_SQUARES)
        | without_first(without_first(pieces(PieceType::Rook)))
        | without_first(without_first(pieces(PieceType::Knight)));
    king.any() && (excess | pawns & BACK_RANKS).is_empty() && pawns.len() <= 8
}

/// Checks that a side has one king, and at most eight pawns, none on rank 1 or 8.
///
/// Move lists write the pawn moves by one step as a group of eight.
fn check_king_and_pawns(placement: &Placement, color: Color) -> Result<(), FenError> {
    let found = (placement.colors(color) & placement.kings()).len() as u8;
    if found != 1 {
        return Err(FenError::KingCount { color, found });
    }
    let misplaced = placement.colors(color) & placement.pawns() & BACK_RANKS;
    if let Some(square) = misplaced.first() {
        return Err(FenError::PawnOnBackRank(square));
    }
    let found = (placement.colors(color) & placement.pawns()).len() as u8;
    if found > 8 { Err(FenError::TooManyPawns { color, found }) } else { Ok(()) }
}

/// Counts a side's material and returns the first error.
#[cold]
fn check_material_counts(placement: &Placement, color: Color) -> Result<(), FenError> {
    check_king_and_pawns(placement, color)?;
    let count = |piece_type| (placement.colors(color) & placement.pieces(piece_type)).len() as u8;
    let pawns = count(PieceType::Pawn);
    let found = placement.colors(color).len() as u8;
    if found > 16 {
        return Err(FenError::TooManyPieces { color, found });
    }
    let bishops = placement.colors(color) & placement.pieces(PieceType::Bishop);
    let promoted = PromotedPieces {
        found: [
            count(PieceType::Knight),
            (bishops & Bitboard::LIGHT_SQUARES).len() as u8,
            (bishops & Bitboard::DARK_SQUARES).len() as u8,
            count(PieceType::Rook),
            count(PieceType::Queen),
        ],
    };
    let missing = 8 - pawns;
    if promoted.count() > missing {
        return Err(FenError::TooManyPromoted { color, promoted, missing });
    }
    Ok(())
}

/// Returns the pieces that give check to the side to move, or an error if the opponent is in check.
///
/// One branch on the side to move selects both results, because it is unpredictable in a list of
/// FENs.
#[inline]
pub(super) fn checkers_unless_opponent_in_check(position: &Position) -> Result<Bitboard, FenError> {
    // The kings are not adjacent (checked by `check_material`), so neither gives check.
    let state = &position.state;
    let (opponent_in_check_by, checkers) = by_side!(position.side_to_move(), S => {
        let theirs = SideContext::<<S as Side>::Them>::new(state);
        (theirs.checkers_and_pinned().0, SideContext::<S>::new(state).checkers_and_pinned().0)
    });
    if opponent_in_check_by.is_empty() { Ok(checkers) } else { Err(FenError::OpponentInCheck) }
}

/// Checks that the last move can have been a double push over the en passant square.
#[inline]
pub(super) fn check_ep_square(
    square: Square,
    position: &Position,
) -> Result<(), EnPassantErrorKind> {
    let us = position.side_to_move();
    if square.rank() != Rank::Sixth.relative_to(us) {
        return Err(EnPassantErrorKind::WrongRank);
    }
    if position.occupied().contains(square) {
        return Err(EnPassantErrorKind::Occupied);
    }
    let (origin, pushed) = double_push_squares(square, us);
    if position.occupied().contains(origin) {
        return Err(EnPassantErrorKind::OriginOccupied);
    }
    if !position.colored_pieces(!us, PieceType::Pawn).contains(pushed) {
        return Err(EnPassantErrorKind::NoPawn);
    }
    Ok(())
}

/// Returns the double push's origin and target, given the en passant square that it crosses.
#[inline]
fn double_push_squares(square: Square, us: Color) -> (Square, Square) {
    let on = |rank: Rank| Square::new(square.file(), rank.relative_to(us));
    (on(Rank::Seventh), on(Rank::Fifth))
}

/// Checks that some last move can have given the checks.
#[inline]
pub(super) fn check_last_move(position: &Position, checkers: Bitboard) -> Result<(), FenError> {
    match find_impossible_check(position, checkers) {
        Some(kind) => Err(FenError::ImpossibleCheck(kind)),
        None => Ok(()),
    }
}

#[inline]
fn find_impossible_check(position: &Position, checkers: Bitboard) -> Option<ImpossibleCheck> {
    if checkers.is_empty() {
        return None;
    }
    let us = position.side_to_move();
    let king = position.king(us);
    if let Some(square) = position.ep_square() {
        // With the pawn back on its origin, no other piece may give check.
        let (origin, pushed) = double_push_squares(square, us);
        let occupied_before = position.occupied().without(pushed).with(origin);
        let attackers = position.attackers_to(king, occupied_before) & position.colors(!us);
        let others = attackers.without(pushed);
        return others.any().then_some(ImpossibleCheck::NotFromDoublePush);
    }
    let leapers = position.pieces(PieceType::Knight) | position.pieces(PieceType::Pawn);
    find_impossible_checkers(checkers, leapers, king)
}

/// Returns why checkers cannot have attacked a king by one move, which is no double push.
#[inline]
fn find_impossible_checkers(
    checkers: Bitboard,
    leapers: Bitboard,
    king: Square,
) -> Option<ImpossibleCheck> {
    if checkers.len() > 2 {
        return Some(ImpossibleCheck::TooMany);
    }
    if (checkers & leapers).has_more_than_one() {
        return Some(ImpossibleCheck::TwoLeapers);
    }
    match (checkers.first(), checkers.last()) {
        (Some(a), Some(b)) if a != b && line(a, b).contains(king) => Some(ImpossibleCheck::OneLine),
        _ => None,
    }
}

/// Tests whether some move can have given the checks of a position, whose checkers are given.
#[cfg(feature = "retrograde")]
pub(crate) fn is_last_move_possible(position: &Position, checkers: Bitboard) -> bool {
    find_impossible_check(position, checkers).is_none()
}

/// Tests whether some move but a double push can have let checkers attack a king.
#[cfg(feature = "retrograde")]
pub(crate) fn is_possible_check(checkers: Bitboard, leapers: Bitboard, king: Square) -> bool {
    find_impossible_checkers(checkers, leapers, king).is_none()
}
