//! FEN and position properties.

use std::collections::BTreeSet;
use std::num::NonZeroU16;

use tabiya::{
    Bitboard, Board, CastlingStyle, CorrectionKeys, EnPassantStyle, FenError, FenOptions,
    FenReport, PackedPosition, PieceType, Position, Setup,
};

use super::assert_plain_message;

/// Checks that bytes are rejected with a plain message, or are a FEN whose position has all
/// invariants.
///
/// Strict options, options for composed positions, lenient options, `Setup` and the EPD parser must agree.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_fen(bytes: &[u8]) {
    check_lenient_fen(bytes);
    check_setup_fen(bytes);
    check_suggestion(bytes);
    let strict = FenOptions::new().read(bytes);
    let composed = FenOptions::new().allow_impossible_checks(true).read(bytes);
    if let Err(error) = &strict {
        assert_plain_message(error);
        let is_impossible_check = matches!(error, FenError::ImpossibleCheck(_));
        assert_eq!(composed.is_ok(), is_impossible_check, "{}", bytes.escape_ascii());
    } else {
        assert_eq!(strict, composed, "{}", bytes.escape_ascii());
    }
    let epd = FenOptions::new().allow_impossible_checks(true).read_epd(bytes);
    if let Err(error) = &epd {
        assert_plain_message(error);
    }
    let Ok(position) = composed else { return };
    let (without_clocks, _) = epd.unwrap_or_else(|error| panic!("{position:?}: {error}"));
    assert_eq!(without_clocks, position.with_clocks(0, NonZeroU16::MIN), "{position:?}");
    assert_position_invariants(&position);
}

/// Checks that lenient options reject bytes with a plain message, or read a position with all invariants.
///
/// The report is empty if and only if strict options read the same position.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_lenient_fen(bytes: &[u8]) {
    let strict = FenOptions::new().read(bytes);
    let options = FenOptions::lenient();
    let lenient = options.read_with_report(bytes);
    assert_eq!(options.read(bytes), lenient.map(|(position, _)| position));
    let (position, report) = match lenient {
        Ok(read) => read,
        Err(error) => {
            assert_plain_message(&error);
            return assert!(strict.is_err(), "{}", bytes.escape_ascii());
        }
    };
    match strict {
        Ok(strict) => assert_eq!((position, report), (strict, FenReport::EMPTY)),
        Err(_) => assert!(!report.is_empty(), "{}", bytes.escape_ascii()),
    }
    report.iter().for_each(|waiver| assert_plain_message(&waiver));
    assert_position_invariants(&position);
    let (from_epd, _, _) = options.read_epd_with_report(bytes).expect("the FEN is accepted");
    assert_eq!(from_epd, position.with_clocks(0, NonZeroU16::MIN), "{position:?}");
}

/// Checks that bytes are not a FEN, or are a setup that round-trips and obeys the same rules as its
/// FEN.
fn check_setup_fen(bytes: &[u8]) {
    let strict = FenOptions::new().read(bytes);
    let setup = match Setup::from_fen(bytes) {
        Ok(setup) => setup,
        Err(error) => {
            assert_plain_message(&error);
            return assert!(strict.is_err(), "{}", bytes.escape_ascii());
        }
    };
    assert_eq!(setup.to_string().parse(), Ok(setup), "{}", bytes.escape_ascii());
    if strict.is_ok() {
        assert_eq!(setup.position(), strict, "{}", bytes.escape_ascii());
    }
    if let Ok((position, report)) = FenOptions::lenient().check_with_report(&setup) {
        assert_eq!(report.is_empty(), setup.position().is_ok(), "{setup:?}");
        assert_eq!(fen_round_trips(&position), Ok(()), "{setup:?}");
    }
}

/// Checks that a rejected FEN has no suggestion, or one that strict options accept.
fn check_suggestion(bytes: &[u8]) {
    let Some(suggestion) = FenOptions::new().suggest(bytes) else { return };
    assert!(FenOptions::new().read(bytes).is_err(), "{}", bytes.escape_ascii());
    let read = FenOptions::new().read(suggestion.to_string());
    assert_eq!(read.as_ref(), Ok(suggestion.position()), "{}", bytes.escape_ascii());
    assert!(suggestion.changed_fields().next().is_some(), "{suggestion}");
}

/// The rules for FENs of packed positions, which may be composed.
const COMPOSED: FenOptions =
    FenOptions::new().allow_impossible_checks(true).allow_excess_material(true);

/// Checks a position's invariants:
///
/// - FEN, the packed form and `Setup` round-trip;
/// - checkers, pins and keys equal those from slower computations;
/// - each legal move leads to a position whose checks are possible, and is unmade correctly.
///
/// # Panics
///
/// Panics with the position if an invariant is violated.
pub fn assert_position_invariants(position: &Position) {
    assert_eq!(fen_round_trips(position), Ok(()), "{position:?}");
    assert_eq!(PackedPosition::from(position).unpack().as_ref(), Ok(position), "{position:?}");
    let setup = COMPOSED.check(&Setup::from(*position));
    assert_eq!(setup.as_ref(), Ok(position), "{position:?}");
    checkers_and_pins_agree_with_attacks(position);
    let has_pawns = position.pieces(PieceType::Pawn).any();
    assert_eq!(CorrectionKeys::from(position).pawns != 0, has_pawns, "{position:?}");

    let board = Board::from(*position);
    assert_eq!(board.to_string(), position.fen().to_string(), "{position:?}");
    let moves = board.legal_moves();
    assert_eq!(moves.len(), board.legal_move_count(), "{board:?}");
    let distinct: BTreeSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "duplicate move in {board:?}");
    for &mv in &moves {
        assert!(board.is_legal(mv), "{mv:?} in {board:?}");
        let after = board.after(mv);
        assert_eq!(after.key(), after.computed_key(), "{mv:?} in {board:?}");
        let mut copy = *position;
        let undo = copy.make_move_undoable(mv, &mut ());
        assert_eq!(copy, after.position(), "{mv:?} in {board:?}");
        copy.unmake_move(undo, &mut ());
        assert_eq!(copy, *position, "{mv:?} in {board:?}");
        // A move leads to a possible check, even from a composed position.
        let fen = after.fen().en_passant(EnPassantStyle::Always).to_string();
        let options = FenOptions::new().allow_excess_material(true);
        let parsed = options.read(fen.as_bytes());
        assert_eq!(parsed, Ok(after.position()), "{mv:?} in {board:?}");
    }
}

/// Tests whether a position's FEN round-trips in every style.
///
/// With [`EnPassantStyle::Always`] the result must be equal. In other styles it must be the same position
/// by the repetition rule.
///
/// # Errors
///
/// Returns a message with the FEN that yields another position.
pub fn fen_round_trips(position: &Position) -> Result<(), String> {
    let read = |fen: &str| {
        let parsed = COMPOSED.read(fen.as_bytes());
        parsed.map_err(|error| format!("{fen}: {error}"))
    };
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let style = position.fen().castling(castling);
        let fen = style.en_passant(EnPassantStyle::Always).to_string();
        if read(&fen)? != *position {
            return Err(format!("{fen} is another position"));
        }
        let fields = style.en_passant(EnPassantStyle::Always).clocks(false).to_string();
        if fen.strip_prefix(&fields).is_none_or(|clocks| clocks.split_whitespace().count() != 2) {
            return Err(format!("{fields} is not {fen} without clocks"));
        }
        for en_passant in [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal] {
            let fen = style.en_passant(en_passant).to_string();
            let parsed = read(&fen)?;
            if !parsed.same_position(position) || parsed.computed_key() != position.computed_key() {
                return Err(format!("{fen} is not the same position"));
            }
        }
    }
    Ok(())
}

/// Checks checkers and pinned pieces against each piece's attacks.
pub(super) fn checkers_and_pins_agree_with_attacks(position: &Position) {
    let us = position.side_to_move();
    let king = position.king(us);
    let theirs = position.colors(!us);
    let checkers: Bitboard =
        theirs.into_iter().filter(|&from| position.attacks_from(from).contains(king)).collect();
    assert_eq!(position.checkers(), checkers, "{position:?}");

    // A piece is pinned if its removal adds a checker.
    let ours = position.colors(us) - position.pieces(PieceType::King);
    let is_pinned = |square| {
        let without = position.occupied().without(square);
        ((position.attackers_to(king, without) & theirs) - checkers).any()
    };
    let pinned: Bitboard = ours.into_iter().filter(|&square| is_pinned(square)).collect();
    assert_eq!(position.generator().pinned(), pinned, "{position:?}");
}
